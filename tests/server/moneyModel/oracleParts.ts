// Commands of the oracle for waybills: parts planned, handed out, fixed by the signature, adjusted, ended.
import type { Amount, Part, Waybill } from './books.ts'
import { lowerBill, takeCompensation } from './oracleCash.ts'
import { offset } from './oracleMoney.ts'
import { leaveAdvance } from './oracleSheets.ts'
import {
  balance,
  cr,
  dr,
  isFaulty,
  isPositive,
  must,
  owe,
  post,
  red,
  splitByShares,
  taxIn,
  type DeductionCode,
  type Of,
  type Refusal,
  type State,
} from './oracleState.ts'
import { addBooked, addPart, finishIfDone, partOf, partsOf, setFixed } from './oracleRows.ts'

const dayMs = 86_400_000
const names = ['pre', 'oil', 'etc', 'arrive', 'receipt'] as const

/** Parts planned by shares of the estimate, the last in use takes the rest. */
export function makeWaybill(s: State, c: Of<'makeWaybill'>): Refusal {
  if (s.waybills.has(c.id)) return 'exists'
  const shares = names.map(name => c.plan[name])
  if (!isPositive(c.estimate) || shares.some(share => share < 0)) return 'badAmount'
  if (shares.reduce((sum, share) => sum + share, 0) !== 10_000) return 'badAmount'
  const w: Waybill = {
    id: c.id,
    branch: c.branch,
    shipper: c.shipper,
    carrier: c.carrier,
    payee: c.payee,
    estimate: c.estimate,
    hasReceiptShare: c.plan.receipt > 0,
    state: 'live',
    net: 0,
    penalties: 0,
    claimAbove: 0,
    isAppealed: false,
    appealed: 0,
    billed: 0,
    compensated: 0,
    tax: 0,
    invoiced: 0,
  }
  s.waybills.set(w.id, w)
  s.partsOf.set(w.id, [])
  const planned = splitByShares(s, c.estimate, shares)
  for (const [n, name] of names.entries()) addPart(s, w, name, w.carrier, planned[n] ?? 0)
  return undefined
}

export function depart(s: State, c: Of<'depart'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  if (w.state !== 'live') return 'wrongState'
  w.state = 'moving'
  for (const part of partsOf(s, w.id))
    if (['pre', 'oil', 'etc'].includes(part.name) && part.planned > 0) part.state = 'ready'
  return undefined
}

/** Sheets take the payee when they are submitted: until then it may change. */
export function setPayee(s: State, c: Of<'setPayee'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  w.payee = c.payee
  return undefined
}

/** E6i, E10i: fuel or tolls handed out from stock, up to the plan, before the signature. */
export function issue(s: State, c: Of<'issue'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  if (w.state !== 'moving') return 'wrongState'
  const part = must(partOf(s, w.id, c.part))
  if (!isPositive(c.amount)) return 'badAmount'
  if (part.issued + c.amount > part.planned) return 'tooMuch'
  const [event, stock] = c.part === 'oil' ? ['E6i', '1123.01'] : ['E10i', '1123.02']
  if (balance(s, w.branch, stock) < c.amount) return 'noStock'
  part.issued += c.amount
  part.state = 'issued'
  post(s, event, w.branch, part.id, [dr('1123.03', w.carrier, c.amount, w.id), cr(stock, '', c.amount)])
  return undefined
}

/** E6r: what was not used goes back to stock. */
export function recover(s: State, c: Of<'recover'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  if (w.state !== 'moving') return 'wrongState'
  const part = must(partOf(s, w.id, c.part))
  if (!isPositive(c.amount)) return 'badAmount'
  if (c.amount > part.issued) return 'tooMuch'
  part.issued -= c.amount
  if (part.issued === 0) part.state = 'ready'
  postRecovery(s, w, part, c.amount)
  return undefined
}

