// Missing papers of vehicles and drivers, for heavy trucks and for those up to 4.5 t.
import { expect, test } from 'vitest'
import {
  checkLicenceNo,
  checkTerminal,
  driverParts,
  isLight,
  isOver,
  missingOfDriver,
  missingOfVehicle,
  needsQualification,
  vehicleParts,
} from './papers.ts'
import { DAY_MS, startOfDay } from '../figures/time.ts'
import { grams } from '../figures/weight.ts'

const now = Date.UTC(2026, 10, 21, 3)
const later = now + 100 * DAY_MS
const heavy = {
  grossG: grams(49_000_000),
  licenceExpiry: later,
  transportCertNo: '130200123456',
  transportCertExpiry: later,
  documents: ['licenceFront', 'licenceBack', 'transportCert'],
}
const light = {
  grossG: grams(4_495_000),
  licenceExpiry: later,
  owner: '顺达',
  useCharacter: 'freight',
  vin: '1M8GDM9AXKP042788',
  issuer: '石家庄',
  registerDate: now,
  issueDate: now,
  documents: ['licenceFront', 'licenceBack'],
}

test('4.5 t is the last weight that needs no transport certificate; trailers always need theirs', () => {
  expect([
    isLight(grams(4_500_000)),
    isLight(grams(4_500_001)),
    isLight(grams(0)),
    isLight(grams(4_000_000), 'B31'),
  ]).toEqual([true, false, false, false])
})

test('a heavy truck shows its transport certificate, a light one the whole of its licence', () => {
  expect(missingOfVehicle(heavy, now)).toEqual({})
  expect(missingOfVehicle(light, now)).toEqual({})
  expect(Object.keys(missingOfVehicle({ grossG: heavy.grossG, licenceExpiry: later, documents: [] }, now))).toEqual([
    'licenceFront',
    'licenceBack',
    'transportCertNo',
    'transportCertExpiry',
    'transportCert',
  ])
  expect(
    Object.keys(missingOfVehicle({ grossG: light.grossG, licenceExpiry: later, documents: light.documents }, now)),
  ).toEqual(['owner', 'useCharacter', 'vin', 'issuer', 'registerDate', 'issueDate'])
})

test('papers that are over are named with their day, also those that need not be there', () => {
  const yesterday = startOfDay(now) - DAY_MS
  expect(
    missingOfVehicle(
      { ...heavy, licenceExpiry: yesterday, annualCheckExpiry: yesterday, insuranceExpiry: yesterday },
      now,
    ),
  ).toEqual({
    licenceExpiry: '行驶证已于2026-11-20过期',
    annualCheckExpiry: '年检已于2026-11-20过期',
    insuranceExpiry: '交强险已于2026-11-20过期',
  })
  expect(missingOfVehicle({ ...light, transportCertExpiry: yesterday }, now)).toEqual({
    transportCertExpiry: '道路运输证已于2026-11-20过期',
  })
  expect([isOver(startOfDay(now), now), isOver(startOfDay(now) - 1, now)]).toEqual([false, true])
})

const driver = {
  licenceClass: 'A2',
  licenceExpiry: later,
  licenceNo: '13010219800115001X',
  qualificationNo: '13010219800115001X',
  qualificationExpiry: later,
  idCardExpiry: later,
  documents: ['idFront', 'idBack', 'licence', 'qualification'],
}

test('drivers of heavy vehicles show a qualification, drivers of class C need none', () => {
  expect(missingOfDriver(driver, now)).toEqual({})
  expect(Object.keys(missingOfDriver({ licenceClass: 'B2', licenceExpiry: later, documents: [] }, now))).toEqual([
    'idFront',
    'idBack',
    'licence',
    'licenceNo',
    'idCardExpiry',
    'qualificationNo',
    'qualification',
    'qualificationExpiry',
  ])
  expect(
    missingOfDriver(
      {
        licenceClass: 'C1',
        licenceNo: driver.licenceNo,
        licenceExpiry: later,
        idCardExpiry: later,
        documents: ['idFront', 'idBack', 'licence'],
      },
      now,
    ),
  ).toEqual({})
  expect(missingOfDriver({ ...driver, qualificationExpiry: now - 2 * DAY_MS }, now)).toEqual({
    qualificationExpiry: '从业资格证已于2026-11-19过期',
  })
  expect(['A2', 'B2E', 'C1', 'C6'].map(needsQualification)).toEqual([true, true, false, false])
})

test('everything that can be missing is a part a verifier can name', () => {
  const old = now - 9 * DAY_MS
  const vehicles = [
    missingOfVehicle(
      { grossG: grams(4_000_000), licenceExpiry: old, annualCheckExpiry: old, insuranceExpiry: old, documents: [] },
      now,
    ),
    missingOfVehicle({ grossG: heavy.grossG, licenceExpiry: old, documents: [] }, now),
  ].flatMap(each => Object.keys(each))
  expect(vehicles.filter(field => !Object.hasOwn(vehicleParts, field))).toEqual([])
  expect(
    Object.keys(missingOfDriver({ licenceClass: 'A2', licenceExpiry: old, documents: [] }, now)).filter(
      field => !Object.hasOwn(driverParts, field),
    ),
  ).toEqual([])
})

test('numbers of terminals and licences have their form', () => {
  expect(
    [checkTerminal('13912345678'), checkTerminal('123'), checkTerminal('1391234567A')].map(
      fault => fault === undefined,
    ),
  ).toEqual([true, false, false])
  expect([checkLicenceNo('13010219800115001X'), checkLicenceNo('130102')].map(fault => fault === undefined)).toEqual([
    true,
    false,
  ])
})
