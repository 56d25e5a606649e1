// Closing a month of a branch's books (期间结账): asked by one person, confirmed by another, the oldest first; taken back by
// two, the newest first.
import { HOUR_MS } from '../figures/time.ts'
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { machine, offeredFrom, type State } from '../states.ts'
import { periodOf } from './voucher.ts'

export const closingStates = machine({
  table: 'period_closings',
  column: 'state',
  start: 'asked',
  states: {
    asked: {
      label: '结账待确认',
      tone: 'busy',
      awaits: { sides: ['platform', 'branch'], permit: 'period.confirm' },
    },
    closed: { label: '已结账', tone: 'good' },
    reopening: { label: '反结账待确认', tone: 'warn' },
    reopened: { label: '已反结账', tone: 'idle', final: true },
    refused: { label: '已退回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
    lapsed: { label: '申请已失效', tone: 'warn', rests: true, final: true },
  },
  moves: {
    confirm: { from: ['asked'], to: 'closed', label: '确认结账', permit: 'period.confirm' },
    refuse: { from: ['asked'], to: 'refused', label: '退回', permit: 'period.confirm', danger: true, ask: 'reason' },
    withdraw: { from: ['asked'], to: 'withdrawn', label: '撤回', permit: 'period.close' },
    lapse: { from: ['asked'], to: 'lapsed', label: '过时失效', permit: 'system' },
    askReopen: {
      from: ['closed'],
      to: 'reopening',
      label: '申请反结账',
      permit: 'period.close',
      danger: true,
      ask: 'reason',
    },
    confirmReopen: {
      from: ['reopening'],
      to: 'reopened',
      label: '确认反结账',
      permit: 'period.confirm',
      danger: true,
    },
    keep: { from: ['reopening'], to: 'closed', label: '不反结账', permit: 'period.confirm' },
  },
})
/** A month that nobody has asked to close: the oldest one that is over can be closed next. */
export const openMonthStates = {
  open: { label: '未结账', tone: 'idle' },
  opening: { label: '期初', tone: 'good' },
  due: { label: '可结账', tone: 'busy', awaits: { sides: ['branch'], permit: 'period.close' } },
} as const satisfies Readonly<Record<string, State>>

/** The standing of a month without a closing. */
export function openMonthState({ isOpening, isDue }: { readonly isOpening: boolean; readonly isDue: boolean }): State {
  if (isOpening) return openMonthStates.opening
  return openMonthStates[isDue ? 'due' : 'open']
}

export type ClosingState = keyof typeof closingStates.states
/** The steps people take. */
export const closingSteps = ['confirm', 'refuse', 'withdraw', 'askReopen', 'confirmReopen', 'keep'] as const
export type ClosingMove = (typeof closingSteps)[number]

/** The hours in which somebody else confirms a close that was asked for; afterwards it is asked for anew. */
export const closeAskHours = 24
/** The moment an application to close comes to nothing unless somebody confirms or refuses it. */
export const lapsesAt = (askedAt: number): number => askedAt + closeAskHours * HOUR_MS
/** The reason kept with it. */
export const lapsedReason = `申请后 ${closeAskHours} 小时内无人确认，自动失效`

/** Events of the books of a close: tax of sales without an invoice, and income and expense carried to profit. */
export const closingEvents = ['E8u', 'E16'] as const

/**
 * The things looked at before a month is closed, in the order they are shown: what holds once one passed, and what is
 * wrong while it has not; those that only warn close it all the same.
 */
export const closeChecks = {
  ended: { label: '本月已经过完', fault: '本月还没有过完', blocks: true },
  earlier: { label: '更早的月份都已结账', fault: '有更早的月份没有结账', blocks: true },
  drafts: { label: '没有未记账的手工凭证', fault: '有未记账的手工凭证', blocks: true },
  payments: { label: '没有结果未知的付款', fault: '有结果未知的付款', blocks: true },
  exceptions: { label: '没有未处理的资金异常', fault: '有未处理的资金异常', blocks: true },
  reconciled: { label: '渠道对账的差异都已平或已说明', fault: '渠道对账有未平、未说明的差异', blocks: true },
  bankFiles: { label: '有收付的日子都有渠道对账文件', fault: '有收付的日子缺渠道对账文件', blocks: true },
  balanced: { label: '借贷平衡，凭证与总账一致', fault: '借贷不平衡，或凭证与总账不一致', blocks: true },
  receivables: { label: '应收账款等于逐单应收', fault: '应收账款与逐单应收不符', blocks: true },
  estimated: { label: '暂估应付等于未审核的分期', fault: '暂估应付与未审核的分期不符', blocks: true },
  payables: { label: '应付账款等于待付的结算明细', fault: '应付账款与待付的结算明细不符', blocks: true },
  underWay: { label: '支付中等于没有结果的付款', fault: '支付中与没有结果的付款不符', blocks: true },
  advances: { label: '预付承运人等于已发放未冲的分期', fault: '预付承运人与已发放未冲的分期不符', blocks: true },
  owed: { label: '其他应收等于未收回的欠款', fault: '其他应收与未收回的欠款不符', blocks: true },
  unclaimed: {
    label: '待认领来款等于未认领、未退完的来款单',
    fault: '待认领来款与未认领、未退完的来款单不符',
    blocks: true,
  },
  deposits: { label: '押金等于在押的押金', fault: '押金与在押的押金不符', blocks: true },
  refunding: { label: '退款中等于未退出的退款单', fault: '退款中与未退出的退款单不符', blocks: true },
  fuelStock: { label: '预付油卡等于油卡库存', fault: '预付油卡与油卡库存不符', blocks: true },
  tollStock: { label: '预付 ETC 等于 ETC 库存', fault: '预付 ETC 与 ETC 库存不符', blocks: true },
  waitingTax: { label: '待转销项税额等于逐单未开票的税额', fault: '待转销项税额与逐单未开票的税额不符', blocks: true },
  numbers: { label: '凭证号连续', fault: '凭证号不连续', blocks: true },
  signed: { label: '签收的运单都已确认收入', fault: '有签收的运单没有确认收入', blocks: true },
  estimates: { label: '没有超过 90 天的暂估', fault: '有超过 90 天的暂估', blocks: false },
  remittances: { label: '没有未认领、未退完的来款', fault: '有未认领、未退完的来款', blocks: false },
  uninvoiced: { label: '没有已到期而未开票的收入', fault: '有已到期而未开票的收入', blocks: false },
  expected: { label: '已付运费都有承运商发票', fault: '有已付运费没有承运商发票', blocks: false },
  expectedFuel: { label: '已用的油费都有进项发票', fault: '有已用的油费没有进项发票', blocks: false },
  expectedTolls: { label: '通行费都有进项发票', fault: '有通行费没有进项发票', blocks: false },
  unbound: { label: '手工运费凭证都已绑定运单', fault: '有手工运费凭证没有绑定运单', blocks: false },
  tails: { label: '认领来款时没有核销尾差', fault: '认领来款时核销过尾差', blocks: false },
} as const satisfies Readonly<Record<string, { label: string; fault: string; blocks: boolean }>>
export type CloseCheck = keyof typeof closeChecks

/** Whether a month is over: the running one and later ones are never closed. */
export const isOver = (period: string, now: number): boolean => period < periodOf(now)

/** A closing and the person who wants to move it. */
export interface ClosingOn {
  readonly state: ClosingState
  /** The person asked to close, or to reopen. */
  readonly isAsker: boolean
  readonly isReopener: boolean
  /** Nobody has confirmed it in time. */
  readonly isLate: boolean
}

/** The fault of a move beside state and permit: two people close, and two reopen. */
export function faultOfClosingMove(
  name: ClosingMove,
  { isAsker, isReopener, isLate }: Omit<ClosingOn, 'state'>,
): Fault | undefined {
  if (isLate && closingStates.moves[name].from.some(state => state === 'asked'))
    return { problem: 'period.lapsed', detail: { hours: closeAskHours } }
  if (name === 'withdraw') return isAsker ? undefined : { problem: 'period.asker', detail: {} }
  const isOwn = name === 'confirm' || name === 'refuse' ? isAsker : name === 'confirmReopen' && isReopener
  return isOwn ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The moves a person can make now. */
export const closingMovesOf = (on: ClosingOn, can: (permit: Permit) => boolean): ClosingMove[] =>
  closingSteps.filter(name => offeredFrom(closingStates, on.state, can).includes(name) && !faultOfClosingMove(name, on))
