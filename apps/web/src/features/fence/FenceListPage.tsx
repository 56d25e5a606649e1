// Goods with circles or watched vehicles: the way in to the fences of each.
import { actField } from '@yunshu/contract/actLink'
import { countFences, listFences, type FenceRow } from '@yunshu/contract/fence/fence'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { fenceTabs } from '@yunshu/domain/fence'
import { goodsStates, openGoodsStates } from '@yunshu/domain/goods/goods'
import { useCan } from '../../lib/can.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { fenceColumns } from './fenceColumns.tsx'

const query = [
  { name: 'text', input: <TextInput placeholder="货源号、货物、装卸地点" max={40} /> },
  { name: 'state', label: '货源状态', input: <KeySelect table={goodsStates.states} /> },
] satisfies QueryField<typeof listFences>[]
const rowKey = ({ id }: FenceRow): string => id
const rowName = ({ goodsNo }: FenceRow): string => goodsNo
const open = ({ id }: FenceRow): string => screenUrl('CarrierGoodsBindVehicle', { goodsId: id })

const tabs = { field: 'bound', machine: fenceTabs, counts: countFences } as const
/** Goods whose vehicles are worth watching. */
const watched = [...openGoodsStates, 'full', 'paused'] as const
const actions = (row: FenceRow): readonly RowAction[] =>
  row.vehicles === 0 && watched.some(state => state === row.state)
    ? [{ label: '绑定车辆', to: `${open(row)}?${actField}=bind` }]
    : []
const none = (): readonly RowAction[] => []

/** Screen FenceList. */
export default function FenceListPage() {
  const canEdit = useCan('fence.edit')
  return (
    <ListPage
      call={listFences}
      columns={fenceColumns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      query={query}
      tabs={tabs}
      actions={canEdit ? actions : none}
      empty="还没有设置围栏的货源。在“我的货源”或货源详情中点“围栏车辆”开始设置"
    />
  )
}
