// Waybills (运单): the state table of the journey, and the separate tables of receipt and settlement.
import type { RoleSide } from '../permits/permits.ts'
import { machine } from '../states.ts'
import { DAY_MS, HOUR_MS } from '../figures/time.ts'

/** The journey has one writer, `move()`; codes grow along it. */
export const waybillStates = machine({
  table: 'waybills',
  column: 'state',
  entity: 'waybill',
  since: true,
  counts: true,
  start: 'toAccept',
  states: {
    toAccept: { label: '待接单', tone: 'busy', awaits: { permit: 'waybill.advance', sides: ['carrier'] }, code: 10 },
    toLoad: { label: '待装货', tone: 'busy', awaits: { permit: 'waybill.advance', sides: ['carrier'] }, code: 20 },
    loading: { label: '装货中', tone: 'busy', code: 30 },
    inTransit: { label: '运输中', tone: 'busy', code: 40 },
    interrupted: { label: '运输中断', tone: 'bad', code: 45 },
    arrived: { label: '已到卸货地', tone: 'busy', awaits: { permit: 'waybill.advance', sides: ['carrier'] }, code: 50 },
    toSign: { label: '待签收', tone: 'busy', awaits: { permit: 'waybill.sign', sides: ['shipper'] }, code: 60 },
    disputed: { label: '签收异议', tone: 'bad', code: 65 },
    signed: { label: '已签收', tone: 'good', code: 70 },
    finished: { label: '已完成', tone: 'good', code: 80 },
    cancelled: { label: '已取消', tone: 'idle', code: 90, final: true },
    void: { label: '已作废', tone: 'bad', code: 95, final: true },
  },
  moves: {
    accept: { from: ['toAccept'], to: 'toLoad', label: '确认接单', done: '已接单', permit: 'waybill.advance' },
    arriveLoad: { from: ['toLoad'], to: 'loading', label: '到达装货地', done: '已到装货地', permit: 'waybill.advance' },
    depart: { from: ['loading'], to: 'inTransit', label: '装货发车', permit: 'waybill.advance' },
    interrupt: {
      from: ['inTransit'],
      to: 'interrupted',
      label: '运输中断',
      done: '已登记运输中断',
      permit: 'waybill.advance',
      danger: true,
      ask: 'reason',
    },
    resume: { from: ['interrupted'], to: 'inTransit', label: '恢复运输', permit: 'waybill.advance' },
    arriveUnload: {
      from: ['inTransit'],
      to: 'arrived',
      label: '到达卸货地',
      done: '已到卸货地',
      permit: 'waybill.advance',
    },
    unload: { from: ['arrived'], to: 'toSign', label: '卸货完成', done: '已卸货', permit: 'waybill.advance' },
    dispute: {
      from: ['toSign'],
      to: 'disputed',
      label: '签收异议',
      done: '已提出签收异议',
      permit: 'waybill.sign',
      danger: true,
      ask: 'reason',
    },
    /** The carrier gives in: the receiver's weight stands, and the deductions of the dispute. */
    concede: { from: ['disputed'], to: 'toSign', label: '同意异议', permit: 'waybill.advance' },
    settleDispute: {
      from: ['disputed'],
      to: 'toSign',
      label: '异议处理完成',
      done: '异议已处理',
      permit: 'waybill.sign',
    },
    sign: { from: ['toSign', 'disputed'], to: 'signed', label: '签收', permit: 'waybill.sign' },
    autoSign: { from: ['toSign'], to: 'signed', label: '自动签收', permit: 'system' },
    finish: { from: ['signed'], to: 'finished', label: '完成', permit: 'system' },
    reopenMoney: { from: ['finished'], to: 'signed', label: '退汇待付', permit: 'system' },
    /** Something was agreed on after the signature. */
    reopenAdjust: { from: ['finished'], to: 'signed', label: '调差待结', permit: 'system' },
    cancel: {
      from: ['toAccept', 'toLoad', 'loading'],
      to: 'cancelled',
      label: '取消运单',
      permit: 'waybill.cancel',
      danger: true,
      ask: 'reason',
    },
    /** Entered after the journey: its times and weights come with it. */
    record: { from: ['toAccept'], to: 'toSign', label: '补录装卸货', permit: 'system' },
    lapse: { from: ['toAccept'], to: 'cancelled', label: '超时未接单', permit: 'system' },
    void: {
      from: ['toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed', 'signed'],
      to: 'void',
      label: '作废',
      permit: 'waybill.void',
      danger: true,
      ask: 'reason',
    },
    backToAccept: {
      from: ['toLoad'],
      to: 'toAccept',
      label: '退回待接单',
      permit: 'waybill.correct',
      danger: true,
      ask: 'reason',
    },
    backToLoad: {
      from: ['loading'],
      to: 'toLoad',
      label: '退回待装货',
      permit: 'waybill.correct',
      danger: true,
      ask: 'reason',
    },
    backToLoading: {
      from: ['inTransit'],
      to: 'loading',
      label: '退回装货中',
      permit: 'waybill.correct',
      danger: true,
      ask: 'reason',
    },
    backToTransit: {
      from: ['arrived'],
      to: 'inTransit',
      label: '退回运输中',
      permit: 'waybill.correct',
      danger: true,
      ask: 'reason',
    },
    backToArrived: {
      from: ['toSign'],
      to: 'arrived',
      label: '退回卸货地',
      permit: 'waybill.correct',
      danger: true,
      ask: 'reason',
    },
  },
})
export type WaybillState = keyof typeof waybillStates.states
/** True for the states after the signature, as rows name them: the money of the waybill is fixed and in the books. */
export const isSignedState = (state: string): boolean => state === 'signed' || state === 'finished'
export type WaybillMove = keyof typeof waybillStates.moves

