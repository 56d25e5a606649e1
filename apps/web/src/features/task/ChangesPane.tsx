// Changes of goods that wait for the carrier's answer; each is read and answered on the page of its goods.
import { listGoodsChanges, type GoodsChange } from '@yunshu/contract/goods/change'
import type { ReactNode } from 'react'
import { textColumn, timeColumn, type Column, type RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { goodsUrl } from './offerColumns.tsx'

/** What changes, in one line. */
const said = ({ diff }: GoodsChange): string =>
  diff.map(({ field, old, new: next }) => `${field}：${old} → ${next}`).join('；')

const columns: readonly Column<GoodsChange>[] = [
  textColumn('goodsNo', '货源号', row => row.goodsNo, { width: 180, fixed: 'start', card: 'title' }),
  textColumn('title', '货物', row => row.title, { width: 160 }),
  textColumn('shipperName', '货主', row => row.shipperName, { width: 190 }),
  { key: 'diff', title: '变更内容', width: 300, render: row => <span title={said(row)}>{said(row)}</span> },
  textColumn('reason', '变更原因', row => row.reason, { width: 180 }),
  textColumn('appliesToOpen', '未装货运单', row => (row.appliesToOpen ? '按新约定' : '不变'), { width: 110 }),
  timeColumn('createdAt', '提出时间', row => row.createdAt),
]
const waiting = { isWaiting: true } as const
const rowKey = (row: GoodsChange): string => row.id
const rowName = (row: GoodsChange): string => row.goodsNo
const open = (row: GoodsChange): string => goodsUrl(row.goodsId)
const actions = (row: GoodsChange): readonly RowAction[] => [{ label: '查看并答复', to: open(row) }]

export function ChangesPane({ head }: { head: ReactNode }) {
  return (
    <ListPage
      call={listGoodsChanges}
      fixed={waiting}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      actions={actions}
      actionsWidth={110}
      head={head}
      empty={<EmptyState text="没有等待您答复的货源变更" />}
    />
  )
}
