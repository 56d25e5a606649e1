// Choices of the vehicle need: types of vehicle people ask for, and usual lengths.
import { lengthText, usualVehicleTypes } from '@yunshu/domain/goods/words'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'

/** Usual ones first, then every other type of truck and tractor; trailers do not come alone. */
export const typeOptions: readonly { readonly label: string; readonly value: string }[] = [
  ...usualVehicleTypes.map(([value, label]) => ({ value, label })),
  ...vehicleTypes
    .filter(({ code }) => /^[HQ]/.test(code) && !usualVehicleTypes.some(([known]) => known === code))
    .map(({ code, label }) => ({ value: code, label })),
]

/** Loading lengths in metres × 10, as freight people name trucks. */
const lengths = [27, 38, 42, 50, 62, 68, 77, 82, 87, 96, 117, 125, 130, 137, 150, 160, 175] as const
export const lengthOptions: readonly { readonly label: string; readonly value: number }[] = lengths.map(value => ({
  value,
  label: lengthText(value),
}))
