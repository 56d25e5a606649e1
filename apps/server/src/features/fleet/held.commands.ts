// A vehicle, driver or payee under lock: the check that the actor may change it, and messages of the house to its
// carrier.
import type { HappeningName, SaidArgs } from '@yunshu/contract/happening/happenings'
import { Problem } from '@yunshu/domain/problems/problems'
import { stale } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHouse } from '../../work/outbox.ts'
import { isKeeper, type Held } from './fleet.queries.ts'

/** Refuses people who do not keep the fleet, a record out of use, and one that is newer than the person saw. */
export async function assertKept(ctx: Ctx, { kind, row, name, goneAt }: Held, version: number): Promise<void> {
  if (!isKeeper(ctx, row.carrier_id)) throw new Problem('permit.missing')
  if (version !== row.version) throw await stale(ctx, row.id)
  if (goneAt !== null) throw new Problem('fleet.retired', { name: `${kind.word}${name}` })
}

/** The house hears of a record that waits: the platform, and the branch that serves the carrier. */
export async function tellFleetVerifiers<N extends HappeningName>(
  ctx: Ctx,
  { row }: Held,
  name: N,
  ...said: SaidArgs<N>
): Promise<void> {
  const { branch_id: branch } = await ctx.tx.one(
    q.selectFrom('companies').select('branch_id').where('id', '=', row.carrier_id),
  )
  await tellHouse(ctx, name, { branch, permit: 'fleet.verify' }, ...said)
}

/** The values of a record for the blanks of messages. */
export const wordsOfHeld = ({ kind: { word }, row: { id }, name }: Held) => ({ id, word, name })
