// Vehicles and drivers of the demo carriers: valid numbers, papers of every standing, one usual driver per vehicle.
import { warnVin } from '@yunshu/domain/fleet/plate'
import { DAY_MS, formatDate } from '@yunshu/domain/figures/time'
import type { VehicleTypeCode } from '@yunshu/domain/fleet/vehicleTypes'
import type { Insertable } from 'kysely'
import type { Drivers, Vehicles } from '../src/db/tables.gen.ts'
import { idMaker, type MakeId } from './ids.ts'
import { demoIdNo, demoMobile, demoName, dice } from './invented.ts'
import { demoCarriers, demoCompanyId } from './people.ts'
import type { Body } from './routes.ts'

export interface DemoVehicle {
  readonly carrier: string
  readonly body: Body | 'light'
  readonly usableUntil: number
  readonly row: Insertable<Vehicles>
}
export interface DemoDriver {
  readonly carrier: string
  readonly licence: string
  readonly usableUntil: number
  readonly row: Insertable<Drivers>
}
export interface Fleet {
  readonly vehicles: readonly DemoVehicle[]
  readonly drivers: readonly DemoDriver[]
}

interface Build {
  readonly lengthDm: number
  readonly axles: number
  readonly typeCode: VehicleTypeCode
  readonly tonnageKg: number
  readonly grossKg: number
  readonly licence: string
  readonly colour: string
  readonly energy: string
}
const builds: Readonly<Record<Body | 'light', Build>> = {
  tractor: {
    lengthDm: 130,
    axles: 6,
    typeCode: 'Q11',
    tonnageKg: 33_500,
    grossKg: 49_000,
    licence: 'A2',
    colour: '2',
    energy: 'B',
  },
  dump: {
    lengthDm: 65,
    axles: 4,
    typeCode: 'H17',
    tonnageKg: 17_800,
    grossKg: 31_000,
    licence: 'B2',
    colour: '2',
    energy: 'B',
  },
  van: {
    lengthDm: 96,
    axles: 4,
    typeCode: 'H12',
    tonnageKg: 18_200,
    grossKg: 31_000,
    licence: 'B2',
    colour: '2',
    energy: 'B',
  },
  reefer: {
    lengthDm: 96,
    axles: 3,
    typeCode: 'H13',
    tonnageKg: 15_600,
    grossKg: 25_000,
    licence: 'B2',
    colour: '2',
    energy: 'B',
  },
  light: {
    lengthDm: 42,
    axles: 2,
    typeCode: 'H32',
    tonnageKg: 1_495,
    grossKg: 4_495,
    licence: 'C1',
    colour: '1',
    energy: 'B',
  },
}

/** The number of vehicles of each build at each carrier: 120 in all. */
const parks: Readonly<
  Record<string, { readonly plate: string; readonly counts: Partial<Record<Body | 'light', number>> }>
> = {
  carrier: { plate: '冀A', counts: { tractor: 22 } },
  carrier2: { plate: '鲁J', counts: { tractor: 16 } },
  carrier3: { plate: '川A', counts: { tractor: 10, van: 6 } },
  carrier4: { plate: '豫A', counts: { tractor: 12, dump: 3 } },
  carrier5: { plate: '鄂A', counts: { tractor: 11, dump: 2 } },
  carrier6: { plate: '粤A', counts: { van: 7, reefer: 2, light: 2 } },
  carrier7: { plate: '云A', counts: { reefer: 9, light: 1 } },
  carrier8: { plate: '陕K', counts: { tractor: 12, dump: 5 } },
}
/** Spare drivers per carrier, beside one for each vehicle: 130 in all. */
const spares: Readonly<Record<string, number>> = {
  carrier: 2,
  carrier2: 2,
  carrier3: 1,
  carrier4: 1,
  carrier5: 1,
  carrier6: 1,
  carrier7: 1,
  carrier8: 1,
}

