// Happenings of waybills: made, moved along, put right, swapped, weighed, charged; tickets of the special line.
import type { WaybillMove } from '@yunshu/domain/waybill/waybill'
import { happeningTable, silentTopics } from './happening.ts'

const onWaybill = {
  push: 'notice',
  topics: ['waybill'],
  kind: 'waybill',
  data: ['waybillId'],
  opens: { screen: 'WaybillDetails', parts: { id: '{waybillId}' } },
} as const

/** `move` is what people call the step. */
const moved = {
  ...onWaybill,
  title: '运单{move}',
  text: '运单 {waybillNo}（{plate}）{move}[：{reason}]',
} as const
/** The sides differ about the weights, so the text names both; `weights` begins with its own comma. */
const disputed = { ...moved, text: '运单 {waybillNo}（{plate}）{move}[{weights}][：{reason}]' } as const
const signed = { ...moved, topics: ['waybill', 'voucher'] } as const
const given = { ...moved, topics: ['waybill', 'task', 'goods'] } as const

const claim = {
  ...onWaybill,
  title: '{move}',
  text: '运单 {waybillNo}（{plate}）{charge}：{move}[，{reason}]',
} as const
const swap = { ...onWaybill, title: '{move}', text: '运单 {waybillNo} 换车 {vehicle}：{move}[，{reason}]' } as const
const tickets = { ...onWaybill, title: '专线票据{move}', text: '运单 {waybillNo}（{plate}）{tickets}{move}' } as const

export const waybillHappenings = happeningTable({
  // the desk of whoever hands papers on shows the verdict
  'waybill.judged': silentTopics('waybill'),
  'waybill.checked': {
    ...onWaybill,
    title: '运单核验：{verdict}',
    text: '{name} 核验了运单 {waybillNo}：{verdict}',
  },
  'waybill.appointed': {
    push: 'notice',
    title: '已派车',
    text: '任务 {taskNo} 派车 {plates}（货源 {goodsNo}）',
    topics: ['task', 'waybill'],
    kind: 'waybill',
    opens: {
      shipper: { screen: 'GoodsDetails', parts: { id: '{goodsId}' } },
      carrier: { screen: 'TaskList', query: { pane: 'tasks' } },
    },
  },
  // `numbers` is the filter of the list as its address carries it
  'waybill.recorded': {
    push: 'notice',
    title: '回单补录',
    text: '货源 {goodsNo} 补录运单 {count} 张，请核对',
    topics: ['waybill', 'goods'],
    kind: 'waybill',
    opens: { screen: 'WaybillList', query: { numbers: '{numbers}' } },
  },

  'waybill.accepted': moved,
  'waybill.arrivedToLoad': moved,
  'waybill.departed': moved,
  'waybill.interrupted': moved,
  'waybill.resumed': moved,
  'waybill.arrivedToUnload': moved,
  'waybill.unloaded': moved,
  'waybill.disputed': disputed,
  'waybill.conceded': disputed,
  'waybill.disputeSettled': disputed,
  'waybill.signed': signed,
  'waybill.signedByItself': signed,
  'waybill.cancelled': given,
  'waybill.lapsed': given,
  'waybill.voided': { ...moved, topics: ['waybill', 'task', 'goods', 'voucher'] },
  'waybill.steppedBack': moved,
  'waybill.corrected': { ...onWaybill, title: '运单纠错', text: '运单 {waybillNo}（{plate}）纠错：{reason}' },
  'waybill.arrivalProven': {
    ...onWaybill,
    title: '围栏已证明到达{place}',
    text: '运单 {waybillNo}（{plate}）{at} 进入{place}围栏，请采用或说明原因',
    opens: { screen: 'WaybillDetails', parts: { id: '{waybillId}' }, query: { act: 'takeArrival' } },
  },
  'waybill.arrivalMended': {
    ...onWaybill,
    title: '围栏时间已更正',
    text: '运单 {waybillNo}（{plate}）补传定位后更正：{move} {was} → {now}',
  },
  'waybill.runsLate': {
    ...onWaybill,
    title: '预计晚到',
    text: '运单 {waybillNo}（{plate}）预计 {eta} 到达{place}，晚于约定的 {due}[，上次预计 {was}]',
  },
  'waybill.urged': { ...onWaybill, title: '对方催办', text: '运单 {waybillNo}（{plate}）：{by} 催办，请尽快{act}' },
  'waybill.photographed': {
    ...onWaybill,
    title: '现场照片已上传',
    text: '运单 {waybillNo}（{plate}）上传了 {count} 个现场照片',
  },

  'pound.added': {
    ...onWaybill,
    title: '已登记磅单',
    text: '运单 {waybillNo}（{plate}）{place}磅单 {ticketNo}：净重 {net}',
  },
  'pound.removed': {
    ...onWaybill,
    title: '磅单已移除',
    text: '运单 {waybillNo}（{plate}）磅单 {ticketNo} 已移除：{reason}',
  },

  'claim.asked': {
    ...onWaybill,
    title: '费用待确认',
    text: '运单 {waybillNo}（{plate}）{charge}待确认：{reason}',
  },
  'claim.agreed': claim,
  'claim.refused': claim,
  'claim.withdrawn': claim,
  'claim.assumed': {
    ...onWaybill,
    title: '费用视为确认',
    text: '运单 {waybillNo}（{plate}）{charge}三天内未答复，视为确认',
  },

  'swap.done': {
    ...onWaybill,
    title: '运单已换车',
    text: '运单 {waybillNo} 由 {plate} 换为 {wanted}：{reason}',
  },
  'swap.asked': {
    ...onWaybill,
    title: '承运商申请换车',
    text: '运单 {waybillNo}（{plate}）申请换为 {wanted}，等待平台确认：{reason}',
  },
  'swap.waiting': {
    ...onWaybill,
    title: '换车待确认',
    text: '运单 {waybillNo}（{plate}）申请换为 {wanted}：{reason}',
  },
  'swap.applied': swap,
  'swap.refused': swap,
  'swap.withdrawn': swap,

  'specialLine.loaded': tickets,
  'specialLine.left': tickets,
  'specialLine.arrived': tickets,
  'specialLine.delivering': tickets,
  'specialLine.signed': tickets,
  'specialLine.unloaded': tickets,
})

type Name = keyof typeof waybillHappenings
/** The happening of each move of a waybill; a move that is missing here is told to nobody. */
export const waybillMoved = {
  accept: 'waybill.accepted',
  arriveLoad: 'waybill.arrivedToLoad',
  depart: 'waybill.departed',
  interrupt: 'waybill.interrupted',
  resume: 'waybill.resumed',
  arriveUnload: 'waybill.arrivedToUnload',
  unload: 'waybill.unloaded',
  dispute: 'waybill.disputed',
  concede: 'waybill.conceded',
  settleDispute: 'waybill.disputeSettled',
  sign: 'waybill.signed',
  autoSign: 'waybill.signedByItself',
  cancel: 'waybill.cancelled',
  lapse: 'waybill.lapsed',
  void: 'waybill.voided',
} as const satisfies Partial<Record<WaybillMove, Name>>

export const claimAnswered = { agree: 'claim.agreed', refuse: 'claim.refused', withdraw: 'claim.withdrawn' } as const
export const swapAnswered = { apply: 'swap.applied', refuse: 'swap.refused', withdraw: 'swap.withdrawn' } as const
export const ticketsMoved = {
  load: 'specialLine.loaded',
  leave: 'specialLine.left',
  arrive: 'specialLine.arrived',
  deliver: 'specialLine.delivering',
  sign: 'specialLine.signed',
  unload: 'specialLine.unloaded',
} as const
