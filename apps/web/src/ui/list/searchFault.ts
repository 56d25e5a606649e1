// The reason that keeps a search from being asked for; loaded with the first search, as words of faults weigh more than the field.
import type { Call } from '@yunshu/contract/call'
import { faultRefusal, inputFaults } from '../../lib/faults.ts'

/** The field a path leads into: `numbers.3` into numbers. */
const rootOf = (path: string): string => path.split('.')[0] ?? path

/** The reason why a call does not take the parts a search sets; undefined where it does. */
export function searchFault(call: Call, part: Readonly<Record<string, unknown>>): string | undefined {
  const fault = Object.entries(inputFaults(call.input, part)).find(([path]) => Object.hasOwn(part, rootOf(path)))
  return fault && faultRefusal(Object.fromEntries([fault])).message
}
