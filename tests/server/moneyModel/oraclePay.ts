// Payments of the oracle: sent, answered by the channel, decided by two people, contradicted and made good.
import type { Exception, ExceptionKind, Fact, FactKind, Payment, Sheet, SheetLine } from './books.ts'
import { holderOf, payAgain, takeLateSuccess } from './oracleLate.ts'
import { doubtedParts, offset, postFailure, postSuccess } from './oracleMoney.ts'
import { recoverAdvances } from './oracleParts.ts'
import { addBooked, finishIfDone } from './oracleRows.ts'
import { afterDrop, dropLine, parentLine, parentOf, settleSheet } from './oracleSheets.ts'
import { cr, dr, isFaulty, must, post, type Of, type Refusal, type State } from './oracleState.ts'

export function send(s: State, c: Of<'send'>): Refusal {
  const payment = s.payments.get(c.payment)
  if (!payment) return 'notFound'
  if (payment.state !== 'created') return 'wrongState'
  const doubted = doubtedParts(s)
  if (payment.lines.some(({ part }) => doubted.has(part))) return 'held'
  payment.state = 'sent'
  return undefined
}

/** E7c of a payment that was never sent. */
export function cancelPayment(s: State, c: Of<'cancelPayment'>): Refusal {
  const payment = s.payments.get(c.payment)
  if (!payment) return 'notFound'
  if (payment.state !== 'created') return 'wrongState'
  fail(s, payment, 'cancelled')
  return undefined
}

const sheetOf = (s: State, { source }: Payment): Sheet | undefined => s.sheets.get(source)
const lineIn = (sheet: Sheet, part: string): SheetLine => must(sheet.lines.find(line => line.part === part))

/** E7b. A paid advance is issued, not paid; of a cancelled waybill it is a debt at once. */
function succeed(s: State, payment: Payment, fee: number): void {
  payment.state = 'success'
  postSuccess(s, payment, fee)
  const sheet = sheetOf(s, payment)
  if (!sheet) {
    const refund = s.refunds.get(payment.source)
    const remittance = s.remittances.get(payment.source)
    if (refund) refund.state = 'paid'
    if (remittance) remittance.state = 'returned'
    return
  }
  for (const line of payment.lines) {
    line.out = 'E7b'
    markPaid(s, sheet, lineIn(sheet, line.part), line.amount)
  }
  settleUp(s, sheet)
}

/** A line's money has arrived: here, and on every sheet above that moved it down. */
export function markPaid(s: State, sheet: Sheet, line: SheetLine, amount: number): void {
  line.result = 'paid'
  for (let below = sheet, at = line; below.kind === 'FAILURE'; below = parentOf(s, below)) {
    at = parentLine(s, below, at)
    at.result = 'paid'
  }
  const part = must(s.parts.get(line.part))
  if (sheet.rootKind === 'ADVANCE') {
    if (part.bookedOn !== undefined) return
    part.issued = amount
    part.state = 'issued'
    const w = must(s.waybills.get(part.waybill))
    if (w.state === 'cancelled') recoverAdvances(s, w)
    return
  }
  part.paid += amount
  part.state = 'paid'
  finishIfDone(s, part.waybill)
}

export function settleUp(s: State, sheet: Sheet): void {
  settleSheet(s, sheet)
  if (sheet.kind === 'FAILURE') settleUp(s, parentOf(s, sheet))
}

/** E7c: what was owed is owed again. */
export function fail(s: State, payment: Payment, state: 'failed' | 'cancelled'): void {
  payment.state = state
  postFailure(s, payment)
  const sheet = sheetOf(s, payment)
  if (!sheet) {
    backFromChannel(s, payment)
    return
  }
  for (const { part } of payment.lines) {
    const line = lineIn(sheet, part)
    if (line.result !== 'none') continue
    line.result = 'failed'
    endCancelled(s, sheet, line)
  }
  settleUp(s, sheet)
}

