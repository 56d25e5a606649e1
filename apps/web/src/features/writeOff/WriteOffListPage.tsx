// Receivables of shippers that are given up: waiting for a second person, written off, taken back.
import { countWriteOffs, listOwingShippers, listWriteOffs, type WriteOffRow } from '@yunshu/contract/writeOff/writeOff'
import { writeOffStates, type WriteOffMove } from '@yunshu/domain/writeOff'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { AskWriteOffDialog } from '../../parts/writeOff/AskWriteOffDialog.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useShownRow } from '../../ui/list/shownRow.ts'
import { useRowDialog, useStepActions } from '../../ui/list/useRowAct.ts'
import { writeOffColumns } from './writeOffColumns.tsx'
import { WriteOffDialog } from './WriteOffDialog.tsx'
import { WriteOffDrawer } from './WriteOffDrawer.tsx'

const rowKey = ({ id }: WriteOffRow): string => id
const rowName = ({ writeOffNo }: WriteOffRow): string => writeOffNo
const tabs = { field: 'state', machine: writeOffStates, counts: countWriteOffs, hasSums: true } as const
const bulk = [copyAction<WriteOffRow>('复制核销单号', ({ writeOffNo }) => writeOffNo)]
const query: readonly QueryField<typeof listWriteOffs>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="单号、货主、运单号、原因" /> },
  { range: ['from', 'to'], label: '申请日期', input: <DateRangeInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]
const isMove = (act: string): act is WriteOffMove => Object.hasOwn(writeOffStates.moves, act)
/** Steps that take something back: nobody's turn. */
const asides: readonly WriteOffMove[] = ['withdraw', 'askUndo']
const isAside = (move: WriteOffMove): boolean => asides.includes(move)
const byAddress = {
  call: listWriteOffs,
  isMove,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: (row: WriteOffRow) => row.moves,
  whyNot: (row: WriteOffRow | undefined, act: string) =>
    `现在不能${isMove(act) ? writeOffStates.moves[act].label : '办理'}：${row ? `核销单${writeOffStates.states[row.state].label}，或须由另一人办理` : '没有这张核销单'}`,
}
interface Of {
  readonly shipperId: string
  readonly branchId: string
}

/** Screen WriteOffList. */
export default function WriteOffListPage() {
  const canAsk = useCan('debt.collect')
  const [, show] = useShownRow()
  const [asking, setAsking] = useState<Of>()
  const { moving, setMoving, close } = useRowDialog(byAddress)
  const actions = useStepActions(writeOffStates.moves, setMoving, isAside)
  return (
    <>
      <ListPage
        call={listWriteOffs}
        columns={writeOffColumns}
        rowKey={rowKey}
        rowName={rowName}
        drawer={(id, onClose) => <WriteOffDrawer id={id} onMove={setMoving} onClose={onClose} />}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={canAsk && <OwingSelect onChoose={setAsking} />}
        empty="没有应收坏账"
      />
      {asking && (
        <Reopens by={() => setAsking(asking)}>
          <AskWriteOffDialog {...asking} onDone={show} onClose={() => setAsking(undefined)} />
        </Reopens>
      )}
      {moving && <WriteOffDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />}
    </>
  )
}

const apart = ' '
/** Choosing the shipper, with the branch it owes, whose receivables are given up. */
function OwingSelect({ onChoose }: { onChoose: (of: Of) => void }) {
  return (
    <CallSelect
      aria-label="申请坏账核销的货主"
      placeholder="申请核销：选择货主"
      value={undefined}
      onChange={next => {
        const [shipperId, branchId] = typeof next === 'string' ? next.split(apart) : []
        if (shipperId !== undefined && branchId !== undefined) onChoose({ shipperId, branchId })
      }}
      call={listOwingShippers}
      input={text => (text === '' ? {} : { text })}
      options={({ rows }) =>
        rows.map(({ shipperId, shipperName, branchId, branchName }) => ({
          value: `${shipperId}${apart}${branchId}`,
          label: `${shipperName} · ${branchName}`,
        }))
      }
    />
  )
}
