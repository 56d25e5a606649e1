// The list of waybills: states with counts, what can be asked for, and what can be done with one.
import { countWaybills, listWaybills, type WaybillRow } from '@yunshu/contract/waybill'
import { waybillStates } from '@yunshu/domain/waybill'
import { useMemo } from 'react'
import { copyText } from '../../lib/copy.ts'
import { useCan } from '../../lib/session.ts'
import type { BulkAction, RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { waybillColumns, waybillUrl } from './waybillColumns.tsx'
import { waybillQuery } from './waybillQuery.tsx'

const rowKey = ({ id }: WaybillRow): string => id
const rowName = ({ waybillNo }: WaybillRow): string => waybillNo
const open = ({ id }: WaybillRow): string => waybillUrl(id)
const tabs = { field: 'state', machine: waybillStates, counts: countWaybills } as const

const actions = ({ id, waybillNo }: WaybillRow): readonly RowAction[] => [
  { label: '详情', to: waybillUrl(id) },
  { label: '复制单号', onClick: () => void copyText(waybillNo) },
]
const bulk: readonly BulkAction<WaybillRow>[] = [{ label: '复制单号', run: (rows) => void copyText(rows.map(rowName).join('\n')) }]

/** Screen WaybillList. */
export default function WaybillListPage() {
  const canSeeRelations = useCan('relation.view')
  const query = useMemo(() => waybillQuery(canSeeRelations), [canSeeRelations])
  return <ListPage call={listWaybills} columns={waybillColumns} rowKey={rowKey} rowName={rowName} open={open} query={query} tabs={tabs} actions={actions} actionsWidth={140} bulk={bulk} />
}
