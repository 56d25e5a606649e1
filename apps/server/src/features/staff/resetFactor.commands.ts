// Taking the second factor of a colleague away, who lost it.
import type { resetFactor } from '@yunshu/contract/session/account'
import type { Input, Output } from '@yunshu/contract/call'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { stale } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { dropFactor, logFactorChange } from '../factor/factor.commands.ts'
import { revokeSessions } from '../session/session.commands.ts'
import { assertBelow } from './rights.queries.ts'
import { lockPerson } from './staff.queries.ts'

/** Takes the factor of a person the caller manages away, and signs them out. Never one's own: that needs its code. */
export async function resetPersonsFactor(
  ctx: Ctx,
  { id, version }: Input<typeof resetFactor>,
): Promise<Output<typeof resetFactor>> {
  const person = await lockPerson(ctx, id)
  if (person.id === ctx.actor.userId) throw new Problem('staff.self')
  await assertBelow(ctx, person)
  if (person.version !== version) throw await stale(ctx, id)
  const hadOne = await ctx.tx.elevated(() => dropFactor(ctx.tx, id))
  if (!hadOne) throw new Problem('factor.none')
  await ctx.tx.run(
    q
      .updateTable('users')
      .set({ version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', id),
  )
  await ctx.tx.elevated(() => revokeSessions(ctx.tx, [id], 'factor', ctx.now))
  await logFactorChange(ctx, id, '重置动态验证码')
  await tellHappening(ctx, 'account.factorReset', { users: [id] }, { by: ctx.actor.name })
  return { id, version: version + 1 }
}
