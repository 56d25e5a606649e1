// Money of shippers and of the channel in the oracle: what prepaid money pays, what is free, how a payment is made.
import type { Amount, Item, Payment, PaymentLine, Purpose, Sheet, SheetLine, Waybill } from './books.ts'
import { balance, cr, dr, isFaulty, post, red, type State } from './oracleState.ts'

/** Prepaid money that refunds asked for hold back: no offset takes it (E1r). */
export function reservedOf(s: State, branch: string, shipper: string): Amount {
  if (s.config.refunds === 'BY_HAND') return 0
  let sum = 0
  for (const refund of s.refunds.values())
    if (refund.branch === branch && refund.shipper === shipper && ['asked', 'approved'].includes(refund.state))
      sum += refund.amount
  return sum
}

/** Prepaid money of a shipper that nothing holds back. */
export const freePrepaid = (s: State, branch: string, shipper: string): Amount =>
  0 - balance(s, branch, '2205.01', shipper) - reservedOf(s, branch, shipper)

/** E2b: prepaid money pays what is due first, then the smaller waybill number. */
export function offset(s: State, branch: string, shipper: string, isSignature = false): void {
  if (isFaulty(s, 'offsetOnlyAtSignature') && !isSignature) return
  const byNumber = (a: Item, b: Item): number => (a.waybill < b.waybill ? -1 : 1)
  const open = [...s.items.values()]
    .filter(item => item.branch === branch && item.shipper === shipper && item.open > 0)
    .toSorted((a, b) => (isFaulty(s, 'firstByNumber') ? 0 : a.due - b.due) || byNumber(a, b))
  for (const item of open) {
    const free = isFaulty(s, 'refundNotReserved')
      ? 0 - balance(s, branch, '2205.01', shipper)
      : freePrepaid(s, branch, shipper)
    const amount = Math.min(free, item.open)
    if (amount <= 0) return
    item.open -= amount
    item.matches.push({ from: 'prepaid', amount })
    post(s, 'E2b', branch, item.waybill, [dr('2205.01', shipper, amount), cr('1122.01', shipper, amount, item.waybill)])
  }
}

/**
 * A receivable goes down (void, red invoice): first its open amount, then the newest matches. Prepaid money comes back
 * by a red E2b, a remittance becomes prepaid money. The caller posts the red E2.
 */
export function lowerItem(s: State, w: Waybill, item: Item, amount: Amount): void {
  item.amount -= amount
  const fromOpen = Math.min(item.open, amount)
  item.open -= fromOpen
  let rest = amount - fromOpen
  for (const match of item.matches.toReversed()) {
    const back = Math.min(match.amount, rest)
    match.amount -= back
    rest -= back
    if (match.from === 'prepaid')
      post(s, 'E2br', w.branch, w.id, red([dr('2205.01', w.shipper, back), cr('1122.01', w.shipper, back, w.id)]))
    else post(s, 'E8a', w.branch, w.id, [dr('1122.01', w.shipper, back, w.id), cr('2205.01', w.shipper, back)])
  }
}

const live = ['created', 'sent', 'unknown']
export const isLive = ({ state }: Payment): boolean => live.includes(state)

/** Money of the channel account that no payment under way will take. */
export function freeFunds(s: State, branch: string): Amount {
  let sum = balance(s, branch, '1002.02', 'house')
  for (const payment of s.payments.values()) if (payment.branch === branch && isLive(payment)) sum -= payment.amount
  return sum
}

interface Order {
  readonly id: string
  readonly purpose: Purpose
  readonly branch: string
  readonly source: string
  readonly party: string
  readonly debits: string
  readonly payee: string
  readonly amount: Amount
  readonly parts: readonly { readonly part: string; readonly amount: Amount }[]
  readonly by: readonly [string, string]
}

/** E7a: what is owed moves to 2202.02, until the channel has answered. */
export function orderPayment(s: State, order: Order): void {
  const { parts, ...rest } = order
  const lines = parts.map((line): PaymentLine => ({ ...line, out: undefined }))
  s.payments.set(order.id, { ...rest, lines, state: 'created', isAsked: false, isDouble: false, proposal: undefined })
  postSubmission(s, order)
}

/** E7a, E7c: the submission, and its red. */
export const postSubmission = (s: State, { branch, debits, party, amount, id }: Omit<Order, 'parts'>): void =>
  post(s, 'E7a', branch, id, [dr(debits, party, amount), cr('2202.02', party, amount)])
export const postFailure = (s: State, { branch, debits, party, amount, id }: Payment): void =>
  post(s, 'E7c', branch, id, red([dr(debits, party, amount), cr('2202.02', party, amount)]))

/** E7b: the channel has paid, its fee on top. */
export const postSuccess = (s: State, { branch, party, amount, id }: Payment, fee: Amount): void =>
  post(s, 'E7b', branch, id, [
    dr('2202.02', party, amount),
    dr('6603.01', '', fee),
    cr('1002.02', 'house', amount + fee),
  ])

/** Parts whose money may be out already, as a bank's word says that waits for people: what pays them again is not sent. */
export function doubtedParts(s: State): Set<string> {
  const doubted = new Set<string>()
  for (const { order, state } of s.exceptions.values())
    if (state !== 'resolved') for (const { part } of s.payments.get(order)?.lines ?? []) doubted.add(part)
  return doubted
}

/** Lines a sheet answers for: one that left it before a payment was made of it has no part in its payments. */
export function linesOf(s: State, { id, lines }: Sheet): SheetLine[] {
  const ordered = new Set<string>()
  for (const payment of s.payments.values())
    if (payment.source === id) for (const { part } of payment.lines) ordered.add(part)
  return lines.filter(({ part, result }) => result !== 'removed' || ordered.has(part))
}

/** Parts of the waybills on the sheet of a payment: a sheet of fees holds fees alone, and one of freight no fee. */
function holdSheet(s: State, source: string, held: Set<string>): void {
  const sheet = s.sheets.get(source)
  if (sheet === undefined) return
  for (const { waybill } of linesOf(s, sheet))
    for (const { id, name } of s.partsOf.get(waybill) ?? [])
      if ((sheet.rootKind === 'FEE') === (name === 'fee')) held.add(id)
}

/** Parts that a bank's contradicting word, or a bank at work again, keeps from moving. */
export function heldParts(s: State): Set<string> {
  const held = new Set<string>()
  const hold = (payment: Payment | undefined): void => {
    for (const { part } of payment?.lines ?? []) held.add(part)
    if (payment !== undefined && s.config.holds === 'SHEET') holdSheet(s, payment.source, held)
  }
  for (const exception of s.exceptions.values())
    if (exception.state !== 'resolved') hold(s.payments.get(exception.order))
  for (const payment of s.payments.values()) if (payment.isAsked) hold(payment)
  return held
}
