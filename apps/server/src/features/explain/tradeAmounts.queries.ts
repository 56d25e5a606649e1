// Amounts and fees of movements of money, by the waybills they pay or the lines of the books they are.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { tradeFigures } from '@yunshu/domain/amount/explained'
import { explainAmount, explainSum, linkedAmount, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { explainTold, largestTold, type ToldSum } from '@yunshu/domain/amount/ledger'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { tradeUses } from '@yunshu/domain/trade'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findTradeParts } from '../trade/parts.queries.ts'
import { ownTrades } from '../trade/trade.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf, givenField } from './figureOf.ts'

interface Asked {
  readonly id?: string | undefined
  readonly figure?: string | undefined
}

/** A figure of a movement of money in the caller's reach. */
export async function explainTrade(ctx: Ctx, { id, figure }: Asked): Promise<Explained> {
  const of = figureOf(tradeFigures, figure)
  const trade = await ctx.tx.one(
    q
      .selectFrom('trades as t')
      .select(['t.id', 't.entry_id', 't.n', 't.amount_fen', 't.fee_fen', 't.bank_serial', 't.trade_no'])
      .where('t.id', '=', givenField('id', id))
      .where(ownTrades(ctx.actor, 't')),
  )
  const isHouse = isHouseSide(ctx.actor.side)
  // the house bears the charge of the bank
  const kept = fen(of === 'amount' ? trade.amount_fen : isHouse ? trade.fee_fen : 0)
  const label = tradeFigures[of]
  const ofBank = explainAmount(label, kept, `银行流水 ${trade.bank_serial ?? trade.trade_no}`)
  const waybills = of === 'fee' ? undefined : await waybillsOf(ctx, trade.id)
  if (waybills?.total === kept) return { amount: explainTold(label, waybills), kept }
  if (!isHouse) return { amount: ofBank, kept }
  const parts = of === 'fee' ? [] : await findTradeParts(ctx, trade.entry_id)
  if (parts.length > 1)
    return {
      amount: explainSum(label, {
        plus: parts.map(({ use, to, amount }) => explainAmount(to ?? tradeUses[use], amount, to && tradeUses[use])),
        note: `银行流水 ${trade.bank_serial ?? trade.trade_no}`,
      }),
      kept,
    }
  const fee = linesOf(await bookedOf(ctx, trade.entry_id), ({ account }) => account === feeAccount)
  if (of === 'fee') return { amount: explainSum(label, { plus: trade.fee_fen === 0 ? [] : fee }), kept }
  const moved = linesOf(await bookedOf(ctx, trade.entry_id), ({ n }) => n === trade.n)
  return { amount: explainSum(label, { plus: moved, less: trade.fee_fen === 0 ? [] : fee }), kept }
}

const feeAccount = '6603.01'

/** The waybills a movement pays, the largest first. */
async function waybillsOf(ctx: Ctx, tradeId: string): Promise<ToldSum & { readonly total: Fen }> {
  const own = q.selectFrom('trade_waybills as l').where('l.trade_id', '=', tradeId)
  const { count, total } = await ctx.tx.one(
    own.select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(l.amount_fen), 0)::bigint`.as('total'),
    ]),
  )
  const rows = await ctx.tx.rows(
    own
      .innerJoin('waybills as w', 'w.id', 'l.waybill_id')
      .select(['w.id', 'w.waybill_no', 'l.amount_fen'])
      .orderBy('l.amount_fen', 'desc')
      .orderBy('w.id')
      .limit(largestTold),
  )
  return {
    largest: rows.map(row =>
      linkedAmount(
        explainAmount(row.waybill_no, fen(row.amount_fen)),
        ctx.can('waybill.view') ? screenUrl('WaybillDetails', { id: row.id }) : undefined,
      ),
    ),
    count,
    total: fen(total),
    unit: '单运单',
  }
}

/** The lines of the entry a movement is of, with their voucher. */
const bookedOf = (ctx: Ctx, entryId: string) =>
  ctx.tx.rows(
    q
      .selectFrom('journal_lines as l')
      .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
      .innerJoin('vouchers as v', 'v.entry_id', 'l.entry_id')
      .select(['l.n', 'l.account', 'l.debit_fen', 'l.credit_fen', 'e.summary'])
      .select(['v.id', 'v.voucher_no', 'v.kind', 'v.branch_id'])
      .where('l.entry_id', '=', entryId)
      .orderBy('l.n'),
  )
type Booked = Awaited<ReturnType<typeof bookedOf>>[number]

/** Those of the lines that are meant, as amounts whichever side they stand on. */
const linesOf = (rows: readonly Booked[], isMeant: (row: Booked) => boolean): ExplainedAmount[] =>
  rows
    .filter(row => isMeant(row) && row.debit_fen !== row.credit_fen)
    .map(row =>
      linkedAmount(
        explainAmount(row.voucher_no, fen(Math.abs(row.debit_fen - row.credit_fen)), row.summary),
        voucherUrl({ id: row.id, kind: row.kind, branchCompanyId: row.branch_id }),
      ),
    )
