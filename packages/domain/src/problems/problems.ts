// The one table of refusals: what is wrong, in words for people, with its wire code and HTTP status.
import { fillBlanks, type Blanks, type Filled } from '../blanks.ts'
import type { OpenWork } from '../relation.ts'
import { agreementProblems } from './agreement.ts'
import { batchProblems } from './batch.ts'
import { companyProblems } from './company.ts'
import { creditProblems } from './credit.ts'
import { debtProblems } from './debt.ts'
import { depositProblems } from './deposit.ts'
import { fenceProblems } from './fence.ts'
import { filesProblems } from './files.ts'
import { fleetProblems } from './fleet.ts'
import { fuelProblems } from './fuel.ts'
import { fundProblems } from './fund.ts'
import { goodsProblems } from './goods.ts'
import { invoiceProblems } from './invoice.ts'
import { inviteProblems } from './invite.ts'
import { moveProblems } from './move.ts'
import { paperProblems } from './paper.ts'
import { payFileProblems } from './payFile.ts'
import { silenceProblems } from './silence.ts'
import { relationProblems } from './relation.ts'
import { remittanceProblems } from './remittance.ts'
import { terminalProblems } from './terminal.ts'
import type { ProblemRow } from './row.ts'
import { settlementProblems } from './settlement.ts'
import { setupProblems } from './setup.ts'
import { shareProblems } from './share.ts'
import { staffProblems } from './staff.ts'
import { statementProblems } from './statement.ts'
import { taskProblems } from './task.ts'
import { voucherProblems } from './voucher.ts'
import { waybillProblems } from './waybill.ts'
import { estimateEndProblems } from './estimateEnd.ts'
import { writeOffProblems } from './writeOff.ts'
import { wireProblems } from './wire.ts'

const table = {
  ...wireProblems,
  ...moveProblems,
  ...goodsProblems,
  ...taskProblems,
  ...fleetProblems,
  ...waybillProblems,
  ...filesProblems,
  ...settlementProblems,
  ...voucherProblems,
  ...staffProblems,
  ...relationProblems,
  ...companyProblems,
  ...shareProblems,
  ...fenceProblems,
  ...setupProblems,
  ...fundProblems,
  ...remittanceProblems,
  ...debtProblems,
  ...writeOffProblems,
  ...estimateEndProblems,
  ...depositProblems,
  ...creditProblems,
  ...statementProblems,
  ...payFileProblems,
  ...silenceProblems,
  ...invoiceProblems,
  ...terminalProblems,
  ...batchProblems,
  ...paperProblems,
  ...inviteProblems,
  ...fuelProblems,
  ...agreementProblems,
}
type Table = typeof table
export type ProblemName = keyof Table

export const problems: Readonly<Record<ProblemName, ProblemRow>> = table

/** The seconds after which asking again may help, which a detail may say of problems that pass by themselves. */
type Wait<N extends ProblemName> = Table[N]['http'] extends 429 | 503
  ? { readonly seconds?: number }
  : Record<never, never>

/** Blanks of a problem; of one of several, all that any of them has. */
export type ProblemDetail<N extends ProblemName> = Blanks<Table[N]['text']> & Wait<N>

/** The detail as it is written: nothing for a problem that has no blanks. */
type Detail<N extends ProblemName> = keyof ProblemDetail<N> extends never
  ? Readonly<Record<string, never>>
  : ProblemDetail<N>

/** Figures that programs read in the envelope of some problems. */
interface Figures {
  readonly 'request.skew': { readonly serverTime: number }
  readonly 'goods.remain': { readonly remainQty: number }
  readonly 'goods.repriced': { readonly carrierUnitPrice: number }
  readonly 'task.remain': { readonly remainQty: number }
  readonly 'task.moved': { readonly remainQty: number }
  readonly 'relation.open': OpenWork
}

/** Data that travels in the envelope beside the text: the fault of each field, for a form to show there; figures. */
type ProblemData<N extends ProblemName> = {
  readonly fields?: Readonly<Record<string, string>>
} & (N extends keyof Figures ? Partial<Figures[N]> : Record<never, never>)

/** Arguments after the name of a problem: its detail, which may be left out where nothing has to be said, and its data. */
type Said<N extends ProblemName> =
  Record<never, never> extends ProblemDetail<N>
    ? [detail?: Detail<N>, data?: ProblemData<N> | undefined]
    : [detail: Detail<N>, data?: ProblemData<N> | undefined]

/** A problem with its blanks, as a value that rules compute; of several, any one with its own. */
export type Fault<N extends ProblemName = ProblemName> = {
  readonly [K in N]: { readonly problem: K; readonly detail: Detail<K>; readonly data?: ProblemData<K> }
}[N]

/** Problems that need nothing said of them. */
export type PlainProblem = {
  readonly [K in ProblemName]: Record<never, never> extends ProblemDetail<K> ? K : never
}[ProblemName]

/**
 * A refusal thrown by a command and caught only by `serve()`. `detail` fills the text; `data` travels in the
 * envelope (for example `{ fields: { mobile: '手机号格式不正确' } }` for a form to show at the field).
 */
export class Problem<N extends ProblemName = ProblemName> extends Error {
  readonly problem: N
  readonly detail: Filled
  readonly data: unknown
  /** Seconds until it is worth trying again, where that is known: `seconds` of the detail. */
  readonly waitS: number | undefined
  constructor(problem: N, ...[detail, data]: Said<N>) {
    const filled: Filled = { ...detail }
    super(fillBlanks(table[problem].text, filled))
    this.name = 'Problem'
    this.problem = problem
    this.detail = filled
    this.data = data ?? null
    this.waitS = typeof filled['seconds'] === 'number' ? filled['seconds'] : undefined
  }
}

/** The refusal of a computed fault; `data` takes the place of the fault's own. */
export const problemOf = <N extends ProblemName>(
  fault: Fault<N>,
  data: ProblemData<N> | undefined = fault.data,
): Problem<N> => new Problem(fault.problem, fault.detail, data)

/** The Chinese text of a problem with its blanks filled. */
export const problemText = <N extends ProblemName>(problem: N, ...[detail]: Said<N>): string =>
  fillBlanks(table[problem].text, { ...detail })

/** The Chinese text of a computed fault. */
export const faultWords = ({ problem, detail }: Fault): string => fillBlanks(table[problem].text, detail)
