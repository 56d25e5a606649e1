// Calls of one person under way: few heavy ones, and not so many others that nobody else gets a connection.
import type { Call } from '@yunshu/contract/call'
import type { PersonTurns } from '../work/ctx.ts'
import { openLine, type Line, type LineLimits } from '../work/line.ts'

/** Calls of a person on one process: both kinds together leave room among the connections of reads. */
export const personLimits = {
  heavy: { together: 2, waiting: 60 },
  other: { together: 6, waiting: 250 },
} as const satisfies Record<string, LineLimits>

const kindOf = ({ heavy }: Pick<Call, 'heavy'>): keyof typeof personLimits => (heavy ? 'heavy' : 'other')

/** Makes the turns of everybody; a person who asks too much waits for themselves alone, and is then `person.busy`. */
export function createPersonTurns(): PersonTurns {
  const lines = new Map<string, Line>()
  return async (userId, call, work) => {
    const key = `${kindOf(call)} ${userId}`
    const line = lines.get(key) ?? openLine(personLimits[kindOf(call)], 'person.busy')
    lines.set(key, line)
    try {
      return await line.run(work)
    } finally {
      if (line.isIdle()) lines.delete(key)
    }
  }
}
