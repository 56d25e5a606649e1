// Checks of number plates, their colours and vehicle identification numbers.
import type { PlateColourCode } from '../codes.ts'
import { messages } from '../message/messages.ts'
import { type VehicleTypeCode, vehicleKind } from './vehicleTypes.ts'

const province = '[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]'
const letter = '[A-HJ-NP-Z]' // no I and O, which look like digits
const sign = '[A-HJ-NP-Z0-9]'
const usualPlate = new RegExp(`^${province}${letter}${sign}{4}(?:${sign}|[挂学警港澳])$`)
const smallNewEnergy = new RegExp(`^${province}${letter}[A-HJK]${sign}\\d{4}$`)
const largeNewEnergy = new RegExp(`^${province}${letter}\\d{5}[A-HJK]$`)

/**
 * Checks a number plate: seven characters, or eight for new energy.
 *
 * @source GA 36
 */
export function checkPlate(plate: string): string | undefined {
  return [usualPlate, smallNewEnergy, largeNewEnergy].some(form => form.test(plate)) ? undefined : messages.plate
}

/**
 * Checks that a plate, its colour and, where known, the type of its vehicle belong together.
 *
 * Small new-energy plates are 94, large ones 93, trailers (挂) 2, police 4, Hong Kong and Macau 3;
 * heavy and medium vehicles are not blue or 94, light ones not yellow or 93.
 *
 * @source GA 36
 */
export function checkPlateColour(
  plate: string,
  colour: PlateColourCode,
  vehicleType?: VehicleTypeCode,
): string | undefined {
  if (!coloursOf(plate).includes(colour)) return messages.plateColour
  if (vehicleType && wrongColoursFor(vehicleType).includes(colour)) return messages.plateVehicle
  return undefined
}

function coloursOf(plate: string): readonly PlateColourCode[] {
  if (smallNewEnergy.test(plate)) return ['94']
  if (largeNewEnergy.test(plate)) return ['93']
  if (plate.endsWith('挂')) return ['2']
  if (plate.endsWith('警')) return ['4']
  if (/[港澳]$/.test(plate)) return ['3']
  return ['1', '2', '3', '4', '5', '9', '91', '92']
}

function wrongColoursFor(vehicleType: VehicleTypeCode): readonly PlateColourCode[] {
  switch (vehicleKind(vehicleType)) {
    case 'heavyTruck':
    case 'heavyTractor':
      return ['1', '94']
    case 'lightTruck':
    case 'lightTractor':
      return ['2', '93']
    case 'trailer':
      return ['1', '93', '94']
    default:
      return []
  }
}

/** Checks a 车辆识别代号: 17 letters and digits without I, O and Q. */
export function checkVin(vin: string): string | undefined {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? undefined : messages.vin
}

const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
// The value of a letter is its place in these rows plus one; the gaps are the letters that are not used.
const vinRows = ['ABCDEFGH', 'JKLMN-P-R', '-STUVWXYZ']

/**
 * Warns when the check digit (9th) of a valid 车辆识别代号 is wrong. A warning only: imported and old vehicles may not carry
 * one.
 *
 * @source GB 16735
 */
export function warnVin(vin: string): string | undefined {
  const total = vinWeights.reduce((all, weight, index) => all + weight * vinValue(vin.charAt(index)), 0)
  return '0123456789X'[total % 11] === vin[8] ? undefined : messages.vinCheckDigit
}

function vinValue(character: string): number {
  const row = vinRows.find(letters => letters.includes(character))
  return row ? row.indexOf(character) + 1 : Number(character)
}
