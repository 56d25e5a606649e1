// The slips of chosen movements in one print.
import { listTradePapers, type TradePaper, type TradeRow } from '@yunshu/contract/trade/trade'
import { useMemo } from 'react'
import { send } from '../../lib/send.ts'
import type { BulkAction } from '../../ui/list/column.tsx'
import { usePaperBatch, type PaperLoader } from '../../ui/usePaperBatch.tsx'
import { SlipPrint } from './SlipPrint.tsx'

const load: PaperLoader<TradePaper> = async (ids, signal) =>
  (await send(listTradePapers, { ids }, { quiet: true, signal })).rows

/** The action of the list, and what it draws in the page. */
export function useSlipBatch() {
  const { take, view } = usePaperBatch('trade', load)
  const print = useMemo(
    (): BulkAction<TradeRow> => ({
      label: '打印所选回单',
      permit: 'trade.slip',
      run: rows => void take(rows, trade => <SlipPrint trade={trade} />),
    }),
    [take],
  )
  return { print, view }
}
