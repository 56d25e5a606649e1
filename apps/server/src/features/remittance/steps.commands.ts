// The steps of a remittance beside its claims that move no money: rejected, taken back, asked to be sent back or kept, and none of
// a payment's after all.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/remittance/remittance'
import { Problem } from '@yunshu/domain/problems/problems'
import { remittanceStates } from '@yunshu/domain/remittance'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { unclaimRemittance } from './claim.commands.ts'
import { lockRemittance, remittanceAnswer, remittanceAskers, remittanceWords } from './remittance.commands.ts'
import { askRemittanceRefund, endRemittanceRefund } from './refunds.commands.ts'
import type { Remittance } from './remittance.queries.ts'
import { namedPaymentsOf } from './returnOf.queries.ts'

/** Steps without money of their own; taking a claim back is another command's. */
export async function moveRemittance(
  ctx: Ctx,
  { id, version, move: name, reason = '', claimId, isOther = false }: Input<typeof calls.moveRemittance>,
): Promise<Output<typeof calls.moveRemittance>> {
  const row = await lockRemittance(ctx, id, name)
  const { ask } = remittanceStates.moves[name] as { ask?: 'reason' }
  const why = reason.trim()
  if (ask === 'reason' && why === '') throw wrongField('reason', '不能为空')
  if (name === 'unclaim') return unclaimRemittance(ctx, row, { version, reason: why, claimId })
  const asked = ask === 'reason' ? { reason: why } : {}
  if (name === 'askRefund' && !isOther) await assertNotNamed(ctx, row)
  const { userId, actingFor } = ctx.actor
  const set = {
    reject: {
      reason: why,
      checker_id: userId,
      checker_name: ctx.actor.name,
      checked_at: ctx.now,
      return_payment_id: null,
    },
    withdraw: { return_payment_id: null },
    askRefund: { reason: why, asker_id: userId, asker_for: actingFor?.userId ?? null },
    keep: { reason: null, asker_id: null, asker_for: null },
    dropReturn: {
      reason: why,
      asker_id: null,
      asker_for: null,
      asker_name: null,
      return_payment_id: null,
      return_fact_id: null,
    },
  }[name]
  const moved = await move(ctx, remittanceStates, row, name, { version, set, ...asked })
  if (name === 'askRefund') await askRemittanceRefund(ctx, row, why)
  if (name === 'keep') await endRemittanceRefund(ctx, row)
  if (row.state === 'recorded' && row.return_payment_id !== null) {
    const said = { entity: 'payment', entityId: row.return_payment_id } as const
    await logEvent(ctx, { ...said, action: remittanceStates.moves.dropReturn.label, reason: row.remittance_no })
  }
  const words = { ...remittanceWords(row), reason: why }
  if (name === 'reject') await tellHappening(ctx, 'remittance.rejected', { users: [row.maker_id] }, words)
  if (name === 'keep') await tellHappening(ctx, 'remittance.kept', { users: remittanceAskers(row) }, words)
  if (name === 'dropReturn') await tellNotReturned(ctx, row, words)
  if (name === 'askRefund') {
    const said = { ...words, asker: writtenName(ctx.actor) }
    await tellHouse(ctx, 'remittance.refunding', { branch: row.branch_id, permit: 'remittance.confirm' }, said)
  }
  return remittanceAnswer(ctx, moved)
}

/** Refuses to send back what may be the money of a payment the bank named as come back: its carrier is to be paid again with it. */
async function assertNotNamed(ctx: Ctx, row: Remittance): Promise<void> {
  if (row.debt_id !== null) return
  const named = await ctx.tx.elevated(() => ctx.tx.first(namedPaymentsOf(row.id)))
  if (named) throw new Problem('remittance.named', { taskNo: named.task_no })
}

/** Tells who pointed at a payment that the money is not its own; the payment's history says so too. */
async function tellNotReturned(
  ctx: Ctx,
  row: Remittance,
  words: ReturnType<typeof remittanceWords> & { readonly reason: string },
): Promise<void> {
  if (row.return_payment_id === null) return
  const payment = await ctx.tx.one(
    q.selectFrom('payments').select(['id', 'task_no']).where('id', '=', row.return_payment_id),
  )
  await logEvent(ctx, { entity: 'payment', entityId: payment.id, action: '撤销退汇登记', reason: words.reason })
  const said = { ...words, taskNo: payment.task_no }
  await tellHappening(ctx, 'remittance.notReturned', { users: remittanceAskers(row) }, said)
}
