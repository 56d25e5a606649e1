// Fuel and tolls handed out to waybills: what was used, what is left, and taking it back.
import { countFuelIssues, issueFuel, listFuelIssues, type FuelIssueRow } from '@yunshu/contract/fuel/issue'
import { fuelIssueStates, fuelMedia } from '@yunshu/domain/fuel/fuel'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'
import { FuelCardSelect } from './FuelCardSelect.tsx'
import { fuelIssueColumns } from './fuelColumns.tsx'
import { FuelIssuePaper, fuelIssuePaperTitle } from './FuelIssuePaper.tsx'
import { IssueDrawer } from './IssueDrawer.tsx'
import { RecoverDialog } from './RecoverDialog.tsx'

const rowKey = ({ id }: FuelIssueRow): string => id
const rowName = ({ issueNo }: FuelIssueRow): string => issueNo
const tabs = { field: 'state', machine: fuelIssueStates, counts: countFuelIssues, hasSums: true } as const
const bulk = [copyAction<FuelIssueRow>('复制发放单号', ({ issueNo }) => issueNo)]
const query: readonly QueryField<typeof listFuelIssues>[] = [
  { name: 'medium', label: '方式', input: <KeySelect table={fuelMedia} /> },
  { range: ['from', 'to'], label: '发放日期', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="单号、卡号、券码、车牌" /> },
  { name: 'accountId', label: '账户', input: <FuelAccountSelect placeholder="全部" /> },
  { name: 'cardId', label: '油卡', input: <FuelCardSelect placeholder="全部" /> },
  { range: ['endedFrom', 'endedTo'], label: '用完或回收日期', input: <DateRangeInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** Screen FuelIssues. */
export default function FuelIssuesPage() {
  const canIssue = useCan('fuel.issue')
  const [isIssuing, setIssuing] = useState(false)
  useReopening([() => setIssuing(true), issueFuel])
  const [recovering, setRecovering] = useState<FuelIssueRow>()
  const { print, sheet } = usePaper('fuelIssue')
  const actions = useCallback(
    (row: FuelIssueRow): readonly RowAction[] => [
      ...(row.moves.includes('recover')
        ? [{ label: fuelIssueStates.moves.recover.label, danger: true, onClick: () => setRecovering(row) }]
        : []),
      // a pass is read from the toll gates: nobody is handed anything
      ...(row.medium === 'PASS'
        ? []
        : [
            {
              label: `打印${fuelIssuePaperTitle(row)}`,
              isAside: true,
              onClick: () => print(row.id, <FuelIssuePaper of={row} />),
            },
          ]),
    ],
    [print],
  )
  return (
    <>
      <ListPage
        call={listFuelIssues}
        columns={fuelIssueColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有发放记录：先发放待发放的运单"
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={
          canIssue && (
            <Button type="primary" onClick={() => setIssuing(true)}>
              发放
            </Button>
          )
        }
      />
      {isIssuing && (
        <Reopens by={() => setIssuing(true)}>
          <IssueDrawer onClose={() => setIssuing(false)} />
        </Reopens>
      )}
      {sheet}
      {recovering && <RecoverDialog row={recovering} onClose={() => setRecovering(undefined)} />}
    </>
  )
}
