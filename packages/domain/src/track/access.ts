// Spans in which companies see the vehicle of a waybill, derived from the waybill alone.
import { HOUR_MS } from '../figures/time.ts'
import type { WaybillState } from '../waybill/waybill.ts'

/** A waybill as far as it says who sees its vehicles. */
export interface WatchedWaybill {
  readonly state: WaybillState
  readonly shipperId: string
  readonly branchId: string
  readonly acceptedAt: number | undefined
  /** The time of loading: as it is planned, else the beginning of the window its goods appointed. */
  readonly plannedLoadAt: number | undefined
  /** The moment its vehicle came to the place of loading, or left it loaded. */
  readonly loadingAt: number | undefined
  readonly unloadedAt: number | undefined
  /** The moment a cancelled waybill ended. */
  readonly endedAt: number | undefined
}

/** A vehicle that carries a waybill, or did for a time. */
export interface Carriage {
  readonly vehicleId: string
  readonly trackNo: number
  readonly fromAt: number
  readonly toAt: number | undefined
}

/** A span in which a company sees a vehicle; `toAt` absent while it lasts. */
export interface Access {
  readonly companyId: string
  readonly vehicleId: string
  readonly trackNo: number
  readonly fromAt: number
  readonly toAt: number | undefined
  readonly why: 'waybill' | 'branch'
}

/** Before its window of loading a vehicle is on its way to the shipper; earlier it may be in the yards of rivals. */
const beforeLoadMs = 12 * HOUR_MS
/** After unloading it leaves the receiver's yard. */
const afterUnloadMs = 2 * HOUR_MS

/**
 * Spans of a waybill: its shipper from the later of acceptance and twelve hours before loading, or from the loading where
 * that comes sooner, until two hours after unloading, its branch from acceptance on. A void waybill leaves none.
 */
export function accessOf(waybill: WatchedWaybill, carriages: readonly Carriage[]): Access[] {
  const { state, acceptedAt, plannedLoadAt, loadingAt, unloadedAt, endedAt } = waybill
  if (acceptedAt === undefined || state === 'void' || state === 'toAccept') return []
  const until = unloadedAt === undefined ? endedAt : unloadedAt + afterUnloadMs
  const awaitedAt = Math.min((plannedLoadAt ?? acceptedAt) - beforeLoadMs, loadingAt ?? Infinity)
  const shipperFrom = Math.max(acceptedAt, awaitedAt)
  const viewers = [
    { companyId: waybill.branchId, from: acceptedAt, why: 'branch' },
    { companyId: waybill.shipperId, from: shipperFrom, why: 'waybill' },
  ] as const
  return viewers.flatMap(({ companyId, from, why }) =>
    carriages.flatMap(({ vehicleId, trackNo, ...carriage }): Access[] => {
      const fromAt = Math.max(from, carriage.fromAt)
      const toAt = earlier(until, carriage.toAt)
      return toAt !== undefined && toAt <= fromAt ? [] : [{ companyId, vehicleId, trackNo, fromAt, toAt, why }]
    }),
  )
}

const earlier = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b)
