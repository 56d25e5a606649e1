// Money a bank sent back that nobody owes any more: it stands among what came, to be sent to the carrier by two people.
import { fen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { v7 } from 'uuid'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'

/** The two people who agreed that money came back. */
export interface Agreed {
  readonly maker: { readonly id: string; readonly name: string }
  readonly checker: { readonly id: string; readonly name: string }
  /** The remittance it had come as, where the bank did not name the payment. */
  readonly remittanceId?: string
}

/** Money of an advance that came back after its debt had been paid another way. */
interface Returned {
  readonly debt: { readonly id: string; readonly debtNo: string }
  readonly branchId: string
  readonly amount: Fen
  readonly payment: { readonly task_no: string; readonly payee: string; readonly account_no: string }
}

/** Keeps such money as one remittance that two people have vouched for; the entry is the caller's. */
export async function keepReturned(
  ctx: Ctx,
  { debt, branchId, amount, payment }: Returned,
  { maker, checker }: Agreed,
): Promise<void> {
  const id = v7()
  const remittanceNo = await takeNumber(ctx.tx, 'SK', 'remittance_number', ctx.now)
  await ctx.tx.run(
    q.insertInto('remittances').values({
      id,
      remittance_no: remittanceNo,
      state: 'unclaimed',
      branch_id: branchId,
      payer_name: payment.payee,
      payer_account: payment.account_no,
      bank_note: `支付任务 ${payment.task_no} 退汇，欠款 ${debt.debtNo} 此前已收回，应退承运商`,
      amount_fen: amount,
      date: ctx.now,
      serial: `TH-${debt.debtNo}`,
      debt_id: debt.id,
      maker_id: maker.id,
      maker_name: maker.name,
      checker_id: checker.id,
      checker_name: checker.name,
      checked_at: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logEvent(ctx, {
    entity: 'remittance',
    entityId: id,
    action: '退汇转待认领',
    to: 'unclaimed',
    diff: [{ field: '欠款', old: '--', new: `${debt.debtNo}，${printMoney(fen(amount))} 元` }],
  })
}
