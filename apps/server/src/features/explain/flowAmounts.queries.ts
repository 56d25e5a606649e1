// Figures of the statement of an account (账户流水) over its days, and the balance after a line, added up anew from days and lines.
import type { Input } from '@yunshu/contract/call'
import { listUrl } from '@yunshu/contract/screens/screens'
import type { sumFlow } from '@yunshu/contract/voucher/flow'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { flowFigures } from '@yunshu/domain/amount/explained'
import { explainAmount, linkedAmount } from '@yunshu/domain/amount/explanation'
import { largestTold, type ToldSum } from '@yunshu/domain/amount/ledger'
import { explainFlow, type MovedAccount } from '@yunshu/domain/amount/statement'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { accountOf, flowAccounts, type FlowAccount } from '@yunshu/domain/voucher/chart'
import { periodText, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownJournalLines } from '../../work/scope.ts'
import {
  countSides,
  findAccountLines,
  findLargest,
  findMonthsMoved,
  onOwnSide,
  type LinesSpan,
} from '../voucher/accountLines.queries.ts'
import { findFlowSums, flowSpanOf } from '../voucher/flow.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf, givenField } from './figureOf.ts'

interface Asked {
  readonly account?: string | undefined
  readonly partyId?: string | undefined
  readonly branchId?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly id?: string | undefined
  readonly n?: number | undefined
  readonly figure?: string | undefined
}
type Span = LinesSpan & { readonly account: FlowAccount }

function accountAsked(account: string | undefined): FlowAccount {
  const code = givenField('account', account)
  const found = Object.keys(flowAccounts).find(each => each === code)
  if (found === undefined || !isStated(found)) throw wrongField('account', '没有这个科目')
  return found
}
const isStated = (code: string): code is FlowAccount => Object.hasOwn(flowAccounts, code)

/** The movements of the account within a stretch of time, as its page lists them. */
const linesUrl = ({ account, partyId, branchId }: Span, from: number, to: number): string =>
  listUrl('FlowingWater', {
    account,
    from: String(from),
    to: String(to),
    ...(partyId === undefined ? {} : { partyId }),
    ...(branchId === undefined ? {} : { branchId }),
  })

/** The months before a span and the lines in it; where nothing ever moved in the reader's reach, there is no such account. */
async function movedIn(ctx: Ctx, span: Span): Promise<MovedAccount> {
  const months = await findMonthsMoved(ctx, span, span.from)
  const sums = await countSides(ctx, span)
  if (months.length === 0 && sums.debits + sums.credits === 0) throw new Problem('row.none')
  const isCredit = accountOf(span.account).normalSide === 'credit'
  const told = async (side: 'debit' | 'credit'): Promise<ToldSum> => ({
    largest: (await findLargest(ctx, span, side, largestTold)).map(row =>
      linkedAmount(
        explainAmount(row.voucher_no, fen(row.amount), row.summary),
        ctx.can('voucher.view')
          ? voucherUrl({ id: row.id, kind: row.kind, branchCompanyId: row.branch_id })
          : undefined,
      ),
    ),
    count: sums[`${side}s`],
    total: fen(sums[side]),
    link: linesUrl(span, span.from, span.to),
  })
  const [income, outgo] = isCredit ? (['credit', 'debit'] as const) : (['debit', 'credit'] as const)
  return {
    isCredit,
    months: months.map(({ period, moved }) => {
      const [first, next] = [startOfPeriod(period), startOfPeriod(shiftPeriod(period, 1))]
      const end = Math.min(next, span.from)
      const days = Math.round((end - first) / DAY_MS)
      return {
        label: end < next ? `${periodText(period)}（1 至 ${days} 日）` : periodText(period),
        moved: fen(moved),
        link: linesUrl(span, first, end),
      }
    }),
    income: await told(income),
    outgo: await told(outgo),
  }
}

/** A figure of the statement of an account over its days, or the balance after a line of it. */
export async function explainFlowFigure(ctx: Ctx, asked: Asked): Promise<Explained> {
  const account = accountAsked(asked.account)
  const of = figureOf(flowFigures, asked.figure)
  const { partyId, branchId, from, to } = asked
  if (of === 'balance') return explainBalance(ctx, { account, partyId, branchId }, asked)
  const input: Input<typeof sumFlow> = { account, partyId, branchId, from, to }
  const { opening, closing, sums } = await findFlowSums(ctx, input)
  const amount = explainFlow(of, await movedIn(ctx, { ...flowSpanOf(input), account }))
  return { amount, kept: { opening, closing, ...sums }[of] }
}

/** The balance after a line, as the page of movements shows it beside the line. */
async function explainBalance(
  ctx: Ctx,
  whose: Pick<Span, 'account' | 'partyId' | 'branchId'>,
  { id, n: asked }: Pick<Asked, 'id' | 'n'>,
): Promise<Explained> {
  const [voucherId, n] = [givenField('id', id), givenField('n', asked)]
  if (n > linesMost) throw new Problem('row.none')
  const line = await ctx.tx.one(
    q
      .selectFrom('journal_lines as l')
      .innerJoin('vouchers as v', 'v.entry_id', 'l.entry_id')
      .select(['l.day', 'l.entry_id'])
      .where('v.id', '=', voucherId)
      .where('l.n', '=', n)
      .where('l.account', '=', whose.account)
      .where(ownJournalLines(ctx.actor, 'l')),
  )
  const span = { ...whose, from: line.day, to: line.day + DAY_MS }
  const page = { cursor: `${line.day}.${line.entry_id}.${n - 1}`, limit: 1 }
  const [row] = (await findAccountLines(ctx, span, page)).rows
  if (row?.entry_id !== line.entry_id || row.n !== n) throw new Problem('row.none')
  const told = await movedIn(ctx, { ...span, upTo: { entryId: line.entry_id, n } })
  return { amount: explainFlow('balance', told), kept: onOwnSide(whose.account, row.balance) }
}

/** The number of the last line a voucher can have. */
const linesMost = 32_767
