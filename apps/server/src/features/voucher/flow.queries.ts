// Reads of account statements: the accounts in reach, the movements of one, and its opening and closing balance.
import type { Input, Output } from '@yunshu/contract/call'
import type { listFlow, listFlowAccounts, listFlowParties, sumFlow } from '@yunshu/contract/voucher/flow'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { addFen, fen, subtractFen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { accountOf, flowAccounts, ownAccounts, type FlowAccount } from '@yunshu/domain/voucher/chart'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { balanceBefore, findAccountLines, findTurnover, onOwnSide, type AccountSpan } from './accountLines.queries.ts'

/** The day after the last one a statement can name. */
const latest = startOfDay(Date.UTC(9999, 11, 30))

/** Whole days: one that has begun counts. */
export function flowSpanOf({ account, partyId, branchId, from, to }: Input<typeof sumFlow>): AccountSpan {
  const first = from === undefined ? 0 : startOfDay(from)
  const end = to === undefined || to > latest ? latest : startOfDay(to - 1) + DAY_MS
  if (end <= first) throw wrongField('to', '不能早于开始日期')
  return { account, partyId, branchId, from: first, to: end }
}

/** The accounts the actor reads: all that are stated for the house, its own for a company. */
function accountsOf({ actor: { side, businessType } }: Ctx): readonly FlowAccount[] {
  const codes = Object.keys(flowAccounts) as FlowAccount[]
  if (isHouseSide(side)) return codes
  const own = new Set<FlowAccount>([
    ...(isShipper(businessType) ? ownAccounts.shipper : []),
    ...(isCarrier(businessType) ? ownAccounts.carrier : []),
  ])
  return codes.filter(code => own.has(code))
}

/** The accounts in reach with their balances now; with a party those that are kept for parties. */
export async function findFlowAccounts(
  ctx: Ctx,
  { partyId, branchId }: Input<typeof listFlowAccounts>,
): Promise<Output<typeof listFlowAccounts>> {
  const codes = accountsOf(ctx).filter(code => partyId === undefined || accountOf(code).perParty)
  if (codes.length === 0) return { rows: [] }
  const found = await ctx.tx.rows<{ account: FlowAccount; balance: number }>(
    sql<{ account: FlowAccount; balance: number }>`${sql.join(
      codes.map(
        account =>
          sql`select ${account}::text as account, (${balanceBefore(ctx, { account, partyId, branchId }, latest)})::bigint as balance`,
      ),
      sql` union all `,
    )}`.compile(q),
  )
  return {
    rows: found.map(({ account, balance }) => ({
      account,
      balance: onOwnSide(account, fen(balance)),
    })),
  }
}

/** Movements of an account, oldest first, with the balance after each. */
export async function findFlowPage(ctx: Ctx, input: Input<typeof listFlow>): Promise<Output<typeof listFlow>> {
  const { account } = input
  const isHouse = isHouseSide(ctx.actor.side)
  const isDebit = accountOf(account).normalSide === 'debit'
  const { rows, next } = await findAccountLines(ctx, flowSpanOf(input), input)
  return {
    rows: rows.map(row => {
      const [income, outgo] = isDebit ? [row.debit_fen, row.credit_fen] : [row.credit_fen, row.debit_fen]
      const [dayIncome, dayOutgo] = isDebit ? [row.day_debit, row.day_credit] : [row.day_credit, row.day_debit]
      return {
        entryNo: row.entry_no,
        n: row.n,
        voucherId: row.voucher_id,
        branchCompanyId: row.branch_id,
        branchName: row.branch_name,
        date: row.date,
        summary: row.summary,
        counterparty: isHouse ? (row.party ?? row.counterparty) : row.branch_name,
        ...(row.settlement_num === null ? {} : { settlementNum: row.settlement_num }),
        ...(row.waybill_no === null ? {} : { waybillNo: row.waybill_no }),
        ...(income === 0 ? {} : { income: fen(income) }),
        ...(outgo === 0 ? {} : { outgo: fen(outgo) }),
        balance: onOwnSide(account, row.balance),
        ...(row.is_matched === null || !isHouse ? {} : { recon: row.is_matched ? 'matched' : 'open' }),
        ...(dayIncome === null ? {} : { dayIncome: fen(dayIncome) }),
        ...(dayOutgo === null ? {} : { dayOutgo: fen(dayOutgo) }),
      }
    }),
    ...(next === undefined ? {} : { next }),
  }
}

/** Opening, movements and closing of an account over the days asked for. */
export async function findFlowSums(ctx: Ctx, input: Input<typeof sumFlow>): Promise<Output<typeof sumFlow>> {
  const { account } = input
  const { before, debit, credit } = await findTurnover(ctx, flowSpanOf(input))
  const closing = onOwnSide(account, subtractFen(addFen(before, debit), credit))
  const isDebit = accountOf(account).normalSide === 'debit'
  return {
    opening: onOwnSide(account, before),
    closing,
    closingInWords: moneyInWords(closing),
    sums: isDebit ? { income: debit, outgo: credit } : { income: credit, outgo: debit },
  }
}

/** The most companies one answer names: who does not find theirs types more of its name. */
const partiesMax = 50

/** Companies that have accounts with the house, by name; the one chosen before, by its `id`, comes first. */
export async function findFlowParties(
  ctx: Ctx,
  { id, text }: Input<typeof listFlowParties>,
): Promise<Output<typeof listFlowParties>> {
  const isChosen = sql<boolean>`c.id = ${id ?? nilId}::uuid`
  return {
    rows: await ctx.tx.rows(
      q
        .selectFrom('companies as c')
        .select(['c.id', 'c.name'])
        .where('c.kind', '=', 'HEAD')
        .where(
          allOf([
            sql<boolean>`c.role_flags & 6 <> 0`,
            text ? sql<boolean>`(${contains(['c.name'], text)} or ${isChosen})` : undefined,
          ]),
        )
        .orderBy(isChosen, 'desc')
        .orderBy('c.name')
        .limit(partiesMax),
    ),
  }
}
