// A sheet with all its lines for its paper: those beyond the first ones are read in steps.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { listSheetLines } from '@yunshu/contract/settlement/sheetLines'
import { wireProblems } from '@yunshu/domain/problems/wire'
import { Refusal } from '../../lib/errors.ts'
import { readInSteps } from '../../lib/readInSteps.ts'
import { send } from '../../lib/send.ts'

/** Lines of one step. */
const step = 1000

/** The sheet with its lines to the last one; `tell` hears how many are there. A sheet that changed meanwhile is refused. */
export async function readWholeSheet(
  sheet: SettlementDetail,
  signal: AbortSignal,
  tell: (count: number) => void,
): Promise<SettlementDetail> {
  const { settlementNum, lineCount } = sheet
  if (lineCount <= sheet.lines.length) return sheet
  tell(0)
  const lines = await readInSteps(
    cursor =>
      send(
        listSheetLines,
        { settlementNum, limit: step, ...(cursor === undefined ? {} : { cursor }) },
        { quiet: true, signal },
      ),
    tell,
  )
  if (lines.length === lineCount) return { ...sheet, lines }
  throw new Refusal({
    code: wireProblems['row.stale'].code,
    http: 0,
    message: `结算单 ${settlementNum} 刚刚有变化，请重新打印`,
  })
}
