// Statements of shippers: made, sent, disputed, confirmed; a shipper sees those it was sent.
import { countStatements, listStatements, urgeStatement, type StatementRow } from '@yunshu/contract/statement/statement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { recordsOfAct } from '@yunshu/domain/batch'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { statementStates, type WholeMove } from '@yunshu/domain/statement'
import { useCallback, useMemo, useState } from 'react'
import { staleAfter } from '@yunshu/contract/topics'
import { serverNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useSend } from '../../lib/useCall.ts'
import { toldUrge, urgeActs } from '../../parts/urge/urging.ts'
import { useBatchBar } from '../../parts/batch/useBatch.tsx'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { overPeriods } from './MakeStatementDrawer.tsx'
import { statementColumns } from './statementColumns.tsx'
import { StatementDialog } from './StatementDialog.tsx'
import { useMakeStatements } from './useMakeStatements.tsx'

const rowKey = ({ id }: StatementRow): string => id
const rowName = ({ statementNo }: StatementRow): string => statementNo
const open = ({ id }: StatementRow): string => screenUrl('StatementDetails', { id })
const tabs = { field: 'state', machine: statementStates, counts: countStatements, hasSums: true } as const
const copy = copyAction<StatementRow>('复制对账单号', ({ statementNo }) => statementNo)
const batchOf = {
  acts: ['sendStatement'],
  rowKey,
  fits: ({ state }: StatementRow) => recordsOfAct.sendStatement.some(from => from === state),
} as const
const query: readonly QueryField<typeof listStatements>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="对账单号、货主" /> },
  { name: 'period', label: '月份', input: <ChoiceSelect options={overPeriods(serverNow())} /> },
  { name: 'branchId', input: <BranchSelect /> },
]

interface Moving {
  readonly row: StatementRow
  readonly move: WholeMove
}

/** Screen StatementList. */
export default function StatementListPage() {
  const isHouse = sidesOf(useSession(s => s.info)).some(isHouseSide)
  const { primary, dialogs } = useMakeStatements()
  const batch = useBatchBar(batchOf)
  const bulk = useMemo(() => [...batch.bulk, copy], [batch.bulk])
  const [moving, setMoving] = useState<Moving>()
  const { run: urge } = useSend(urgeStatement, { invalidates: staleAfter('statement'), done: toldUrge })
  const actions = useCallback(
    (row: StatementRow): readonly RowAction[] => [
      // rows that wait for the other side are urged, as on their own page
      ...urgeActs({ ...row, isBusy: false, onUrge: () => void urge({ id: row.id }) }).map(act => ({
        ...act,
        isAside: true,
      })),
      ...(row.mayExplain ? [{ label: statementStates.moves.explain.label, to: `${open(row)}?mark=disputed` }] : []),
      ...row.moves.map(move => ({
        label: statementStates.moves[move].label,
        danger: 'danger' in statementStates.moves[move],
        isAside: 'danger' in statementStates.moves[move],
        onClick: () => setMoving({ row, move }),
      })),
    ],
    [urge],
  )
  return (
    <>
      <ListPage
        call={listStatements}
        columns={statementColumns[isHouse ? 'house' : 'company']}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={primary}
        empty="没有对账单"
      />
      {dialogs}
      {batch.dialog}
      {moving && (
        <StatementDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={() => setMoving(undefined)} />
      )}
    </>
  )
}
