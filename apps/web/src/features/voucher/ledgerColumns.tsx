// The lines of an account as they are drawn; numbers lead to the voucher.
import { ledgerListColumns } from '@yunshu/contract/voucher/ledgerColumns'
import type { LedgerLine } from '@yunshu/contract/voucher/voucher'
import { useCan } from '../../lib/can.ts'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { voucherUrl } from './voucherColumns.tsx'

function EntryNumber({ line: { entryNo, voucherId, branchCompanyId } }: { line: LedgerLine }) {
  const mayOpen = useCan('voucher.view')
  return voucherId !== undefined && mayOpen ? (
    <a className="ys-link" href={voucherUrl(voucherId, branchCompanyId)}>
      {entryNo}
    </a>
  ) : (
    entryNo
  )
}

export const ledgerColumns = drawColumns(ledgerListColumns, {
  date: { whole: true },
  entryNo: { width: 170, card: 'title', render: line => <EntryNumber line={line} /> },
  summary: { width: 240 },
  party: { width: 190 },
  debit: { width: 125 },
  credit: { width: 125 },
  side: { width: 60, align: 'center' },
  balance: { width: 135 },
})
