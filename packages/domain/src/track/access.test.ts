// Spans of access: a shipper sees its own journey and no minute more.
import { expect, test } from 'vitest'
import { HOUR_MS } from '../figures/time.ts'
import { accessOf, type Carriage, type WatchedWaybill } from './access.ts'

const at = 1_000_000_000_000
const waybill: WatchedWaybill = {
  state: 'inTransit',
  shipperId: 'shipper',
  branchId: 'branch',
  acceptedAt: at,
  plannedLoadAt: at + 20 * HOUR_MS,
  loadingAt: undefined,
  unloadedAt: undefined,
  endedAt: undefined,
}
const truck: Carriage = { vehicleId: 'v1', trackNo: 1, fromAt: 0, toAt: undefined }
const spans = (more: Partial<WatchedWaybill>, carriages = [truck]) =>
  accessOf({ ...waybill, ...more }, carriages).map(({ companyId, trackNo, fromAt, toAt }) => [
    companyId,
    trackNo,
    fromAt - at,
    toAt === undefined ? undefined : toAt - at,
  ])

test('a shipper sees a vehicle from twelve hours before loading until two hours after unloading, its branch from acceptance', () => {
  expect(spans({})).toEqual([
    ['branch', 1, 0, undefined],
    ['shipper', 1, 8 * HOUR_MS, undefined],
  ])
  expect(spans({ plannedLoadAt: undefined, unloadedAt: at + 50 * HOUR_MS })).toEqual([
    ['branch', 1, 0, 52 * HOUR_MS],
    ['shipper', 1, 0, 52 * HOUR_MS],
  ])
})

test('a vehicle that loads before it was expected is seen from then on', () => {
  expect(spans({ loadingAt: at + 2 * HOUR_MS })[1]).toEqual(['shipper', 1, 2 * HOUR_MS, undefined])
  expect(spans({ loadingAt: at + 30 * HOUR_MS })[1]).toEqual(['shipper', 1, 8 * HOUR_MS, undefined])
})

test('nobody sees a vehicle of a waybill that is not accepted or void; a cancelled one ends with its end', () => {
  expect(spans({ state: 'toAccept', acceptedAt: undefined })).toEqual([])
  expect(spans({ state: 'void' })).toEqual([])
  // cancelled before the shipper's span began
  expect(spans({ state: 'cancelled', endedAt: at + HOUR_MS })).toEqual([['branch', 1, 0, HOUR_MS]])
})

test('a swap ends one vehicle and begins the other in the same millisecond', () => {
  const second = { vehicleId: 'v2', trackNo: 2, fromAt: at + 30 * HOUR_MS, toAt: undefined }
  expect(
    spans({ plannedLoadAt: undefined }, [{ ...truck, toAt: at + 30 * HOUR_MS }, second]).filter(
      ([company]) => company === 'shipper',
    ),
  ).toEqual([
    ['shipper', 1, 0, 30 * HOUR_MS],
    ['shipper', 2, 30 * HOUR_MS, undefined],
  ])
})
