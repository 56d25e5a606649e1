// The branches an account of the platform may work for, remembered for as long as a session is.
import type pg from 'pg'
import { isPlatforms } from '../../db/platform.ts'
import { q, reading, systemReach } from '../../db/tx.ts'

/** The time an answer of the database is trusted, ms. */
const trustMs = 900
const rememberedMax = 1000

/** Tells whether an id is that of a branch of the house that is open. */
export function rememberBranches(reads: pg.Pool): (id: string, now: number) => Promise<boolean> {
  const known = new Map<string, { readonly at: number; readonly found: Promise<boolean> }>()
  const find = (id: string): Promise<boolean> =>
    reading(reads, systemReach, async tx => {
      const branch = q
        .selectFrom('companies')
        .select('id')
        .where('id', '=', id)
        .where('kind', '=', 'BRANCH')
        .where('state', '=', 'active')
        .where(isPlatforms('companies'))
      return (await tx.first(branch)) !== undefined
    })
  return (id, now) => {
    const before = known.get(id)
    if (before !== undefined && now >= before.at && now - before.at < trustMs) return before.found
    if (known.size >= rememberedMax) known.clear()
    const found = find(id)
    known.set(id, { at: now, found })
    // a failed read is not remembered
    found.catch(() => known.delete(id))
    return found
  }
}
