// Fund records (资金登记): money that came to a branch's channel account and fuel it bought, recorded by one person and
// confirmed by another.
import { fen } from './figures/money.ts'
import { DAY_MS } from './figures/time.ts'
import type { Permit } from './permits/permits.ts'
import type { Fault } from './problems/problems.ts'
import { machine, offeredFrom } from './states.ts'

interface KindRow {
  readonly label: string
  /** The number by which the bank or the seller knows it: a second record with the same one is the same money. */
  readonly serial: string
  /** The name of its day. */
  readonly day: string
}
const table = <const T extends Readonly<Record<string, KindRow>>>(t: T): { readonly [K in keyof T]: KindRow } => t

/** Kinds of fund records; money of a shipper is its prepayment, the others are the house's own. */
export const fundKinds = table({
  TOP_UP: { label: '托运人充值', serial: '银行流水号', day: '到账日期' },
  TRANSFER: { label: '自有资金转入通道', serial: '银行流水号', day: '到账日期' },
  FUEL: { label: '购油入库', serial: '发票号码', day: '购油日期' },
  ETC: { label: 'ETC 充值', serial: '充值流水号', day: '充值日期' },
})
export type FundKind = keyof typeof fundKinds
/** Kinds recorded on the page of fund records; a top-up of tolls is always one of an account and is recorded there. */
export const recordedKinds = { TOP_UP: fundKinds.TOP_UP, TRANSFER: fundKinds.TRANSFER, FUEL: fundKinds.FUEL } as const
export type RecordedKind = keyof typeof recordedKinds

/** The most one record holds, 10 亿元: sums over a whole list, and the books of a branch, stay exact. */
export const fundAmountMost = fen(100_000_000_000)
/** The oldest day a record may name, ms before today: what is older stands in the opening balances. */
export const fundAgeMostMs = 366 * DAY_MS

/**
 * The one spelling of a serial number, so that the same money is not recorded twice: narrow characters, one kind of
 * dash, no blanks and nothing invisible.
 */
export const plainSerial = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{C}]/gu, '')
    .replace(/\p{Pd}/gu, '-')

/** The fault of a serial number in its one spelling: letters of other scripts look like Latin ones and are not. */
export function faultOfSerial(serial: string): string | undefined {
  if (serial === '') return '不能为空'
  return /^[!-~\p{Script=Han}]+$/u.test(serial) ? undefined : '只能有字母、数字、汉字和常用符号'
}

export const fundStates = machine({
  table: 'fund_records',
  column: 'state',
  entity: 'fund',
  start: 'recorded',
  states: {
    recorded: { label: '待复核', tone: 'busy', awaits: { permit: 'fund.confirm', sides: ['platform', 'branch'] } },
    confirmed: { label: '已入账', tone: 'good', final: true },
    rejected: { label: '已驳回', tone: 'bad', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    confirm: { from: ['recorded'], to: 'confirmed', label: '确认入账', permit: 'fund.confirm' },
    reject: {
      from: ['recorded'],
      to: 'rejected',
      label: '驳回',
      permit: 'fund.confirm',
      danger: true,
      ask: 'reason',
    },
    withdraw: { from: ['recorded'], to: 'withdrawn', label: '撤回', permit: 'fund.record' },
  },
})
export type FundState = keyof typeof fundStates.states
export type FundMove = keyof typeof fundStates.moves

/** A record and the person who wants to move it. */
export interface FundOn {
  readonly state: FundState
  /** The person made the record, or it was made for them by somebody who worked in their place. */
  readonly isMaker: boolean
}

/** The fault of a move beside its state and permit: the maker takes a record back, somebody else judges it. */
export function faultOfFundMove(name: FundMove, { isMaker }: FundOn): Fault | undefined {
  if (name === 'withdraw') return isMaker ? undefined : { problem: 'fund.maker', detail: {} }
  return isMaker ? { problem: 'maker.checker', detail: {} } : undefined
}

/** The moves a person can make now. */
export const fundMovesOf = (on: FundOn, can: (permit: Permit) => boolean): FundMove[] =>
  offeredFrom(fundStates, on.state, can).filter(name => !faultOfFundMove(name, on))
