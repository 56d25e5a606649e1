// Whether a vehicle and a driver may be sent on a trip: papers, load, open waybills, licence; each fault names its
// problem.
import { checkLicenceClass } from './drivingLicence.ts'
import { driverCertificates, endsOf, vehicleCertificates, type Catalogue } from './certificates.ts'
import type { PaperState } from './paper.ts'
import { type Fault } from '../problems/problems.ts'
import { isOver } from './papers.ts'
import { DAY_MS, formatDate, formatDateTime } from '../figures/time.ts'
import type { VehicleTypeCode } from './vehicleTypes.ts'
import { openWaybillLimit, type WaybillState } from '../waybill/waybill.ts'
import { type Grams, printTons } from '../figures/weight.ts'

/** A reason against sending, with what has to be said of it. */
export type DispatchFault = Fault<
  | 'vehicle.blacklisted'
  | 'vehicle.conflict'
  | 'vehicle.expired'
  | 'vehicle.overload'
  | 'vehicle.retired'
  | 'vehicle.tooMany'
  | 'vehicle.unverified'
  | 'driver.class'
>

/** Reasons against sending a vehicle and its driver, the gravest first. */
export interface DispatchFaults {
  readonly vehicle: readonly DispatchFault[]
  readonly driver: readonly DispatchFault[]
}

/** The trip somebody is wanted for. */
export interface Trip {
  readonly loadAt: number
  readonly loadRegion: string
  readonly unloadRegion: string
  /** Undefined while nobody has said how much. */
  readonly weight?: Grams | undefined
  /** The shipper lets more be loaded than the vehicle is approved for (policy overweightBlocks is off). */
  readonly mayOverload?: boolean | undefined
}

export interface DispatchVehicle {
  readonly plate: string
  /** Undefined for a vehicle of an unknown type: no licence is too low for it. */
  readonly typeCode?: VehicleTypeCode | undefined
  readonly tonnage: Grams
  readonly paper: PaperState
  readonly licenceExpiry: number
  /** Undefined for vehicles up to 4.5 t, which need none. */
  readonly transportCertExpiry?: number | undefined
  readonly annualCheckExpiry?: number | undefined
  readonly insuranceExpiry?: number | undefined
  readonly standing: Standing
}

/** Reasons against a vehicle or driver that do not depend on papers. */
export interface Standing {
  readonly blacklistReason?: string | undefined
  readonly isRetired: boolean
}

/**
 * A waybill the vehicle has not ended yet; `startAt` is its planned loading, when it was made, or when the vehicle took
 * over on the way. `endAt`: it handed the goods over to another vehicle then (a segment of a waybill that changed
 * vehicles).
 */
export interface OpenTrip {
  readonly waybillNo: string
  readonly state: WaybillState
  readonly startAt: number
  readonly endAt?: number | undefined
  readonly loadRegion: string
  readonly unloadRegion: string
}

export interface DispatchDriver {
  readonly name: string
  readonly paper: PaperState
  readonly licenceExpiry: number
  /** Undefined for drivers of vehicles up to 4.5 t, who need none. */
  readonly qualificationExpiry?: number | undefined
  readonly idCardExpiry?: number | undefined
  readonly standing: Standing
}

/** The assumed duration of a trip without times of its own, ms. */
const tripMs = DAY_MS

/** States in which the vehicle is promised or on the road; unloaded waybills wait for signatures only. */
const holding: ReadonlySet<WaybillState> = new Set<WaybillState>([
  'toAccept',
  'toLoad',
  'loading',
  'inTransit',
  'interrupted',
  'arrived',
])

/** Every fault of a vehicle for a trip at `now`, the gravest first. */
export function vehicleFaults(
  vehicle: DispatchVehicle,
  open: readonly OpenTrip[],
  trip: Trip,
  now: number,
): DispatchFault[] {
  const faults: DispatchFault[] = standingFaults(vehicle.standing, `车辆${vehicle.plate}`)
  if (vehicle.paper !== 'approved')
    faults.push({ problem: 'vehicle.unverified', detail: { name: `车辆${vehicle.plate}` } })
  faults.push(...expired(vehicleCertificates, vehicle, trip.loadAt))
  if (!trip.mayOverload && trip.weight !== undefined && trip.weight > vehicle.tonnage)
    faults.push({ problem: 'vehicle.overload', detail: { tons: printTons(vehicle.tonnage) } })
  if (open.filter(one => one.endAt === undefined).length >= openWaybillLimit)
    faults.push({ problem: 'vehicle.tooMany', detail: { limit: openWaybillLimit } })
  const other = open.find(one => conflicts(one, trip, now))
  if (other)
    faults.push({
      problem: 'vehicle.conflict',
      detail: { time: formatDateTime(other.startAt).slice(0, 16), waybillNo: other.waybillNo },
    })
  return faults
}

/** Every fault of a driver for a trip. */
export function driverFaults(driver: DispatchDriver, trip: Trip): DispatchFault[] {
  const unverified: DispatchFault[] =
    driver.paper === 'approved' ? [] : [{ problem: 'vehicle.unverified', detail: { name: `司机${driver.name}` } }]
  return [
    ...standingFaults(driver.standing, `司机${driver.name}`),
    ...unverified,
    ...expired(driverCertificates, driver, trip.loadAt),
  ]
}

