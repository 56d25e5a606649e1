// Commands of the oracle for sheets: made, submitted, approved, paid, shortened, closed, void, and their children.
import type { Part, Sheet, SheetLine, SheetState } from './books.ts'
import { lineOf, openLines, payableOf, postSheet, unpostLine } from './oracleLines.ts'
import { freeFunds, heldParts, isLive, linesOf, orderPayment } from './oracleMoney.ts'
import { finishIfDone, partsOf, payeeOf } from './oracleRows.ts'
import { isFaulty, must, type Of, type Refusal, type State } from './oracleState.ts'

const partsThatPay = ['arrive', 'receipt', 'adjust', 'debt']

/** Whether a part can go on a sheet of this kind now. */
function fits(s: State, part: Part, kind: 'NORMAL' | 'ADVANCE' | 'FEE'): boolean {
  const { state } = must(s.waybills.get(part.waybill))
  if (kind === 'ADVANCE') return part.name === 'pre' && part.state === 'ready' && state === 'moving'
  if (kind === 'FEE') return part.name === 'fee' && part.state === 'ready'
  if (state !== 'signed' && !part.isBooked) return false
  return (partsThatPay.includes(part.name) && part.state === 'ready') || part.state === 'issued'
}

/** A draft. The first sheet after the signature takes issued parts along, and what is below zero. */
export function makeSheet(s: State, c: Of<'makeSheet'>): Refusal {
  if (s.sheets.has(c.id)) return 'exists'
  if (c.parts.length === 0) return 'empty'
  const asked = c.parts.map(id => s.parts.get(id)).filter(part => part !== undefined)
  if (asked.length < c.parts.length) return 'notFound'
  if (new Set(c.parts).size < c.parts.length) return 'mixed'
  const [first] = asked.map(part => ({ ...must(s.waybills.get(part.waybill)), carrier: part.carrier }))
  const home = must(first)
  const isFee = c.kind === 'FEE'
  for (const part of asked) {
    if (part.state === 'onSheet' || part.state === 'returned') return 'inSheet'
    if (!fits(s, part, c.kind)) return 'wrongState'
    const w = must(s.waybills.get(part.waybill))
    if (w.branch !== home.branch || part.carrier !== home.carrier) return 'mixed'
    if (!isFee && w.shipper !== home.shipper) return 'mixed'
  }
  // a fee is held from its submission on: its waybill's freight is another carrier's
  if (!isFee && holdsAny(s, c.parts)) return 'held'
  const chosen = new Set(asked)
  if (c.kind === 'NORMAL')
    for (const { waybill } of asked)
      for (const part of partsOf(s, waybill)) {
        const comes = part.state === 'issued' || (part.name === 'debt' && part.state === 'ready')
        if (comes && part.carrier === home.carrier) chosen.add(part)
      }
  for (const part of chosen) part.state = 'onSheet'
  s.sheets.set(c.id, {
    id: c.id,
    kind: c.kind,
    rootKind: c.kind,
    parent: undefined,
    branch: home.branch,
    shipper: isFee ? '' : home.shipper,
    carrier: home.carrier,
    maker: c.by,
    makerFor: c.actingFor,
    submitter: '',
    approver: '',
    payer: '',
    asker: '',
    state: 'draft',
    lines: [...chosen].map(part => lineOf(s, part, c.kind === 'ADVANCE')),
  })
  return undefined
}

export const dueOf = (sheet: Sheet): number => openLines(sheet).reduce((sum, { pay }) => sum + pay, 0)

const isHeld = (s: State, lines: readonly SheetLine[]): boolean => {
  const held = heldParts(s)
  return lines.some(({ part }) => held.has(part))
}

/** Whether an exception holds one of these parts where it holds whole sheets: settling anew and checking wait too. */
const holdsAny = (s: State, parts: readonly string[]): boolean => {
  if (s.config.holds !== 'SHEET') return false
  const held = heldParts(s)
  return parts.some(part => held.has(part))
}
const partsOn = (s: State, sheet: Sheet): string[] => linesOf(s, sheet).map(({ part }) => part)

