// Goods with circles or watched vehicles: the way in to the fences of each.
import { listFences, type FenceRow } from '@yunshu/contract/fence/fence'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
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

/** Screen FenceList. */
export default function FenceListPage() {
  return (
    <ListPage
      call={listFences}
      columns={fenceColumns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      query={query}
      empty="还没有设置围栏的货源。在“我的货源”或货源详情中点“围栏车辆”开始设置"
    />
  )
}
