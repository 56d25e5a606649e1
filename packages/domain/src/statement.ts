// Statements (对账单) of shippers: a month of a shipper with one branch, made by the house, answered line by line.
import { addFen, negateFen, subtractFen, sumFen, type Fen } from './figures/money.ts'
import { machine, offeredFrom } from './states.ts'
import type { Permit } from './permits/permits.ts'

const house = ['platform', 'branch'] as const

export const statementStates = machine({
  table: 'shipper_statements',
  column: 'state',
  entity: 'statement',
  start: 'draft',
  states: {
    draft: { label: '待发送', tone: 'idle', awaits: { permit: 'statement.make', sides: house } },
    sent: { label: '待确认', tone: 'busy', awaits: { permit: 'statement.confirm', sides: ['shipper'] } },
    disputed: { label: '有异议', tone: 'bad', awaits: { permit: 'statement.make', sides: house } },
    confirmed: { label: '已确认', tone: 'good', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  moves: {
    send: { from: ['draft'], to: 'sent', label: '发送', done: '已发送，等货主核对', permit: 'statement.make' },
    confirm: { from: ['sent'], to: 'confirmed', label: '确认无误', done: '对账单已确认', permit: 'statement.confirm' },
    dispute: {
      from: ['sent', 'disputed'],
      to: 'disputed',
      label: '提异议',
      done: '已提异议，等平台说明',
      permit: 'statement.confirm',
    },
    drop: { from: ['disputed'], to: 'disputed', label: '撤销异议', permit: 'statement.confirm' },
    explain: {
      from: ['disputed'],
      to: 'disputed',
      label: '说明异议',
      done: '已说明异议，等货主核对',
      permit: 'statement.make',
    },
    settle: { from: ['disputed'], to: 'sent', label: '异议已答复', permit: 'system' },
    withdraw: {
      from: ['draft', 'sent', 'disputed'],
      to: 'withdrawn',
      label: '撤回',
      permit: 'statement.make',
      danger: true,
      ask: 'reason',
    },
  },
})
export type StatementState = keyof typeof statementStates.states
export type StatementMove = keyof typeof statementStates.moves

/** Moves of a statement as a whole; the others are about its lines. */
export const wholeMoves = ['send', 'confirm', 'withdraw'] as const satisfies readonly StatementMove[]
export type WholeMove = (typeof wholeMoves)[number]

/** The moves of the whole a person can make now. */
export const statementMovesOf = (state: StatementState, can: (permit: Permit) => boolean): WholeMove[] => {
  const offered = offeredFrom(statementStates, state, can)
  return wholeMoves.filter(name => offered.includes(name))
}

/** The side a statement waits for, and for what. */
export const statementTurns: Readonly<
  Partial<Record<StatementState, { readonly side: 'house' | 'shipper'; readonly act: string }>>
> = {
  draft: { side: 'house', act: '发送' },
  sent: { side: 'shipper', act: '确认' },
  disputed: { side: 'house', act: '说明异议' },
}

/** The word of a shipper about a line, and of the house about a dispute. */
export const lineMarks = {
  none: '未核对',
  checked: '已核对',
  disputed: '有异议',
  explained: '已说明',
} as const
export type LineMark = keyof typeof lineMarks

/** Acts on lines: of the shipper, and of the house (explain). */
export const lineActs = {
  check: { label: '核对无误' },
  dispute: { label: '提异议', ask: 'reason' },
  drop: { label: '撤销异议' },
  explain: { label: '说明', ask: 'reason' },
} as const
export type LineAct = keyof typeof lineActs

/** The marks from which a line takes an act, and the mark it then has. */
const steps: Readonly<Record<LineAct, { readonly from: readonly LineMark[]; readonly to: LineMark }>> = {
  check: { from: ['none', 'explained'], to: 'checked' },
  dispute: { from: ['none', 'checked', 'explained'], to: 'disputed' },
  drop: { from: ['disputed'], to: 'none' },
  explain: { from: ['disputed'], to: 'explained' },
}
export const markAfter = (act: LineAct): LineMark => steps[act].to
/** True where a line with this mark takes the act. */
export const takesAct = (mark: LineMark, act: LineAct): boolean => steps[act].from.includes(mark)
const permitOf = (act: LineAct): Permit => (act === 'explain' ? 'statement.make' : 'statement.confirm')

/** The acts on a line with a mark, in a statement in this state. */
export const lineActsOf = (state: StatementState, mark: LineMark, can: (permit: Permit) => boolean): LineAct[] => {
  if (state !== 'sent' && state !== 'disputed') return []
  return (Object.keys(steps) as LineAct[]).filter(act => takesAct(mark, act) && can(permitOf(act)))
}

/** The most lines of one act, and those a print holds. */
export const statementLimits = { linesOfAct: 100, linesOnPaper: 1000 } as const

interface Kind {
  readonly label: string
  /** Events of the books that make such a line. */
  readonly events: readonly string[]
}
const kinds = <const T extends Readonly<Record<string, Kind>>>(t: T): { readonly [K in keyof T]: Kind } => t
/** Kinds of lines; an event no kind names is `OTHER`, an invoice is no event of the shipper's accounts. */
export const statementKinds = kinds({
  FREIGHT: { label: '运费', events: ['E2'] },
  VOID: { label: '运费冲回', events: ['E2r'] },
  ALLOWANCE: { label: '红字冲减', events: ['E8a'] },
  COMPENSATION: { label: '赔付', events: ['E13', 'E13r', 'E13b'] },
  RECEIVED: { label: '收款', events: ['E1', 'E1r'] },
  PAID: { label: '收款核销', events: ['E2c', 'E2cr'] },
  SET_OFF: { label: '预收冲应收', events: ['E2b', 'E2br', 'E2cb', 'E2cbr'] },
  GIVEN_UP: { label: '坏账核销', events: ['E2d', 'E2dr'] },
  TAIL: { label: '尾差', events: ['E2e', 'E2er'] },
  REFUND: { label: '退款', events: ['E1f', 'E1fr'] },
  INVOICE: { label: '开票', events: [] },
  RED: { label: '红字发票', events: [] },
  OTHER: { label: '其他', events: [] },
})
export type StatementKind = keyof typeof statementKinds

/** The changes of a line: what the shipper owes, its prepaid money, and what was invoiced. */
export interface LineAmounts {
  readonly kind: StatementKind
  readonly owed: Fen
  readonly prepaid: Fen
  readonly invoiced: Fen
}
/** The sums of a statement. */
export interface StatementSums {
  readonly openingOwed: Fen
  readonly openingPrepaid: Fen
  /** Freight with its charges and deductions, less that of voided waybills. */
  readonly freight: Fen
  /** Every other change of what is owed: allowances by red invoices, compensation, what is given up. */
  readonly adjusted: Fen
  /** Money that came, prepaid or for waybills it names. */
  readonly received: Fen
  readonly refunded: Fen
  /** Money that paid freight, less what compensation made prepaid money of. */
  readonly setOff: Fen
  readonly invoiced: Fen
  readonly closingOwed: Fen
  readonly closingPrepaid: Fen
}

/** Adds the lines of a month to its opening: the closing is what the books say, or lines are missing. */
export function sumStatement(
  opening: Pick<StatementSums, 'openingOwed' | 'openingPrepaid'>,
  lines: readonly LineAmounts[],
): StatementSums {
  const of = (isOne: (kind: StatementKind) => boolean, read: (line: LineAmounts) => Fen): Fen =>
    sumFen(lines.filter(({ kind }) => isOne(kind)).map(read))
  const isFreight = (kind: StatementKind): boolean => kind === 'FREIGHT' || kind === 'VOID'
  const freight = of(isFreight, ({ owed }) => owed)
  const setOff = negateFen(
    addFen(
      of(
        // money that paid named waybills came and paid in one
        kind => kind === 'SET_OFF' || kind === 'PAID',
        line => line.owed,
      ),
      // no money came: what was owed less than nothing is prepaid (E13b)
      of(
        kind => kind === 'COMPENSATION',
        line => line.prepaid,
      ),
    ),
  )
  const refunded = negateFen(
    of(
      kind => kind === 'REFUND',
      line => line.prepaid,
    ),
  )
  const owed = sumFen(lines.map(line => line.owed))
  const prepaid = sumFen(lines.map(line => line.prepaid))
  return {
    ...opening,
    freight,
    adjusted: addFen(subtractFen(owed, freight), setOff),
    received: addFen(addFen(prepaid, refunded), setOff),
    refunded,
    setOff,
    invoiced: sumFen(lines.map(line => line.invoiced)),
    closingOwed: addFen(opening.openingOwed, owed),
    closingPrepaid: addFen(opening.openingPrepaid, prepaid),
  }
}
