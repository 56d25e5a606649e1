// The books of a month: the trial balance, and the lines of one account when it is asked for.
import { getTrialBalance, listLedger } from '@yunshu/contract/voucher/voucher'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { useCallback } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { QueryForm, type QueryField } from '../../ui/list/QueryForm.tsx'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { LedgerLines } from './LedgerLines.tsx'
import { PeriodSelect } from '../../parts/voucher/PeriodSelect.tsx'
import { TrialBalance } from './TrialBalance.tsx'
import './voucher.css'

const query: readonly QueryField<typeof getTrialBalance>[] = [
  { name: 'period', input: <PeriodSelect placeholder="请选择" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

function Trial({ onAccount }: { onAccount: (account: string, period: string, branchId: string | undefined) => void }) {
  const { filter, setFilter } = useUrlFilter(getTrialBalance)
  const period = filter.period ?? periodOf(serverNow())
  const { branchId } = filter
  const open = useCallback((account: string) => onAccount(account, period, branchId), [onAccount, period, branchId])
  return (
    <div className="ys-page">
      <div className="ys-page-body vc-ledger">
        <ScreenTitle />
        <QueryForm
          call={getTrialBalance}
          fields={query}
          filter={{ ...filter, period }}
          onQuery={setFilter}
          onReset={() => setFilter({})}
        />
        <TrialBalance period={period} branchId={branchId} onAccount={open} />
      </div>
    </div>
  )
}

/** Screen Ledger. */
export default function LedgerPage() {
  const { filter, patch } = useUrlFilter(listLedger)
  const open = useCallback(
    (account: string, period: string, branchId: string | undefined) => patch({ account, period, branchId }),
    [patch],
  )
  if (filter.account !== undefined) return <LedgerLines onBack={() => patch({ account: undefined })} />
  return <Trial onAccount={open} />
}
