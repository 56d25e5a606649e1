// The papers of chosen settlement sheets in one print.
import { getSettlement, type SettlementRow } from '@yunshu/contract/settlement/settlement'
import { listSheetPapers, type SheetPaper } from '@yunshu/contract/settlement/sheetPaper'
import { useMemo } from 'react'
import { send } from '../../lib/send.ts'
import { toast } from '../../lib/toast.ts'
import type { BulkAction } from '../../ui/list/column.tsx'
import { usePaperBatch, type PaperLoader } from '../../ui/usePaperBatch.tsx'
import { SheetPrint } from './SheetPrint.tsx'
import { readWholeSheet } from './wholeSheet.ts'

/** The most lines of one print: a thousand pages. */
const linesMost = 20_000

/** Sheets of many lines are read one after another, each by pages. */
const load: PaperLoader<SheetPaper> = async (ids, signal, tell) => {
  const quiet = { quiet: true, signal }
  const { rows, long } = await send(listSheetPapers, { ids }, quiet)
  const papers = new Map<string, SheetPaper>(rows.map(row => [row.id, row]))
  for (const { id, settlementNum } of long) {
    const sheet = await send(getSettlement, { settlementNum }, quiet)
    const told = (count: number): void => tell(`结算单 ${settlementNum} 已读取 ${count} 行，共 ${sheet.lineCount} 行`)
    papers.set(id, await readWholeSheet(sheet, signal, told))
  }
  return ids.flatMap(id => papers.get(id) ?? [])
}

/** The action of the list, and what it draws in the page. */
export function useSheetBatch() {
  const { take, view } = usePaperBatch('settlement', load)
  const print = useMemo(
    (): BulkAction<SettlementRow> => ({
      label: '打印所选',
      run: rows => {
        const lines = rows.reduce((sum, { lineCount }) => sum + lineCount, 0)
        if (lines > linesMost) toast.warning(`一次最多打印 ${linesMost} 行，所选结算单共 ${lines} 行，请分批打印`)
        else void take(rows, sheet => <SheetPrint sheet={sheet} />)
      },
    }),
    [take],
  )
  return { print, view }
}