/** Days until single papers run out: papers not listed here are approved and good for a year and more. */
const expiringDays: Readonly<Record<number, number>> = { 4: 12, 27: 25, 49: 6, 71: 18, 96: 29 }
const expiredDays: Readonly<Record<number, number>> = { 17: 9, 83: 21 }
/** Handed in and waiting, sent back, or on the platform's blacklist: none of them is sent on trips. */
const pendingVehicles = [16, 33, 74] as const
const rejectedVehicle = 15
export const bannedVehicle = 14
const pendingDrivers = [18, 62] as const
const rejectedDriver = 120
const isOne = (list: readonly number[], n: number): boolean => list.includes(n)
const vehiclePaper = (n: number): string =>
  isOne(pendingVehicles, n) ? 'pending' : n === rejectedVehicle ? 'rejected' : 'approved'
const driverPaper = (n: number): string =>
  isOne(pendingDrivers, n) ? 'pending' : n === rejectedDriver ? 'rejected' : 'approved'
/** The verifier of an approved record, and the time. */
const verified = (paper: string, at: number) =>
  paper === 'approved' ? { verified_at: at, verified_name: '平台运营' } : { verified_at: null, verified_name: null }

/** The fleet while it is made. */
interface Making {
  readonly now: number
  /** When the first of it was registered. */
  readonly born: number
  readonly roll: ReturnType<typeof dice>
  /** Details have dice of their own, so that they leave the story as it was. */
  readonly detail: ReturnType<typeof dice>
  readonly vehicleId: MakeId
  readonly driverId: MakeId
  readonly vehicles: DemoVehicle[]
  readonly drivers: DemoDriver[]
}

/** The whole fleet as rows; `now` decides which papers run out soon. */
export function makeFleet(now: number): Fleet {
  const making: Making = {
    now,
    born: now - 180 * DAY_MS,
    roll: dice(120),
    detail: dice(4050),
    vehicleId: idMaker(1),
    driverId: idMaker(2),
    vehicles: [],
    drivers: [],
  }
  for (const { key, name, region } of demoCarriers) {
    const park = parks[key]
    if (park === undefined) throw new Error(`no vehicles are planned for ${key}`)
    for (const [body, build] of Object.entries(builds)) {
      for (let nth = 0; nth < (park.counts[bodyOf(body)] ?? 0); nth++) {
        addVehicle(making, key, name, region, park.plate, bodyOf(body), nth)
        addDriver(making, key, build.licence, region)
      }
    }
  }
  for (const { key, region } of demoCarriers)
    for (let n = 0; n < (spares[key] ?? 0); n++) addDriver(making, key, 'A2', region)
  return { vehicles: making.vehicles, drivers: making.drivers }
}

function addDriver(
  { now, born, roll, detail, driverId, drivers }: Making,
  carrier: string,
  licence: string,
  region: string,
): void {
  const n = drivers.length
  const thisYear = Number(formatDate(now).slice(0, 4))
  const birth = `${thisYear - roll.int(29, 57)}${String(roll.int(1, 12)).padStart(2, '0')}${String(roll.int(1, 28)).padStart(2, '0')}`
  const idNo = demoIdNo(region, birth, n)
  const paper = driverPaper(n)
  const licenceExpiry = now + (n === 33 ? 14 : roll.int(200, 2600)) * DAY_MS
  const at = born + n * 60_000
  drivers.push({
    carrier,
    licence,
    usableUntil: paper === 'approved' ? licenceExpiry : 0,
    row: {
      id: driverId(at),
      carrier_id: demoCompanyId(carrier),
      name: driverName(n),
      id_no: idNo,
      mobile: demoMobile(2000 + n),
      licence_class: licence,
      licence_expiry: licenceExpiry,
      ...qualification(licence, idNo, now + roll.int(120, 1500) * DAY_MS),
      licence_no: idNo,
      id_card_expiry: now + detail.int(100, 5000) * DAY_MS,
      body: {
        licenceIssuer: `${cityOf(carrier)}公安局交通警察支队`,
        licenceFrom: licenceExpiry - 3650 * DAY_MS,
        taxKind: 'PERSON',
        taxOffice: `国家税务总局${cityOf(carrier)}税务局`,
      },
      ...verified(paper, at + DAY_MS),
      paper,
      created_at: at,
      updated_at: born,
    },
  })
}

