// Fuel cards of the house: what is on each, whose it is, freezing and closing them.
import { addFuelCard, countFuelCards, listFuelCards, type FuelCardRow } from '@yunshu/contract/fuel/fuel'
import { listUrl } from '@yunshu/contract/screens/screens'
import { fuelCardStates, type FuelCardMove } from '@yunshu/domain/fuel/fuel'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { CardDialog } from './CardDialog.tsx'
import { CardDrawer } from './CardDrawer.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'
import { FuelImport } from './FuelImport.tsx'
import { fuelCardColumns } from './fuelColumns.tsx'

const rowKey = ({ id }: FuelCardRow): string => id
const rowName = ({ cardNo }: FuelCardRow): string => cardNo
const tabs = { field: 'state', machine: fuelCardStates, counts: countFuelCards } as const
const bulk = [copyAction<FuelCardRow>('复制卡号', ({ cardNo }) => cardNo)]
const query: readonly QueryField<typeof listFuelCards>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="卡号、车牌、持卡人" /> },
  { name: 'accountId', label: '账户', input: <FuelAccountSelect kind="OIL" placeholder="全部" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** The issues on a card. */
const open = ({ id }: FuelCardRow): string => listUrl('FuelIssues', { cardId: id })

/** Screen FuelCards. */
export default function FuelCardsPage() {
  const canIssue = useCan('fuel.issue')
  const [isAdding, setAdding] = useState(false)
  useReopening([() => setAdding(true), addFuelCard])
  const [moving, setMoving] = useState<{ row: FuelCardRow; move: FuelCardMove }>()
  const actions = useCallback(
    (row: FuelCardRow): readonly RowAction[] => [
      ...row.moves.map(move => ({
        label: fuelCardStates.moves[move].label,
        danger: move !== 'unfreeze',
        // the person who reported it lost has to be heard first: it is no step to be pressed in passing
        isAside: move === 'unfreeze',
        onClick: () => setMoving({ row, move }),
      })),
      { label: '发放记录', isAside: true, to: open(row) },
    ],
    [],
  )
  return (
    <>
      <ListPage
        call={listFuelCards}
        columns={fuelCardColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有油卡：登记后发车前发放油费"
        open={open}
        query={query}
        tabs={tabs}
        hasOwnSums
        bulk={bulk}
        actions={actions}
        primary={
          canIssue && (
            <>
              <FuelImport kind="fuelCards" of="OIL" label="导入油卡" />
              <Button type="primary" onClick={() => setAdding(true)}>
                登记油卡
              </Button>
            </>
          )
        }
      />
      {isAdding && (
        <Reopens by={() => setAdding(true)}>
          <CardDrawer onClose={() => setAdding(false)} />
        </Reopens>
      )}
      {moving && (
        <CardDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={() => setMoving(undefined)} />
      )}
    </>
  )
}
