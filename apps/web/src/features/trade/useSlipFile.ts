// The bank's slips of chosen movements as one file.
import { downloadTradeSlips, slipsMost, type TradeRow } from '@yunshu/contract/trade/trade'
import { formatDate } from '@yunshu/domain/figures/time'
import { useMemo } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import type { BulkAction } from '../../ui/list/column.tsx'

const hasSlip = ({ slips }: TradeRow): boolean => slips > 0

/** The action of the list; movements without a slip are left out. */
export function useSlipFile(): BulkAction<TradeRow> {
  const { run } = useSend(downloadTradeSlips, {
    done: file => saveFile(file, `银行回单${formatDate(serverNow()).replaceAll('-', '')}.zip`),
  })
  return useMemo(
    () => ({
      label: '下载银行回单',
      permit: 'trade.slip',
      isFor: hasSlip,
      run: rows => {
        const kept = rows.filter(hasSlip)
        if (kept.length === 0) toast.warning('所选流水还没有银行回单')
        else if (kept.length > slipsMost) toast.warning(`一次最多下载 ${slipsMost} 笔流水的银行回单`)
        else void run({ ids: kept.map(({ id }) => id) })
      },
    }),
    [run],
  )
}