/** An advance under way when its waybill was cancelled: failed, its E15 is red (E15c). */
function endCancelled(s: State, sheet: Sheet, line: SheetLine): void {
  if (must(s.waybills.get(line.waybill)).state !== 'cancelled' || sheet.rootKind !== 'ADVANCE') return
  if (must(s.parts.get(line.part)).bookedOn !== undefined) return
  for (let at = sheet; ; at = parentOf(s, at)) {
    dropLine(s, at, lineIn(at, line.part))
    if (at.kind !== 'FAILURE') return
  }
}

function backFromChannel(s: State, payment: Payment): void {
  const refund = s.refunds.get(payment.source)
  const remittance = s.remittances.get(payment.source)
  if (remittance) remittance.state = 'unclaimed'
  if (!refund) return
  refund.state = 'failed'
  offset(s, refund.branch, refund.shipper)
}

/** E7r: the bank brings back what had gone through; a new movement, not red. */
function giveBack(s: State, payment: Payment): void {
  payment.state = 'returned'
  const sheet = sheetOf(s, payment)
  if (!sheet) {
    if (payment.isDouble) returnDouble(s, payment, payment.amount)
    else {
      postReturn(s, payment, payment.debits, payment.amount)
      backFromChannel(s, payment)
    }
    return
  }
  for (const line of payment.lines) {
    if (line.out === 'E7d') returnDouble(s, payment, line.amount)
    else if (line.out === 'E7l') returnAdvance(s, payment, line.part, line.amount)
    else {
      postReturn(s, payment, payment.debits, line.amount)
      takeBackLine(s, sheet, line.part, line.amount)
      settleUp(s, holderOf(s, sheet, line.part))
    }
    line.out = undefined
  }
  settleUp(s, sheet)
}

function postReturn(s: State, { branch, id, party }: Payment, account: string, amount: number, waybill?: string): void {
  const times = isFaulty(s, 'returnBooksTwice') ? 2 : 1
  for (let n = 0; n < times; n++)
    post(s, 'E7r', branch, id, [dr('1002.02', 'house', amount), cr(account, party, amount, waybill)])
}

/** Money paid twice comes back: the debt first, the rest of it was settled by somebody and is owed to them. */
function returnDouble(s: State, payment: Payment, amount: number): void {
  const debt = must(s.debts.get(`${payment.id}/E7d`))
  const open = Math.min(debt.open, amount)
  const rest = amount - open
  debt.open -= open
  payment.isDouble = false
  if (open > 0) postReturn(s, payment, '1221.02', open)
  if (rest === 0) return
  const part = payment.lines[0] && s.parts.get(payment.lines[0].part)
  postReturn(s, payment, part ? '2202.01' : payment.debits, rest)
  const { branch, party } = payment
  if (part) addBooked(s, must(s.waybills.get(part.waybill)), rest, party)
  else if (payment.purpose === 'REFUND') offset(s, branch, party)
  else {
    const id = `${payment.id}/${s.count}`
    s.remittances.set(id, { id, branch, amount: rest, registrar: undefined, state: 'unclaimed' })
  }
}

/** An advance by a late success comes back: before its E15b it is none, after it a booked adjust pays it. */
function returnAdvance(s: State, payment: Payment, id: string, amount: number): void {
  leaveNewSheet(s, id)
  const part = must(s.parts.get(id))
  const isStanding = part.bookedOn === undefined && part.issued >= amount
  postReturn(s, payment, isStanding ? '1123.03' : '2202.01', amount, isStanding ? part.waybill : undefined)
  if (isStanding) {
    part.issued -= amount
    part.state = 'ready'
  } else addBooked(s, must(s.waybills.get(part.waybill)), amount)
}

function takeBackLine(s: State, from: Sheet, id: string, amount: number): void {
  const sheet = holderOf(s, from, id)
  const part = must(s.parts.get(id))
  const line = lineIn(sheet, id)
  line.result = 'failed'
  for (let below = sheet, at = line; below.kind === 'FAILURE'; below = parentOf(s, below)) {
    at = parentLine(s, below, at)
    at.result = 'moved'
  }
  if (sheet.rootKind === 'ADVANCE') {
    leaveNewSheet(s, id)
    if (part.bookedOn !== undefined) return
    part.issued = 0
    part.state = 'returned'
    return
  }
  part.paid -= amount
  part.state = 'returned'
  finishIfDone(s, part.waybill)
}

