// Calls of profit (毛利分析): rows by waybill or by a group of them, what no waybill bears, and the statement of the ledger they come to.
import { profitGroups, profitMarks } from '@yunshu/domain/report/profit'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zId, zKey, zLooseText, zPage, zSignedFen, zTime } from '../fields.ts'
import { zPeriod } from '../voucher/voucher.ts'

/** Figures of a row, a sum or the statement; tax is output tax, on top of net revenue. */
const figures = {
  gross: zSignedFen,
  tax: zSignedFen,
  net: zSignedFen,
  freight: zSignedFen,
  fuel: zSignedFen,
  toll: zSignedFen,
  other: zSignedFen,
  fee: zSignedFen,
  cost: zSignedFen,
  penalty: zSignedFen,
  compensation: zSignedFen,
  expense: zSignedFen,
  profit: zSignedFen,
} as const
export const ProfitFiguresShown = z.object(figures)
export type ProfitFiguresShown = z.output<typeof ProfitFiguresShown>

export const ProfitRow = z.object({
  /** The waybill, company or branch, the month yyyyMM, or the line: two divisions. */
  key: z.string(),
  name: z.string(),
  /** Of rows that are one waybill: its two sides. */
  shipperName: z.optional(z.string()),
  carrierName: z.optional(z.string()),
  waybills: z.number(),
  ...figures,
  /** Profit by net revenue, in ten-thousandths. */
  margin: z.optional(z.number()),
  /** Cost that is estimated still. */
  estimated: zSignedFen,
  mark: zKey(profitMarks),
})
export type ProfitRow = z.output<typeof ProfitRow>

const profitDays = {
  /** Months of the books, both included; the running one unless months or days are told. */
  period: z.optional(zPeriod),
  periodTo: z.optional(zPeriod),
  /**
   * Days of the books instead of months, or within them: from the first moment of one to the last of another. Without
   * `from` those of the month `to` falls in.
   */
  from: z.optional(zTime),
  to: z.optional(zTime),
}
/** The days a profit is of. */
export type ProfitDays = Readonly<Partial<Record<'period' | 'periodTo', string | undefined>>> &
  Readonly<Partial<Record<'from' | 'to', number | undefined>>>
const profitFilter = {
  by: z.optional(zKey(profitGroups)),
  ...profitDays,
  branchId: z.optional(zId),
  shipperId: z.optional(zId),
  carrierId: z.optional(zId),
  /** Loading and unloading city by their first four digits. */
  line: z.optional(z.string().check(z.regex(/^\d{4}-\d{4}$/, '格式不正确'))),
  text: z.optional(zLooseText(60)),
}
/** Rows by their profit, the least first. */
export const listProfit = call({
  method: 'GET',
  path: '/auth/v1/report/profit',
  title: '毛利分析',
  permit: 'profit.view',
  anyOf: ['price.margin'],
  sides: ['platform', 'branch'],
  heavy: true,
  input: z.strictObject({ ...profitFilter, ...pageFields }),
  output: zPage(ProfitRow),
})
/**
 * The sums of all rows under the filter; without a filter beside days and branch also what no waybill bears, and the
 * income statement of the ledger, which both together are.
 */
export const sumProfit = call({
  method: 'GET',
  path: '/auth/v1/report/profit/statistical',
  title: '毛利合计',
  permit: 'profit.view',
  anyOf: ['price.margin'],
  sides: ['platform', 'branch'],
  heavy: true,
  input: z.strictObject(profitFilter),
  output: z.object({
    sums: z.extend(ProfitFiguresShown, { waybills: z.number(), estimated: zSignedFen }),
    check: z.optional(
      z.object({
        unallocated: ProfitFiguresShown,
        statement: ProfitFiguresShown,
        difference: zSignedFen,
        isEqual: zBool,
      }),
    ),
  }),
})
/** The months of the picture. */
export const profitMonths = 12
/** Net revenue, cost and profit of the last months by the ledger; the last one up to the day asked for, `upTo`. */
export const chartProfit = call({
  method: 'GET',
  path: '/auth/v1/report/profit/months/statistical',
  title: '毛利走势',
  permit: 'profit.view',
  anyOf: ['price.margin'],
  sides: ['platform', 'branch'],
  heavy: true,
  input: z.strictObject({ branchId: z.optional(zId), to: profitDays.to }),
  output: z.object({
    months: z.array(
      z.object({
        period: z.string(),
        net: zSignedFen,
        cost: zSignedFen,
        profit: zSignedFen,
        upTo: z.optional(zTime),
      }),
    ),
  }),
})
