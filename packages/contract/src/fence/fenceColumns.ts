// The columns of goods with fences.
import { goodsStates } from '@yunshu/domain/goods/goods'
import { besidesColumn, count, place, state, text, type ListColumns } from '../columns.ts'
import type { FenceRow } from './fence.ts'

export const fenceListColumns = {
  goodsNo: text('货源号', row => row.goodsNo, { chars: 20 }),
  state: state('货源状态', goodsStates, row => row.state),
  fences: count('围栏', row => row.fences, { listTitle: '围栏（启用/已设）' }),
  fencesOn: besidesColumn(
    'fences',
    count('启用', row => row.fencesOn),
  ),
  vehicles: count('绑定车辆', row => row.vehicles),
  loadPlace: place('装货地', row => row.loadPlace),
  unloadPlace: place('卸货地', row => row.unloadPlace),
  title: text('货物', row => row.title, { chars: 26 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
} satisfies ListColumns<FenceRow>
