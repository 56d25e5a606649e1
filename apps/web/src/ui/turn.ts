// The turn of a state: of the people it waits for, on their side and with their permit.
import type { Awaited } from '@yunshu/domain/states'
import { isAllowed, type Held } from '../lib/can.ts'
import { sidesOf, type Account } from '../lib/side.ts'

/** Whether a state waits for this person. An administrator has every permit, yet no turn of another side. */
export const isTurnOf = (
  awaits: Awaited | undefined,
  { info, jurisdiction }: { readonly info: Account; readonly jurisdiction: Held | undefined },
): boolean =>
  awaits !== undefined &&
  isAllowed(jurisdiction, awaits.permit) &&
  sidesOf(info).some(side => awaits.sides.includes(side))
