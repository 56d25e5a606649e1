// Lines of sheets in the oracle: their entries, their set-offs, and the way back out of the books.
import type { Amount, Debt, Part, Sheet, SheetLine, Waybill } from './books.ts'
import { addBooked, addPart, partOf, payeeOf, setFixed } from './oracleRows.ts'
import { cr, dr, isRipe, must, owe, post, red, type EntryLine, type State } from './oracleState.ts'

/** A line of a part, before anything is set off. */
export function lineOf(s: State, part: Part, isAdvance: boolean): SheetLine {
  const cost = isAdvance ? part.planned : (part.fixed ?? 0)
  const penalty = isAdvance ? 0 : part.penalty
  const issued = isAdvance ? 0 : part.issued
  return {
    part: part.id,
    waybill: part.waybill,
    payee: payeeOf(s, part),
    cost,
    penalty,
    issued,
    tax: part.tax,
    setOffs: [],
    setOff: 0,
    pay: Math.max(0, cost - penalty - issued),
    claim: 0,
    isPosted: false,
    result: 'none',
  }
}

/** Cash of a line before set-offs; below zero of debts and negative adjusts. */
const rawOf = ({ cost, penalty, issued }: SheetLine): Amount => cost - penalty - issued

export const openLines = (sheet: Sheet): SheetLine[] => sheet.lines.filter(({ result }) => result !== 'removed')
export const payableOf = (sheet: Sheet): '2202.01' | '2202.03' => (sheet.rootKind === 'FEE' ? '2202.03' : '2202.01')

/** Entries of a line of a NORMAL or FEE sheet: E4b, E5, E6b/E10b/E15b. */
function entriesOf(sheet: Sheet, line: SheetLine, part: Part, w: Waybill): [string, EntryLine[]][] {
  const owed = payableOf(sheet)
  const entries: [string, EntryLine[]][] = []
  const event = part.name === 'oil' ? 'E6b' : part.name === 'etc' ? 'E10b' : 'E15b'
  entries.push([event, [dr(owed, part.carrier, line.issued), cr('1123.03', part.carrier, line.issued, w.id)]])
  if (part.isBooked) {
    const penalty = Math.max(0, 0 - line.cost)
    entries.push(['E5', [dr(owed, part.carrier, penalty), cr('6301', '', penalty)]])
    return entries
  }
  entries.push([
    'E4b',
    [
      dr(sheet.rootKind === 'FEE' ? '6401.04' : '6401.01', '', line.cost - line.tax, w.id),
      dr('2221.09', '', line.tax, w.id),
      cr(owed, part.carrier, line.cost),
    ],
  ])
  const held = w.isAppealed ? cr('2241.02', part.carrier, line.penalty) : cr('6301', '', line.penalty)
  entries.push(['E5', [dr(owed, part.carrier, line.penalty), held]])
  return entries
}

const estimateLines = (part: Part, amount: Amount): EntryLine[] => [
  dr(part.name === 'fee' ? '6401.04' : '6401.01', '', amount, part.waybill),
  cr('2202.99', part.carrier, amount, part.waybill),
]

/** Approval: E15 of advances; E4a, E4b, E5, E6b, E10b, E15b, E13c and the set-offs of the others. */
export function postSheet(s: State, sheet: Sheet): void {
  if (sheet.kind === 'FAILURE') return
  if (sheet.kind === 'ADVANCE') {
    for (const line of openLines(sheet)) postAdvance(s, sheet, line, 'E15')
    return
  }
  const parts = openLines(sheet).map(line => must(s.parts.get(line.part)))
  // one red entry for the sheet, a line per part
  post(s, 'E4a', sheet.branch, sheet.id, red(parts.flatMap(part => estimateLines(part, part.estimate))))
  for (const line of openLines(sheet)) {
    const part = must(s.parts.get(line.part))
    const w = must(s.waybills.get(line.waybill))
    part.estimate = 0
    part.bookedOn = sheet.id
    line.isPosted = true
    for (const [event, lines] of entriesOf(sheet, line, part, w)) post(s, event, sheet.branch, sheet.id, lines)
    if (w.isAppealed && !part.isBooked) w.appealed += line.penalty
    if (sheet.kind === 'NORMAL') claimDamage(s, sheet, line, w)
  }
  setOffAll(s, sheet)
}

function postAdvance(s: State, sheet: Sheet, line: SheetLine, event: 'E15' | 'E15r'): void {
  line.isPosted = event === 'E15'
  const lines = [dr('1123.03', sheet.carrier, line.cost, line.waybill), cr('2202.01', sheet.carrier, line.cost)]
  post(s, event, sheet.branch, sheet.id, line.isPosted ? lines : red(lines))
}

