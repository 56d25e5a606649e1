// Drafts of vouchers as they are kept first: by hand, and the opening balances.
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import { v7 } from 'uuid'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { tellHouse } from '../../work/outbox.ts'

/** The columns a person fills in. */
export interface DraftSet {
  kind: string
  category: string | null
  date: number
  period: string
  summary: string
  counterparty: string
  amount_fen: number
  draft_lines: string
}

/** A draft of the branch the person works for, with a number of vouchers made by hand. */
export async function insertDraft(ctx: Ctx, branchId: string, set: DraftSet) {
  const id = v7()
  const voucherNo = await takeNumber(ctx.tx, 'CG', 'manual_voucher_number', ctx.now)
  await ctx.tx.run(
    q.insertInto('vouchers').values({
      id,
      voucher_no: voucherNo,
      state: voucherStates.start,
      branch_id: branchId,
      maker_id: ctx.actor.userId,
      maker_for: ctx.actor.actingFor?.userId ?? null,
      maker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
      ...set,
    }),
  )
  await logEvent(ctx, { entity: 'voucher', entityId: id, action: '保存草稿', to: voucherStates.start })
  ctx.touched('voucher', id, { voucherNo })
  const words = { maker: writtenName(ctx.actor), voucherNo, amount: printMoney(fen(set.amount_fen)) }
  await tellHouse(ctx, 'voucher.drafted', { branch: branchId, permit: 'voucher.audit' }, words)
  return { id, version: 1, voucherNo }
}
