// 今日: the kinds of work that wait for a person, in words, and the one order in which they are shown.
import { DAY_MS, HOUR_MS, startOfDay } from '../figures/time.ts'
import { claimStates } from '../settlement/charges.ts'
import { bookKinds } from './bookKinds.ts'
import { houseMoneyKinds } from './houseMoneyKinds.ts'
import { kindTable } from './kindRow.ts'
import { paymentKinds } from './paymentKinds.ts'

const paying = ['platform', 'shipper'] as const
const carrying = ['platform', 'carrier'] as const
const every = ['platform', 'shipper', 'carrier'] as const

/** Every kind of work; where all else is equal, kinds stand in this order. */
export const todayKinds = kindTable({
  ...paymentKinds,
  ...houseMoneyKinds,
  explainStatement: {
    group: 'money',
    label: '答复对账异议',
    act: '答复',
    tone: 'warn',
    permit: 'statement.make',
    sides: ['platform'],
  },
  checkStatement: {
    group: 'money',
    label: '对账单',
    act: '核对',
    tone: 'warn',
    permit: 'statement.confirm',
    sides: ['shipper'],
  },
  explainLetter: {
    group: 'money',
    label: '答复对账函异议',
    act: '答复',
    tone: 'warn',
    permit: 'statement.make',
    sides: ['platform'],
  },
  checkLetter: {
    group: 'money',
    label: '对账函',
    act: '核对',
    tone: 'warn',
    permit: 'letter.answer',
    sides: ['shipper', 'carrier'],
  },
  judgeDispute: {
    group: 'dispute',
    label: '处理签收异议',
    act: '处理',
    tone: 'bad',
    permit: 'waybill.sign',
    sides: paying,
  },
  answerDispute: {
    group: 'dispute',
    label: '答复签收异议',
    act: '答复',
    tone: 'bad',
    permit: 'waybill.advance',
    sides: ['carrier'],
  },
  claim: {
    group: 'claim',
    label: '答复费用扣款',
    act: claimStates.moves.agree.label,
    refuse: claimStates.moves.refuse.label,
    tone: 'warn',
    permit: 'waybill.charge',
    sides: every,
  },
  sign: {
    group: 'sign',
    label: '签收',
    act: '签收',
    refuse: '提异议',
    tone: 'warn',
    permit: 'waybill.sign',
    sides: ['shipper'],
  },
  interrupted: {
    group: 'road',
    label: '运输中断',
    act: '处理',
    tone: 'bad',
    permit: 'waybill.advance',
    sides: carrying,
  },
  swap: { group: 'road', label: '确认换车', act: '确认', tone: 'warn', permit: 'waybill.appoint', sides: ['platform'] },
  accept: {
    group: 'road',
    label: '运单接单',
    act: '接单',
    tone: 'warn',
    permit: 'waybill.advance',
    sides: ['carrier'],
  },
  terminalOrder: {
    group: 'road',
    label: '确认终端参数',
    act: '确认',
    tone: 'warn',
    permit: 'terminal.danger',
    sides: carrying,
  },
  terminalConflict: {
    group: 'road',
    label: '终端冲突',
    act: '处理',
    tone: 'bad',
    permit: 'terminal.edit',
    sides: ['platform'],
  },
  abnormal: {
    group: 'road',
    label: '异常定位',
    act: '处理',
    tone: 'bad',
    permit: 'abnormal.handle',
    sides: carrying,
  },
  arrival: {
    group: 'road',
    label: '围栏已证明到达',
    act: '采用',
    refuse: '不采用',
    tone: 'warn',
    permit: 'waybill.advance',
    sides: ['carrier'],
  },
  lateLoad: {
    group: 'road',
    label: '未按时装货',
    act: '查看',
    tone: 'warn',
    permit: 'waybill.advance',
    sides: ['carrier'],
  },
  runsLate: {
    group: 'road',
    label: '预计晚到',
    act: '查看',
    tone: 'warn',
    permit: 'waybill.advance',
    sides: carrying,
  },
  unload: {
    group: 'road',
    label: '到达未卸货',
    act: '卸货',
    tone: 'busy',
    permit: 'waybill.advance',
    sides: ['carrier'],
  },
  mendReceipt: {
    group: 'receipt',
    label: '回单被驳回',
    act: '重传',
    tone: 'bad',
    permit: 'receipt.upload',
    sides: ['carrier'],
  },
  uploadReceipt: {
    group: 'receipt',
    label: '上传回单',
    act: '上传',
    tone: 'warn',
    permit: 'receipt.upload',
    sides: ['carrier'],
  },
  judgeReceipt: {
    group: 'receipt',
    label: '审核回单',
    act: '看回单',
    tone: 'warn',
    permit: 'receipt.audit',
    sides: ['shipper'],
  },
  answerTask: {
    group: 'task',
    label: '接任务',
    act: '接单',
    refuse: '拒绝',
    tone: 'warn',
    permit: 'goods.take',
    sides: ['carrier'],
  },
  dispatch: { group: 'task', label: '派车', act: '派车', tone: 'warn', permit: 'waybill.appoint', sides: ['carrier'] },
  answerChange: {
    group: 'goods',
    label: '答复货源变更',
    act: '答复',
    tone: 'warn',
    permit: 'goods.take',
    sides: ['carrier'],
  },
  endingGoods: {
    group: 'goods',
    label: '货源快到期',
    act: '查看',
    tone: 'warn',
    permit: 'goods.publish',
    sides: ['shipper'],
  },
  untakenGoods: {
    group: 'goods',
    label: '货源还没人接',
    act: '查看',
    tone: 'warn',
    permit: 'goods.publish',
    sides: ['shipper'],
  },
  receiptSheet: {
    group: 'sheet',
    label: '结算单缺回单',
    act: '查看',
    tone: 'warn',
    permit: 'settlement.submit',
    sides: paying,
  },
  submit: {
    group: 'sheet',
    label: '提交结算单',
    act: '提交',
    tone: 'warn',
    permit: 'settlement.submit',
    sides: paying,
  },
  approve: {
    group: 'sheet',
    label: '审核结算单',
    act: '审核',
    refuse: '驳回',
    tone: 'warn',
    permit: 'settlement.approve',
    sides: paying,
  },
  confirmVoid: {
    group: 'sheet',
    label: '确认作废结算单',
    act: '确认',
    refuse: '退回',
    tone: 'warn',
    permit: 'settlement.approve',
    sides: paying,
  },
  confirmChange: {
    group: 'sheet',
    label: '确认变更结算单',
    act: '确认',
    refuse: '退回',
    tone: 'warn',
    permit: 'settlement.approve',
    sides: paying,
  },
  pay: { group: 'sheet', label: '支付结算单', act: '支付', tone: 'warn', permit: 'settlement.pay', sides: paying },
  settle: { group: 'sheet', label: '生成结算单', act: '结算', tone: 'warn', permit: 'settlement.make', sides: paying },
  ...bookKinds,
  invitedCarrier: {
    group: 'partner',
    label: '承运商申请合作',
    act: '答复',
    refuse: '拒绝',
    tone: 'warn',
    permit: 'relation.answer',
    sides: ['shipper'],
  },
  invitedShipper: {
    group: 'partner',
    label: '货主邀请合作',
    act: '答复',
    refuse: '拒绝',
    tone: 'warn',
    permit: 'relation.answer',
    sides: ['carrier'],
  },
  verifyCompany: {
    group: 'verify',
    label: '审核企业',
    act: '审核',
    tone: 'warn',
    permit: 'company.verify',
    sides: ['platform'],
  },
  verifyVehicle: {
    group: 'verify',
    label: '审核车辆',
    act: '审核',
    refuse: '驳回',
    tone: 'warn',
    permit: 'fleet.verify',
    sides: ['platform'],
  },
  verifyDriver: {
    group: 'verify',
    label: '审核司机',
    act: '审核',
    refuse: '驳回',
    tone: 'warn',
    permit: 'fleet.verify',
    sides: ['platform'],
  },
  verifyPayee: {
    group: 'verify',
    label: '审核收款人',
    act: '审核',
    tone: 'warn',
    permit: 'fleet.verify',
    sides: ['platform'],
  },
  companyPapers: {
    group: 'paper',
    label: '提交企业资料',
    act: '完善',
    tone: 'bad',
    permit: 'company.edit',
    sides: ['shipper', 'carrier'],
  },
  vehiclePapers: {
    group: 'paper',
    label: '更新车辆证件',
    act: '更新',
    tone: 'warn',
    permit: 'vehicle.edit',
    sides: ['carrier'],
  },
  driverPapers: {
    group: 'paper',
    label: '更新司机证件',
    act: '更新',
    tone: 'warn',
    permit: 'driver.edit',
    sides: ['carrier'],
  },
  payeePapers: {
    group: 'paper',
    label: '收款人认证未通过',
    act: '修改',
    tone: 'bad',
    permit: 'payee.edit',
    sides: ['carrier'],
  },
})
export type TodayKind = keyof typeof todayKinds
export const todayKindKeys = Object.keys(todayKinds) as TodayKind[]

