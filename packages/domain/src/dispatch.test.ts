// Who may be sent on a trip: papers, load, the limit of open waybills and conflicts of time and route.
import { describe, expect, it } from 'vitest'
import { driverFaults, pairFault, vehicleFaults, type DispatchVehicle, type OpenTrip, type Trip } from './dispatch.ts'
import { DAY_MS, HOUR_MS } from './time.ts'
import { grams } from './weight.ts'

const now = Date.UTC(2026, 10, 21, 4)
const vehicle: DispatchVehicle = { plate: '川A12345', tonnage: grams(32_000_000), paper: 'approved', licenceExpiry: now + 90 * DAY_MS, transportCertExpiry: now + 90 * DAY_MS }
const trip: Trip = { loadAt: now, loadRegion: '510104', unloadRegion: '310115', weight: grams(30_000_000) }
const open = (over: Partial<OpenTrip> = {}): OpenTrip => ({ waybillNo: 'YD1', state: 'toLoad', startAt: now, loadRegion: '610802', unloadRegion: '411328', ...over })
const names = (faults: readonly { problem: string }[]) => faults.map((fault) => fault.problem)

describe('a vehicle for a trip', () => {
  it('may be sent when its papers are good, it can carry the load and it is free', () => {
    expect(vehicleFaults(vehicle, [], trip, now)).toEqual([])
  })
  it('may not be sent unverified', () => {
    expect(names(vehicleFaults({ ...vehicle, paper: 'pending' }, [], trip, now))).toEqual(['vehicle.unverified'])
  })
  it('may be sent on the last day of its paper, not on the day after', () => {
    expect(vehicleFaults({ ...vehicle, licenceExpiry: now - 2 * HOUR_MS }, [], trip, now)).toEqual([])
    expect(vehicleFaults({ ...vehicle, transportCertExpiry: now - DAY_MS }, [], trip, now)).toEqual([{ problem: 'vehicle.expired', detail: { paper: '道路运输证', date: '2026-11-20' } }])
  })
  it('may carry exactly its payload and not a gram more', () => {
    expect(vehicleFaults(vehicle, [], { ...trip, weight: vehicle.tonnage }, now)).toEqual([])
    expect(names(vehicleFaults(vehicle, [], { ...trip, weight: grams(32_000_001) }, now))).toEqual(['vehicle.overload'])
    expect(vehicleFaults(vehicle, [], { ...trip, weight: grams(32_000_001), mayOverload: true }, now)).toEqual([])
  })
  it('may have ten open waybills of one route, not eleven', () => {
    const same = open({ loadRegion: trip.loadRegion, unloadRegion: trip.unloadRegion })
    expect(vehicleFaults(vehicle, Array.from({ length: 9 }, () => same), trip, now)).toEqual([])
    expect(names(vehicleFaults(vehicle, Array.from({ length: 10 }, () => same), trip, now))).toEqual(['vehicle.tooMany'])
  })
  it('conflicts with a trip of another route at the same time, not the day after it', () => {
    expect(names(vehicleFaults(vehicle, [open()], trip, now))).toEqual(['vehicle.conflict'])
    expect(vehicleFaults(vehicle, [open()], { ...trip, loadAt: now + DAY_MS }, now)).toEqual([])
    expect(vehicleFaults(vehicle, [open({ startAt: now + DAY_MS })], trip, now)).toEqual([])
  })
  it('is held by a late trip until it is unloaded', () => {
    const late = open({ startAt: now - 5 * DAY_MS, state: 'inTransit' })
    expect(names(vehicleFaults(vehicle, [late], trip, now))).toEqual(['vehicle.conflict'])
    expect(vehicleFaults(vehicle, [{ ...late, state: 'toSign' }], trip, now)).toEqual([])
  })
})

describe('a driver for a trip', () => {
  const driver = { name: '仲文', paper: 'approved', licenceExpiry: now, qualificationExpiry: now } as const
  it('needs verified papers that are good on the day', () => {
    expect(driverFaults(driver, trip)).toEqual([])
    expect(names(driverFaults({ ...driver, paper: 'rejected', qualificationExpiry: now - DAY_MS }, trip))).toEqual(['vehicle.unverified', 'vehicle.expired'])
  })
  it('needs the class of licence the vehicle asks for', () => {
    expect(pairFault({ name: '仲文', licenceClass: 'A2' }, 'Q11')).toBeUndefined()
    expect(pairFault({ name: '仲文', licenceClass: 'B2' }, 'Q11')?.problem).toBe('driver.class')
  })
})