/**
 * Every fault of a vehicle and driver for a trip at `now`; the class of the driver's licence stands last. `open` are the
 * other trips of the vehicle.
 */
export function dispatchFaults(
  vehicle: DispatchVehicle,
  driver: DispatchDriver & { readonly licenceClass: string },
  open: readonly OpenTrip[],
  trip: Trip,
  now: number,
): DispatchFaults {
  const pair = vehicle.typeCode === undefined ? undefined : pairFault(driver, vehicle.typeCode)
  return {
    vehicle: vehicleFaults(vehicle, open, trip, now),
    driver: [...driverFaults(driver, trip), ...(pair ? [pair] : [])],
  }
}

/** The fault of a driver for a vehicle: the class of licence. */
export function pairFault(
  driver: { name: string; licenceClass: string },
  vehicleType: VehicleTypeCode,
): DispatchFault | undefined {
  if (checkLicenceClass(driver.licenceClass, vehicleType) === undefined) return undefined
  return { problem: 'driver.class', detail: { name: driver.name, cls: driver.licenceClass } }
}

function standingFaults({ blacklistReason, isRetired }: Standing, name: string): DispatchFault[] {
  return [
    ...(blacklistReason === undefined
      ? []
      : [{ problem: 'vehicle.blacklisted', detail: { name, reason: blacklistReason } } as const]),
    ...(isRetired ? [{ problem: 'vehicle.retired', detail: { name } } as const] : []),
  ]
}

/** A paper is good through the whole day it names; a paper without a last day is no reason. */
function expired(catalogue: Catalogue, facts: DispatchVehicle | DispatchDriver, at: number): DispatchFault[] {
  return endsOf(catalogue, facts).flatMap(({ label, end }) =>
    end === undefined || !isOver(end, at)
      ? []
      : [{ problem: 'vehicle.expired', detail: { paper: label, date: formatDate(end) } }],
  )
}

/**
 * Two trips of one vehicle conflict when their times overlap and their routes differ; shared loads of one route do not.
 */
function conflicts(open: OpenTrip, trip: Trip, now: number): boolean {
  if (open.endAt === undefined && !holding.has(open.state)) return false
  if (open.loadRegion === trip.loadRegion && open.unloadRegion === trip.unloadRegion) return false
  // a trip that should have ended long ago still holds its vehicle until it is unloaded
  const end = open.endAt ?? Math.max(open.startAt + tripMs, now + 1)
  return open.startAt < trip.loadAt + tripMs && trip.loadAt < end
}

/**
 * Closeness of a vehicle's last unloading to the loading place, by divisions: 3 the same district, 2 city, 1 province,
 * 0 elsewhere or unknown.
 */
export function nearnessOfRegions(lastUnloadRegion: string | undefined, loadRegion: string): 0 | 1 | 2 | 3 {
  if (lastUnloadRegion === undefined) return 0
  if (lastUnloadRegion === loadRegion) return 3
  if (lastUnloadRegion.slice(0, 4) === loadRegion.slice(0, 4)) return 2
  return lastUnloadRegion.slice(0, 2) === loadRegion.slice(0, 2) ? 1 : 0
}

/** Between two divisions, and for vehicles nothing is known of: no place of China is so far from another. */
const farMetres = 1e8
/** A place known by its division alone is no nearer than this. */
const divisionMetres = 20_000

/** A distance between divisions: whoever is said to be near may be anywhere in them. */
export const roundedMetres = (metres: number): number => Math.max(divisionMetres, Math.round(metres))

/** The properties by which two possible vehicles are ranked. */
export interface RankedVehicle {
  readonly name: string
  readonly faults: readonly unknown[]
  readonly openWaybills: number
  readonly tonnage: Grams
  /** Metres to the place of loading; undefined where nothing is known of its place. */
  readonly metres?: number | undefined
  /** The time of its last waybill; undefined when it had none. */
  readonly lastUsedAt?: number | undefined
}

/**
 * Payload beyond what is wanted, in whole tons; a vehicle that takes less than a full load comes after all that take
 * it.
 */
function spare(tonnage: Grams, wanted: Grams | undefined): number {
  if (wanted === undefined) return 0
  return tonnage >= wanted
    ? Math.floor((tonnage - wanted) / 1_000_000)
    : 1000 + Math.ceil((wanted - tonnage) / 1_000_000)
}

/**
 * The order in which vehicles are proposed: those that can go, the least busy, whose payload is just enough, the
 * nearest, the latest used.
 */
export function compareVehicles(wanted: Grams | undefined): (a: RankedVehicle, b: RankedVehicle) => number {
  return (a, b) =>
    Number(a.faults.length > 0) - Number(b.faults.length > 0) ||
    a.openWaybills - b.openWaybills ||
    spare(a.tonnage, wanted) - spare(b.tonnage, wanted) ||
    (a.metres ?? farMetres) - (b.metres ?? farMetres) ||
    (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0) ||
    (a.name < b.name ? -1 : 1)
}
