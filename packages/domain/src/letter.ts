// Letters of balances (对账函): a month's closing balances of one company with one branch, sent by the house, confirmed or
// disputed by the company account by account.
import { sumFen, type Fen } from './figures/money.ts'
import type { Permit } from './permits/permits.ts'
import { lineActs, takesAct, type LineAct, type LineMark } from './statement.ts'
import { machine, offeredFrom } from './states.ts'
import { accountOf, flowAccounts, ownAccounts, type FlowAccount } from './voucher/chart.ts'

const house = ['platform', 'branch'] as const

export const letterStates = machine({
  table: 'balance_letters',
  column: 'state',
  entity: 'letter',
  start: 'sent',
  states: {
    sent: { label: '待确认', tone: 'busy', awaits: { permit: 'letter.answer', sides: ['shipper', 'carrier'] } },
    disputed: { label: '有异议', tone: 'bad', awaits: { permit: 'statement.make', sides: house } },
    confirmed: { label: '已确认', tone: 'good', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    confirm: { from: ['sent'], to: 'confirmed', label: '确认无误', done: '对账函已确认', permit: 'letter.answer' },
    dispute: {
      from: ['sent', 'disputed'],
      to: 'disputed',
      label: '提异议',
      done: '已提异议，等平台说明',
      permit: 'letter.answer',
    },
    drop: { from: ['disputed'], to: 'disputed', label: '撤销异议', permit: 'letter.answer' },
    explain: {
      from: ['disputed'],
      to: 'disputed',
      label: '说明异议',
      done: '已说明异议，等对方核对',
      permit: 'statement.make',
    },
    settle: { from: ['disputed'], to: 'sent', label: '异议已答复', permit: 'system' },
    withdraw: {
      from: ['sent', 'disputed'],
      to: 'withdrawn',
      label: '撤回',
      permit: 'statement.make',
      danger: true,
      ask: 'reason',
    },
  },
})
export type LetterState = keyof typeof letterStates.states
export type LetterMove = keyof typeof letterStates.moves

/** Moves of a letter as a whole; the others are about its lines. */
export const letterMoves = ['confirm', 'withdraw'] as const satisfies readonly LetterMove[]
export type WholeLetterMove = (typeof letterMoves)[number]

/** The moves of the whole a person can make now. */
export const letterMovesOf = (state: LetterState, can: (permit: Permit) => boolean): WholeLetterMove[] => {
  const offered = offeredFrom(letterStates, state, can)
  return letterMoves.filter(name => offered.includes(name))
}

/** The side a letter waits for, and for what. */
export const letterTurns: Readonly<
  Partial<Record<LetterState, { readonly side: 'house' | 'party'; readonly act: string }>>
> = {
  sent: { side: 'party', act: '确认' },
  disputed: { side: 'house', act: '说明异议' },
}

/** The permit of an act on a line: the company answers, the house explains. */
export const letterPermitOf = (act: LineAct): Permit => (act === 'explain' ? 'statement.make' : 'letter.answer')

/** The acts on a line with a mark, in a letter in this state. */
export const letterActsOf = (state: LetterState, mark: LineMark, can: (permit: Permit) => boolean): LineAct[] =>
  state === 'sent' || state === 'disputed'
    ? (Object.keys(lineActs) as LineAct[]).filter(act => takesAct(mark, act) && can(letterPermitOf(act)))
    : []

/** Letters are of what one side of the market has with the house, or of both. */
export const letterSides = { shipper: '货主', carrier: '承运商' } as const
export type LetterSide = keyof typeof letterSides

/** The accounts of a letter, in their order: the only ones a company has with the house. */
export const letterAccounts: readonly FlowAccount[] = (Object.keys(flowAccounts) as FlowAccount[]).filter(code =>
  [...ownAccounts.shipper, ...ownAccounts.carrier].some(own => own === code),
)

/** Companies one step of a sending looks at. */
export const letterLimits = { companiesOfStep: 200 } as const

/** The movements of an account in the month, as the books have them. */
export interface LetterBooks {
  readonly account: FlowAccount
  /** Debit less credit before the month. */
  readonly before: Fen
  readonly debit: Fen
  readonly credit: Fen
}

/** Sums of a letter: debit less credit, so that above zero the company owes the house. */
export function sumLetter(lines: readonly LetterBooks[]): { opening: Fen; debit: Fen; credit: Fen } {
  return {
    opening: sumFen(lines.map(({ before }) => before)),
    debit: sumFen(lines.map(({ debit }) => debit)),
    credit: sumFen(lines.map(({ credit }) => credit)),
  }
}

/** True for accounts on which the company owes the house; on the others the house owes the company. */
export const owesHouse = (account: FlowAccount): boolean => accountOf(account).normalSide === 'debit'
