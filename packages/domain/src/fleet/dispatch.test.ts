// Vehicles and drivers that may be sent on a trip: papers, load, the limit of open waybills and conflicts of time and
// route.
import { describe, expect, it } from 'vitest'
import {
  compareVehicles,
  dispatchFaults,
  driverFaults,
  nearnessOfRegions,
  roundedMetres,
  pairFault,
  vehicleFaults,
  type RankedVehicle,
  type DispatchVehicle,
  type OpenTrip,
  type Trip,
} from './dispatch.ts'
import { faultWords } from '../problems/problems.ts'
import { DAY_MS, HOUR_MS } from '../figures/time.ts'
import { grams } from '../figures/weight.ts'

const now = Date.UTC(2026, 10, 21, 4)
const vehicle: DispatchVehicle = {
  plate: '川A12345',
  tonnage: grams(32_000_000),
  paper: 'approved',
  licenceExpiry: now + 90 * DAY_MS,
  transportCertExpiry: now + 90 * DAY_MS,
  standing: { isRetired: false },
}
const trip: Trip = { loadAt: now, loadRegion: '510104', unloadRegion: '310115', weight: grams(30_000_000) }
const open = (over: Partial<OpenTrip> = {}): OpenTrip => ({
  waybillNo: 'YD1',
  state: 'toLoad',
  startAt: now,
  loadRegion: '610802',
  unloadRegion: '411328',
  ...over,
})
const names = (faults: readonly { problem: string }[]) => faults.map(fault => fault.problem)