/** The column that keeps when a state was reached. */
export const timeColumns: Partial<
  Record<
    WaybillMove,
    'accepted_at' | 'arrived_load_at' | 'loaded_at' | 'arrived_unload_at' | 'unloaded_at' | 'signed_at'
  >
> = {
  accept: 'accepted_at',
  arriveLoad: 'arrived_load_at',
  depart: 'loaded_at',
  arriveUnload: 'arrived_unload_at',
  unload: 'unloaded_at',
  sign: 'signed_at',
  autoSign: 'signed_at',
}

/** The moves people make by a button on the waybill page, in the order of the journey. */
export const waybillPeopleMoves = [
  'accept',
  'arriveLoad',
  'depart',
  'interrupt',
  'resume',
  'arriveUnload',
  'unload',
  'dispute',
  'concede',
  'settleDispute',
  'sign',
  'cancel',
  'void',
] as const satisfies readonly WaybillMove[]

export type WaybillPeopleMove = (typeof waybillPeopleMoves)[number]

const movers = ['platform', 'branch', 'carrier'] as const satisfies readonly RoleSide[]
const receivers = ['platform', 'branch', 'shipper'] as const satisfies readonly RoleSide[]

/**
 * The sides that may make a move, beside its permit: a company's administrator has every permit, yet a carrier never
 * signs its own delivery.
 */
export const waybillMoveSides: Readonly<Record<WaybillPeopleMove, readonly RoleSide[]>> = {
  accept: movers,
  arriveLoad: movers,
  depart: movers,
  interrupt: movers,
  resume: movers,
  arriveUnload: movers,
  unload: movers,
  dispute: receivers,
  concede: ['carrier'],
  settleDispute: receivers,
  sign: receivers,
  cancel: ['platform', 'branch', 'shipper', 'carrier'],
  void: ['platform'],
}

/** The sides that may make a move of a waybill in this state: once it loads, only the platform still cancels it. */
export const sidesOfMove = (name: WaybillPeopleMove, state: WaybillState): readonly RoleSide[] =>
  name === 'cancel' && state === 'loading' ? ['platform'] : waybillMoveSides[name]

/** The move that takes the last step back (纠错), where one can be taken back: before the signature only. */
export const backMoves = {
  toLoad: 'backToAccept',
  loading: 'backToLoad',
  inTransit: 'backToLoading',
  arrived: 'backToTransit',
  toSign: 'backToArrived',
} as const satisfies Partial<Record<WaybillState, WaybillMove>>

type BackState = keyof typeof backMoves

/** True for a state whose last step can be taken back. */
export const hasBack = (state: WaybillState): state is BackState => Object.hasOwn(backMoves, state)

/** The move that takes the last step back; refuses a state in which there is none. */
export function backMoveOf(state: WaybillState): (typeof backMoves)[BackState] {
  if (!hasBack(state)) throw new Error(`no step back from ${state}`)
  return backMoves[state]
}

/** True while weights and times may be put right: the journey has begun and no money is in the books. */
export const isCorrectable = (state: WaybillState): boolean =>
  ['toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed'].includes(state)

/**
 * States in which another vehicle can take over: before loading at once, on the way after the platform or the branch
 * has agreed.
 */
export const swapStatesOfWaybill = ['toLoad', 'interrupted'] as const satisfies readonly WaybillState[]

/** A carrier that has not answered a new waybill after this long has lost it. */
export const answerMs = 24 * HOUR_MS

/**
 * Unloaded and not disputed for this long, a waybill signs itself where the shipper leaves it to.
 */
export const autoSignMs = 7 * DAY_MS

/** The sides that judge a receipt: never the carrier whose receipt it is. */
export const receiptAuditSides: readonly RoleSide[] = receivers

/** Waybills that hold their vehicle: they count for conflicts and for the limit of open waybills. */
export const openWaybillStates = [
  'toAccept',
  'toLoad',
  'loading',
  'inTransit',
  'interrupted',
  'arrived',
  'toSign',
  'disputed',
] as const satisfies readonly WaybillState[]

