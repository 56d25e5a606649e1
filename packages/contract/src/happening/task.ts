// Happenings of tasks: sent, answered, handed down, returned, dispatched.
import { happeningTable, silentTopics } from './happening.ts'

const onTask = {
  push: 'notice',
  topics: ['task', 'goods'],
  kind: 'task',
  opens: { screen: 'TaskList', query: { pane: 'tasks', text: '{taskNo}' } },
} as const

/** News for the giver of the task: the shipper at its goods, a carrier at the task it handed a part of down. */
const toGiver = {
  push: 'notice',
  topics: ['goods', 'task'],
  kind: 'task',
  opens: {
    shipper: { screen: 'GoodsDetails', parts: { id: '{goodsId}' } },
    carrier: { screen: 'ReleaseAppoint', parts: { id: '{parentId}' } },
  },
} as const

/** A task whose goods were changed. */
const onGoods = { ...onTask, opens: { screen: 'GoodsDetails', parts: { id: '{goodsId}' } } } as const

const given = { ...onTask, push: 'offer', title: '新任务', data: ['taskId', 'taskNo', 'goodsId'] } as const

export const taskHappenings = happeningTable({
  'task.sent': {
    ...given,
    text: '{shipper} 派来任务 {taskNo}：{load} → {unload}，{items}，{qty}，请在 {answerBy} 前答复',
  },
  'task.released': {
    ...given,
    text: '{carrier} 转派任务 {taskNo}：{load} → {unload}，{items}，{qty}，请在 {answerBy} 前答复',
  },
  'task.sentByHouse': {
    ...onTask,
    title: '平台已代发布任务',
    text: '平台为贵公司的货源 {goodsNo} 发布任务 {taskNo}，数量 {qty}',
  },
  'task.withdrawn': { ...onTask, title: '任务已撤回', text: '任务 {taskNo} 已被{by}撤回，无需再答复' },
  'task.missed': { ...onTask, title: '任务已过期', text: '任务 {taskNo} 已过答复截止时间' },

  'task.accepted': { ...toGiver, title: '承运商已接单', text: '{carrier} 接受任务 {taskNo}，数量 {qty}' },
  'task.refused': { ...toGiver, title: '承运商已拒绝任务', text: '{carrier} 拒绝任务 {taskNo}：{reason}' },
  'task.expired': { ...toGiver, title: '任务已过期', text: '任务 {taskNo} 未在答复截止时间前接单，数量已退回' },
  'task.returned': { ...toGiver, title: '承运商退回任务剩余', text: '{by} 退回任务 {taskNo} 剩余 {qty}：{reason}' },
  'task.dispatched': { ...toGiver, title: '承运商已派车', text: '任务 {taskNo} 已派 {count} 车，剩余 {left}' },

  'task.cut': {
    ...onGoods,
    title: '货主减量收回',
    text: '任务 {taskNo} 收回未派车数量 {qty}（货源 {goodsNo} 总量变更）',
  },
  'task.askedAnew': {
    ...onGoods,
    title: '待答复的任务有变更',
    text: '任务 {taskNo} 的货源 {goodsNo} 信息已变更，请核对后再答复：{reason}',
  },
  // carriers that handed work down see how it goes on
  'task.partMoved': silentTopics('task'),
})