describe('a vehicle for a trip', () => {
  it('may be sent when its papers are good, it can carry the load and it is free', () => {
    expect(vehicleFaults(vehicle, [], trip, now)).toEqual([])
  })
  it('may not be sent unverified', () => {
    expect(names(vehicleFaults({ ...vehicle, paper: 'pending' }, [], trip, now))).toEqual(['vehicle.unverified'])
  })
  it('may not be sent when it is blacklisted or retired', () => {
    expect(
      vehicleFaults({ ...vehicle, standing: { isRetired: true, blacklistReason: '倒卖油卡' } }, [], trip, now),
    ).toEqual([
      { problem: 'vehicle.blacklisted', detail: { name: '车辆川A12345', reason: '倒卖油卡' } },
      { problem: 'vehicle.retired', detail: { name: '车辆川A12345' } },
    ])
  })
  it('may not be sent past its yearly check or its insurance, of which nothing may be known', () => {
    expect(vehicleFaults({ ...vehicle, annualCheckExpiry: undefined, insuranceExpiry: now }, [], trip, now)).toEqual([])
    expect(
      vehicleFaults({ ...vehicle, annualCheckExpiry: now - DAY_MS, insuranceExpiry: now - DAY_MS }, [], trip, now).map(
        fault => fault.problem === 'vehicle.expired' && fault.detail.paper,
      ),
    ).toEqual(['年检', '交强险'])
  })
  it('may be sent on the last day of its paper, not on the day after', () => {
    expect(vehicleFaults({ ...vehicle, licenceExpiry: now - 2 * HOUR_MS }, [], trip, now)).toEqual([])
    expect(vehicleFaults({ ...vehicle, transportCertExpiry: now - DAY_MS }, [], trip, now)).toEqual([
      { problem: 'vehicle.expired', detail: { paper: '道路运输证', date: '2026-11-20' } },
    ])
  })
  it('may carry exactly its payload and not a gram more', () => {
    expect(vehicleFaults(vehicle, [], { ...trip, weight: vehicle.tonnage }, now)).toEqual([])
    expect(names(vehicleFaults(vehicle, [], { ...trip, weight: grams(32_000_001) }, now))).toEqual(['vehicle.overload'])
    expect(vehicleFaults(vehicle, [], { ...trip, weight: grams(32_000_001), mayOverload: true }, now)).toEqual([])
  })
  it('may have ten open waybills of one route, not eleven', () => {
    const same = open({ loadRegion: trip.loadRegion, unloadRegion: trip.unloadRegion })
    expect(
      vehicleFaults(
        vehicle,
        Array.from({ length: 9 }, () => same),
        trip,
        now,
      ),
    ).toEqual([])
    expect(
      names(
        vehicleFaults(
          vehicle,
          Array.from({ length: 10 }, () => same),
          trip,
          now,
        ),
      ),
    ).toEqual(['vehicle.tooMany'])
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
  const driver = {
    name: '仲文',
    paper: 'approved',
    licenceExpiry: now,
    qualificationExpiry: now,
    standing: { isRetired: false },
  } as const
  it('needs verified papers that are good on the day', () => {
    expect(driverFaults(driver, trip)).toEqual([])
    expect(names(driverFaults({ ...driver, standing: { isRetired: true, blacklistReason: '酒驾' } }, trip))).toEqual([
      'vehicle.blacklisted',
      'vehicle.retired',
    ])
    expect(names(driverFaults({ ...driver, paper: 'rejected', qualificationExpiry: now - DAY_MS }, trip))).toEqual([
      'vehicle.unverified',
      'vehicle.expired',
    ])
  })
  it('needs the class of licence the vehicle asks for', () => {
    expect(pairFault({ name: '仲文', licenceClass: 'A2' }, 'Q11')).toBeUndefined()
    expect(pairFault({ name: '仲文', licenceClass: 'B2' }, 'Q11')?.problem).toBe('driver.class')
  })
})

describe('the order of vehicles', () => {
  const one = (name: string, over: Partial<RankedVehicle> = {}): RankedVehicle => ({
    name,
    faults: [],
    openWaybills: 0,
    tonnage: grams(32_000_000),
    ...over,
  })
  const order = (vehicles: readonly RankedVehicle[], wanted = grams(30_000_000)) =>
    vehicles
      .toSorted(compareVehicles(wanted))
      .map(({ name }) => name)
      .join('')
  it('puts those that can go first, then the least busy', () => {
    expect(
      order([one('甲', { faults: ['过期'] }), one('乙', { openWaybills: 2 }), one('丙', { openWaybills: 1 })]),
    ).toBe('丙乙甲')
  })
  it('then whose payload is just enough, the too small last', () => {
    expect(
      order([
        one('甲', { tonnage: grams(20_000_000) }),
        one('乙', { tonnage: grams(40_000_000) }),
        one('丙', { tonnage: grams(31_000_000) }),
      ]),
    ).toBe('丙乙甲')
    expect(
      [one('乙', { tonnage: grams(40_000_000) }), one('甲', { tonnage: grams(31_000_000) })]
        .toSorted(compareVehicles(undefined))
        .map(({ name }) => name),
    ).toEqual(['乙', '甲'])
  })
  it('then the nearest, the latest used, and by plate', () => {
    expect(
      order([
        one('甲', { metres: 300_000 }),
        one('乙', { metres: 20_000 }),
        one('丙', { metres: 300_000, lastUsedAt: 5 }),
        one('丁'),
      ]),
    ).toBe('乙丙甲丁')
  })
  it('of a place known by its division is no nearer than the division is wide', () => {
    expect([roundedMetres(0), roundedMetres(19_999), roundedMetres(83_000.4)]).toEqual([20_000, 20_000, 83_000])
  })
  it('knows divisions only: district, city, province', () => {
    expect([
      nearnessOfRegions('610802', '610802'),
      nearnessOfRegions('610803', '610802'),
      nearnessOfRegions('610102', '610802'),
      nearnessOfRegions('411328', '610802'),
      nearnessOfRegions(undefined, '610802'),
    ]).toEqual([3, 2, 1, 0, 0])
  })
})

describe('a vehicle and its driver for a trip', () => {
  const driver = {
    name: '李四',
    paper: 'approved',
    licenceExpiry: now + 90 * DAY_MS,
    standing: { isRetired: false },
    licenceClass: 'C1',
  } as const
  it('are judged together: each with its own faults, the class of the licence last', () => {
    const faults = dispatchFaults(
      { ...vehicle, typeCode: 'Q11', paper: 'pending' },
      { ...driver, paper: 'rejected' },
      [open()],
      trip,
      now,
    )
    expect(names(faults.vehicle)).toEqual(['vehicle.unverified', 'vehicle.conflict'])
    expect(names(faults.driver)).toEqual(['vehicle.unverified', 'driver.class'])
    expect(faults.driver.map(faultWords)).toEqual([
      '司机李四尚未通过认证，不能接单',
      '司机李四的准驾车型C1不能驾驶该车辆',
    ])
  })
  it('have nothing against them while nobody knows what class the vehicle asks for', () => {
    expect(dispatchFaults(vehicle, driver, [], trip, now)).toEqual({ vehicle: [], driver: [] })
  })
})
