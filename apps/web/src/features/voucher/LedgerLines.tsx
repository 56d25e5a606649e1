// The lines of one account in a month (明细账) with running balance; numbers lead to the voucher.
import { listLedger, sumLedger, type LedgerLine } from '@yunshu/contract/voucher'
import { accounts } from '@yunshu/domain/voucher/chart'
import { Button } from 'antd'
import { useCan } from '../../lib/can.ts'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { unsigned } from './balance.ts'
import { BranchSelect } from './BranchSelect.tsx'
import { PeriodSelect } from './PeriodSelect.tsx'
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

const columns: readonly Column<LedgerLine>[] = [
  timeColumn('date', '日期', line => line.date, { dayOnly: true }),
  { key: 'entryNo', title: '分录号', width: 170, card: 'title', render: line => <EntryNumber line={line} /> },
  textColumn('summary', '摘要', line => line.summary, { width: 240 }),
  textColumn('party', '往来单位', line => line.party, { width: 190 }),
  moneyColumn('debit', '借方', line => line.debit, { width: 125 }),
  moneyColumn('credit', '贷方', line => line.credit, { width: 125 }),
  textColumn('side', '方向', line => line.side, { width: 60, align: 'center' }),
  moneyColumn('balance', '余额', line => unsigned(line.balance), { width: 135, totals: [] }),
]

const accountOptions = accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
const query: readonly QueryField<typeof listLedger>[] = [
  { name: 'account', label: '科目', input: <ChoiceSelect options={accountOptions} /> },
  { name: 'period', input: <PeriodSelect placeholder="请选择" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

// one entry may touch an account twice: the running balance tells its lines apart
const rowKey = (line: LedgerLine): string => [line.entryNo, line.party, line.debit, line.credit, line.balance].join(' ')
const rowName = ({ entryNo }: LedgerLine): string => entryNo
const isReady = ({ account, period }: { account?: string | undefined; period?: string | undefined }): boolean =>
  account !== undefined && period !== undefined

/** Account, month and branch stand in the address of the tab, so a line of the books can be sent to a colleague. */
export function LedgerLines({ onBack }: { onBack: () => void }) {
  return (
    <ListPage
      call={listLedger}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      query={query}
      isReady={isReady}
      sums={sumLedger}
      notReady="请选择科目和会计期间"
      head={<Button onClick={onBack}>返回科目余额表</Button>}
    />
  )
}
