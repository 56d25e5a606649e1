// Ways out of deposits: waiting for a second person, for the bank, gone, or there again.
import { countDepositBacks, listDepositBacks, type DepositBackRow } from '@yunshu/contract/deposit/depositBack'
import { depositBackKinds, depositBackStates, type DepositBackMove } from '@yunshu/domain/deposit'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useRowDialog, useStepActions } from '../../ui/list/useRowAct.ts'
import { DepositBackDialog } from './DepositBackDialog.tsx'
import { DepositBackDrawer } from './DepositBackDrawer.tsx'
import { useCarrierField } from './DepositCarrierSelect.tsx'
import { depositBackColumns, useDepositSide } from './depositColumns.tsx'

const rowKey = ({ id }: DepositBackRow): string => id
const rowName = ({ backNo }: DepositBackRow): string => backNo
const tabs = { field: 'state', machine: depositBackStates, counts: countDepositBacks, hasSums: true } as const
const bulk = [copyAction<DepositBackRow>('复制退还单号', ({ backNo }) => backNo)]
const query: readonly [QueryField<typeof listDepositBacks>, ...QueryField<typeof listDepositBacks>[]] = [
  { name: 'text', input: <TextInput max={60} placeholder="退还单号、承运商、流水号、户名" /> },
  { name: 'kind', label: '方式', input: <KeySelect table={depositBackKinds} /> },
  { range: ['from', 'to'], label: '申请时间', input: <DateRangeInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]
/** Steps that say money is there again: nobody's turn. */
const asides: readonly DepositBackMove[] = ['askBounce', 'askUndo', 'withdraw']
const isAside = (move: DepositBackMove): boolean => asides.includes(move)
const isMove = (act: string): act is DepositBackMove => Object.hasOwn(depositBackStates.moves, act)
const byAddress = {
  call: listDepositBacks,
  isMove,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: (row: DepositBackRow) => row.moves,
  whyNot: (row: DepositBackRow | undefined, act: string) =>
    `现在不能${isMove(act) ? depositBackStates.moves[act].label : '办理'}：${row ? `退还单${depositBackStates.states[row.state].label}，或须由另一人办理` : '没有这张退还单'}`,
}

/** Screen DepositBackList. */
export default function DepositBackListPage() {
  const side = useDepositSide()
  const fields = useCarrierField<typeof listDepositBacks>(query)
  const { moving, setMoving, close } = useRowDialog(byAddress)
  const actions = useStepActions(depositBackStates.moves, setMoving, isAside)
  return (
    <>
      <ListPage
        call={listDepositBacks}
        columns={depositBackColumns[side]}
        rowKey={rowKey}
        rowName={rowName}
        drawer={(id, onClose) => <DepositBackDrawer id={id} actions={actions} onClose={onClose} />}
        query={fields}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        empty="没有押金退还"
      />
      {moving && (
        <Reopens by={() => setMoving(moving)}>
          <DepositBackDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />
        </Reopens>
      )}
    </>
  )
}