const postRecovery = (s: State, w: Waybill, part: Part, amount: Amount): void =>
  post(s, 'E6r', w.branch, part.id, [
    dr(part.name === 'oil' ? '1123.01' : '1123.02', '', amount),
    cr('1123.03', w.carrier, amount, w.id),
  ])

type Deductions = Of<'sign'>['deductions']
const total = (deductions: Deductions, codes: readonly DeductionCode[]): Amount =>
  deductions.reduce((sum, { code, amount }) => sum + (codes.includes(code) ? amount : 0), 0)

/** E2 with E2b, E13, E3, E3f: what is billed, what is owed, and the parts it falls due in. */
export function sign(s: State, c: Of<'sign'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  if (w.state !== 'moving') return 'wrongState'
  const listed = [...c.deductions, ...c.fees].map(({ amount }) => amount)
  const amounts = [c.shipperFreight, c.carrierFreight, c.compensation, ...listed]
  if (amounts.some(amount => !Number.isSafeInteger(amount) || amount < 0)) return 'badAmount'
  if (c.compensation > Math.max(0, c.shipperFreight - lossOf(s, c))) return 'tooMuch'
  const cuts = total(c.deductions, ['LOSS', 'DAMAGE', 'ROUND'])
  w.penalties = total(c.deductions, ['LATE', 'FINE'])
  w.net = Math.max(0, c.carrierFreight - cuts)
  w.claimAbove = Math.min(Math.max(0, cuts - c.carrierFreight), total(c.deductions, ['DAMAGE']))
  if (isFaulty(s, 'penaltyCutsCost')) {
    w.net = Math.max(0, w.net - w.penalties)
    w.penalties = 0
  }
  w.isAppealed = c.isAppealed && w.penalties > 0
  w.state = 'signed'
  fixParts(s, w, c)
  bill(s, w, c)
  finishIfDone(s, w.id)
  return undefined
}

/** Goods lost that lower the shipper's bill. */
const lossOf = (s: State, c: Of<'sign'>): Amount =>
  s.config.lossOwner === 'SHIPPER' ? total(c.deductions, ['LOSS']) : 0

function bill(s: State, w: Waybill, c: Of<'sign'>): void {
  const loss = lossOf(s, c)
  w.billed = Math.max(0, c.shipperFreight - loss)
  w.compensated = isFaulty(s, 'compensationCutsRevenue') ? 0 : c.compensation
  if (w.compensated < c.compensation) w.billed -= c.compensation
  w.tax = taxIn(w.billed, s.config.saleVatBp)
  const due = c.at + s.config.shipperTermDays * dayMs
  const { id, branch, shipper, billed, compensated } = w
  const owed = billed - compensated
  s.items.set(id, { waybill: id, branch, shipper, due, amount: owed, open: owed, matches: [] })
  post(s, 'E2', branch, id, [
    dr('1122.01', shipper, billed, id),
    cr('6001.01', '', billed - w.tax, id),
    cr('2221.07', '', w.tax, id),
  ])
  const above = Math.max(0, loss - c.shipperFreight)
  post(s, 'E13', branch, id, [
    dr('6711', '', above),
    cr('2205.01', shipper, above),
    dr('6711', '', compensated, id),
    cr('1122.01', shipper, compensated, id),
  ])
  offset(s, branch, shipper, true)
}

