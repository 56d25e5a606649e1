// Passages of toll gates, and the waybill each was for: proposed by the trip that covers it, confirmed by a person.
import { countTollPasses, listTollPasses, type TollPassRow } from '@yunshu/contract/fuel/toll'
import { tollPassStates } from '@yunshu/domain/fuel/toll'
import { useCallback, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { BarTerms } from '../../ui/list/BarTerms.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'
import { FuelImport } from './FuelImport.tsx'
import { PassDialog } from './PassDialog.tsx'
import { tollPassColumns } from './tollPassColumns.tsx'

const rowKey = ({ id }: TollPassRow): string => id
const rowName = ({ serial }: TollPassRow): string => serial
const tabs = { field: 'state', machine: tollPassStates, counts: countTollPasses, hasSums: true } as const
const bulk = [copyAction<TollPassRow>('复制流水号', ({ serial }) => serial)]
const query: readonly QueryField<typeof listTollPasses>[] = [
  { name: 'plate', input: <TextInput max={12} placeholder="车牌" /> },
  { range: ['from', 'to'], label: '通行日期', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="流水号、车牌、出入口" /> },
  { name: 'accountId', label: '账户', input: <FuelAccountSelect kind="ETC" placeholder="全部" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

type Way = 'confirm' | 'assign'
const isWay = (move: string): move is Way => move === 'confirm' || move === 'assign'

/** Screen TollPasses. */
export default function TollPassesPage() {
  const canIssue = useCan('fuel.issue')
  const [moving, setMoving] = useState<{ row: TollPassRow; way: Way }>()
  const actions = useCallback(
    (row: TollPassRow): readonly RowAction[] =>
      row.moves
        .filter(isWay)
        .map(way => ({ label: tollPassStates.moves[way].label, onClick: () => setMoving({ row, way }) })),
    [],
  )
  return (
    <>
      <ListPage
        call={listTollPasses}
        columns={tollPassColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有通行记录：导入 ETC 的过路文件"
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        extra={<BarTerms of={['归集']} />}
        primary={canIssue && <FuelImport kind="tollPasses" of="ETC" label="导入通行流水" isPrimary />}
      />
      {moving && <PassDialog key={`${moving.way} ${moving.row.id}`} {...moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}
