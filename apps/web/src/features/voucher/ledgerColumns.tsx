// The lines of an account as they are drawn; numbers lead to the voucher.
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { ledgerListColumns } from '@yunshu/contract/voucher/ledgerColumns'
import type { LedgerLine } from '@yunshu/contract/voucher/voucher'
import { useCan } from '../../lib/can.ts'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

function EntryNumber({ line: { entryNo, voucherId, branchCompanyId } }: { line: LedgerLine }) {
  const mayOpen = useCan('voucher.view')
  return voucherId !== undefined && mayOpen ? (
    <a className="ys-link" href={voucherUrl({ id: voucherId, branchCompanyId })}>
      {entryNo}
    </a>
  ) : (
    entryNo
  )
}

const singles = drawColumns(ledgerListColumns, {
  date: { whole: true },
  entryNo: { width: 170, card: 'title', render: line => <EntryNumber line={line} /> },
  summary: { width: 240 },
  party: { width: 190 },
  debit: { width: 125 },
  credit: { width: 125 },
  side: { width: 60, align: 'center' },
  balance: { width: 135 },
})

const pair = pairing(singles)

export const ledgerColumns = withDefaults(
  [
    pair('number', ['entryNo', 'date'], { width: 180, card: 'title' }),
    pair('summary', ['summary', 'party'], { width: 280 }),
    'debit',
    'credit',
    'side',
    'balance',
  ],
  singles,
)
