// The call that explains an amount (金额说明): the figures it is made of, as lines to be drawn, copied and printed.
import { bookAmounts, explainedAmounts, explainedFigures } from '@yunshu/domain/amount/explained'
import { profitGroups } from '@yunshu/domain/report/profit'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zBool, zCode, zId, zInt, zKey, zLooseText, zTime } from './fields.ts'
import { zPeriod } from './voucher/voucher.ts'

/** A figure of an explanation, as deep as it stands; `sign` where the figure above is a sum. */
export const ExplainedLine = z.object({
  depth: zInt(0, 12),
  sign: z.optional(z.enum(['+', '−'])),
  label: z.string(),
  value: z.string(),
  unit: z.string(),
  note: z.optional(z.string()),
  /** The page that has the figure, or the lines it is the sum of. */
  link: z.optional(z.string()),
})
export type ExplainedLine = z.output<typeof ExplainedLine>

const Explanation = z.object({
  lines: z.array(ExplainedLine),
  /** The same in one line, to be copied. */
  text: z.string(),
  /** The amount is what the record holds. */
  isKept: zBool,
})

/** An amount of a record in the caller's reach: a waybill, sheet, payment, debt, or the credit of a shipper. */
export const explainAmount = call({
  method: 'GET',
  path: '/auth/v1/money/explain',
  title: '金额说明',
  permit: 'session',
  anyOf: ['waybill.view', 'settlement.view', 'debt.view', 'credit.view'],
  wholeCompany: true,
  input: z.strictObject({
    amountOf: zKey(explainedAmounts),
    id: zId,
    /** The part of a waybill, where a part is asked about. */
    partId: z.optional(zId),
  }),
  output: Explanation,
})

/**
 * An amount of the books: the balance of an account in a month or over days, a line of a voucher or an invoice, the profit
 * of a row, the tax of a binding or a red invoice, a figure of a statement, a letter, a row of ages, a deposit, a refund or a
 * movement of money. Each asks for the
 * fields that name it.
 */
export const explainBooks = call({
  method: 'GET',
  path: '/auth/v1/money/explain/books',
  title: '账务金额说明',
  permit: 'session',
  anyOf: [
    'ledger.view',
    'account.view',
    'voucher.view',
    'invoice.view',
    'profit.view',
    'statement.view',
    'fund.view',
    'refund.view',
    'trade.view',
  ],
  heavy: true,
  input: z.strictObject({
    amountOf: zKey(bookAmounts),
    /** The voucher, invoice, binding, confirmation, statement or letter, and its line. */
    id: z.optional(zId),
    n: z.optional(zInt(1, 10_000_000)),
    /** The figure of a record that has several. */
    figure: z.optional(zKey(explainedFigures)),
    /** A moment of the day of a row of ages. */
    at: z.optional(zTime),
    account: z.optional(zCode(10)),
    /** The company whose account it is. */
    partyId: z.optional(zId),
    /** The month, of profit the first one. */
    period: z.optional(zPeriod),
    periodTo: z.optional(zPeriod),
    /** The days of profit or of a statement of an account. */
    from: z.optional(zTime),
    to: z.optional(zTime),
    branchId: z.optional(zId),
    /** The row of profit: the key of its group, under the filter of the list; of an estimate its waybill. */
    by: z.optional(zKey(profitGroups)),
    key: z.optional(zLooseText(36)),
    shipperId: z.optional(zId),
    carrierId: z.optional(zId),
    /** The payer of money nobody claimed. */
    payer: z.optional(zLooseText(200)),
    line: z.optional(z.string().check(z.regex(/^\d{4}-\d{4}$/, '格式不正确'))),
    text: z.optional(zLooseText(60)),
  }),
  output: Explanation,
})
