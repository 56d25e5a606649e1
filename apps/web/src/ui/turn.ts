// The turn of a state: of the people it waits for, on their side and with their permit.
import type { Awaited, State } from '@yunshu/domain/states'
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

/** The look of a count of rows in a state: what is wrong, then the reader's turn, then what is late; else none. */
export function countLook(
  state: State,
  session: Parameters<typeof isTurnOf>[1],
  /** All of them wait for another person than the reader. */
  isOthers = false,
): 'bad' | 'turn' | 'warn' | undefined {
  const { tone, awaits, final, rests } = state
  if (final || rests) return undefined
  if (tone === 'bad') return 'bad'
  if (!isOthers && isTurnOf(awaits, session)) return 'turn'
  return tone === 'warn' ? 'warn' : undefined
}
