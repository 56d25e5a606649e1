// Fuel that was used, as providers tell it, beside what was handed out: matched, and differences to be explained.
import { countFuelUses, listFuelUses, verifyCoupon, type FuelUseRow } from '@yunshu/contract/fuel/use'
import { fuelUseFaults, fuelUseStates, type FuelUseStep, takesLoss } from '@yunshu/domain/fuel/fuel'
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
import { AskShiftDrawer } from './AskShiftDrawer.tsx'
import { CouponDrawer } from './CouponDrawer.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'
import { FuelImport } from './FuelImport.tsx'
import { fuelUseColumns } from './fuelUseColumns.tsx'
import { UseDialog } from './UseDialog.tsx'

const rowKey = ({ id }: FuelUseRow): string => id
const rowName = ({ serial }: FuelUseRow): string => serial
const tabs = { field: 'state', machine: fuelUseStates, counts: countFuelUses, hasSums: true } as const
const bulk = [copyAction<FuelUseRow>('复制流水号', ({ serial }) => serial)]
const query: readonly QueryField<typeof listFuelUses>[] = [
  { name: 'fault', label: '差异', input: <KeySelect table={fuelUseFaults} /> },
  { range: ['from', 'to'], label: '消费日期', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="流水号、卡号、券码、油站" /> },
  { name: 'accountId', label: '账户', input: <FuelAccountSelect kind="OIL" placeholder="全部" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** Screen FuelUses. */
export default function FuelUsesPage() {
  const canIssue = useCan('fuel.issue')
  const canLose = useCan('fuel.buy')
  const [isVerifying, setVerifying] = useState(false)
  useReopening([() => setVerifying(true), verifyCoupon])
  const [moving, setMoving] = useState<{ row: FuelUseRow; move: FuelUseStep }>()
  const [losing, setLosing] = useState<FuelUseRow>()
  const actions = useCallback(
    (row: FuelUseRow): readonly RowAction[] => [
      ...row.moves.map(move => ({
        label: fuelUseStates.moves[move].label,
        isAside: move === 'explain',
        onClick: () => setMoving({ row, move }),
      })),
      ...(canLose && takesLoss(row.state) ? [{ label: '记损耗', isAside: true, onClick: () => setLosing(row) }] : []),
    ],
    [canLose],
  )
  return (
    <>
      <ListPage
        call={listFuelUses}
        columns={fuelUseColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有用油流水：导入供应商的消费文件"
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={
          canIssue && (
            <>
              <Button onClick={() => setVerifying(true)}>核销油券</Button>
              <FuelImport kind="fuelUses" of="OIL" label="导入用油记录" isPrimary />
            </>
          )
        }
      />
      {isVerifying && (
        <Reopens by={() => setVerifying(true)}>
          <CouponDrawer onClose={() => setVerifying(false)} />
        </Reopens>
      )}
      {losing && (
        <Reopens by={() => setLosing(losing)}>
          <AskShiftDrawer use={losing} onClose={() => setLosing(undefined)} />
        </Reopens>
      )}
      {moving && <UseDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}
