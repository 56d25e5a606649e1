// The columns of changes of goods.
import { goodsChangeStates } from '@yunshu/domain/goods/change'
import { besidesColumn, lines, state, text, time, type ListColumns } from '../columns.ts'
import type { GoodsChange } from './change.ts'

export const changeListColumns = {
  goodsNo: text('货源号', row => row.goodsNo, { chars: 20 }),
  title: text('货物', row => row.title),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  state: state('变更状态', goodsChangeStates, row => row.state),
  diff: lines('变更内容', row => row.diff.map(({ field, old, new: next }) => `${field}：${old} → ${next}`)),
  reason: text('变更原因', row => row.reason, { chars: 36 }),
  appliesToOpen: text('未装货运单', row => (row.appliesToOpen ? '按新约定' : '不变')),
  createdBy: besidesColumn(
    'createdAt',
    text('提出人', row => row.createdBy),
  ),
  createdAt: time('提出时间', row => row.createdAt),
} satisfies ListColumns<GoodsChange>
