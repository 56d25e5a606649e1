// The call that explains an amount (金额说明): the figures it is made of, as lines to be drawn, copied and printed.
import { explainedAmounts } from '@yunshu/domain/amount/explained'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zBool, zId, zInt, zKey } from './fields.ts'

/** A figure of an explanation, as deep as it stands; `sign` where the figure above is a sum. */
export const ExplainedLine = z.object({
  depth: zInt(0, 12),
  sign: z.optional(z.enum(['+', '−'])),
  label: z.string(),
  value: z.string(),
  unit: z.string(),
  note: z.optional(z.string()),
})
export type ExplainedLine = z.output<typeof ExplainedLine>

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
    part: z.optional(zKey(waybillParts)),
  }),
  output: z.object({
    lines: z.array(ExplainedLine),
    /** The same in one line, to be copied. */
    text: z.string(),
    /** The amount is what the record holds. */
    isKept: zBool,
  }),
})