/** E13c: damage above the freight, once, with the first sheet of the waybill. */
function claimDamage(s: State, sheet: Sheet, line: SheetLine, w: Waybill): void {
  if (w.claimAbove === 0) return
  line.claim = w.claimAbove
  w.claimAbove = 0
  post(s, 'E13c', sheet.branch, sheet.id, [dr('1221.01', sheet.carrier, line.claim), cr('6711', '', line.claim)])
  owe(s, debtOf(sheet, line, `${sheet.id}/${w.id}/E13c`, 'CLAIM', line.claim))
}

const debtOf = (
  sheet: Sheet,
  { payee }: SheetLine,
  id: string,
  origin: 'CLAIM' | 'SHEET',
  amount: Amount,
): Omit<Debt, 'open' | 'writeOff'> => ({
  id,
  branch: sheet.branch,
  debtor: sheet.carrier,
  shipper: sheet.shipper,
  account: '1221.01',
  origin,
  sheet: sheet.id,
  payee,
  amount,
})

/** The order in which lines give for what is owed: its payee first, then the carrier's own account, then by due date. */
function givers(s: State, sheet: Sheet, payee: string): SheetLine[] {
  const rank = (line: SheetLine): number => (line.payee === payee ? 0 : line.payee === sheet.carrier ? 1 : 2)
  const due = (line: SheetLine): number => must(s.parts.get(line.part)).due
  return sheet.lines
    .filter(line => line.isPosted && line.pay > 0)
    .toSorted((a, b) => rank(a) - rank(b) || due(a) - due(b) || (a.part < b.part ? -1 : 1))
}

/** Takes up to an amount off the lines; answers what they could not give. */
function layOn(s: State, sheet: Sheet, payee: string, from: 'debt' | 'line', id: string, amount: Amount): Amount {
  let rest = amount
  for (const line of givers(s, sheet, payee)) {
    const given = Math.min(line.pay, rest)
    if (given === 0) break
    line.pay -= given
    line.setOff += given
    must(s.parts.get(line.part)).setOff += given
    line.setOffs.push({ from, id, amount: given })
    rest -= given
  }
  return rest
}

/** Lines below zero first, then debts, oldest first (E4d, E7e); the rest is a debt of this sheet (E4c). */
function setOffAll(s: State, sheet: Sheet): void {
  for (const line of openLines(sheet)) {
    const raw = rawOf(line)
    if (raw >= 0) continue
    line.setOff = raw
    must(s.parts.get(line.part)).setOff = raw
    carryOut(s, sheet, line, layOn(s, sheet, line.payee, 'line', line.part, 0 - raw))
  }
  if (sheet.kind !== 'NORMAL') return
  for (const debt of s.debts.values()) {
    if (debt.open === 0 || debt.writeOff !== undefined || !canTake(s, sheet, debt)) continue
    const taken = debt.open - layOn(s, sheet, debt.payee, 'debt', debt.id, debt.open)
    debt.open -= taken
    postDebt(s, sheet, debt, taken, false)
  }
}

/** Whether a sheet may take a debt: of the carrier, branch and shipper, and not of a sheet still under way. */
function canTake(s: State, sheet: Sheet, debt: Debt): boolean {
  if (debt.branch !== sheet.branch || debt.debtor !== sheet.carrier) return false
  return (debt.shipper === undefined || debt.shipper === sheet.shipper) && isRipe(s, debt)
}

function postDebt(s: State, sheet: Sheet, debt: Debt, amount: Amount, isBack: boolean): void {
  const lines = [dr('2202.01', sheet.carrier, amount), cr(debt.account, sheet.carrier, amount)]
  const event = debt.account === '1221.01' ? 'E4d' : 'E7e'
  post(s, isBack ? `${event}r` : event, sheet.branch, sheet.id, isBack ? red(lines) : lines)
}

/** E4c: a line below zero that the sheet cannot bear becomes a debt. */
function carryOut(s: State, sheet: Sheet, line: SheetLine, amount: Amount): void {
  post(s, 'E4c', sheet.branch, sheet.id, [dr('1221.01', sheet.carrier, amount), cr('2202.01', sheet.carrier, amount)])
  owe(s, debtOf(sheet, line, `${sheet.id}/${line.part}/E4c`, 'SHEET', amount))
}

