// The papers of chosen vouchers in one print, on either paper.
import { listVoucherPapers, type VoucherPaper, type VoucherRow } from '@yunshu/contract/voucher/voucher'
import { useMemo } from 'react'
import { send } from '../../lib/send.ts'
import { paperFormats, paperNames, VoucherSheet } from '../../parts/voucher/VoucherSheet.tsx'
import type { BulkAction } from '../../ui/list/column.tsx'
import { usePaperBatch, type PaperLoader } from '../../ui/usePaperBatch.tsx'

const load: PaperLoader<VoucherPaper> = async (ids, signal) =>
  (await send(listVoucherPapers, { ids }, { quiet: true, signal })).rows

/** The actions of the list, one for each paper, and what they draw in the page. */
export function useVoucherBatch() {
  const { take, view } = usePaperBatch('voucher', load)
  const print = useMemo(
    () =>
      paperFormats.map((paper): BulkAction<VoucherRow> => ({
        label: `打印所选 ${paperNames[paper]}`,
        run: rows => void take(rows, voucher => <VoucherSheet voucher={voucher} paper={paper} />),
      })),
    [take],
  )
  return { print, view }
}
