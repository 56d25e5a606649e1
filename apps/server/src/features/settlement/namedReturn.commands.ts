// Money that came and is that of a payment the bank had named as come back before: both are one movement, and the books take
// one of them out.
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { lockMovements } from '../../db/movementLock.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import type { Remittance } from '../remittance/remittance.queries.ts'
import { wordAlone } from '../remittance/returnOf.queries.ts'
import { isMovedTwice, tellTradesOne } from '../trade/repeat.commands.ts'
import { postReturnOnce } from '../voucher/remittanceBooks.commands.ts'
import type { Payment } from './payment.queries.ts'
import { tellReturned } from './pointedMoney.commands.ts'

/**
 * The bank's word a payment came back by, whose money this is: no remittance is known as it yet. One that is out once more has
 * such a word all the same, and the money is that of the word before it is that of another return. One that is back has to have
 * a word; undefined where the money would bring back one that is out.
 */
export async function namedWordOf(ctx: Ctx, row: Remittance, payment: Payment): Promise<string | undefined> {
  if (row.return_fact_id !== null) return row.return_fact_id
  const { id } = await ctx.tx.elevated(() =>
    ctx.tx.one(
      q
        .selectFrom('payments as p')
        .innerJoin('remittances as r', 'r.branch_id', 'p.branch_id')
        .select(sql<string | null>`(${wordAlone('p.id', 'r.id')})`.as('id'))
        .where('p.id', '=', payment.id)
        .where('r.id', '=', row.id),
    ),
  )
  const isOut = payment.state === 'success'
  if (id === null) {
    if (payment.state === 'returned') throw new Problem('paymentBack.known', { taskNo: payment.task_no })
    return undefined
  }
  // two movements of the bank: the money is that of a return nobody has named
  return isOut && (await isMovedTwice(ctx, { remittanceId: row.id, factId: id })) ? undefined : id
}

/** Refuses two movements of the bank as one. */
export async function assertMovedOnce(ctx: Ctx, row: Remittance, payment: Payment, factId: string): Promise<void> {
  if (await isMovedTwice(ctx, { remittanceId: row.id, factId }))
    throw new Problem('paymentBack.both', { taskNo: payment.task_no })
}

/**
 * Takes money out of the books that stands in them twice; the payment, its sheets and its waybills are as the bank's word left
 * them.
 */
export async function countReturned(ctx: Ctx, row: Remittance, payment: Payment, factId: string): Promise<void> {
  // nobody lays the bank's lines on either of them meanwhile
  await lockMovements(ctx.tx, row.branch_id)
  await assertMovedOnce(ctx, row, payment, factId)
  const happenedAt = await tellTradesOne(ctx, { remittanceId: row.id, factId, paymentId: payment.id })
  const { remittance_no: remittanceNo, amount_fen: amount } = row
  await postReturnOnce(
    ctx,
    { id: row.id, remittanceNo, branchId: row.branch_id, payer: row.payer_name, amount: fen(amount) },
    { taskNo: payment.task_no, happenedAt },
  )
  await logEvent(ctx, {
    entity: 'payment',
    entityId: payment.id,
    action: '退汇款项已对应来款',
    reason: `${remittanceNo}，${printMoney(fen(amount))} 元`,
  })
  await tellReturned(ctx, row, payment)
}