/** A returned advance leaves the final sheet that has not booked it. */
function leaveNewSheet(s: State, part: string): void {
  for (const sheet of s.sheets.values()) {
    if (sheet.kind !== 'NORMAL' || !['draft', 'submitted', 'rejected'].includes(sheet.state)) continue
    const line = sheet.lines.find(each => each.part === part && each.result === 'none')
    if (!line) continue
    line.result = 'removed'
    must(s.parts.get(part)).state = 'issued'
    afterDrop(s, sheet)
  }
}

/** The table of judgeFact, and its effects. Every fact is stored; the same key is taken once. */
export function takeFact(s: State, c: Of<'fact'>): Refusal {
  if (s.facts.has(c.key)) return undefined
  const payment = s.payments.get(c.order)
  if (!payment && isFaulty(s, 'refuseUnknownNotice')) return 'notFound'
  const verdict = payment ? judge(s, payment, c) : except(s, 'UNKNOWN_ORDER', c.order)
  s.facts.set(c.key, { key: c.key, order: c.order, kind: c.kind, verdict })
  return undefined
}

function judge(s: State, payment: Payment, c: Of<'fact'>): Fact['verdict'] {
  const { state } = payment
  const isOther = c.amount !== undefined && c.amount !== payment.amount
  if (state === 'created') return hold(s, payment, c.kind)
  if (isOther) return except(s, 'AMOUNT_DIFF', payment.id)
  if (state === 'sent' || state === 'unknown') return answer(s, payment, c)
  if (state === 'success') {
    if (c.kind === 'FAILED') return except(s, 'LATE_FAILURE', payment.id)
    if (c.kind !== 'RETURNED') return 'SAME'
    giveBack(s, payment)
    return 'APPLIED'
  }
  if (c.kind === 'SUCCESS') {
    payment.isAsked = false
    return isFaulty(s, 'swallowLateSuccess') ? 'SAME' : except(s, 'LATE_SUCCESS', payment.id)
  }
  if (state === 'failed') payment.isAsked = c.kind === 'PROCESSING'
  return 'SAME'
}

/** A fact about an order never sent: it is never sent now. */
function hold(s: State, payment: Payment, kind: FactKind): Fact['verdict'] {
  if (kind === 'NOT_FOUND') return 'SAME'
  payment.state = 'unknown'
  return except(s, 'UNKNOWN_ORDER', payment.id)
}

function answer(s: State, payment: Payment, c: Of<'fact'>): Fact['verdict'] {
  if (c.kind === 'RETURNED') return except(s, 'RETURNED', payment.id)
  if (c.kind === 'PROCESSING') return 'APPLIED'
  // the day is over, and the bank knows no such order: people may end it
  if (c.kind === 'NOT_FOUND' && payment.state === 'unknown' && c.isPastDay === true)
    return except(s, 'NOT_FOUND', payment.id)
  payment.proposal = undefined
  if (c.kind === 'SUCCESS') succeed(s, payment, c.fee ?? 0)
  else if (c.kind === 'FAILED') fail(s, payment, 'failed')
  else if (isFaulty(s, 'payAgainAfterTimeout')) fail(s, payment, 'failed')
  else payment.state = 'unknown'
  return 'APPLIED'
}

/** One exception of a kind stands open per order. */
function except(s: State, kind: ExceptionKind, order: string): 'EXCEPTION' {
  const open = [...s.exceptions.values()].some(
    each => each.kind === kind && each.order === order && each.state !== 'resolved',
  )
  if (!open) {
    const id = `${order}/${kind}/${s.exceptions.size + 1}`
    s.exceptions.set(id, { id, kind, order, state: 'open', proposal: undefined, resolution: undefined })
  }
  return 'EXCEPTION'
}

