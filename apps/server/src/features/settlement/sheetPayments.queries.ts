// The payments of a sheet as its page shows them: their results, words that wait, and what people say of them.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { fen } from '@yunshu/domain/figures/money'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { payChannels, paymentStates } from '@yunshu/domain/settlement/settlement'
import { isDecidable } from '@yunshu/domain/settlement/silence'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { isLeftWord } from '../../db/leftWord.ts'
import type { Settlements } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { offlineOf, type HandedSheet } from './offline.queries.ts'
import { isPayer } from './settlement.queries.ts'

/** The payments of a sheet with what people may do about each. */
export async function findSheetPayments(
  ctx: Ctx,
  sheet: HandedSheet & Pick<Selectable<Settlements>, 'id' | 'branch_id'>,
): Promise<SettlementDetail['payments']> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('payments as p')
      .selectAll('p')
      .select([
        sql<number>`(select count(*)::int from settlement_lines l where l.payment_id = p.id)`.as('waybills'),
        sql<number | null>`(select min(f.received_at) from channel_facts f
          where f.channel = p.channel and f.order_key = p.idem_key and ${isLeftWord})`.as('word_at'),
        sql<boolean>`exists (select from money_exceptions x where x.payment_id = p.id and x.state <> 'resolved')`.as(
          'has_exception',
        ),
        sql<boolean>`exists (select from offline_slips o where o.payment_id = p.id and o.state = 'recorded')`.as(
          'is_recorded',
        ),
      ])
      .where('p.settlement_id', '=', sheet.id)
      .orderBy('p.id'),
  )
  const handOf = isPayer(ctx.actor, sheet) ? await offlineOf(ctx, sheet, rows) : () => ({ mayRecord: false })
  return rows.map(row => ({
    id: row.id,
    taskNo: row.task_no,
    payee: row.payee,
    account: maskBankCard(row.account_no),
    bank: row.bank,
    amount: fen(row.amount_fen),
    channel: keyOf(payChannels, row.channel),
    state: keyOf(paymentStates.states, row.state),
    waybills: row.waybills,
    ...(row.word_at === null ? {} : { wordAt: row.word_at }),
    ...(row.bank_serial === null ? {} : { bankSerial: row.bank_serial }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at }),
    ...(row.done_at === null ? {} : { doneAt: row.done_at }),
    version: row.version,
    ...handOf(row),
    isDecidable:
      isPayer(ctx.actor, sheet) &&
      isDecidable(
        {
          state: keyOf(paymentStates.states, row.state),
          channel: keyOf(payChannels, row.channel),
          sentAt: row.sent_at ?? row.created_at,
          hasException: row.has_exception,
          isRecorded: row.is_recorded,
        },
        ctx.now,
      ),
  }))
}