/** The facts the order of work is made of. */
export interface Ranked {
  readonly kind: TodayKind
  readonly id: string
  /** ms; absent where nothing ends. */
  readonly deadline?: number | undefined
  /** fen; absent counts as none. */
  readonly amount?: number | undefined
  /** The time it began to wait, ms. */
  readonly since: number
}

/** Stretches of time work falls into by its deadline, in the order they are shown. */
export const todayBands = ['逾期', '今天', '本周', '以后'] as const

/** The band of a deadline: past, before midnight in China, within seven days, later or none. */
export function todayBandOf(deadline: number | undefined, now: number): 0 | 1 | 2 | 3 {
  if (deadline === undefined) return 3
  if (deadline < now) return 0
  const tomorrow = startOfDay(now) + DAY_MS
  if (deadline < tomorrow) return 1
  return deadline < now + 7 * DAY_MS ? 2 : 3
}

const order = new Map(todayKindKeys.map((kind, index) => [kind, index]))

/**
 * Compares work for a list: band, the earlier deadline, the larger amount, the longer wait, the kind, the id; never equal.
 */
export function compareToday(now: number): (a: Ranked, b: Ranked) => number {
  return (a, b) =>
    todayBandOf(a.deadline, now) - todayBandOf(b.deadline, now) ||
    (a.deadline ?? Infinity) - (b.deadline ?? Infinity) ||
    (b.amount ?? 0) - (a.amount ?? 0) ||
    a.since - b.since ||
    (order.get(a.kind) ?? 0) - (order.get(b.kind) ?? 0) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** 08:00 of the next morning in China: work put off comes back then. */
export function laterUntil(now: number): number {
  return startOfDay(now - 8 * HOUR_MS) + DAY_MS + 8 * HOUR_MS
}
