// Goods with circles or watched vehicles: the way in to the fences of each.
import { listFences, type FenceRow } from '@yunshu/contract/fence'
import { screenUrl } from '@yunshu/contract/screens'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { stateColumn, textColumn, type Column, type RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { shortPlace } from '../../ui/placeText.ts'
import { Tag } from '../../ui/StatusTag.tsx'

const columns: readonly Column<FenceRow>[] = [
  textColumn('goodsNo', '货源号', row => row.goodsNo, { width: 170, fixed: 'start', card: 'title' }),
  stateColumn('state', '货源状态', goodsStates, row => row.state, { width: 100 }),
  {
    key: 'fences',
    title: '围栏（启用/已设）',
    width: 140,
    align: 'right',
    render: ({ fences, fencesOn }) =>
      fences === 0 ? (
        <Tag tone="warn">未设置</Tag>
      ) : (
        <span className="ys-figure">
          {fencesOn} / {fences}
        </span>
      ),
  },
  {
    key: 'vehicles',
    title: '绑定车辆',
    width: 90,
    align: 'right',
    render: ({ vehicles }) => <span className="ys-figure">{vehicles}</span>,
  },
  {
    key: 'loadPlace',
    title: '装货地',
    width: 190,
    render: ({ loadPlace }) => <span title={loadPlace}>{shortPlace(loadPlace)}</span>,
  },
  {
    key: 'unloadPlace',
    title: '卸货地',
    width: 190,
    render: ({ unloadPlace }) => <span title={unloadPlace}>{shortPlace(unloadPlace)}</span>,
  },
  textColumn('title', '货物', row => row.title, { width: 230 }),
  textColumn('shipperName', '货主', row => row.shipperName, { width: 220 }),
]
const query = [
  { name: 'text', input: <TextInput placeholder="货源号、货物、装卸地点" max={40} /> },
  { name: 'state', label: '货源状态', input: <KeySelect table={goodsStates.states} /> },
] satisfies QueryField<typeof listFences>[]
const rowKey = ({ id }: FenceRow): string => id
const rowName = ({ goodsNo }: FenceRow): string => goodsNo
const open = ({ id }: FenceRow): string => screenUrl('CarrierGoodsBindVehicle', { goodsId: id })
const actions = (row: FenceRow): readonly RowAction[] => [{ label: '围栏与车辆', to: open(row) }]

/** Screen FenceList. */
export default function FenceListPage() {
  return (
    <ListPage
      call={listFences}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      query={query}
      actions={actions}
      actionsWidth={110}
      empty={<p>还没有设置围栏的货源。在“我的货源”或货源详情中点“围栏车辆”开始设置。</p>}
    />
  )
}