/** States in which claims can be asked for and answered: until the signature, and after it as adjustments. */
export const claimableStates: readonly WaybillState[] = [...openWaybillStates, 'signed', 'finished']

/** States after which nothing of the goods is under way any more. */
export const endedWaybillStates = ['finished', 'cancelled', 'void'] as const satisfies readonly WaybillState[]

/** True for waybills that are not hauled: whatever amounts they were made with, nobody owes anything. */
export const isOff = (state: WaybillState): boolean => state === 'cancelled' || state === 'void'

/** A receipt belongs to a journey that has begun and is neither ended nor taken back. */
export const takesReceipt = (state: WaybillState): boolean =>
  !['toAccept', 'toLoad', ...endedWaybillStates].includes(state)

/**
 * The most open waybills one vehicle may have (source: limit of the ministry's location service).
 */
export const openWaybillLimit = 10

export const receiptStates = machine({
  table: 'waybills',
  column: 'receipt_state',
  entity: 'receipt',
  start: 'none',
  states: {
    none: { label: '无需回单', tone: 'idle', code: 0 },
    waiting: { label: '待回单', tone: 'busy', awaits: { permit: 'receipt.upload', sides: ['carrier'] }, code: 1 },
    uploaded: { label: '待审核', tone: 'busy', awaits: { permit: 'receipt.audit', sides: ['shipper'] }, code: 2 },
    rejected: { label: '已驳回', tone: 'bad', code: 3 },
    posted: { label: '原件已寄出', tone: 'busy', code: 4 },
    confirmed: { label: '已确认', tone: 'good', code: 5, final: true },
  },
  moves: {
    require: { from: ['none'], to: 'waiting', label: '要求回单', permit: 'system' },
    upload: {
      from: ['none', 'waiting', 'rejected', 'uploaded'],
      to: 'uploaded',
      label: '上传回单',
      permit: 'receipt.upload',
    },
    reject: {
      from: ['uploaded', 'posted'],
      to: 'rejected',
      label: '驳回',
      permit: 'receipt.audit',
      danger: true,
      ask: 'reason',
    },
    post: {
      from: ['none', 'waiting', 'rejected', 'uploaded'],
      to: 'posted',
      label: '寄出原件',
      permit: 'receipt.upload',
    },
    confirm: { from: ['uploaded', 'posted'], to: 'confirmed', label: '审核通过', permit: 'receipt.audit' },
  },
})
export type ReceiptState = keyof typeof receiptStates.states

/** Signed papers that goods want back. */
export interface ReceiptRule {
  readonly needPhoto: boolean
  readonly needOriginal: boolean
}

/**
 * The reason against a move of a receipt beside its state: photos before the original is posted, the original before it
 * is confirmed.
 */
export function receiptFault(
  rule: ReceiptRule,
  state: ReceiptState,
  move: 'post' | 'confirm',
): 'photo' | 'original' | undefined {
  if (move === 'post') return rule.needPhoto && state !== 'uploaded' ? 'photo' : undefined
  return rule.needOriginal && state !== 'posted' ? 'original' : undefined
}

export const waybillSettleStates = machine({
  table: 'waybills',
  column: 'settle_state',
  entity: 'waybillSettle',
  start: 'unsettled',
  states: {
    unsettled: { label: '未结算', tone: 'idle', code: 0 },
    settling: { label: '结算中', tone: 'busy', code: 1 },
    partly: { label: '部分结算', tone: 'busy', code: 2 },
    settled: { label: '已结算', tone: 'good', code: 3 },
    frozen: { label: '已冻结', tone: 'bad', code: 4 },
  },
  moves: {
    take: { from: ['unsettled', 'partly'], to: 'settling', label: '进入结算', permit: 'system' },
    release: { from: ['settling', 'partly'], to: 'unsettled', label: '退出结算', permit: 'system' },
    part: { from: ['settling'], to: 'partly', label: '部分结算', permit: 'system' },
    settle: { from: ['settling', 'partly'], to: 'settled', label: '结清', permit: 'system' },
    letGo: { from: ['unsettled'], to: 'settled', label: '结清', permit: 'system' },
    giveBack: { from: ['settled', 'partly'], to: 'settling', label: '退汇', permit: 'system' },
    adjust: { from: ['settled'], to: 'partly', label: '调差', permit: 'system' },
    freeze: { from: ['unsettled', 'partly'], to: 'frozen', label: '冻结', permit: 'system' },
    unfreeze: { from: ['frozen'], to: 'unsettled', label: '解冻', permit: 'system' },
  },
})

export type WaybillSettleState = keyof typeof waybillSettleStates.states

export const waybillSources = { APPOINT: '指派', BACKFILL: '回单补录', IMPORT: '导入' } as const
export type WaybillSource = keyof typeof waybillSources
