// Deposits (押金) of carriers with a branch: entered by one person and booked when another confirms, taken back in red by two;
// and the words of each way out (押金退还): back to the carrier under the bank's number, or set off against what it owes.
import type { Fen } from './figures/money.ts'
import type { Permit } from './permits/permits.ts'
import type { Fault } from './problems/problems.ts'
import { machine, offeredFrom } from './states.ts'

/** The things a deposit stands for. */
export const depositPurposes = { FUEL_CARD: '油卡', DEVICE: '设备', PERFORMANCE: '履约', OTHER: '其他' } as const
export type DepositPurpose = keyof typeof depositPurposes

/** The ways its money came: to the channel account, to another account of the branch, or as a remittance nobody has claimed. */
export const depositMeans = { CHANNEL: '通道账户', BANK: '银行账户', REMITTANCE: '来款' } as const
export type DepositMeans = keyof typeof depositMeans

const house = ['platform', 'branch'] as const

export const depositStates = machine({
  table: 'deposits',
  column: 'state',
  entity: 'deposit',
  start: 'recorded',
  states: {
    recorded: { label: '待复核', tone: 'busy', awaits: { permit: 'fund.confirm', sides: house } },
    standing: { label: '在押', tone: 'good' },
    undoing: { label: '冲销待复核', tone: 'busy', awaits: { permit: 'fund.confirm', sides: house } },
    ended: { label: '已退清', tone: 'idle' },
    undone: { label: '已冲销', tone: 'idle', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    confirm: { from: ['recorded'], to: 'standing', label: '确认入账', permit: 'fund.confirm' },
    reject: { from: ['recorded'], to: 'rejected', label: '驳回', permit: 'fund.confirm', danger: true, ask: 'reason' },
    withdraw: { from: ['recorded'], to: 'withdrawn', label: '撤回', permit: 'fund.record' },
    askUndo: {
      from: ['standing'],
      to: 'undoing',
      label: '申请冲销',
      done: '已申请冲销，等另一人确认',
      permit: 'fund.record',
      danger: true,
      ask: 'reason',
    },
    undo: {
      from: ['undoing'],
      to: 'undone',
      label: '确认冲销',
      done: '已冲销',
      permit: 'fund.confirm',
      danger: true,
    },
    keep: { from: ['undoing'], to: 'standing', label: '不冲销', done: '冲销申请已退回', permit: 'fund.confirm' },
    /** All of it is gone, or some of it is there again. */
    end: { from: ['standing'], to: 'ended', label: '全部退清', permit: 'system' },
    reopen: { from: ['ended'], to: 'standing', label: '恢复在押', permit: 'system' },
  },
})
export type DepositState = keyof typeof depositStates.states
/** The steps people take. */
export const depositSteps = ['confirm', 'reject', 'withdraw', 'askUndo', 'undo', 'keep'] as const
export type DepositMove = (typeof depositSteps)[number]

/** A deposit and the person who wants to move it, also where somebody worked in their place. */
export interface DepositOn {
  readonly state: DepositState
  readonly isMaker: boolean
  /** The person asked to take it back. */
  readonly isUndoAsker: boolean
  /** Some of it was asked back, or is gone. */
  readonly isTouched: boolean
}

/** True for a deposit of which something can be asked back: it is in the books, and some of it is left. */
export const canBeAskedBack = (on: { readonly state: DepositState; readonly left: Fen }): boolean =>
  isDepositStanding(on.state) && on.left > 0
/** True for a deposit that is in the books, of which nobody asks to take the record back. */
export const isDepositStanding = (state: DepositState): boolean => state === 'standing'

/** The fault of a step beside its state and permit: people never agree to entries or requests of their own. */
export function faultOfDepositMove(name: DepositMove, on: Omit<DepositOn, 'state'>): Fault | undefined {
  if (name === 'withdraw') return on.isMaker ? undefined : { problem: 'fund.maker', detail: {} }
  if ((name === 'askUndo' || name === 'undo') && on.isTouched) return { problem: 'deposit.touched', detail: {} }
  const isOwn = ((name === 'confirm' || name === 'reject') && on.isMaker) || (name === 'undo' && on.isUndoAsker)
  return isOwn ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The steps a person can take now. */
export function depositMovesOf(on: DepositOn, can: (permit: Permit) => boolean): DepositMove[] {
  const offered: readonly string[] = offeredFrom(depositStates, on.state, can)
  return depositSteps.filter(name => offered.includes(name) && !faultOfDepositMove(name, on))
}

/** The ways out of a deposit. */
export const depositBackKinds = { RETURN: '退还', OFFSET: '抵欠款' } as const
export type DepositBackKind = keyof typeof depositBackKinds

export const depositBackStates = machine({
  table: 'deposit_backs',
  column: 'state',
  entity: 'depositBack',
  start: 'asked',
  states: {
    asked: { label: '待审批', tone: 'busy', awaits: { permit: 'refund.approve', sides: house } },
    approved: { label: '待退款', tone: 'busy', awaits: { permit: 'refund.pay', sides: house } },
    paid: { label: '已退还', tone: 'good' },
    bouncing: { label: '退汇待复核', tone: 'busy', awaits: { permit: 'fund.confirm', sides: house } },
    bounced: { label: '已退汇', tone: 'bad', final: true },
    failed: { label: '退款失败', tone: 'bad', final: true },
    offset: { label: '已抵欠款', tone: 'good' },
    undoing: { label: '撤销抵扣待复核', tone: 'busy', awaits: { permit: 'fund.confirm', sides: house } },
    undone: { label: '抵扣已撤销', tone: 'idle', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    approve: {
      from: ['asked'],
      to: 'approved',
      label: '同意退还',
      done: '已同意退还，等另一人在银行退款',
      permit: 'refund.approve',
    },
    setOff: { from: ['asked'], to: 'offset', label: '同意抵扣', done: '已抵欠款', permit: 'refund.approve' },
    reject: { from: ['asked'], to: 'rejected', label: '驳回', permit: 'refund.approve', danger: true, ask: 'reason' },
    withdraw: { from: ['asked'], to: 'withdrawn', label: '撤回', permit: 'fund.record' },
    pay: { from: ['approved'], to: 'paid', label: '确认已退款', done: '退款已入账', permit: 'refund.pay' },
    fail: {
      from: ['approved'],
      to: 'failed',
      label: '登记退款失败',
      done: '已恢复在押',
      permit: 'refund.pay',
      danger: true,
      ask: 'reason',
    },
    askBounce: {
      from: ['paid'],
      to: 'bouncing',
      label: '登记退汇',
      done: '已登记退汇，等另一人复核',
      permit: 'fund.record',
      danger: true,
      ask: 'reason',
    },
    bounce: { from: ['bouncing'], to: 'bounced', label: '确认退汇', done: '退汇已入账', permit: 'fund.confirm' },
    keepPaid: { from: ['bouncing'], to: 'paid', label: '没有退汇', done: '退汇登记已退回', permit: 'fund.confirm' },
    askUndo: {
      from: ['offset'],
      to: 'undoing',
      label: '申请撤销',
      done: '已申请撤销，等另一人确认',
      permit: 'fund.record',
      danger: true,
      ask: 'reason',
    },
    undo: {
      from: ['undoing'],
      to: 'undone',
      label: '确认撤销',
      done: '抵扣已撤销',
      permit: 'fund.confirm',
      danger: true,
    },
    keepOffset: { from: ['undoing'], to: 'offset', label: '不撤销', done: '撤销申请已退回', permit: 'fund.confirm' },
  },
})
export type DepositBackState = keyof typeof depositBackStates.states
export type DepositBackMove = keyof typeof depositBackStates.moves

/** A way out and the person who wants to move it. */
export interface DepositBackOn {
  readonly state: DepositBackState
  readonly kind: DepositBackKind
  readonly isAsker: boolean
  readonly isApprover: boolean
  /** The person entered that the bank sent the money back, or asked to take a set-off back. */
  readonly isBackAsker: boolean
}

/**
 * The fault of a step beside its state and permit: people never agree to requests of their own, and the one who agreed does not send. The
 * one who asked may send after another agreed, so that two people are enough.
 */
export function faultOfDepositBackMove(name: DepositBackMove, on: Omit<DepositBackOn, 'state'>): Fault | undefined {
  if ((name === 'approve' && on.kind !== 'RETURN') || (name === 'setOff' && on.kind !== 'OFFSET'))
    return { problem: 'deposit.kind', detail: {} }
  if (name === 'withdraw') return on.isAsker ? undefined : { problem: 'fund.maker', detail: {} }
  const isOwn = {
    approve: on.isAsker,
    setOff: on.isAsker,
    reject: on.isAsker,
    pay: on.isApprover,
    bounce: on.isBackAsker,
    undo: on.isBackAsker,
    fail: false,
    askBounce: false,
    keepPaid: false,
    askUndo: false,
    keepOffset: false,
  }[name]
  return isOwn ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The steps a person can take now. */
export const depositBackMovesOf = (on: DepositBackOn, can: (permit: Permit) => boolean): DepositBackMove[] =>
  offeredFrom(depositBackStates, on.state, can).filter(name => !faultOfDepositBackMove(name, on))
