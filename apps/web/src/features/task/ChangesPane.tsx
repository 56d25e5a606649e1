// Changes of goods that wait for the carrier's answer; each is read and answered on the page of its goods.
import { listGoodsChanges, type GoodsChange } from '@yunshu/contract/goods/change'
import type { ReactNode } from 'react'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { changeColumns } from './changeColumns.tsx'
import { goodsUrl } from './offerColumns.tsx'

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
      columns={changeColumns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      actions={actions}
      head={head}
      empty={<EmptyState text="没有等待您答复的货源变更" />}
    />
  )
}
