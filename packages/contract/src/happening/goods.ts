// Happenings of goods: published, taken, stopped, repriced, changed, and their fences.
import { happeningTable } from './happening.ts'

const onGoods = {
  push: 'notice',
  topics: ['goods'],
  kind: 'goods',
  opens: { screen: 'GoodsDetails', parts: { id: '{goodsId}' } },
} as const

/** News for a carrier about goods of which it holds a task; `move` is the Chinese word for the step. */
const stopped = { ...onGoods, title: '货源{move}', text: '货源 {goodsNo} 已{move}[：{reason}]' } as const

/** A change is told to the carriers that hold the goods, and its answers to the shipper. */
const changed = { ...onGoods, topics: ['goods', 'task'], data: ['goodsId'] } as const
const answered = { ...onGoods, topics: ['goods', 'task', 'waybill'], data: ['goodsId'] } as const

export const goodsHappenings = happeningTable({
  'goods.published': {
    ...onGoods,
    push: 'offer',
    title: '新货源',
    text: '{shipper} 发布货源 {goodsNo}：{summary}',
    data: ['goodsId', 'goodsNo'],
  },
  'goods.publishedMany': {
    ...onGoods,
    push: 'offer',
    title: '新货源',
    text: '{shipper} 发布货源 {count} 个',
    opens: { screen: 'TaskList', query: { pane: 'offers' } },
  },
  'goods.publishedByHouse': {
    ...onGoods,
    title: '平台已代发布货源',
    text: '平台为贵公司发布货源 {goodsNo}：{summary}',
    data: ['goodsId', 'goodsNo'],
  },
  'goods.taken': {
    ...onGoods,
    title: '承运商已接单',
    text: '{carrier} 接单 {qty}（货源 {goodsNo}，剩余 {left}）',
    topics: ['goods', 'task'],
    kind: 'task',
    data: ['goodsId', 'taskId'],
  },
  'goods.paused': stopped,
  'goods.resumed': stopped,
  'goods.cancelled': stopped,
  'goods.ended': stopped,
  'goods.expired': { ...onGoods, title: '货源已过期', text: '货源 {goodsNo} 已过截止时间，不再接单' },
  // the amount is on the page, where rights decide who sees it
  'goods.repriced': {
    ...onGoods,
    title: '货源价格已更新',
    text: '货源 {goodsNo} 的新价格已按计划生效',
    topics: ['goods', 'task'],
  },

  'goods.changed': { ...changed, title: '货源信息已变更', text: '货源 {goodsNo} 的{fields}已变更：{reason}' },
  'goods.changeAsked': {
    ...changed,
    title: '货源信息变更待同意',
    text: '货主申请变更货源 {goodsNo} 的{fields}，请确认：{reason}',
  },
  'goods.changeWithdrawn': { ...changed, title: '货源变更已撤回', text: '货主撤回了货源 {goodsNo} 的变更' },
  'goods.changeRefused': { ...answered, title: '货源变更被拒绝', text: '{carrier} 拒绝变更货源 {goodsNo}：{reason}' },
  'goods.changeAgreed': {
    ...answered,
    title: '承运商已同意货源变更',
    text: '{carrier} 同意变更货源 {goodsNo}，等待其他承运商答复',
  },
  'goods.changeApplied': {
    ...answered,
    title: '货源变更已生效',
    text: '承运商已全部同意，货源 {goodsNo} 的变更已生效',
  },
  'goods.changeUnasked': {
    ...answered,
    title: '承运商无需再同意货源变更',
    text: '{carriers} 在货源 {goodsNo} 已无在途业务，无需再同意变更，等待其他承运商答复',
  },
  'goods.changeAppliedUnasked': {
    ...answered,
    title: '货源变更已生效',
    text: '{carriers} 已无在途业务，货源 {goodsNo} 的变更已生效',
  },
  'goods.changeDropped': { ...answered, title: '货源变更无法生效', text: '货源 {goodsNo} 的变更无法生效：{reason}' },

  'fence.takenOver': {
    ...onGoods,
    title: '围栏车辆改由货主绑定',
    text: '货源 {goodsNo} 的围栏车辆 {plates} 改由货主绑定，只能由货主或平台解绑',
    topics: ['fence'],
    opens: { screen: 'CarrierGoodsBindVehicle', parts: { goodsId: '{goodsId}' } },
  },
})

/** The happening of each move of goods. */
export const goodsMoved = {
  pause: 'goods.paused',
  resume: 'goods.resumed',
  cancel: 'goods.cancelled',
  end: 'goods.ended',
} as const satisfies Readonly<Record<string, keyof typeof goodsHappenings>>
