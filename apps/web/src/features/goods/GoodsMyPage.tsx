// My goods: what was published, how much of it is left, and what can be done with it.
import { countGoods, listGoods, type GoodsRow } from '@yunshu/contract/goods'
import { screenUrl } from '@yunshu/contract/screens'
import { goodsKinds, goodsStates } from '@yunshu/domain/goods'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useCan, useSession } from '../../lib/session.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { goodsColumns, goodsUrl } from './goodsColumns.tsx'
import { goodsMovesOf, useGoodsMoves } from './useGoodsMoves.tsx'

const query = [
  { name: 'text', input: <TextInput placeholder="货源号、客户单号、标题、货物、地点" max={200} /> },
  { name: 'loadRegion', input: <RegionPicker partial placeholder="全部" /> },
  { name: 'unloadRegion', input: <RegionPicker partial placeholder="全部" /> },
  { name: 'kind', input: <KeySelect table={goodsKinds} /> },
  { range: ['from', 'to'], label: '发布时间', input: <DateRangeInput /> },
] satisfies QueryField<typeof listGoods>[]

const tabs = { field: 'state', machine: goodsStates, counts: countGoods } as const
const rowKey = (row: GoodsRow): string => row.id
const rowName = (row: GoodsRow): string => row.goodsNo
const open = (row: GoodsRow): string => goodsUrl(row.id)

/** Screen GoodsMy. */
export default function GoodsMyPage() {
  const navigate = useNavigate()
  const canClose = useCan('goods.close')
  // the screen is offered to those of the shipper's side only, whatever permits they have
  const canPublish = useSession(({ jurisdiction }) => jurisdiction?.accessRoutes.some(({ name }) => name === 'GoodsPublish') ?? false)
  const { ask, dialog, isBusy } = useGoodsMoves()
  const actions = useCallback((row: GoodsRow): readonly RowAction[] => [
    { label: '详情', to: goodsUrl(row.id) },
    ...(canClose ? goodsMovesOf(row.state) : []).map((move): RowAction =>
      ({ label: goodsStates.moves[move].label, danger: move === 'cancel', disabled: isBusy, onClick: () => ask(row, move) })),
  ], [canClose, isBusy, ask])
  const publish = canPublish && <Button type="primary" onClick={() => void navigate(screenUrl('GoodsPublish'))}>发布货源</Button>
  return (
    <>
      <ListPage call={listGoods} columns={goodsColumns} rowKey={rowKey} rowName={rowName} open={open} query={query} tabs={tabs} actions={actions} actionsWidth={160} head={publish} />
      {dialog}
    </>
  )
}