/** Payees are frozen here. */
export function submit(s: State, c: Of<'submit'>): Refusal {
  const sheet = s.sheets.get(c.sheet)
  if (!sheet) return 'notFound'
  if (sheet.state !== 'draft' && sheet.state !== 'rejected') return 'wrongState'
  if (openLines(sheet).length === 0) return 'empty'
  if (isHeld(s, openLines(sheet))) return 'held'
  sheet.submitter = c.by
  sheet.state = 'submitted'
  for (const line of sheet.lines) line.payee = payeeOf(s, must(s.parts.get(line.part)))
  return undefined
}

/** takeBack and reject: nothing was booked. */
export function sendBack(s: State, c: Of<'takeBack' | 'reject'>): Refusal {
  const sheet = s.sheets.get(c.sheet)
  if (!sheet) return 'notFound'
  if (sheet.state !== 'submitted') return 'wrongState'
  sheet.state = c.do === 'reject' ? 'rejected' : 'draft'
  return undefined
}

/** Maker, the one it was made for, and submitter neither approve nor pay. */
const isOwn = (s: State, sheet: Sheet, by: string): boolean =>
  by === sheet.maker || by === sheet.submitter || (by === sheet.makerFor && !isFaulty(s, 'dropMakerFor'))

export function approve(s: State, c: Of<'approve'>): Refusal {
  const sheet = s.sheets.get(c.sheet)
  if (!sheet) return 'notFound'
  if (sheet.state !== 'submitted') return 'wrongState'
  if (isOwn(s, sheet, c.by)) return 'samePerson'
  if (holdsAny(s, partsOn(s, sheet))) return 'held'
  sheet.approver = c.by
  sheet.state = 'approved'
  postSheet(s, sheet)
  endIfNothingDue(s, sheet)
  return undefined
}

/** A due of 0 is paid without a payment. */
function endIfNothingDue(s: State, sheet: Sheet): void {
  if (dueOf(sheet) > 0) return
  sheet.state = 'paid'
  endQuietLines(s, sheet)
}

/** Lines that pay nothing end with their sheet. */
function endQuietLines(s: State, sheet: Sheet): void {
  for (const line of openLines(sheet)) {
    if (line.pay > 0 || line.result !== 'none' || sheet.kind === 'FAILURE') continue
    line.result = 'paid'
    must(s.parts.get(line.part)).state = 'setOff'
    finishIfDone(s, line.waybill)
  }
}

/** One payment per payee (E7a). */
export function pay(s: State, c: Of<'pay'>): Refusal {
  const sheet = s.sheets.get(c.sheet)
  if (!sheet) return 'notFound'
  if (sheet.state !== 'approved') return 'wrongState'
  if (isOwn(s, sheet, c.by)) return 'samePerson'
  if (isHeld(s, openLines(sheet))) return 'held'
  if (freeFunds(s, sheet.branch) < dueOf(sheet)) return 'noFunds'
  sheet.payer = c.by
  sheet.state = 'paying'
  const payees = new Map<string, SheetLine[]>()
  for (const line of openLines(sheet)) {
    if (line.pay === 0) continue
    const payee = isFaulty(s, 'payeeReadAtPay') ? must(s.waybills.get(line.waybill)).payee : line.payee
    payees.set(payee, [...(payees.get(payee) ?? []), line])
  }
  for (const [payee, lines] of payees)
    orderPayment(s, {
      id: `${sheet.id}/${payee}`,
      purpose: sheet.rootKind === 'NORMAL' || sheet.rootKind === 'FAILURE' ? 'FREIGHT' : sheet.rootKind,
      branch: sheet.branch,
      source: sheet.id,
      party: sheet.carrier,
      debits: payableOf(sheet),
      payee,
      amount: lines.reduce((sum, line) => sum + line.pay, 0),
      parts: lines.map(line => ({ part: line.part, amount: line.pay })),
      by: [sheet.maker, c.by],
    })
  return undefined
}

/** Penalties whose appeal has ended stay where they are. */
const isJudged = (s: State, { waybill, penalty }: SheetLine): boolean => {
  const w = must(s.waybills.get(waybill))
  return w.isAppealed && penalty > 0 && w.appealed === 0
}