/** A line leaves the books: red of its entries, the estimate back, its set-offs back where they came from. */
export function unpostLine(s: State, sheet: Sheet, line: SheetLine): void {
  const part = must(s.parts.get(line.part))
  const w = must(s.waybills.get(line.waybill))
  if (sheet.kind === 'ADVANCE') {
    releaseAdvance(s, sheet, line, part, w)
    return
  }
  if (!line.isPosted) {
    leavePart(part, line)
    return
  }
  line.isPosted = false
  giveBackSetOffs(s, sheet, line)
  for (const [event, lines] of entriesOf(sheet, line, part, w)) post(s, `${event}r`, sheet.branch, sheet.id, red(lines))
  if (w.isAppealed && !part.isBooked) w.appealed -= line.penalty
  if (line.claim > 0) takeBackClaim(s, sheet, line, w)
  part.setOff = 0
  part.bookedOn = undefined
  part.estimate = part.isBooked ? 0 : line.cost - line.tax + part.cuts
  post(s, 'E4ar', sheet.branch, sheet.id, estimateLines(part, part.estimate))
  leavePart(part, line)
  if (part.name === 'pre' && isReturned(s, part)) {
    part.issued = 0
    part.state = 'returned'
  }
}

/** An advance whose money came back while its own sheet still answers for it. */
const isReturned = (s: State, { id }: Part): boolean =>
  [...s.sheets.values()].some(
    ({ kind, lines }) =>
      kind === 'ADVANCE' &&
      lines.some(({ part, result }) => part === id && (result === 'failed' || result === 'moved')),
  )

/** The part is free again. */
function leavePart(part: Part, line: SheetLine): void {
  part.state = line.issued > 0 && rawOf(line) === 0 ? 'issued' : 'ready'
}

function takeBackClaim(s: State, sheet: Sheet, line: SheetLine, w: Waybill): void {
  const debt = must(s.debts.get(`${sheet.id}/${w.id}/E13c`))
  // of a debt that has been touched the claim stands
  if (debt.open < line.claim || debt.writeOff !== undefined) return
  debt.open -= line.claim
  debt.amount -= line.claim
  w.claimAbove = line.claim
  post(s, 'E13cr', sheet.branch, sheet.id, red([dr('1221.01', sheet.carrier, line.claim), cr('6711', '', line.claim)]))
  line.claim = 0
}

function giveBackSetOffs(s: State, sheet: Sheet, line: SheetLine): void {
  for (const { from, id, amount } of line.setOffs) {
    if (from === 'debt') {
      const debt = must(s.debts.get(id))
      debt.open += amount
      postDebt(s, sheet, debt, amount, true)
    } else carryOut(s, sheet, must(sheet.lines.find(({ part }) => part === id)), amount)
  }
  line.pay += line.setOffs.reduce((sum, { amount }) => sum + amount, 0)
  line.setOffs = []
  if (rawOf(line) < 0) uncover(s, sheet, line)
  line.setOff = 0
}

/** A line below zero leaves: its debt first, then the lines that gave for it have their cash again. */
function uncover(s: State, sheet: Sheet, line: SheetLine): void {
  const debt = s.debts.get(`${sheet.id}/${line.part}/E4c`)
  if (debt) {
    const lines = [dr('1221.01', sheet.carrier, debt.open), cr('2202.01', sheet.carrier, debt.open)]
    post(s, 'E4cr', sheet.branch, sheet.id, red(lines))
    debt.amount -= debt.open
    debt.open = 0
  }
  for (const other of sheet.lines) {
    for (const given of other.setOffs.filter(({ id }) => id === line.part)) {
      other.pay += given.amount
      other.setOff -= given.amount
      must(s.parts.get(other.part)).setOff -= given.amount
    }
    other.setOffs = other.setOffs.filter(({ id }) => id !== line.part)
  }
}

/**
 * An advance that failed for good. Before its E15b: E15 red, and after the signature the cash part grows; after
 * it a booked adjust pays it.
 */
function releaseAdvance(s: State, sheet: Sheet, line: SheetLine, part: Part, w: Waybill): void {
  if (part.bookedOn !== undefined) {
    addBooked(s, w, line.cost)
    return
  }
  if (line.isPosted) postAdvance(s, sheet, line, 'E15r')
  if (w.state !== 'signed' && w.state !== 'finished') {
    part.state = w.state === 'cancelled' ? 'dropped' : 'ready'
    return
  }
  const arrive = must(partOf(s, w.id, 'arrive'))
  const isFree = arrive.state === 'ready' || (arrive.state === 'dropped' && arrive.bookedOn === undefined)
  const target = isFree ? arrive : addPart(s, w, 'adjust', w.carrier, 0, 0)
  const moved = part.fixed ?? 0
  post(s, 'E3r', sheet.branch, w.id, red([part, target].flatMap(each => estimateLines(each, each.estimate))))
  target.penalty += part.penalty
  target.state = 'ready'
  target.due = part.due
  setFixed(s, target, (target.fixed ?? 0) + moved)
  part.penalty = 0
  part.state = 'dropped'
  setFixed(s, part, 0)
  post(s, 'E3', sheet.branch, w.id, estimateLines(target, target.estimate))
  if (w.state === 'finished') w.state = 'signed'
}
