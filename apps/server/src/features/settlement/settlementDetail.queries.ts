// One settlement sheet whole: lines, payments, vouchers, history, and what the reader can do with it.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { fen } from '@yunshu/domain/figures/money'
import { sheetMovesOf } from '@yunshu/domain/settlement/acts'
import { payChannels, paymentStates } from '@yunshu/domain/settlement/settlement'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { findLog } from '../../work/history.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import { ownSheets } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { owedFen } from './debts.queries.ts'
import { findLines, isPayer, sheetOn, sheetRows, toSettlementRow } from './settlement.queries.ts'

/** Payee of a sheet as it stood when the sheet was made (column settlements.payee). */
export const Payee = z.object({ name: z.string(), account: z.string(), bank: z.string() })

/** The most vouchers a sheet shows; those of single waybills come last. */
const vouchersMax = 100

/** The sheet with this number, if it is in the actor's reach. */
export async function findSettlement(ctx: Ctx, settlementNum: string): Promise<SettlementDetail> {
  const found = await ctx.tx.one(
    sheetRows.where('st.settlement_num', '=', settlementNum).where(ownSheets(ctx.actor, 'st')),
  )
  const row = toSettlementRow(found)
  const payee = found.payee === null ? undefined : z.parse(Payee, found.payee)
  const vouchers = await ctx.tx.rows(
    q
      .selectFrom('vouchers')
      .select(['id', 'voucher_no', 'branch_id', 'kind', 'amount_fen'])
      .where('settlement_id', '=', found.id)
      .orderBy(sql`waybill_id is not null`)
      .orderBy('id')
      .limit(vouchersMax),
  )
  return {
    ...row,
    dueInWords: moneyInWords(row.due),
    ...(found.remark === null ? {} : { remark: found.remark }),
    ...(payee === undefined ? {} : { payee: { ...payee, account: maskBankCard(payee.account) } }),
    lines: (await findLines(ctx, found.id)).map(line => ({
      waybillId: line.waybill_id,
      waybillNo: line.waybill_no,
      plate: line.plate,
      driverName: line.driver_name,
      loadPlace: line.load_place,
      unloadPlace: line.unload_place,
      loadWeightG: grams(line.load_weight_g ?? 0),
      unloadWeightG: grams(line.unload_weight_g ?? 0),
      freight: fen(line.freight_fen),
      deducted: fen(line.deducted_fen),
      oil: fen(line.oil_fen),
      due: fen(line.due_fen),
    })),
    ...(await findCarried(ctx, found)),
    payments: await findPayments(ctx, found.id),
    log: await findLog(ctx, found.id),
    moves: isPayer(ctx.actor, found)
      ? sheetMovesOf(
          await sheetOn(ctx, { ...found, state: row.state }, await policiesOfCompany(ctx.tx, found.shipper_id)),
          permit => ctx.can(permit),
        )
      : [],
    vouchers: vouchers.map(voucher => ({
      id: voucher.id,
      voucherNo: voucher.voucher_no,
      branchCompanyId: voucher.branch_id,
      kind: voucher.kind,
      amount: fen(voucher.amount_fen),
    })),
  }
}

/** The sheets whose debt this one takes off, and the one that takes off its own. */
async function findCarried(
  ctx: Ctx,
  sheet: { id: string; carried_to: string | null },
): Promise<Pick<SettlementDetail, 'carried' | 'carriedTo'>> {
  const from = await ctx.tx.rows(
    q
      .selectFrom('settlements')
      .select(['settlement_num', owedFen('settlements').as('owed')])
      .where('carried_to', '=', sheet.id)
      .orderBy('id'),
  )
  const to =
    sheet.carried_to === null
      ? undefined
      : await ctx.tx.one(q.selectFrom('settlements').select('settlement_num').where('id', '=', sheet.carried_to))
  return {
    carried: from.map(row => ({ settlementNum: row.settlement_num, amount: fen(row.owed) })),
    ...(to === undefined ? {} : { carriedTo: to.settlement_num }),
  }
}

async function findPayments(ctx: Ctx, settlementId: string): Promise<SettlementDetail['payments']> {
  const rows = await ctx.tx.rows(
    q.selectFrom('payments').selectAll().where('settlement_id', '=', settlementId).orderBy('id'),
  )
  return rows.map(row => ({
    id: row.id,
    taskNo: row.task_no,
    payee: row.payee,
    account: maskBankCard(row.account_no),
    bank: row.bank,
    amount: fen(row.amount_fen),
    channel: keyOf(payChannels, row.channel),
    state: keyOf(paymentStates.states, row.state),
    ...(row.bank_serial === null ? {} : { bankSerial: row.bank_serial }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at }),
    ...(row.done_at === null ? {} : { doneAt: row.done_at }),
  }))
}