/** A line taken off an approved sheet; of a child it goes back to the failed lines of its parent. */
export function removeLine(s: State, c: Of<'removeLine'>): Refusal {
  const sheet = s.sheets.get(c.sheet)
  const line = sheet && openLines(sheet).find(({ part }) => part === c.part)
  if (!sheet || !line) return 'notFound'
  if (sheet.state !== 'approved') return 'wrongState'
  if (c.by === c.second) return 'samePerson'
  if (isHeld(s, [line])) return 'held'
  if (openLines(sheet).length === 1) return 'empty'
  if (isJudged(s, line)) return 'booked'
  dropLine(s, sheet, line)
  // before anything was paid: no word about a payment of this sheet is about it
  if (sheet.kind !== 'FAILURE') sheet.lines.splice(sheet.lines.indexOf(line), 1)
  endIfNothingDue(s, sheet)
  return undefined
}

/** The line leaves this sheet, with all it had booked. */
export function dropLine(s: State, sheet: Sheet, line: SheetLine): void {
  if (sheet.kind === 'FAILURE') giveLineBack(s, sheet, line)
  else {
    unpostLine(s, sheet, line)
    finishIfDone(s, line.waybill)
  }
  line.result = 'removed'
}

function giveLineBack(s: State, sheet: Sheet, line: SheetLine): void {
  const above = parentLine(s, sheet, line)
  if (above.result === 'moved') above.result = 'failed'
  if (isFaulty(s, 'releaseChildTwice')) must(s.parts.get(line.part)).state = 'ready'
}

export const parentOf = (s: State, sheet: Sheet): Sheet => must(s.sheets.get(sheet.parent ?? ''))
export const parentLine = (s: State, sheet: Sheet, { part }: SheetLine): SheetLine =>
  must(parentOf(s, sheet).lines.find(line => line.part === part))

const ended: readonly SheetState[] = ['paid', 'closed', 'void']
const hasLiveChild = (s: State, { id }: Sheet): boolean =>
  [...s.sheets.values()].some(({ parent, state }) => parent === id && !ended.includes(state))

/** Freight whose money was out a second time, and is owed for that still: its sheet is closed, and the next sets it off. */
const isOwedTwice = (s: State, part: string): boolean =>
  s.parts.get(part)?.name !== 'pre' &&
  [...s.payments.values()].some(({ id, state, lines }) => {
    const debt = s.debts.get(`${id}/E7d`)
    const isTwice = state === 'success' && lines.some(line => line.part === part && line.out === 'E7d')
    return isTwice && debt !== undefined && debt.open > 0 && debt.writeOff === undefined
  })

/** A child with all failed and returned lines that nothing holds; the books stay with the root. */
export function makeFailure(s: State, c: Of<'makeFailure'>): Refusal {
  const sheet = s.sheets.get(c.sheet)
  if (!sheet) return 'notFound'
  if (s.sheets.has(c.id)) return 'exists'
  if (sheet.state !== 'partial') return 'wrongState'
  if (hasLiveChild(s, sheet)) return 'liveChild'
  if (holdsAny(s, partsOn(s, sheet))) return 'held'
  const held = heldParts(s)
  const failed = sheet.lines.filter(({ result, part }) => result === 'failed' && !held.has(part))
  if (failed.length === 0 || failed.some(({ part }) => isOwedTwice(s, part))) return 'held'
  for (const line of failed) line.result = 'moved'
  s.sheets.set(c.id, {
    ...sheet,
    id: c.id,
    kind: 'FAILURE',
    parent: sheet.id,
    maker: c.by,
    makerFor: undefined,
    submitter: '',
    approver: '',
    payer: '',
    asker: '',
    state: 'draft',
    lines: failed.map(line => ({ ...line, setOffs: [], claim: 0, isPosted: false, result: 'none' })),
  })
  return undefined
}

