// Remittances (来款): money that came to a branch's channel account, and whose it is: recorded by one person and checked
// against the bank by another, then claimed for a shipper, sent back, or known as a payment that came back (退汇).
import { sumFen, type Fen } from './figures/money.ts'
import { startOfDay } from './figures/time.ts'
import type { Permit } from './permits/permits.ts'
import type { Fault } from './problems/problems.ts'
import { machine, offeredFrom } from './states.ts'

/** The reasons for which a shipper is suggested as the one money is from, the surest first. */
export const remittanceHints = {
  ACCOUNT: { label: '付款账号是其登记账户' },
  BEFORE: { label: '该账号以前的来款认给过它' },
  NAME: { label: '付款户名与企业名称一致' },
  WAYBILL: { label: '金额等于一单未付运费' },
  ARREARS: { label: '金额等于应收合计' },
} as const
export type RemittanceHint = keyof typeof remittanceHints

const house = ['platform', 'branch'] as const

export const remittanceStates = machine({
  table: 'remittances',
  column: 'state',
  entity: 'remittance',
  start: 'recorded',
  states: {
    recorded: { label: '待复核', tone: 'busy', awaits: { permit: 'remittance.confirm', sides: house } },
    unclaimed: { label: '待认领', tone: 'warn', awaits: { permit: 'remittance.claim', sides: house } },
    claimed: { label: '已入账', tone: 'good' },
    refunding: { label: '退回待复核', tone: 'busy', awaits: { permit: 'remittance.confirm', sides: house } },
    /** Nothing of it is nobody's any more, and some of it went back. */
    refunded: { label: '已退回', tone: 'idle' },
    returning: { label: '退汇待复核', tone: 'busy', awaits: { permit: 'remittance.confirm', sides: house } },
    returned: { label: '已作退汇', tone: 'good', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    confirm: {
      from: ['recorded'],
      to: 'unclaimed',
      label: '确认到账',
      done: '已确认到账，等认领',
      permit: 'remittance.confirm',
    },
    reject: {
      from: ['recorded'],
      to: 'rejected',
      label: '驳回',
      permit: 'remittance.confirm',
      danger: true,
      ask: 'reason',
    },
    withdraw: { from: ['recorded'], to: 'withdrawn', label: '撤回', permit: 'remittance.record' },
    claim: { from: ['unclaimed'], to: 'claimed', label: '认领', permit: 'remittance.claim' },
    /** Less than what is nobody's: the rest of it waits. */
    claimPart: { from: ['unclaimed'], to: 'unclaimed', label: '认领一部分', permit: 'remittance.claim' },
    /** All that is nobody's of money of which some went back. */
    claimRest: { from: ['unclaimed'], to: 'refunded', label: '认领', permit: 'remittance.claim' },
    unclaim: {
      from: ['unclaimed', 'claimed', 'refunded'],
      to: 'unclaimed',
      label: '撤销认领',
      done: '认领已撤销',
      permit: 'remittance.claim',
      danger: true,
      ask: 'reason',
    },
    askRefund: {
      from: ['unclaimed'],
      to: 'refunding',
      label: '申请退回',
      done: '已申请退回，等另一人在银行退款',
      permit: 'remittance.claim',
      danger: true,
      ask: 'reason',
    },
    refund: { from: ['refunding'], to: 'refunded', label: '确认退回', permit: 'remittance.confirm' },
    keep: { from: ['refunding'], to: 'unclaimed', label: '取消退回', done: '已改为待认领', permit: 'remittance.claim' },
    /** It is money of a payment of ours that the bank brought back without naming the order. */
    askReturn: {
      from: ['unclaimed'],
      to: 'returning',
      label: '登记退汇',
      done: '已登记退汇，待另一人复核',
      permit: 'remittance.claim',
      ask: 'reason',
    },
    confirmReturn: {
      // one entered from a line of the bank's file is agreed to together with its payment
      from: ['recorded', 'returning'],
      to: 'returned',
      label: '确认退汇',
      permit: 'remittance.confirm',
      danger: true,
    },
    /** The bank has named the payment itself meanwhile: nobody need agree any more. */
    nameReturn: { from: ['returning'], to: 'returned', label: '银行已指明退汇', permit: 'system' },
    dropReturn: {
      from: ['returning'],
      to: 'unclaimed',
      label: '撤销退汇登记',
      done: '已改为待认领',
      permit: 'remittance.claim',
      ask: 'reason',
    },
    /** A deposit takes it whole, or gives it back: two people have vouched for that as money of the deposit. */
    hold: { from: ['unclaimed'], to: 'claimed', label: '作为押金入账', permit: 'system' },
    release: { from: ['claimed'], to: 'unclaimed', label: '冲销押金', permit: 'system' },
  },
})
/** Money in these states is in the books, and nobody's: it lies on 2241.03. */
export const openRemittances = ['unclaimed', 'refunding', 'returning'] as const satisfies readonly RemittanceState[]
export type RemittanceState = keyof typeof remittanceStates.states
/** The steps people take. */
export const remittanceSteps = [
  'confirm',
  'reject',
  'withdraw',
  'claim',
  'unclaim',
  'askRefund',
  'refund',
  'keep',
  'askReturn',
  'confirmReturn',
  'dropReturn',
] as const
export type RemittanceMove = (typeof remittanceSteps)[number]

/** A remittance and the person who wants to move it. */
export interface RemittanceOn {
  readonly state: RemittanceState
  /** The person made the record, or it was made for them by somebody who worked in their place. */
  readonly isMaker: boolean
  /** The same of the request to send the money back, or to take it as a payment that came back. */
  readonly isAsker: boolean
  /** It was claimed as a deposit, which has steps of its own. */
  readonly isDeposit: boolean
  /** A claim of it, or of a part of it, stands. */
  readonly isParted: boolean
  /** Some of it went back to its payer. */
  readonly isRefunded: boolean
  /** It was pointed at a payment it may be the money of, come back. */
  readonly isPointed: boolean
}

/** The fault of a move beside its state and permit: money is vouched for by two people, on its way in and back out. */
export function faultOfRemittanceMove(
  name: RemittanceMove,
  { isMaker, isAsker, isDeposit, isParted, isRefunded }: Omit<RemittanceOn, 'state'>,
): Fault | undefined {
  if (name === 'unclaim' && isDeposit) return { problem: 'deposit.claimed', detail: {} }
  // a payment came back whole or not at all
  if (name === 'askReturn' && isParted)
    return { problem: 'remittance.parted', detail: { move: remittanceStates.moves[name].label } }
  if (name === 'askReturn' && isRefunded) return { problem: 'remittance.sentBack', detail: {} }
  if (name === 'withdraw') return isMaker ? undefined : { problem: 'fund.maker', detail: {} }
  const isSecond = name === 'refund' || name === 'confirmReturn'
  const isOwn = isSecond ? isAsker : (name === 'confirm' || name === 'reject') && isMaker
  return isOwn ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The moves a person can make now. */
export function remittanceMovesOf(on: RemittanceOn, can: (permit: Permit) => boolean): RemittanceMove[] {
  const offered: readonly string[] = offeredFrom(remittanceStates, on.state, can)
  const isThere = (name: RemittanceMove): boolean =>
    (
      { unclaim: on.isParted, confirm: !on.isPointed, confirmReturn: on.isPointed } as Partial<
        Record<RemittanceMove, boolean>
      >
    )[name] ?? true
  return remittanceSteps.filter(name => offered.includes(name) && isThere(name) && !faultOfRemittanceMove(name, on))
}

/** The one spelling of a payer's account number: digits and letters alone. */
export const plainAccount = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')

/** The ways a return of such money stands: asked for, agreed to by another person, or taken back by whoever asked. */
export const remittanceRefundStages = {
  asked: { label: '待复核', tone: 'busy' },
  sent: { label: '已退回', tone: 'good' },
  kept: { label: '已取消', tone: 'idle' },
} as const
export type RemittanceRefundStage = keyof typeof remittanceRefundStages

/** A use of money, a claim or a return of it, from one moment, ms, until it was taken back. */
export interface RemittanceUse {
  readonly amount: Fen
  readonly from: number
  readonly until?: number | undefined
}

/**
 * The moment since when what is nobody's of money now was nobody's at the end of each day, ms: that of the last use taken back which
 * had some of it; undefined where it was so since the money came.
 */
export function restSince(uses: readonly RemittanceUse[]): number | undefined {
  const taken = sumFen(uses.flatMap(({ until, amount }) => (until === undefined ? [amount] : [])))
  const takenBefore = (day: number): Fen =>
    sumFen(uses.flatMap(({ from, until, amount }) => (from < day && (until ?? Infinity) >= day ? [amount] : [])))
  const freed = uses.flatMap(({ until }) =>
    until !== undefined && takenBefore(startOfDay(until)) > taken ? [until] : [],
  )
  return freed.length === 0 ? undefined : Math.max(...freed)
}
