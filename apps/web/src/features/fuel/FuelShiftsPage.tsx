// Shifts of stock between accounts of a provider, losses and surpluses: waiting for a second person, booked, undone.
import { askFuelShift, countFuelShifts, listFuelShifts, type FuelShiftRow } from '@yunshu/contract/fuel/shift'
import { fuelShiftKinds, fuelShiftStates, type FuelShiftMove } from '@yunshu/domain/fuel/fuelShift'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { copyAction } from '../../ui/list/bulkActions.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useRowDialog, useStepActions } from '../../ui/list/useRowAct.ts'
import { takesBack } from '../../ui/takesBack.ts'
import { AskShiftDrawer } from './AskShiftDrawer.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'
import { fuelShiftColumns } from './fuelShiftColumns.tsx'
import { ShiftDialog } from './ShiftDialog.tsx'
import { ShiftDrawer } from './ShiftDrawer.tsx'

const rowKey = ({ id }: FuelShiftRow): string => id
const rowName = ({ shiftNo }: FuelShiftRow): string => shiftNo
const tabs = { field: 'state', machine: fuelShiftStates, counts: countFuelShifts, hasSums: true } as const
const bulk = [copyAction<FuelShiftRow>('复制调整单号', ({ shiftNo }) => shiftNo)]
const query: readonly QueryField<typeof listFuelShifts>[] = [
  { name: 'kind', label: '业务', input: <KeySelect table={fuelShiftKinds} /> },
  { range: ['from', 'to'], label: '登记日期', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="单号、原因" /> },
  { name: 'accountId', label: '账户', input: <FuelAccountSelect placeholder="全部" /> },
  { name: 'branchId', input: <BranchSelect /> },
]
const isMove = (act: string): act is FuelShiftMove => Object.hasOwn(fuelShiftStates.moves, act)
const byAddress = {
  call: listFuelShifts,
  isMove,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: (row: FuelShiftRow) => row.moves,
  whyNot: (row: FuelShiftRow | undefined, act: string) =>
    `现在不能${isMove(act) ? fuelShiftStates.moves[act].label : '办理'}：${row ? `调整单${fuelShiftStates.states[row.state].label}，或须由另一人办理` : '没有这张调整单'}`,
}

/** Screen FuelShifts. */
export default function FuelShiftsPage() {
  const canAsk = useCan('fuel.buy')
  const [isAsking, setAsking] = useState(false)
  useReopening([() => setAsking(true), askFuelShift])
  const { moving, setMoving, close } = useRowDialog(byAddress)
  const actions = useStepActions(fuelShiftStates.moves, setMoving, takesBack)
  return (
    <>
      <ListPage
        call={listFuelShifts}
        columns={fuelShiftColumns}
        rowKey={rowKey}
        rowName={rowName}
        drawer={(id, onClose) => <ShiftDrawer id={id} actions={actions} onClose={onClose} />}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={
          canAsk && (
            <Button type="primary" onClick={() => setAsking(true)}>
              登记调整
            </Button>
          )
        }
        empty="没有油品调整"
      />
      {isAsking && (
        <Reopens by={() => setAsking(true)}>
          <AskShiftDrawer onClose={() => setAsking(false)} />
        </Reopens>
      )}
      {moving && (
        <Reopens by={() => setMoving(moving)}>
          <ShiftDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />
        </Reopens>
      )}
    </>
  )
}
