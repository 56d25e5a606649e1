// Telling one number whole: to whom the record belongs, not too often, and with a row in the audit log.
import type { Input, Output } from '@yunshu/contract/call'
import { revealNumber } from '@yunshu/contract/secretNumber'
import { policiesOf } from '@yunshu/domain/company/company'
import { revealLimits, secretRecords, secretTitle } from '@yunshu/domain/identity/secretNumbers'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { madeBetween } from '../../db/conditions.ts'
import { isPlatformHead } from '../../db/platform.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { bySide } from '../../work/scope.ts'
import { findSecretRecord } from './secretNumber.queries.ts'

/** Tells a number; the row of the audit log says who saw whose, which, and why. */
export async function tellNumber(
  ctx: Ctx,
  { kind, id, field, reason = '' }: Input<typeof revealNumber>,
): Promise<Output<typeof revealNumber>> {
  const title = secretTitle(kind, field)
  if (title === undefined) throw wrongField('field', '不是可查看的号码')
  if (!ctx.can(secretRecords[kind].toldTo)) throw new Problem('permit.missing')
  if (!secretRecords[kind].seenBy.some(permit => ctx.can(permit))) throw new Problem('row.none')
  const { entity, entityId, name, numbers } = await findSecretRecord(ctx, kind, id)
  const value = numbers[field]
  if (!value) throw new Problem('row.none')
  if (reason === '' && (await asksReason(ctx))) throw wrongField('reason', '请填写查看原因')
  await assertRate(ctx)
  ctx.touched(entity, entityId, [
    { field: '查看号码', old: '--', new: `${secretRecords[kind].label}${name}的${title}` },
    ...(reason === '' ? [] : [{ field: '查看原因', old: '--', new: reason }]),
  ])
  return { value }
}

/** Whether the policy of the caller's company, for the house that of its head company, asks for a reason. */
async function asksReason({ actor, tx }: Ctx): Promise<boolean> {
  const companies = q.selectFrom('companies as c').select('c.policies')
  const house = companies.where(isPlatformHead('c'))
  const own = bySide(actor, { platform: house, branch: () => house, company: me => companies.where('c.id', '=', me) })
  const company = await tx.elevated(() => tx.one(own))
  return policiesOf(company.policies).reasonForNumbers
}

/** Refuses who has seen as many numbers as one person may; looks are counted by their rows in the audit log. */
async function assertRate({ actor, tx, now }: Ctx): Promise<void> {
  await tx.elevated(async () => {
    // looks of one person go one after another, so that none is missed by the count of the next
    await tx.one(q.selectFrom('users').select('id').where('id', '=', actor.userId).forUpdate())
    for (const { most, withinMs } of revealLimits) {
      const { n, first } = await tx.one(
        q
          .selectFrom('audit_log')
          .select(e => [e.fn.countAll<number>().as('n'), e.fn.min('at').as('first')])
          .where('user_id', '=', actor.userId)
          .where('action', '=', revealNumber.path)
          .where('at', '>', now - withinMs)
          .where(madeBetween('id', now - withinMs, undefined) ?? sql<boolean>`true`),
      )
      if (n >= most) throw new Problem('rate.limited', { seconds: Math.ceil(((first ?? now) + withinMs - now) / 1000) })
    }
  })
}