function addVehicle(
  { now, born, roll, detail, vehicleId, vehicles }: Making,
  carrier: string,
  owner: string,
  region: string,
  plate: string,
  body: Body | 'light',
  nth: number,
): void {
  const n = vehicles.length
  const build = builds[body]
  // every ninth tractor runs on electricity: eight characters, and 黄绿 plates
  const electric = body === 'tractor' && nth % 9 === 8
  const left = expiredDays[n] === undefined ? (expiringDays[n] ?? roll.int(90, 900)) : -expiredDays[n]
  const certExpiry = now + left * DAY_MS
  const paper = vehiclePaper(n)
  const at = born + n * 60_000
  const registered = now - detail.int(400, 2400) * DAY_MS
  vehicles.push({
    carrier,
    body,
    usableUntil: paper === 'approved' && n !== bannedVehicle ? certExpiry : 0,
    row: {
      id: vehicleId(at),
      carrier_id: demoCompanyId(carrier),
      plate: electric ? `${plate}${10_000 + n * 37}D` : `${plate}Y${1000 + n * 7}`,
      plate_color: electric ? '93' : build.colour,
      type_code: build.typeCode,
      energy: electric ? 'C' : build.energy,
      tonnage_g: build.tonnageKg * 1000,
      gross_g: build.grossKg * 1000,
      // trucks up to 4.5 t need no certificate
      transport_cert_no: body === 'light' ? '' : `${region}${String(900_000 + n)}`,
      transport_cert_expiry: body === 'light' ? null : certExpiry,
      licence_expiry: now + roll.int(60, 700) * DAY_MS,
      owner,
      vin: vin(n),
      annual_check_expiry: now + detail.int(65, 360) * DAY_MS,
      insurance_expiry: now + detail.int(65, 360) * DAY_MS,
      trailer_plate: body === 'tractor' ? `${plate}${1000 + n * 3}挂` : null,
      terminal_id: `1990${String(1_000_000 + n * 17)}`,
      body: {
        lengthDm: build.lengthDm,
        axles: build.axles,
        engineNo: `WP${String(500_000 + n * 29)}`,
        useCharacter: 'freight',
        issuer: `${cityOf(carrier)}公安局交通警察支队`,
        registerDate: registered,
        issueDate: registered + DAY_MS,
        terminalProvider: '中交兴路',
      },
      ...verified(paper, at + DAY_MS),
      paper,
      created_at: at,
      updated_at: born,
    },
  })
}

/** The 从业资格证 of a driver; one with a licence for light trucks needs none. */
const qualification = (licence: string, idNo: string, expiry: number) =>
  licence.startsWith('C')
    ? { qualification_no: '', qualification_expiry: null }
    : { qualification_no: idNo, qualification_expiry: expiry }

const cityOf = (carrier: string): string =>
  demoCarriers
    .find(({ key }) => key === carrier)
    ?.address.split('市')[0]
    ?.concat('市') ?? ''

function bodyOf(text: string): Body | 'light' {
  if (text === 'tractor' || text === 'dump' || text === 'van' || text === 'reefer' || text === 'light') return text
  throw new Error(`no such build: ${text}`)
}

const secondNames = [
  '建军',
  '铁柱',
  '保国',
  '新民',
  '玉山',
  '金锁',
  '来福',
  '树林',
  '长河',
  '占军',
  '爱民',
  '双喜',
  '宝田',
  '万里',
  '四海',
  '开元',
  '永胜',
  '连生',
  '守信',
  '大川',
  '立业',
  '志远',
  '常青',
]
const driverName = (n: number): string =>
  `${demoName(n).slice(0, 1)}${secondNames[(n * 5 + Math.floor(n / 23)) % secondNames.length] ?? '建军'}`

function vin(n: number): string {
  const start = 'LYSDEM0',
    end = `R${String(100_000 + n * 13)}`.slice(0, 8)
  for (const digit of '0123456789X') {
    const made = `${start}K${digit}${end}X`.slice(0, 17)
    if (warnVin(made) === undefined) return made
  }
  throw new Error(`no check digit fits vehicle ${n}`)
}
