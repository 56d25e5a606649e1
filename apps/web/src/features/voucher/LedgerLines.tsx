// The lines of one account in a month (明细账) with running balance.
import { listLedger, sumLedger, type LedgerLine } from '@yunshu/contract/voucher/voucher'
import { accounts } from '@yunshu/domain/voucher/chart'
import { Button } from 'antd'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { ledgerColumns } from './ledgerColumns.tsx'
import { PeriodSelect } from '../../parts/voucher/PeriodSelect.tsx'

const accountOptions = accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
const query: readonly QueryField<typeof listLedger>[] = [
  { name: 'account', label: '科目', input: <ChoiceSelect options={accountOptions} /> },
  { name: 'period', input: <PeriodSelect placeholder="请选择" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

const rowKey = ({ entryNo, n }: LedgerLine): string => `${entryNo} ${n}`
const rowName = ({ entryNo }: LedgerLine): string => entryNo
const isReady = ({ account, period }: { account?: string | undefined; period?: string | undefined }): boolean =>
  account !== undefined && period !== undefined

/** Account, month and branch stand in the address of the tab, so a line of the books can be sent to a colleague. */
export function LedgerLines({ onBack }: { onBack: () => void }) {
  return (
    <ListPage
      call={listLedger}
      columns={ledgerColumns}
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
