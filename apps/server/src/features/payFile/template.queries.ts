// Templates of payment files as rows of the database.
import type { Output } from '@yunshu/contract/call'
import type { listPayFileTemplates } from '@yunshu/contract/payFile/payFile'
import {
  payFileEncodings,
  payFileFields,
  payFileFormats,
  type AnswerHeads,
  type PayFileTemplate,
} from '@yunshu/domain/payFile/template'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'

const words = z.array(z.string())
const Columns = z.array(
  z.union([
    z.strictObject({ title: z.string(), field: z.enum(Object.keys(payFileFields) as (keyof typeof payFileFields)[]) }),
    z.strictObject({ title: z.string(), text: z.string() }),
  ]),
)
const Heads = z.strictObject({
  key: words,
  amount: words,
  result: words,
  serial: words,
  account: words,
  reason: words,
  date: z.optional(words),
  words: z.strictObject({ success: words, failed: words, returned: words, processing: words }),
  total: z.optional(z.string()),
})

/** The headings and words of the bank's answer, as a template keeps them. */
export const answerHeadsOf = (answer: unknown): AnswerHeads => z.parse(Heads, answer)

const inUse = q.selectFrom('pay_templates').selectAll().where('retired_at', 'is', null)

/** The templates in use, few enough for one page. */
export async function findPayFileTemplates(ctx: Ctx): Promise<Output<typeof listPayFileTemplates>> {
  const rows = await ctx.tx.rows(inUse.orderBy('id').limit(100))
  return {
    rows: rows.map(row => ({
      id: row.id,
      name: row.name,
      format: keyOf(payFileFormats, row.format),
      encoding: keyOf(payFileEncodings, row.encoding),
      headings: z.parse(Columns, row.columns).map(({ title }) => title),
      remarkBytes: row.remark_bytes,
      linesMost: row.lines_most,
    })),
  }
}

/** A template to make a file by. */
export async function readTemplate(ctx: Ctx, id: string): Promise<PayFileTemplate> {
  const row = await ctx.tx.first(inUse.where('id', '=', id))
  if (row === undefined) throw wrongField('templateId', '没有这个模板')
  return {
    format: keyOf(payFileFormats, row.format),
    encoding: keyOf(payFileEncodings, row.encoding),
    hasHeading: row.has_heading,
    columns: z.parse(Columns, row.columns),
    remarkBytes: row.remark_bytes,
    linesMost: row.lines_most,
  }
}
