// The columns of tasks.
import { pricings } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { taskSources, taskStates } from '@yunshu/domain/task/task'
import { besidesColumn, label, number, place, state, text, time, unitPrice, type ListColumns } from '../columns.ts'
import type { TaskRow } from './task.ts'

export const taskListColumns = {
  taskNo: text('任务号', row => row.taskNo, { chars: 20 }),
  state: state('状态', taskStates, row => row.state),
  goodsNo: text('货源号', row => row.goodsNo, { chars: 20 }),
  route: place('装货地', row => row.loadPlace, { listTitle: '路线' }),
  unloadPlace: besidesColumn(
    'route',
    place('卸货地', row => row.unloadPlace),
  ),
  itemNames: text('货物', row => row.itemNames),
  qty: text('接单', row => printQuantity(row.quantityMode, row.qty), { listTitle: '待派 / 任务数量' }),
  remainQty: besidesColumn(
    'qty',
    text('待派', row => printQuantity(row.quantityMode, row.remainQty)),
  ),
  price: unitPrice('承运单价', row => row.carrierUnitPrice, { permit: 'price.carrier' }),
  pricing: besidesColumn(
    'price',
    label('计价', pricings, row => row.pricing, { permit: 'price.carrier' }),
  ),
  giver: text('派单方', row => row.giverName, { chars: 26 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  source: label('来源', taskSources, row => row.source),
  parts: number('已转派份数', row => row.partCount, { listTitle: '已转派' }),
  remark: text('备注', row => row.remark, { chars: 36 }),
  answer: time('待答复至', row => (row.state === 'sent' ? row.answerBy : undefined), { listTitle: '答复倒计时' }),
  answerBy: time('答复截止', row => row.answerBy),
  createdAt: time('任务时间', row => row.createdAt),
} satisfies ListColumns<TaskRow>
