// Balances and turnover of an account in a month, added up anew from its lines.
import { listUrl } from '@yunshu/contract/screens/screens'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { explainAmount, linkedAmount, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import {
  explainClosing,
  explainOpening,
  explainTold,
  isCreditBalance,
  largestTold,
  type AccountFigures,
  type ToldSum,
} from '@yunshu/domain/amount/ledger'
import { fen, negateFen, type Fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { accounts, type AccountCode } from '@yunshu/domain/voucher/chart'
import { periodText, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { countSides, findLargest } from '../voucher/accountLines.queries.ts'
import { findMonthsBefore, findTrialBalance } from '../voucher/ledger.queries.ts'
import type { Explained } from './explained.ts'

/** Amounts of an account in a month. */
export type AccountAmount = 'accountOpening' | 'accountDebit' | 'accountCredit' | 'accountClosing'

/** An account in a month, of one branch or of all the reader has. */
export interface AskedAccount {
  readonly account?: string | undefined
  readonly period?: string | undefined
  readonly branchId?: string | undefined
}
interface Asked {
  readonly account: AccountCode
  readonly period: string
  readonly branchId?: string | undefined
}

function readAsked({ account, period, branchId }: AskedAccount): Asked {
  if (account === undefined) throw wrongField('account', '不能为空')
  if (period === undefined) throw wrongField('period', '不能为空')
  const found = accounts.find(({ code }) => code === account)
  if (found === undefined) throw wrongField('account', '没有这个科目')
  return { account: found.code, period, branchId }
}

/** The lines of the account in a month, for those of the house, who have a list of them. */
const linesUrl = ({ actor }: Ctx, { account, branchId }: Asked, period: string): string | undefined =>
  isHouseSide(actor.side)
    ? listUrl('Ledger', { account, period, ...(branchId === undefined ? {} : { branchId }) })
    : undefined

/** The figures of an account, line by line. */
async function figuresOf(ctx: Ctx, asked: Asked): Promise<AccountFigures> {
  const { account, branchId, period } = asked
  const span = { account, branchId, from: startOfPeriod(period), to: startOfPeriod(shiftPeriod(period, 1)) }
  const months = await findMonthsBefore(ctx, asked)
  const sums = await countSides(ctx, span)
  const link = linesUrl(ctx, asked, period)
  const told = async (side: 'debit' | 'credit'): Promise<ToldSum> => ({
    largest: (await findLargest(ctx, span, side, largestTold)).map(row =>
      linkedAmount(
        explainAmount(row.voucher_no, fen(row.amount), row.summary),
        voucherUrl({ id: row.id, kind: row.kind, branchCompanyId: row.branch_id }),
      ),
    ),
    count: sums[`${side}s`],
    total: fen(sums[side]),
    link,
  })
  return {
    months: months.map(row => ({
      label: periodText(row.period),
      moved: fen(row.moved),
      link: linesUrl(ctx, asked, row.period),
    })),
    debit: await told('debit'),
    credit: await told('credit'),
  }
}

/** The amount without its sign: a balance is told on the side it stands on. */
const sided = (balance: Fen): Fen => (isCreditBalance(balance) ? negateFen(balance) : balance)

/** An amount of an account; one that never moved in the reader's reach is not found. */
export async function explainAccount(ctx: Ctx, said: AskedAccount, of: AccountAmount): Promise<Explained> {
  const asked = readAsked(said)
  const { rows } = await findTrialBalance(ctx, asked)
  const row = rows.find(({ account }) => account === asked.account)
  if (row === undefined) throw new Problem('row.none')
  const figures = await figuresOf(ctx, asked)
  const amounts: Readonly<Record<AccountAmount, () => [ExplainedAmount, Fen]>> = {
    accountOpening: () => [explainOpening(figures.months, isCreditBalance(row.opening)), sided(row.opening)],
    accountDebit: () => [explainTold('本期借方', figures.debit), row.debit],
    accountCredit: () => [explainTold('本期贷方', figures.credit), row.credit],
    accountClosing: () => [explainClosing(figures), sided(row.closing)],
  }
  const [amount, kept] = amounts[of]()
  return { amount, kept }
}
