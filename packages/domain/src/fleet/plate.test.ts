// Tests of plates, colours, vehicle identification numbers and licence classes.
import { describe, expect, test } from 'vitest'
import type { PlateColourCode } from '../codes.ts'
import { checkLicenceClass } from './drivingLicence.ts'
import { messages } from '../message/messages.ts'
import { checkPlate, checkPlateColour, checkVin, warnVin } from './plate.ts'
import type { VehicleTypeCode } from './vehicleTypes.ts'

test.each(['川A12345', '川A1234挂', '川AD12345', '川A12345D', '粤Z1234港', '京AF12345', '川A12345K'])(
  '%s is a plate',
  plate => {
    expect(checkPlate(plate)).toBeUndefined()
  },
)

test.each([
  '川AI2345',
  '川A1234',
  '川A123456',
  '川AL12345',
  '川A1234O',
  'A123456',
  '台A12345',
  '川a12345',
  '川A·12345',
  '',
])('%j is not a plate', plate => {
  expect(checkPlate(plate)).toBe(messages.plate)
})

describe('colour', () => {
  const fits: [string, PlateColourCode, VehicleTypeCode | undefined][] = [
    ['川AD12345', '94', 'H31'],
    ['川A12345D', '93', 'Q11'],
    ['川A1234挂', '2', 'B11'],
    ['川A12345', '2', 'H11'],
    ['川A12345', '2', 'H21'],
    ['川A12345', '1', 'H31'],
    ['川A12345', '1', undefined],
    ['粤Z1234港', '3', 'Q11'],
    ['川A12345', '91', 'N11'],
  ]
  test.each(fits)('%s in colour %s fits %s', (plate, colour, type) => {
    expect(checkPlateColour(plate, colour, type)).toBeUndefined()
  })

  const wrongForPlate: [string, PlateColourCode][] = [
    ['川AD12345', '93'],
    ['川AD12345', '1'],
    ['川A12345D', '94'],
    ['川A12345', '94'],
    ['川A12345', '93'],
    ['川A1234挂', '1'],
    ['川A1234警', '2'],
  ]
  test.each(wrongForPlate)('%s cannot have colour %s', (plate, colour) => {
    expect(checkPlateColour(plate, colour)).toBe(messages.plateColour)
  })

  const wrongForVehicle: [string, PlateColourCode, VehicleTypeCode][] = [
    ['川A12345', '1', 'H11'],
    ['川A12345', '1', 'Q11'],
    ['川AD12345', '94', 'H21'],
    ['川A12345', '2', 'H31'],
    ['川A12345D', '93', 'H41'],
    ['川A12345', '1', 'B11'],
  ]
  test.each(wrongForVehicle)('%s in colour %s cannot be a %s', (plate, colour, type) => {
    expect(checkPlateColour(plate, colour, type)).toBe(messages.plateVehicle)
  })
})

describe('车辆识别代号', () => {
  test('it has 17 characters without I, O and Q', () => {
    expect(checkVin('1M8GDM9AXKP042788')).toBeUndefined()
    for (const bad of [
      '1M8GDM9AXKP04278',
      '1M8GDM9AXKP0427888',
      'IM8GDM9AXKP042788',
      '1M8GDM9AXKPO42788',
      '1m8gdm9axkp042788',
    ]) {
      expect(checkVin(bad)).toBe(messages.vin)
    }
  })

  test('a wrong check digit is only warned about', () => {
    expect(warnVin('1M8GDM9AXKP042788')).toBeUndefined()
    expect(warnVin('11111111111111111')).toBeUndefined()
    expect(warnVin('1M8GDM9A1KP042788')).toBe(messages.vinCheckDigit)
  })
})

describe('准驾车型', () => {
  const allowed: [string, VehicleTypeCode][] = [
    ['A2', 'Q11'],
    ['A2', 'H11'],
    ['B2', 'H11'],
    ['B2', 'H21'],
    ['B2', 'H31'],
    ['C1', 'H31'],
    ['C2', 'H41'],
    ['C1D', 'H55'],
    ['A1A2', 'Q21'],
    ['C6', 'Q31'],
    ['C3', 'N11'],
    ['C1', 'Z31'],
    ['C1', 'X99'],
  ]
  test.each(allowed)('%s may drive %s', (licence, type) => expect(checkLicenceClass(licence, type)).toBeUndefined())

  const refused: [string, VehicleTypeCode, string][] = [
    ['B2', 'Q11', '准驾车型B2不能驾驶重型半挂牵引车'],
    ['A1', 'Q11', '准驾车型A1不能驾驶重型半挂牵引车'],
    ['C1', 'H21', '准驾车型C1不能驾驶中型普通货车'],
    ['B1', 'H11', '准驾车型B1不能驾驶重型普通货车'],
    ['C3', 'H31', '准驾车型C3不能驾驶轻型普通货车'],
    ['', 'H31', '准驾车型不能驾驶轻型普通货车'],
  ]
  test.each(refused)('%s may not drive %s', (licence, type, message) =>
    expect(checkLicenceClass(licence, type)).toBe(message),
  )
})
