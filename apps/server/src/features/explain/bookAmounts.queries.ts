// Explanations of the books: the balance, line or row in the caller's reach, worked out anew, and the amount its page shows.
import type { Input, Output } from '@yunshu/contract/call'
import type { explainBooks } from '@yunshu/contract/explain'
import { bookAmounts, type BookAmount } from '@yunshu/domain/amount/explained'
import { explainedSteps, explanationText } from '@yunshu/domain/amount/explanation'
import { Problem } from '@yunshu/domain/problems/problems'
import type { Ctx } from '../../work/ctx.ts'
import { explainAccount } from './accountAmounts.queries.ts'
import { explainAgingRow, explainPayableRow } from './ageAmounts.queries.ts'
import type { Explained } from './explained.ts'
import { explainApp, explainSales, explainVoucher } from './documentSums.queries.ts'
import { explainFlowFigure } from './flowAmounts.queries.ts'
import { explainDepositBack, explainDepositFigure, explainRefund } from './fundAmounts.queries.ts'
import { explainInvoice } from './invoiceLine.queries.ts'
import { explainLetterRow, explainLetterSum } from './letterAmounts.queries.ts'
import { explainOpenAgeRow } from './openAgeAmounts.queries.ts'
import { explainProfitRow } from './profitRow.queries.ts'
import { explainStatementRow, explainStatementSum } from './statementAmounts.queries.ts'
import { explainTentativeFigure } from './tentativeAmounts.queries.ts'
import { explainTrade } from './tradeAmounts.queries.ts'
import { explainBound, explainInputFigure, explainRed, explainUsed } from './taxLines.queries.ts'
import { explainLine } from './voucherLine.queries.ts'

type Asked = Input<typeof explainBooks>

/** The explanation of an amount of the books; refused without the permits of its page. */
export async function findBookExplanation(ctx: Ctx, asked: Asked): Promise<Output<typeof explainBooks>> {
  const { permits, ...more } = bookAmounts[asked.amountOf]
  const isOpen = permits.some(permit => ctx.can(permit)) && (!('also' in more) || ctx.can(more.also))
  if (!isOpen) throw new Problem('permit.missing')
  const { amount, kept } = await explainers[asked.amountOf](ctx, asked)
  return { lines: explainedSteps(amount), text: explanationText(amount), isKept: amount.value === kept }
}

const explainers: Readonly<Record<BookAmount, (ctx: Ctx, asked: Asked) => Promise<Explained>>> = {
  accountOpening: (ctx, asked) => explainAccount(ctx, asked, 'accountOpening'),
  accountDebit: (ctx, asked) => explainAccount(ctx, asked, 'accountDebit'),
  accountCredit: (ctx, asked) => explainAccount(ctx, asked, 'accountCredit'),
  accountClosing: (ctx, asked) => explainAccount(ctx, asked, 'accountClosing'),
  flow: explainFlowFigure,
  voucherLine: explainLine,
  voucher: explainVoucher,
  tentative: explainTentativeFigure,
  invoiceGross: (ctx, asked) => explainInvoice(ctx, asked, 'gross'),
  invoiceNet: (ctx, asked) => explainInvoice(ctx, asked, 'net'),
  invoiceTax: (ctx, asked) => explainInvoice(ctx, asked, 'tax'),
  salesGross: (ctx, asked) => explainSales(ctx, asked, 'gross'),
  salesTax: (ctx, asked) => explainSales(ctx, asked, 'tax'),
  appGross: (ctx, asked) => explainApp(ctx, asked, 'gross'),
  appTax: (ctx, asked) => explainApp(ctx, asked, 'tax'),
  profit: explainProfitRow,
  boundTax: explainBound,
  usedTax: explainUsed,
  redTax: explainRed,
  input: explainInputFigure,
  statement: explainStatementSum,
  statementLine: explainStatementRow,
  letter: explainLetterSum,
  letterLine: explainLetterRow,
  deposit: explainDepositFigure,
  depositBack: explainDepositBack,
  refund: explainRefund,
  trade: explainTrade,
  aging: explainAgingRow,
  payable: explainPayableRow,
  openAge: explainOpenAgeRow,
}
