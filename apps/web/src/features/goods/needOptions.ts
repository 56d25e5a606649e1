// Choices of the vehicle need: types of vehicle people ask for, and usual lengths.
import { printDecimal } from '@yunshu/domain/decimal'
import { vehicleTypes, type VehicleTypeCode } from '@yunshu/domain/vehicleTypes'

/** What is asked for most, under the words used on the road. */
const usual: readonly (readonly [VehicleTypeCode, string])[] = [
  ['Q11', '半挂牵引车'], ['H19', '高栏（重型仓栅）'], ['H11', '栏板（重型普通）'], ['H15', '平板（重型）'], ['H12', '厢式（重型）'], ['H13', '封闭 / 冷藏（重型）'],
  ['H17', '自卸（重型）'], ['H14', '罐式（重型）'], ['H16', '集装箱（重型）'], ['H29', '高栏（中型）'], ['H22', '厢式（中型）'], ['H32', '厢式（轻型）'], ['H39', '高栏（轻型）'],
]

/** Usual ones first, then every other type of truck and tractor; trailers do not come alone. */
export const typeOptions: readonly { readonly label: string; readonly value: string }[] = [
  ...usual.map(([value, label]) => ({ value, label })),
  ...vehicleTypes.filter(({ code }) => /^[HQ]/.test(code) && !usual.some(([known]) => known === code)).map(({ code, label }) => ({ value: code, label })),
]

/** Loading lengths in metres × 10, as freight people name trucks. */
const lengths = [27, 38, 42, 50, 62, 68, 77, 82, 87, 96, 117, 125, 130, 137, 150, 160, 175] as const

/** 96 as 9.6米. */
export const lengthText = (dm: number): string => `${printDecimal(dm, 1, 0)}米`
export const lengthOptions: readonly { readonly label: string; readonly value: number }[] = lengths.map((value) => ({ value, label: lengthText(value) }))

/** A type of a vehicle need in words. */
export const typeText = (code: string): string => typeOptions.find(({ value }) => value === code)?.label ?? vehicleTypes.find((row) => row.code === code)?.label ?? code
