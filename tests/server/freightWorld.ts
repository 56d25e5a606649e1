// Test support: a server with people signed in, and goods, fleets and waybills made through the product's own calls.
import type { Input } from '@yunshu/contract/call'
import { publishGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { appoint } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import type { WaybillPeopleMove } from '@yunshu/domain/waybill/waybill'
import { grams } from '@yunshu/domain/figures/weight'
import { v7 } from 'uuid'
import { q, type Tx } from '../../apps/server/src/db/tx.ts'
import { demoIdNo, demoMobile, demoName } from '../../apps/server/demo/invented.ts'
import { demoCompanyId } from '../../apps/server/demo/people.ts'
import { lateClient, startTestServer, type Client, type TestServer } from './testServer.ts'

export type FreightAccount =
  | 'admin'
  | 'platform-ops'
  | 'branch'
  | 'shipper'
  | 'shipper-freight'
  | 'shipper-finance'
  | 'shipper2'
  | 'carrier'
  | 'carrier-finance'
  | 'carrier2'
  | 'carrier3'

export interface Truck {
  vehicleId: string
  driverId: string
  plate: string
  tonnageG: number
}
export interface MadeTask {
  goodsId: string
  taskId: string
  taskNo: string
  qty: number
}
export interface MadeWaybill {
  id: string
  waybillNo: string
  plate: string
  version: number
}

export interface FreightWorld {
  readonly server: TestServer
  as(account: FreightAccount): Client
  publish(over?: Partial<Input<typeof publishGoods>>): Promise<{ id: string; goodsNo: string; version: number }>
  /** Approved vehicles with a driver each, straight into the database. */
  trucks(count: number, carrier?: 'carrier' | 'carrier2' | 'carrier3'): Promise<Truck[]>
  /** Sets columns of a vehicle straight in the database. */
  setVehicle(
    id: string,
    set: { paper?: string; licence_expiry?: number; tonnage_g?: number; type_code?: string },
  ): Promise<void>
  /** Sets columns of a driver straight in the database. */
  setDriver(id: string, set: { paper?: string; qualification_expiry?: number; licence_class?: string }): Promise<void>
  /** Goods published and taken whole by `carrier`. */
  task(over?: Partial<Input<typeof publishGoods>>): Promise<MadeTask>
  /** Waybills of one new task, one truck each, waiting for acceptance. */
  waybills(count: number, over?: Partial<Input<typeof publishGoods>>): Promise<MadeWaybill[]>
  /** Walks a waybill through these moves; each by whoever makes it, with 32.400 t loaded and 32.250 t unloaded. */
  walk(waybill: MadeWaybill, moves: readonly WaybillPeopleMove[]): Promise<MadeWaybill>
  stop(): Promise<void>
}

/** All moves from a new waybill to a signed one. */
export const wholeJourney = [
  'accept',
  'arriveLoad',
  'depart',
  'arriveUnload',
  'unload',
  'sign',
] as const satisfies readonly WaybillPeopleMove[]

const point = (name: string, regionCode: string, regionName: string) => ({
  name,
  regionCode,
  regionName,
  address: '工业园区1号',
  contact: '王建国',
  mobile: '19900001234',
})

/** Goods that may be published: twenty trucks of coal, 293.21 元/吨, receipt wanted, 3 ‰ loss allowed. */
export function goodsInput(over: Partial<Input<typeof publishGoods>> = {}): Input<typeof publishGoods> {
  return {
    kind: 'NORMAL',
    title: '动力煤',
    loadPoints: [point('红柳林煤矿', '610802', '陕西省榆林市榆阳区')],
    unloadPoints: [point('唐河电厂', '411328', '河南省南阳市唐河县')],
    items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(32_000_000 * 20) }],
    vehicleNeed: { types: [], lengthsDm: [] },
    quantityMode: 'BY_TRUCK',
    totalQty: 20,
    pricing: 'PER_TON',
    unitPrice: unitPrice(2_932_100),
    distanceKm: 980,
    payPlan: { prePpm: 0, oilPpm: 300_000, etcPpm: 0, arrivePpm: 500_000, receiptPpm: 200_000, termDays: 7 },
    lossRule: {
      kind: 'PERMILLE',
      allow: 3000,
      scope: 'EXCESS',
      basis: 'LOAD',
      deductUnitPrice: unitPrice(8_000_000),
      rounding: 'NONE',
    },
    receiptRule: { needPhoto: true, needOriginal: false, copies: 1, returnDays: 7 },
    publishTo: 'RELATED',
    takeMode: 'GRAB',
    validTo: Date.now() + 3 * DAY_MS,
    ...over,
  }
}

type Goods = Input<typeof publishGoods>

/** Trunk goods that may be published: the line leaves tomorrow and passes one place. */
export function trunkInput(line: Partial<NonNullable<Goods['gx']>> = {}, over: Partial<Goods> = {}): Goods {
  const plannedDepartAt = Date.now() + DAY_MS
  return goodsInput({
    kind: 'GX',
    gx: {
      lineName: '榆林—南阳',
      shiftNo: 'YN-01',
      plannedDepartAt,
      via: [
        {
          name: '西安中转站',
          regionCode: '610112',
          regionName: '陕西省西安市未央区',
          plannedAt: plannedDepartAt + HOUR_MS,
        },
      ],
      dropAndHook: true,
      ...line,
    },
    ...over,
  })
}

