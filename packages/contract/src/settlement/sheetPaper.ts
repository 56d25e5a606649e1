// The call that answers the papers of settlement sheets, many at once.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zId } from '../fields.ts'
import { zPaperIds } from '../print.ts'
import { SettlementDetail, SettlementRow } from './settlement.ts'

const { dueInWords, rounding, remark, payees, lines, carried } = SettlementDetail.shape

/** A sheet as it is printed. */
export const SheetPaper = z.extend(SettlementRow, { dueInWords, rounding, remark, payees, lines, carried })
export type SheetPaper = z.output<typeof SheetPaper>

/** The papers of sheets, in the order of their ids as told; all of them or none. */
export const listSheetPapers = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/papers',
  title: '打印结算单',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject({ ids: zPaperIds }),
  output: z.object({
    /** Those with all their lines. */
    rows: z.array(SheetPaper),
    /** Those of more lines than stand in one answer: `getSettlement` and `listSheetLines` have them by pages. */
    long: z.array(z.object({ id: zId, settlementNum: z.string() })),
  }),
})
