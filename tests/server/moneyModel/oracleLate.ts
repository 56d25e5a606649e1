// A late success in the oracle: the money is out although the books say it is not; each line of it has one way in.
import type { Payment, PaymentLine, Sheet, SheetLine } from './books.ts'
import { freePrepaid, isLive, postSubmission, postSuccess } from './oracleMoney.ts'
import { openLines } from './oracleLines.ts'
import { afterDrop, dropLine } from './oracleSheets.ts'
import { cr, dr, must, owe, post, type State } from './oracleState.ts'

type Repaid = 'no' | 'unsentChild' | 'ready' | 'sentOrPaid'

/** The moves of payments that the way in needs. */
export interface PaymentMoves {
  readonly cancel: (payment: Payment) => void
  readonly markPaid: (s: State, sheet: Sheet, line: SheetLine, amount: number) => void
  readonly settleUp: (s: State, sheet: Sheet) => void
}

/** The payment under way for a line of a sheet that is being paid. */
const underWay = (s: State, sheet: Sheet, part: string): Payment | undefined =>
  [...s.payments.values()].find(
    payment => payment.source === sheet.id && isLive(payment) && payment.lines.some(line => line.part === part),
  )

const childWith = (s: State, sheet: Sheet, part: string): { sheet: Sheet; line: SheetLine } | undefined => {
  for (const child of s.sheets.values()) {
    const line = child.parent === sheet.id ? openLines(child).find(each => each.part === part) : undefined
    if (line) return { sheet: child, line }
  }
  return undefined
}

/** Whether a line of a late payment has been paid again since, and where it stands. */
function repaid(s: State, sheet: Sheet, { part, amount }: PaymentLine): Repaid {
  const line = must(sheet.lines.find(each => each.part === part))
  if (line.result === 'failed') return 'no'
  if (line.result === 'paid') return 'sentOrPaid'
  if (line.result === 'moved') {
    const child = childWith(s, sheet, part)
    if (!child) return 'no'
    if (child.line.result !== 'none') return repaid(s, child.sheet, { part, amount, out: undefined })
    const order = underWay(s, child.sheet, part)
    return order === undefined || order.state === 'created' ? 'unsentChild' : 'sentOrPaid'
  }
  // a child gave the line back: its parent has it
  if (sheet.kind === 'FAILURE')
    return repaid(s, must(s.sheets.get(sheet.parent ?? '')), { part, amount, out: undefined })
  return isReady(s, part, amount) ? 'ready' : 'sentOrPaid'
}

/** Back at ready, or on a new sheet that has not been sent. */
function isReady(s: State, id: string, amount: number): boolean {
  const part = must(s.parts.get(id))
  if ((part.fixed ?? part.planned) - part.penalty - part.issued < amount) return false
  if (part.state === 'ready') return true
  if (part.state !== 'onSheet') return false
  const sheet = newSheetOf(s, id)
  if (!sheet || ['partial', 'closed', 'paid', 'voiding'].includes(sheet.state)) return false
  const order = underWay(s, sheet, id)
  return order === undefined ? sheet.state !== 'paying' : order.state === 'created'
}

const newSheetOf = (s: State, part: string): Sheet | undefined =>
  [...s.sheets.values()].find(
    sheet =>
      sheet.kind !== 'FAILURE' &&
      !['void', 'closed'].includes(sheet.state) &&
      openLines(sheet).some(each => each.part === part && each.result !== 'paid'),
  )

/** Confirmed by two: E7a with E7b, E7l or E7d, line by line. */
export function takeLateSuccess(s: State, payment: Payment, moves: PaymentMoves): void {
  const sheet = must(s.sheets.get(payment.source))
  payment.state = 'success'
  for (const line of payment.lines) {
    const { amount } = line
    const where = repaid(s, sheet, line)
    const only = { ...payment, amount }
    if (where === 'no' || where === 'unsentChild') {
      const holder = holderOf(s, sheet, line.part)
      leaveBelow(s, holder, line.part, moves)
      line.out = 'E7b'
      postSubmission(s, only)
      postSuccess(s, only, 0)
      moves.markPaid(s, holder, must(holder.lines.find(({ part }) => part === line.part)), amount)
      moves.settleUp(s, holder)
    } else if (where === 'ready' && s.config.lateOfClosed === 'ADVANCE') {
      leaveNew(s, line.part, moves)
      line.out = 'E7l'
      advance(s, payment, line)
    } else {
      line.out = 'E7d'
      double(s, payment, amount)
    }
  }
  moves.settleUp(s, sheet)
}

/** The sheet that answers for a line now: one that a child gave back is its parent's. */
export function holderOf(s: State, sheet: Sheet, part: string): Sheet {
  const line = must(sheet.lines.find(each => each.part === part))
  return line.result === 'removed' && sheet.kind === 'FAILURE'
    ? holderOf(s, must(s.sheets.get(sheet.parent ?? '')), part)
    : sheet
}

/** The line leaves all children below a sheet, the lowest first; a payment not sent is cancelled. */
function leaveBelow(s: State, sheet: Sheet, part: string, moves: PaymentMoves): void {
  const child = childWith(s, sheet, part)
  if (!child) return
  leaveBelow(s, child.sheet, part, moves)
  const order = underWay(s, child.sheet, part)
  if (order) moves.cancel(order)
  if (child.line.result !== 'removed') dropLine(s, child.sheet, child.line)
  afterDrop(s, child.sheet)
}

function leaveNew(s: State, part: string, moves: PaymentMoves): void {
  const sheet = must(s.parts.get(part)).state === 'onSheet' ? newSheetOf(s, part) : undefined
  if (!sheet) return
  const order = underWay(s, sheet, part)
  if (order) moves.cancel(order)
  dropLine(s, sheet, must(openLines(sheet).find(each => each.part === part)))
  afterDrop(s, sheet)
}

/** E7l: the money counts as an advance that the next sheet settles (E15b). */
function advance(s: State, { branch, party, id }: Payment, line: PaymentLine): void {
  const part = must(s.parts.get(line.part))
  post(s, 'E7l', branch, id, [dr('1123.03', party, line.amount, part.waybill), cr('1002.02', 'house', line.amount)])
  part.issued += line.amount
  const isWhole = part.name === 'pre' || (part.fixed ?? 0) - part.penalty - part.issued === 0
  part.state = isWhole ? 'issued' : 'ready'
}

/** E7d: paid twice; the carrier owes it. */
function double(s: State, payment: Payment, amount: number): void {
  const { branch, party, id, payee } = payment
  post(s, 'E7d', branch, id, [dr('1221.02', party, amount), cr('1002.02', 'house', amount)])
  const account = '1221.02'
  owe(s, {
    id: `${id}/E7d`,
    branch,
    debtor: party,
    shipper: undefined,
    account,
    origin: 'DOUBLE',
    sheet: undefined,
    payee,
    amount,
  })
}

/** A late success of a refund or of a remittance sent back: from where the money went to, else it was paid twice. */
export function payAgain(s: State, payment: Payment): void {
  const refund = s.refunds.get(payment.source)
  const remittance = s.remittances.get(payment.source)
  const isThere = refund
    ? freePrepaid(s, refund.branch, refund.shipper) >= payment.amount
    : remittance?.state === 'unclaimed'
  payment.state = 'success'
  if (!isThere) {
    payment.isDouble = true
    double(s, payment, payment.amount)
    return
  }
  postSubmission(s, payment)
  postSuccess(s, payment, 0)
  if (refund) refund.state = 'paid'
  if (remittance) remittance.state = 'returned'
}
