// Remittances: money that came to the channel account, waiting for a second person, for a claim, or done.
import { countRemittances, listRemittances, type RemittanceRow } from '@yunshu/contract/remittance/remittance'
import { remittanceStates, remittanceSteps, type RemittanceMove } from '@yunshu/domain/remittance'
import { listSorts } from '@yunshu/domain/sorting'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { isPlatform } from '../../lib/side.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useShownRow } from '../../ui/list/shownRow.ts'
import { useRowDialog } from '../../ui/list/useRowAct.ts'
import { AskReturnDialog } from './AskReturnDialog.tsx'
import { RecordRemittanceDrawer } from './RecordRemittanceDrawer.tsx'
import { remittanceColumns } from './remittanceColumns.tsx'
import { RemittanceDialog, type DialogMove } from './RemittanceDialog.tsx'
import { RemittanceDrawer } from './RemittanceDrawer.tsx'
import { leadsOn } from './RemittanceTag.tsx'

const rowKey = ({ id }: RemittanceRow): string => id
const rowName = ({ remittanceNo }: RemittanceRow): string => remittanceNo
const tabs = { field: 'state', machine: remittanceStates, counts: countRemittances, hasSums: true } as const
const bulk = [copyAction<RemittanceRow>('复制来款号', ({ remittanceNo }) => remittanceNo)]
const query: readonly QueryField<typeof listRemittances>[] = [
  { range: ['from', 'to'], label: '到账日期', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="付款方、流水号、附言" /> },
  { name: 'numbers', input: <NumbersInput placeholder="来款号、银行流水号、退回流水号，可粘贴多个" /> },
  { name: 'amountFrom', label: '金额不低于', input: <MoneyInput /> },
  { name: 'amountTo', label: '金额不高于', input: <MoneyInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]

const isStep = (act: string): act is StepMove => act !== 'claim' && remittanceSteps.some(step => step === act)
const byAddress = {
  call: listRemittances,
  isMove: isStep,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: (row: RemittanceRow) => row.moves,
  whyNot: (row: RemittanceRow | undefined, act: string) =>
    `现在不能${Object.entries(remittanceStates.moves).find(([move]) => move === act)?.[1].label ?? '办理'}：${row ? `来款${remittanceStates.states[row.state].label}，或须由另一人办理` : '没有这笔来款'}`,
}

/** Steps with a dialog; the claim has its place in the drawer. */
type StepMove = DialogMove | 'askReturn'

const Step = ({ row, move, onClose }: { row: RemittanceRow; move: StepMove; onClose: () => void }) =>
  move === 'askReturn' ? (
    <AskReturnDialog row={row} onClose={onClose} />
  ) : (
    <RemittanceDialog row={row} move={move} onClose={onClose} />
  )

/** Screen RemittanceList. */
export default function RemittanceListPage() {
  const canRecord = useCan('remittance.record')
  const isPlatformSide = useSession(({ info }) => isPlatform(info))
  const [isRecording, setRecording] = useState(false)
  const [shown, show] = useShownRow()
  const { moving, setMoving, close, asking: linked, done } = useRowDialog(byAddress)
  const claiming = linked?.act === 'claim' ? linked.row.id : undefined
  const actions = useCallback(
    (row: RemittanceRow): readonly RowAction[] => {
      const act = (move: RemittanceMove): RowAction => ({
        label: remittanceStates.moves[move].label,
        danger: 'danger' in remittanceStates.moves[move],
        isAside: !leadsOn(move),
        onClick: () => (move === 'claim' ? show(row.id) : setMoving({ row, move })),
      })
      return [...row.moves.filter(leadsOn).map(act), ...row.moves.filter(move => !leadsOn(move)).map(act)]
    },
    [show, setMoving],
  )
  return (
    <>
      <ListPage
        call={listRemittances}
        columns={isPlatformSide ? remittanceColumns.platform : remittanceColumns.branch}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有来款：银行到了钱先在这里登记"
        drawer={(id, onClose) => <RemittanceDrawer id={id} actions={actions} onClose={onClose} />}
        query={query}
        tabs={tabs}
        sorts={listSorts.remittances}
        bulk={bulk}
        actions={actions}
        primary={
          canRecord && (
            <Button type="primary" onClick={() => setRecording(true)}>
              登记来款
            </Button>
          )
        }
      />
      {isRecording && (
        <Reopens by={() => setRecording(true)}>
          <RecordRemittanceDrawer onClose={() => setRecording(false)} />
        </Reopens>
      )}
      {claiming !== undefined && shown === undefined && (
        <RemittanceDrawer id={claiming} actions={actions} onClose={done} />
      )}
      {moving && <Step key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />}
    </>
  )
}
