// Deposits of carriers: waiting for a second person, held, gone back, taken back.
import { countDeposits, listDeposits, recordDeposit, type DepositRow } from '@yunshu/contract/deposit/deposit'
import { depositPurposes, depositStates, type DepositMove } from '@yunshu/domain/deposit'
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
import { useRowDialog } from '../../ui/list/useRowAct.ts'
import { takesBack } from '../../ui/takesBack.ts'
import { AskBackDrawer } from './AskBackDrawer.tsx'
import { useCarrierField } from './DepositCarrierSelect.tsx'
import { depositColumns, useDepositSide } from './depositColumns.tsx'
import { DepositDialog } from './DepositDialog.tsx'
import { DepositDrawer } from './DepositDrawer.tsx'
import { RecordDepositDrawer } from './RecordDepositDrawer.tsx'

const rowKey = ({ id }: DepositRow): string => id
const rowName = ({ depositNo }: DepositRow): string => depositNo
const tabs = { field: 'state', machine: depositStates, counts: countDeposits, hasSums: true } as const
const bulk = [copyAction<DepositRow>('复制押金号', ({ depositNo }) => depositNo)]
const query: readonly [QueryField<typeof listDeposits>, ...QueryField<typeof listDeposits>[]] = [
  { name: 'text', input: <TextInput max={60} placeholder="押金号、承运商、流水号、备注" /> },
  { name: 'purpose', input: <KeySelect table={depositPurposes} /> },
  { range: ['from', 'to'], label: '到账日期', input: <DateRangeInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]
const isMove = (act: string): act is DepositMove => Object.hasOwn(depositStates.moves, act)
const byAddress = {
  call: listDeposits,
  isMove,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: (row: DepositRow) => row.moves,
  whyNot: (row: DepositRow | undefined, act: string) =>
    `现在不能${isMove(act) ? depositStates.moves[act].label : '办理'}：${row ? `押金${depositStates.states[row.state].label}，或须由另一人办理` : '没有这笔押金'}`,
}

interface Moving {
  readonly row: DepositRow
  readonly move: DepositMove
}

/** Acts of a row: its steps, and asking it back while some of it is left. */
const actsOf = (setMoving: (moving: Moving) => void, setAsking: (row: DepositRow) => void) => (row: DepositRow) => [
  ...(row.canAskBack ? [{ label: '申请退还', onClick: () => setAsking(row) }] : []),
  ...row.moves.map((move): RowAction => ({
    label: depositStates.moves[move].label,
    danger: 'danger' in depositStates.moves[move],
    isAside: move === 'askUndo' || takesBack(move),
    onClick: () => setMoving({ row, move }),
  })),
]

/** Screen DepositList. */
export default function DepositListPage() {
  const side = useDepositSide()
  const fields = useCarrierField<typeof listDeposits>(query)
  const canRecord = useCan('fund.record')
  const [isRecording, setRecording] = useState(false)
  useReopening([() => setRecording(true), recordDeposit])
  const [asking, setAsking] = useState<DepositRow>()
  const { moving, setMoving, close } = useRowDialog(byAddress)
  const actions = useCallback((row: DepositRow) => actsOf(setMoving, setAsking)(row), [setMoving])
  return (
    <>
      <ListPage
        call={listDeposits}
        columns={depositColumns[side]}
        rowKey={rowKey}
        rowName={rowName}
        drawer={(id, onClose) => <DepositDrawer id={id} actions={actions} onClose={onClose} />}
        query={fields}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={
          canRecord && (
            <Button type="primary" onClick={() => setRecording(true)}>
              登记押金
            </Button>
          )
        }
        empty="没有押金"
      />
      {isRecording && (
        <Reopens by={() => setRecording(true)}>
          <RecordDepositDrawer onClose={() => setRecording(false)} />
        </Reopens>
      )}
      {asking && (
        <Reopens by={() => setAsking(asking)}>
          <AskBackDrawer row={asking} onClose={() => setAsking(undefined)} />
        </Reopens>
      )}
      {moving && <DepositDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />}
    </>
  )
}
