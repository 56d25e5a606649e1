// The call that counts a print of records: each gets its next number, to stand on its paper.
import type { Permit } from '@yunshu/domain/permits/permits'
import { papersMost, printedPapers, printMost } from '@yunshu/domain/print'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { notChosen, zId, zInt, zKey } from './fields.ts'

/** Permits of papers, each once. */
const readers: readonly Permit[] = [...new Set(Object.values(printedPapers).flatMap(({ permits }) => permits))]

/**
 * Counts one print of each record, all of them or none: a record out of reach is not found, and nothing is counted. A
 * look, which changes no record.
 */
export const countPrints = call({
  method: 'POST',
  path: '/auth/v1/prints/count',
  title: '打印',
  permit: 'session',
  anyOf: readers,
  wholeCompany: true,
  input: z.strictObject({
    entity: zKey(printedPapers),
    ids: z
      .array(zId, notChosen)
      .check(z.minLength(1, notChosen), z.maxLength(printMost, `一次最多打印 ${printMost} 份`)),
  }),
  output: z.object({ prints: z.array(z.object({ id: zId, n: zInt(1, 2_147_483_647) })) }),
})

/** The records whose papers one call answers. */
export const zPaperIds = z
  .array(zId, notChosen)
  .check(z.minLength(1, notChosen), z.maxLength(papersMost, `一次最多读取 ${papersMost} 份`))
