// Whether a vehicle and a driver may be sent on a trip: papers, load, open waybills, licence; each fault names its problem.
import { checkLicenceClass } from './drivingLicence.ts'
import type { PaperState } from './paper.ts'
import type { ProblemName } from './problems.ts'
import { DAY_MS, formatDate, formatDateTime, startOfDay } from './time.ts'
import type { VehicleTypeCode } from './vehicleTypes.ts'
import { openWaybillLimit, type WaybillState } from './waybill.ts'
import { type Grams, printTons } from './weight.ts'

/** A reason against sending; `problemText` makes it words. */
export interface DispatchFault { readonly problem: ProblemName; readonly detail: Readonly<Record<string, string | number>> }

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
  readonly tonnage: Grams
  readonly paper: PaperState
  readonly licenceExpiry: number
  readonly transportCertExpiry: number
}

/** A waybill the vehicle has not ended yet; `startAt` is its planned loading, or when it was made. */
export interface OpenTrip { readonly waybillNo: string; readonly state: WaybillState; readonly startAt: number; readonly loadRegion: string; readonly unloadRegion: string }

export interface DispatchDriver {
  readonly name: string
  readonly paper: PaperState
  readonly licenceExpiry: number
  readonly qualificationExpiry: number
}

/** How long a trip is taken to hold its vehicle when nobody knows better. */
const tripMs = DAY_MS

/** States in which the vehicle is promised or on the road; unloaded waybills wait for signatures only. */
const holding: ReadonlySet<WaybillState> = new Set<WaybillState>(['toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'arrived'])

/** Every fault of a vehicle for a trip at `now`, the gravest first. @source domain study §3.7 R05–R07, §5.6 */
export function vehicleFaults(vehicle: DispatchVehicle, open: readonly OpenTrip[], trip: Trip, now: number): DispatchFault[] {
  const faults: DispatchFault[] = []
  if (vehicle.paper !== 'approved') faults.push({ problem: 'vehicle.unverified', detail: { name: `车辆${vehicle.plate}` } })
  faults.push(...expired([['行驶证', vehicle.licenceExpiry], ['道路运输证', vehicle.transportCertExpiry]], trip.loadAt))
  if (!trip.mayOverload && trip.weight !== undefined && trip.weight > vehicle.tonnage) faults.push({ problem: 'vehicle.overload', detail: { tons: printTons(vehicle.tonnage) } })
  if (open.length >= openWaybillLimit) faults.push({ problem: 'vehicle.tooMany', detail: { limit: openWaybillLimit } })
  const other = open.find((one) => conflicts(one, trip, now))
  if (other) faults.push({ problem: 'vehicle.conflict', detail: { time: formatDateTime(other.startAt).slice(0, 16), waybillNo: other.waybillNo } })
  return faults
}

/** Every fault of a driver for a trip. */
export function driverFaults(driver: DispatchDriver, trip: Trip): DispatchFault[] {
  const unverified: DispatchFault[] = driver.paper === 'approved' ? [] : [{ problem: 'vehicle.unverified', detail: { name: `司机${driver.name}` } }]
  return [...unverified, ...expired([['驾驶证', driver.licenceExpiry], ['从业资格证', driver.qualificationExpiry]], trip.loadAt)]
}

/** The fault of a driver for a vehicle: the class of licence. */
export function pairFault(driver: { name: string; licenceClass: string }, vehicleType: VehicleTypeCode): DispatchFault | undefined {
  if (checkLicenceClass(driver.licenceClass, vehicleType) === undefined) return undefined
  return { problem: 'driver.class', detail: { name: driver.name, cls: driver.licenceClass } }
}

/** A paper is good through the whole day it names. */
function expired(papers: readonly (readonly [string, number])[], at: number): DispatchFault[] {
  return papers.filter(([, expiry]) => expiry < startOfDay(at)).map(([paper, expiry]) => ({ problem: 'vehicle.expired', detail: { paper, date: formatDate(expiry) } }))
}

/** Two trips of one vehicle conflict when their times overlap and their routes differ; shared loads of one route do not (R06). */
function conflicts(open: OpenTrip, trip: Trip, now: number): boolean {
  if (!holding.has(open.state)) return false
  if (open.loadRegion === trip.loadRegion && open.unloadRegion === trip.unloadRegion) return false
  // a trip that should have ended long ago still holds its vehicle until it is unloaded
  const end = Math.max(open.startAt + tripMs, now + 1)
  return open.startAt < trip.loadAt + tripMs && trip.loadAt < end
}