function fixParts(s: State, w: Waybill, c: Of<'sign'>): void {
  const due = c.at + s.config.carrierTermDays * dayMs
  const [pre, oil, etc, arrive, receipt] = names.map(name => must(partOf(s, w.id, name)))
  const handed: Part[] = []
  for (const part of [must(pre), must(oil), must(etc)]) {
    const isUnderWay = part.name === 'pre' && (part.state === 'onSheet' || part.state === 'returned')
    const amount = isUnderWay ? part.planned : part.issued
    if (isFaulty(s, 'fuelCappedAtNet') && part.name !== 'pre') part.issued = Math.min(part.issued, w.net)
    part.fixed = part.name === 'pre' ? amount : part.issued
    if (part.fixed > 0) handed.push(part)
    else part.state = 'dropped'
  }
  const rest = w.net - w.penalties - handed.reduce((sum, { fixed }) => sum + must(fixed), 0)
  const cash = Math.max(0, rest)
  const [first, last] = [must(arrive), must(receipt)]
  first.fixed = w.hasReceiptShare && c.receiptWanted ? Math.min(first.planned, cash) : cash
  last.fixed = cash - first.fixed
  const bearer = last.fixed > 0 ? last : first.fixed > 0 ? first : (handed.at(-1) ?? first)
  bearer.penalty = w.penalties
  bearer.fixed = must(bearer.fixed) + w.penalties
  const fixed = [...handed, first, last]
  if (s.config.estimateCuts === 'WITH_SHEET') bearer.cuts = c.carrierFreight - w.net
  if (rest < 0) fixed.push(addPart(s, w, 'debt', w.carrier, 0, rest))
  for (const part of fixed) {
    part.due = due
    setFixed(s, part, must(part.fixed))
    if (part.issued > 0 || part.state === 'onSheet' || part.state === 'returned') continue
    part.state = part.fixed === 0 ? 'dropped' : part.name === 'receipt' ? 'planned' : 'ready'
  }
  postEstimates(s, w, 'E3', fixed)
  for (const { releaser, amount } of c.fees) {
    if (amount === 0) continue
    const fee = addPart(s, w, 'fee', releaser, 0, amount)
    setFixed(s, fee, amount)
    fee.due = due
    const waits = s.config.feesWait === 'RECEIPT' && w.hasReceiptShare && c.receiptWanted
    fee.state = waits ? 'planned' : 'ready'
    postEstimates(s, w, 'E3f', [fee])
  }
}

function postEstimates(s: State, w: Waybill, event: string, parts: readonly Part[]): void {
  const lines = parts.flatMap(part => [
    dr(part.name === 'fee' ? '6401.04' : '6401.01', '', part.estimate, w.id),
    cr('2202.99', part.carrier, part.estimate, w.id),
  ])
  post(s, event, w.branch, w.id, event === 'E3r' ? red(lines) : lines)
}

export function confirmReceipt(s: State, c: Of<'confirmReceipt'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  const part = must(partOf(s, w.id, 'receipt'))
  if (w.state !== 'signed' || part.state !== 'planned') return 'wrongState'
  part.state = 'ready'
  for (const fee of partsOf(s, w.id)) if (fee.name === 'fee' && fee.state === 'planned') fee.state = 'ready'
  return undefined
}

/** 调差: a part of its own, either sign, with its estimate. */
export function adjust(s: State, c: Of<'adjust'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  if (w.state !== 'signed') return 'wrongState'
  if (!Number.isSafeInteger(c.amount) || c.amount === 0) return 'badAmount'
  if (w.net + c.amount < 0) return 'tooMuch'
  w.net += c.amount
  const part = addPart(s, w, 'adjust', w.carrier, 0, c.amount)
  setFixed(s, part, c.amount)
  part.state = 'ready'
  postEstimates(s, w, 'E3', [part])
  return undefined
}

/** A penalty agreed after the signature: below zero, books E5 only, with its sheet. */
export function latePenalty(s: State, c: Of<'latePenalty'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  if (w.state !== 'signed') return 'wrongState'
  if (!isPositive(c.amount)) return 'badAmount'
  w.penalties += c.amount
  addBooked(s, w, 0 - c.amount)
  return undefined
}