/** Failed lines go back to ready, paid ones stay; a child gives its failed lines back to its parent. */
export function close(s: State, c: Of<'close'>): Refusal {
  const sheet = s.sheets.get(c.sheet)
  if (!sheet) return 'notFound'
  if (sheet.state !== 'partial') return 'wrongState'
  if (c.by === c.second) return 'samePerson'
  if (hasLiveChild(s, sheet)) return 'liveChild'
  const failed = sheet.lines.filter(({ result }) => result === 'failed')
  if (isHeld(s, failed) || holdsAny(s, partsOn(s, sheet))) return 'held'
  if (sheet.kind !== 'FAILURE' && failed.some(line => isJudged(s, line))) return 'booked'
  for (const line of failed) dropLine(s, sheet, line)
  sheet.state = 'closed'
  return undefined
}

/** Of drafts nothing was booked; of an approved sheet two people take everything back. */
export function voidSheet(s: State, c: Of<'voidSheet' | 'askVoid' | 'confirmVoid' | 'refuseVoid'>): Refusal {
  const sheet = s.sheets.get(c.sheet)
  if (!sheet) return 'notFound'
  const from: readonly SheetState[] =
    c.do === 'voidSheet' ? ['draft', 'rejected'] : c.do === 'askVoid' ? ['approved'] : ['voiding']
  if (!from.includes(sheet.state)) return 'wrongState'
  if (c.do !== 'refuseVoid' && holdsAny(s, partsOn(s, sheet))) return 'held'
  if (c.do === 'askVoid') {
    sheet.asker = c.by
    sheet.state = 'voiding'
  } else if (c.do === 'refuseVoid') sheet.state = 'approved'
  else {
    if (c.do === 'confirmVoid' && c.by === sheet.asker) return 'samePerson'
    if (c.do === 'confirmVoid' && isHeld(s, openLines(sheet))) return 'held'
    if (openLines(sheet).some(line => line.isPosted && isJudged(s, line))) return 'booked'
    // lines below zero first: their cover goes back to the others
    for (const line of openLines(sheet).toSorted((a, b) => a.cost - b.cost)) dropLine(s, sheet, line)
    sheet.state = 'void'
  }
  return undefined
}

/** After an answer of the channel: paying, partial or paid; a child tells its parent. */
export function settleSheet(s: State, sheet: Sheet): void {
  if (!['paying', 'partial', 'paid', 'closed'].includes(sheet.state)) return
  const payments = [...s.payments.values()].filter(payment => payment.source === sheet.id && isLive(payment))
  const isOpen = openLines(sheet).some(({ result, pay }) => result !== 'paid' && pay > 0)
  if (payments.length > 0) {
    sheet.state = 'paying'
    return
  }
  if (openLines(sheet).length === 0) sheet.state = 'closed'
  else if (isOpen) sheet.state = 'partial'
  else if (sheet.state !== 'closed') sheet.state = 'paid'
  endQuietLines(s, sheet)
}

/** An advance of a cancelled waybill leaves its sheet, unless its payment is under way (E15c). */
export function leaveAdvance(s: State, pre: Part): Refusal {
  if (pre.state !== 'onSheet' && pre.state !== 'returned') return undefined
  const on = [...s.sheets.values()].filter(
    sheet => !ended.includes(sheet.state) && openLines(sheet).some(({ part }) => part === pre.id),
  )
  if (on.some(({ state }) => state === 'voiding')) return 'wrongState'
  if (on.some(({ state }) => state === 'paying') || heldParts(s).has(pre.id)) return undefined
  // children first: they give the line back to their parents
  for (const sheet of on.toReversed()) {
    const line = must(openLines(sheet).find(({ part }) => part === pre.id))
    dropLine(s, sheet, line)
    afterDrop(s, sheet)
  }
  return undefined
}

/** A sheet that lost a line from outside: void when it was the last, else where its payments stand. */
export function afterDrop(s: State, sheet: Sheet): void {
  if (openLines(sheet).length === 0 && !['partial', 'paying', 'closed', 'paid'].includes(sheet.state)) {
    sheet.state = 'void'
    return
  }
  if (sheet.state === 'approved') endIfNothingDue(s, sheet)
  settleSheet(s, sheet)
}
