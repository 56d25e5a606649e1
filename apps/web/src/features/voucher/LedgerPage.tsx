// The books of a month: the trial balance, and the lines of one account when it is asked for.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { getTrialBalance, listLedger } from '@yunshu/contract/voucher/voucher'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { useCallback } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { LedgerLines } from './LedgerLines.tsx'
import { PeriodStepper } from '../../parts/voucher/PeriodStepper.tsx'
import { TrialBalance } from './TrialBalance.tsx'
import { TrialOut } from './TrialOut.tsx'
import '../../ui/list/list.css'
import './voucher.css'

function Trial({ onAccount }: { onAccount: (account: string, period: string, branchId: string | undefined) => void }) {
  const { filter, patch } = useUrlFilter(getTrialBalance)
  const present = periodOf(serverNow())
  const period = filter.period ?? present
  const { branchId } = filter
  const mayOpen = useCan('ledger.view')
  const open = useCallback((account: string) => onAccount(account, period, branchId), [onAccount, period, branchId])
  return (
    <div className="ys-list vc-ledger">
      <ScreenTitle />
      <div className="ys-bar">
        <div className="ys-bar-main">
          <PeriodStepper period={period} last={present} onPeriod={next => patch({ period: next })} />
          <div className="vc-branch">
            <BranchSelect
              aria-label="分公司"
              placeholder="全部分公司"
              {...(branchId === undefined ? {} : { value: branchId })}
              onChange={next => patch({ branchId: isUnreadable(next) || next === '' ? undefined : next })}
            />
          </div>
          {mayOpen && (
            <a className="ys-link" href={screenUrl('OpeningBalance')}>
              期初余额
            </a>
          )}
        </div>
        <TrialOut period={period} branchId={branchId} />
      </div>
      <TrialBalance period={period} branchId={branchId} onAccount={open} />
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
