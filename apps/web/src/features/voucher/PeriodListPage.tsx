// Closing months: the months of each branch with their standing, and one month beside them with its checks.
import { listPeriods, type PeriodRow } from '@yunshu/contract/voucher/closing'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { useCallback, useMemo, type ReactNode } from 'react'
import { useAddressPart } from '../../lib/useAddressPart.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useShownRow } from '../../ui/list/shownRow.ts'
import { PeriodDrawer } from './PeriodDrawer.tsx'
import { periodColumnsWith } from './periodColumns.tsx'
import './voucher.css'

const rowKey = ({ branchCompanyId, period }: PeriodRow): string => branchCompanyId + period
const rowName = ({ branchName, period }: PeriodRow): string => `${branchName} ${periodText(period)}`
const query: readonly QueryField<typeof listPeriods>[] = [{ name: 'branchId', input: <BranchSelect /> }]

/** Letters of a branch's id, after which its month stands in the key of a row. */
const idLength = 36
const drawer = (id: string, onClose: () => void): ReactNode => (
  <PeriodDrawer key={id} branchId={id.slice(0, idLength)} period={id.slice(idLength)} onClose={onClose} />
)

/** Screen PeriodList. */
export default function PeriodListPage() {
  const isMobile = useMobile()
  const [shown, show] = useShownRow()
  // a link of the work of today names the month of a branch
  const { filter } = useUrlFilter(listPeriods)
  const [month, setMonth] = useAddressPart('month')
  const check = useCallback((row: PeriodRow): void => show(rowKey(row)), [show])
  const actions = useCallback(
    (row: PeriodRow): readonly RowAction[] =>
      row.isNext && isMobile && !row.isOpening ? [{ label: '检查', onClick: () => check(row) }] : [],
    [isMobile, check],
  )
  const columns = useMemo(() => periodColumnsWith(check), [check])
  return (
    <>
      <ListPage
        call={listPeriods}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有会计期间"
        drawer={drawer}
        query={query}
        head={<span className="ys-weak">按月依次结账：一人申请，另一人确认</span>}
        actions={actions}
      />
      {shown === undefined && filter.branchId !== undefined && month !== undefined && (
        <PeriodDrawer branchId={filter.branchId} period={month} onClose={() => setMonth(undefined)} />
      )}
    </>
  )
}
