// Vehicles that a class of driving licence (准驾车型) allows.
import { labelOf } from '../codes.ts'
import { messages } from '../message/messages.ts'
import { type VehicleTypeCode, vehicleKind, vehicleTypes } from './vehicleTypes.ts'

/**
 * Classes that each class includes besides itself.
 *
 * @source 机动车驾驶证申领和使用规定 附件1
 */
const covers: Readonly<Record<string, readonly string[]>> = {
  A1: ['A3', 'B1', 'B2', 'C1', 'C2', 'C3', 'C4'],
  A2: ['B1', 'B2', 'C1', 'C2', 'C3', 'C4'],
  A3: ['C1', 'C2', 'C3', 'C4'],
  B1: ['C1', 'C2', 'C3', 'C4'],
  B2: ['C1', 'C2', 'C3', 'C4'],
  C1: ['C2', 'C3', 'C4'],
  C3: ['C4'],
}

/**
 * Checks that a licence allows a vehicle: 'B2' drives heavy trucks, tractors need 'A2'.
 *
 * `licence` is the text on the paper and may name several classes, such as 'A2E'.
 * Special and other vehicles are not judged: their type does not tell the class they need. Trailers are judged by their
 * tractor.
 *
 * @source 机动车驾驶证申领和使用规定 附件1
 */
export function checkLicenceClass(licence: string, vehicleType: VehicleTypeCode): string | undefined {
  const needed = classesFor(vehicleType)
  if (needed.length === 0) return undefined
  const held = licence.match(/[ABC]\d/g) ?? []
  const allowed = held.flatMap(own => [own, ...(covers[own] ?? [])])
  if (needed.some(one => allowed.includes(one))) return undefined
  return messages.licenceClass(licence, labelOf(vehicleTypes, vehicleType) ?? vehicleType)
}

/** The classes any of which is enough; empty when the type does not tell. */
function classesFor(vehicleType: VehicleTypeCode): readonly string[] {
  switch (vehicleKind(vehicleType)) {
    case 'heavyTractor':
      return ['A2']
    case 'lightTractor':
      return ['A2', 'C6']
    case 'heavyTruck':
      return ['B2']
    case 'lightTruck':
      return ['C1', 'C2'] // C2 is automatic only, which no paper of the vehicle shows
    case 'lowSpeedTruck':
      return ['C3']
    case 'threeWheeler':
      return ['C4']
    default:
      return []
  }
}