/** Bulk goods that may be published: 640 tons of coal, 33 tons and 3 trucks a day at most, weighed at both ends. */
export function bulkInput(over: Partial<Goods> = {}): Goods {
  return goodsInput({
    kind: 'SH',
    quantityMode: 'BY_TON',
    totalQty: 640_000_000,
    perTruckMax: 33_000_000,
    dailyTrucks: 3,
    poundRule: { loadPhoto: true, loadWeight: true, unloadPhoto: false, unloadWeight: true },
    ...over,
  })
}

/** Starts the server; people sign in when they are first asked for something. */
export async function startFreightWorld(env: Record<string, string> = {}): Promise<FreightWorld> {
  const server = await startTestServer(env)
  const clients = new Map<FreightAccount, Client>()
  const as = (account: FreightAccount): Client => {
    const client = clients.get(account) ?? lateClient(() => server.login(account))
    clients.set(account, client)
    return client
  }
  let made = 0
  const publish: FreightWorld['publish'] = over => as('shipper').send(publishGoods, goodsInput(over))
  const trucks: FreightWorld['trucks'] = (count, carrier = 'carrier') => {
    const before = made
    made += count
    return server.db(tx => makeTrucks(tx, count, demoCompanyId(carrier), before))
  }
  const task: FreightWorld['task'] = async over => {
    const goods = await publish(over)
    const qty = over?.totalQty ?? 20
    const taken = await as('carrier').send(takeGoods, { goodsId: goods.id, qty })
    return { goodsId: goods.id, taskId: taken.taskId, taskNo: taken.taskNo, qty }
  }
  return {
    server,
    as,
    publish,
    trucks,
    setVehicle: async (id, set) => {
      await server.db(tx => tx.run(q.updateTable('vehicles').set(set).where('id', '=', id)))
    },
    setDriver: async (id, set) => {
      await server.db(tx => tx.run(q.updateTable('drivers').set(set).where('id', '=', id)))
    },
    task,
    waybills: async (count, over) => {
      const { taskId } = await task({
        totalQty: count,
        items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(32_000_000 * count) }],
        ...over,
      })
      const fleet = await trucks(count)
      const made = await as('carrier').send(appoint, {
        taskId,
        version: 2,
        lines: fleet.map(({ vehicleId, driverId }) => ({ vehicleId, driverId, qty: 1, weightG: grams(32_000_000) })),
      })
      return made.waybills.map(waybill => ({ ...waybill, version: 1 }))
    },
    walk: async (waybill, moves) => {
      let { version } = waybill
      for (const name of moves) {
        const weights =
          name === 'depart'
            ? { loadWeightG: grams(32_400_000) }
            : name === 'unload'
              ? { unloadWeightG: grams(32_250_000) }
              : {}
        const isShippers = name === 'sign' || name === 'dispute' || name === 'settleDispute'
        version = (
          await as(isShippers ? 'shipper' : 'carrier').send(moveWaybill, {
            id: waybill.id,
            version,
            move: name,
            ...weights,
            ...(name === 'dispute' || name === 'cancel' || name === 'interrupt' ? { reason: '试验' } : {}),
          })
        ).version
      }
      return { ...waybill, version }
    },
    stop: () => server.stop(),
  }
}

/** Writes trucks whose numbers go on from the `made` before them. */
async function makeTrucks(tx: Tx, count: number, carrierId: string, made: number): Promise<Truck[]> {
  const now = Date.now()
  const rows = Array.from({ length: count }, (_, i) => {
    const n = made + i
    const birth = `19${70 + (Math.floor(n / 100) % 30)}0${1 + (Math.floor(n / 3000) % 9)}15`
    return { n, vehicleId: v7(), driverId: v7(), plate: `冀A${String(10_000 + n)}`, birth }
  })
  const stamp = { created_at: now, updated_at: now }
  await tx.run(
    q.insertInto('vehicles').values(
      rows.map(row => ({
        id: row.vehicleId,
        carrier_id: carrierId,
        plate: row.plate,
        plate_color: '2',
        type_code: 'Q11',
        energy: 'B',
        tonnage_g: 33_500_000,
        gross_g: 49_000_000,
        transport_cert_no: `13010000${String(1000 + row.n)}`,
        transport_cert_expiry: now + 200 * DAY_MS,
        licence_expiry: now + 200 * DAY_MS,
        paper: 'approved',
        ...stamp,
      })),
    ),
  )
  await tx.run(
    q.insertInto('drivers').values(
      rows.map(row => {
        const idNo = demoIdNo('130102', row.birth, row.n)
        return {
          id: row.driverId,
          carrier_id: carrierId,
          name: demoName(row.n),
          id_no: idNo,
          mobile: demoMobile(row.n),
          licence_class: 'A2',
          licence_expiry: now + 200 * DAY_MS,
          qualification_no: idNo,
          qualification_expiry: now + 200 * DAY_MS,
          paper: 'approved',
          ...stamp,
        }
      }),
    ),
  )
  return rows.map(({ vehicleId, driverId, plate }) => ({ vehicleId, driverId, plate, tonnageG: 33_500_000 }))
}
