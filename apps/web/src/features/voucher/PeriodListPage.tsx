// Closing months: the months of each branch with their standing, and one month beside them with its checks.
import { listPeriods, type PeriodRow } from '@yunshu/contract/voucher/closing'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { useCallback, useMemo, useState } from 'react'
import { useAddressPart } from '../../lib/useAddressPart.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { PeriodDrawer } from './PeriodDrawer.tsx'
import { periodColumnsWith } from './periodColumns.tsx'
import './voucher.css'

const rowKey = ({ branchCompanyId, period }: PeriodRow): string => branchCompanyId + period
const rowName = ({ branchName, period }: PeriodRow): string => `${branchName} ${periodText(period)}`
const query: readonly QueryField<typeof listPeriods>[] = [{ name: 'branchId', input: <BranchSelect /> }]

/** Screen PeriodList. */
export default function PeriodListPage() {
  const isMobile = useMobile()
  const [shown, setShown] = useState<PeriodRow>()
  // a link names the month of a branch
  const { filter } = useUrlFilter(listPeriods)
  const [month, setMonth] = useAddressPart('month')
  const actions = useCallback(
    (row: PeriodRow): readonly RowAction[] =>
      row.isNext && isMobile && !row.isOpening ? [{ label: '检查', onClick: () => setShown(row) }] : [],
    [isMobile],
  )
  const columns = useMemo(() => periodColumnsWith(setShown), [])
  return (
    <>
      <ListPage
        call={listPeriods}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有会计期间"
        onOpen={setShown}
        query={query}
        head={<span className="ys-weak">按月依次结账：一人申请，另一人确认</span>}
        actions={actions}
      />
      {!shown && filter.branchId !== undefined && month !== undefined && (
        <PeriodDrawer branchId={filter.branchId} period={month} onClose={() => setMonth(undefined)} />
      )}
      {shown && (
        <PeriodDrawer branchId={shown.branchCompanyId} period={shown.period} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}