/** Two people say how a payment ended whose answer never came. */
export function proposeDecision(s: State, c: Of<'proposeDecision'>): Refusal {
  const payment = s.payments.get(c.payment)
  if (!payment) return 'notFound'
  if (payment.state !== 'unknown' || payment.proposal) return 'wrongState'
  payment.proposal = { state: c.state, by: c.by }
  return undefined
}

export function endDecision(s: State, c: Of<'confirmDecision' | 'withdrawDecision'>): Refusal {
  const payment = s.payments.get(c.payment)
  if (!payment) return 'notFound'
  const { proposal } = payment
  if (payment.state !== 'unknown' || !proposal) return 'wrongState'
  if (c.do === 'confirmDecision' && proposal.by === c.by) return 'samePerson'
  payment.proposal = undefined
  if (c.do === 'withdrawDecision') return undefined
  if (proposal.state === 'success') succeed(s, payment, 0)
  else fail(s, payment, 'failed')
  return undefined
}

/** The ways an exception can end, and the states of the payment each is for. */
const ways: Readonly<Record<ExceptionKind, Readonly<Record<string, readonly Payment['state'][]>>>> = {
  LATE_SUCCESS: { succeeded: ['failed', 'returned', 'cancelled'] },
  LATE_FAILURE: { returned: ['success'] },
  RETURNED: { failed: ['sent', 'unknown'] },
  AMOUNT_DIFF: {},
  NOT_FOUND: { failed: ['sent', 'unknown'] },
  UNKNOWN_ORDER: { succeeded: ['unknown'], failed: ['unknown'] },
}

export function proposeResolution(s: State, c: Of<'proposeResolution'>): Refusal {
  const exception = s.exceptions.get(c.exception)
  if (!exception) return 'notFound'
  if (exception.state !== 'open') return 'wrongState'
  if (!mayEnd(s, exception, c.resolution)) return 'wrongState'
  exception.state = 'proposed'
  exception.proposal = { resolution: c.resolution, by: c.by }
  return undefined
}

/** The ways a proposal may name: those of its kind, whatever the payment is by now; the confirmation asks for that. */
function mayEnd(s: State, { kind, order }: Exception, resolution: string): boolean {
  return resolution === 'wrongMessage' || (s.payments.has(order) && ways[kind][resolution] !== undefined)
}

function canEnd(s: State, { kind, order }: Exception, resolution: string): boolean {
  if (resolution === 'wrongMessage') return true
  const payment = s.payments.get(order)
  return payment !== undefined && (ways[kind][resolution] ?? []).includes(payment.state)
}

export function endResolution(s: State, c: Of<'confirmResolution' | 'refuseResolution'>): Refusal {
  const exception = s.exceptions.get(c.exception)
  if (!exception) return 'notFound'
  const { proposal } = exception
  if (exception.state !== 'proposed' || !proposal) return 'wrongState'
  if (c.do === 'refuseResolution') {
    exception.state = 'open'
    exception.proposal = undefined
    return undefined
  }
  if (proposal.by === c.by) return 'samePerson'
  if (!canEnd(s, exception, proposal.resolution)) return 'wrongState'
  exception.state = 'resolved'
  exception.resolution = proposal.resolution
  const payment = s.payments.get(exception.order)
  if (payment) resolve(s, exception, payment)
  return undefined
}

function resolve(s: State, { kind, resolution }: Exception, payment: Payment): void {
  if (resolution === 'wrongMessage') return
  if (kind === 'LATE_SUCCESS') {
    payment.isAsked = false
    if (sheetOf(s, payment))
      takeLateSuccess(s, payment, { cancel: each => fail(s, each, 'cancelled'), markPaid, settleUp })
    else payAgain(s, payment)
  } else if (resolution === 'returned') giveBack(s, payment)
  else if (resolution === 'succeeded') succeed(s, payment, 0)
  else fail(s, payment, 'failed')
}
