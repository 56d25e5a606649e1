// Credit of shippers: the rest left for new waybills of each, and its limit.
import { listCredits, type CreditRow } from '@yunshu/contract/credit/credit'
import { creditModes } from '@yunshu/domain/credit'
import { useCallback } from 'react'
import { useCan } from '../../lib/can.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useShownRow } from '../../ui/list/shownRow.ts'
import { creditColumns } from './creditColumns.tsx'
import { CreditDrawer } from './CreditDrawer.tsx'

const rowKey = ({ id }: CreditRow): string => id
const rowName = ({ shipperName }: CreditRow): string => shipperName
const bulk = [copyAction<CreditRow>('复制货主名称', ({ shipperName }) => shipperName)]
const query: readonly QueryField<typeof listCredits>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="货主" /> },
  { name: 'control', input: <KeySelect table={creditModes} /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** Screen CreditList. */
export default function CreditListPage() {
  const canSet = useCan('credit.set')
  const isMobile = useMobile()
  const [, show] = useShownRow()
  const actions = useCallback(
    (row: CreditRow): readonly RowAction[] =>
      canSet ? [{ label: '设置额度', isAside: true, onClick: () => show(row.id) }] : [],
    [canSet, show],
  )
  return (
    <>
      <ListPage
        call={listCredits}
        columns={creditColumns}
        rowKey={rowKey}
        rowName={rowName}
        drawer={(id, onClose) => (
          <Reopens by={() => show(id)}>
            <CreditDrawer id={id} onClose={onClose} />
          </Reopens>
        )}
        query={query}
        head={!isMobile && <span className="ys-weak">可用 = 信用额度 + 预收 − 应收未付 − 已核销坏账 − 在途预估</span>}
        bulk={bulk}
        actions={actions}
        empty="没有货主"
      />
    </>
  )
}