/** E5b: the appeal against a penalty a sheet has taken is won: it is paid by a booked adjust. Or lost: 6301. */
export function endAppeal(s: State, c: Of<'appealWon' | 'appealLost'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  const amount = w.appealed
  const bearer = partsOf(s, w.id).find(({ penalty }) => penalty > 0)
  if (amount === 0 || (bearer?.state !== 'paid' && bearer?.state !== 'setOff')) return 'wrongState'
  w.appealed = 0
  if (c.do === 'appealLost') {
    post(s, 'E5b', w.branch, w.id, [dr('2241.02', w.carrier, amount), cr('6301', '', amount)])
    return undefined
  }
  post(s, 'E5b', w.branch, w.id, [dr('2241.02', w.carrier, amount), cr('2202.01', w.carrier, amount)])
  w.penalties -= amount
  addBooked(s, w, amount)
  return undefined
}

/** E15c: all that stands on 1123.03 of the waybill becomes a debt. */
export function recoverAdvances(s: State, w: Waybill): void {
  for (const part of partsOf(s, w.id)) {
    if (part.issued === 0 || !['issued', 'ready'].includes(part.state) || part.bookedOn !== undefined) continue
    if (s.config.endedFuel === 'STOCK' && (part.name === 'oil' || part.name === 'etc')) {
      postRecovery(s, w, part, part.issued)
      part.issued = 0
      part.state = 'dropped'
      continue
    }
    post(s, 'E15c', w.branch, part.id, [
      dr('1221.01', w.carrier, part.issued),
      cr('1123.03', w.carrier, part.issued, w.id),
    ])
    part.bookedOn = 'E15c'
    part.state = 'dropped'
    oweFor(s, w, `${w.id}/E15c`, w.carrier, 'ADVANCE', part.issued)
  }
}

const oweFor = (s: State, w: Waybill, id: string, debtor: string, origin: 'ADVANCE' | 'FEE', amount: Amount): void =>
  owe(s, {
    id,
    branch: w.branch,
    debtor,
    shipper: origin === 'FEE' ? undefined : w.shipper,
    account: '1221.01',
    origin,
    sheet: undefined,
    payee: w.payee,
    amount,
  })

/** Cancelled before the signature. An advance not sent leaves its sheet; one under way ends by its result. */
export function cancelWaybill(s: State, c: Of<'cancelWaybill'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  if (w.state !== 'live' && w.state !== 'moving') return 'wrongState'
  const pre = must(partOf(s, w.id, 'pre'))
  const refusal = leaveAdvance(s, pre)
  if (refusal) return refusal
  w.state = 'cancelled'
  for (const part of partsOf(s, w.id)) if (part.state === 'planned' || part.state === 'ready') part.state = 'dropped'
  recoverAdvances(s, w)
  return undefined
}

/** E2r, E3r, E15c, E4g: a signed waybill voided, as long as none of its money is on a sheet. */
export function voidWaybill(s: State, c: Of<'voidWaybill'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  if (w.state !== 'signed') return 'wrongState'
  if (w.invoiced !== 0) return 'invoiced'
  const parts = partsOf(s, w.id)
  if (parts.some(({ state }) => state === 'onSheet' || state === 'returned')) return 'inSheet'
  if (parts.some(({ name, state }) => name !== 'fee' && (state === 'paid' || state === 'setOff'))) return 'inSheet'
  if (parts.some(({ isBooked, fixed, state }) => isBooked && state === 'ready' && (fixed ?? 0) > 0)) return 'booked'
  w.state = 'void'
  for (const fee of parts.filter(({ name, state }) => name === 'fee' && state === 'paid')) {
    post(s, 'E4g', w.branch, fee.id, [dr('1221.01', fee.carrier, fee.paid), cr('6401.04', '', fee.paid, w.id)])
    oweFor(s, w, `${fee.id}/E4g`, fee.carrier, 'FEE', fee.paid)
  }
  postEstimates(s, w, 'E3r', parts)
  recoverAdvances(s, w)
  for (const part of parts) {
    part.estimate = 0
    if (part.state === 'ready' || part.state === 'planned') part.state = 'dropped'
  }
  takeCompensation(s, w)
  lowerBill(s, w, w.billed, w.tax)
  return undefined
}
