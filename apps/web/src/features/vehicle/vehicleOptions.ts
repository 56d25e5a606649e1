// Choices of the vehicle's form: plate colours that fit, vehicle types by use, energy, lengths.
import { energyTypes, isCode, plateColours, type PlateColourCode } from '@yunshu/domain/codes'
import { checkPlate, checkPlateColour } from '@yunshu/domain/fleet/plate'
import { readDecimal, printDecimal } from '@yunshu/domain/figures/decimal'
import { vehicleKind, vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'

/** True for types that pull: their 核定载质量 is what they may pull. */
export const isTractor = (typeCode: string | undefined): boolean =>
  typeCode !== undefined && isCode(vehicleTypes, typeCode) && vehicleKind(typeCode).endsWith('Tractor')

/** Metres as they are typed, in decimetres from 10 to 300; undefined for anything else. */
export function lengthOf(text: string): number | undefined {
  const dm = readDecimal(text, 1)
  return dm !== undefined && dm >= 10 && dm <= 300 ? dm : undefined
}
export const printLength = (dm: number): string => printDecimal(dm, 1, 0)

interface Choice {
  readonly label: string
  readonly value: string
}

/** Colours that fit a plate and, where known, a type; all of them while the plate is not complete. */
export function colourOptions(
  plate: string | undefined,
  typeCode: string | undefined,
): readonly (Choice & { readonly value: PlateColourCode })[] {
  const type = typeCode !== undefined && isCode(vehicleTypes, typeCode) ? typeCode : undefined
  const isComplete = plate !== undefined && checkPlate(plate) === undefined
  return plateColours
    .filter(({ code }) => !isComplete || checkPlateColour(plate, code, type) === undefined)
    .map(({ code, label }) => ({ value: code, label }))
}

/**
 * The colour a form goes on with after plate or type changed: the one it had if that still fits, else the only one
 * left.
 */
export function fittingColour(
  plate: string | undefined,
  typeCode: string | undefined,
  colour: string | undefined,
): string | undefined {
  const fitting = colourOptions(plate, typeCode)
  if (fitting.some(({ value }) => value === colour)) return colour
  return fitting.length === 1 ? fitting[0]?.value : undefined
}

// the types most common among carriers stand first
const usual: readonly string[] = ['Q11', 'H19', 'H11', 'H12', 'H17', 'H13', 'H15', 'H14', 'B11', 'B19', 'B12']
const place = (code: string): number => (usual.includes(code) ? usual.indexOf(code) : usual.length)

export const typeOptions: readonly Choice[] = vehicleTypes
  .toSorted((a, b) => place(a.code) - place(b.code))
  .map(({ code, label }) => ({ value: code, label: `${label}（${code}）` }))
export const energyOptions: readonly Choice[] = energyTypes.map(({ code, label }) => ({ value: code, label }))
