// Commands of the oracle for money that comes in, refunds, debts, stock and invoices.
import type { Amount, Refund, Waybill } from './books.ts'
import { freeFunds, freePrepaid, lowerItem, offset, orderPayment } from './oracleMoney.ts'
import {
  balance,
  cr,
  dr,
  isFaulty,
  isPositive,
  isRipe,
  must,
  post,
  red,
  taxIn,
  type ClaimTarget,
  type EntryLine,
  type Of,
  type Refusal,
  type State,
} from './oracleState.ts'

/** E0: a remittance of the channel is nobody's; one typed by hand waits for a second person. */
export function remit(s: State, c: Of<'remit'>): Refusal {
  if (s.remittances.has(c.id)) return 'exists'
  if (!isPositive(c.amount)) return 'badAmount'
  const { id, branch, amount, registrar } = c
  s.remittances.set(id, { id, branch, amount, registrar, state: registrar === undefined ? 'unclaimed' : 'registered' })
  if (registrar === undefined) postRemittance(s, branch, id, amount)
  return undefined
}

const postRemittance = (s: State, branch: string, id: string, amount: Amount): void =>
  post(s, 'E0', branch, id, [dr('1002.02', 'house', amount), cr('2241.03', '', amount)])

export function confirmRemittance(s: State, c: Of<'confirmRemittance'>): Refusal {
  const remittance = s.remittances.get(c.remittance)
  if (!remittance) return 'notFound'
  if (remittance.state !== 'registered') return 'wrongState'
  if (remittance.registrar === c.by) return 'samePerson'
  remittance.state = 'unclaimed'
  postRemittance(s, remittance.branch, remittance.id, remittance.amount)
  return undefined
}

/** E1, E2c with E2e, E4e, E7e: a remittance given whole to prepaid money, receivables and debts of its branch. */
export function claim(s: State, c: Of<'claim'>): Refusal {
  const remittance = s.remittances.get(c.remittance)
  if (!remittance) return 'notFound'
  if (remittance.state !== 'unclaimed') return 'wrongState'
  if (c.targets.some(({ amount }) => !isPositive(amount))) return 'badAmount'
  if (c.targets.reduce((sum, { amount }) => sum + amount, 0) !== remittance.amount) return 'badAmount'
  const names = c.targets.map(target =>
    target.to === 'prepaid' ? target.shipper : target.to === 'item' ? target.waybill : target.debt,
  )
  if (new Set(names).size < names.length) return 'mixed'
  for (const target of c.targets) {
    const refusal = refuseTarget(s, remittance.branch, target)
    if (refusal) return refusal
  }
  remittance.state = 'posted'
  for (const target of c.targets) take(s, remittance.branch, remittance.id, target)
  return undefined
}

function refuseTarget(s: State, branch: string, target: ClaimTarget): Refusal {
  if (target.to === 'prepaid') return undefined
  if (target.to === 'item') {
    const item = s.items.get(target.waybill)
    if (item?.branch !== branch) return 'notFound'
    if (target.amount > item.open) return 'tooMuch'
    return target.tail === true && item.open - target.amount > s.config.tailFen ? 'tooMuch' : undefined
  }
  const debt = s.debts.get(target.debt)
  if (debt?.branch !== branch) return 'notFound'
  if (debt.writeOff !== undefined || !isRipe(s, debt)) return 'wrongState'
  return target.amount > debt.open ? 'tooMuch' : undefined
}

function take(s: State, branch: string, source: string, target: ClaimTarget): void {
  const { amount } = target
  if (target.to === 'prepaid') {
    post(s, 'E1', branch, source, [dr('2241.03', '', amount), cr('2205.01', target.shipper, amount)])
    offset(s, branch, target.shipper)
  } else if (target.to === 'item') {
    const item = must(s.items.get(target.waybill))
    item.open -= amount
    item.matches.push({ from: 'remittance', amount })
    post(s, 'E2c', branch, source, [dr('2241.03', '', amount), cr('1122.01', item.shipper, amount, item.waybill)])
    if (target.tail !== true || item.open === 0) return
    item.matches.push({ from: 'remittance', amount: item.open })
    post(s, 'E2e', branch, source, [dr('6711', '', item.open), cr('1122.01', item.shipper, item.open, item.waybill)])
    item.open = 0
  } else {
    const debt = must(s.debts.get(target.debt))
    debt.open -= amount
    const event = debt.account === '1221.01' ? 'E4e' : 'E7e'
    post(s, event, branch, source, [dr('2241.03', '', amount), cr(debt.account, debt.debtor, amount)])
  }
}

/** E0r: nobody's money goes back to its payer, by two people. */
export function returnRemittance(s: State, c: Of<'returnRemittance'>): Refusal {
  const remittance = s.remittances.get(c.remittance)
  if (!remittance) return 'notFound'
  if (remittance.state !== 'unclaimed') return 'wrongState'
  if (c.by === c.second) return 'samePerson'
  const { id, branch, amount } = remittance
  if (freeFunds(s, branch) < amount) return 'noFunds'
  if (s.config.refunds === 'BY_HAND') {
    remittance.state = 'returned'
    post(s, 'E0r', branch, id, [dr('2241.03', '', amount), cr('1002.02', 'house', amount)])
    return undefined
  }
  remittance.state = 'returning'
  orderPayment(s, {
    id: `${id}/${s.count}`,
    purpose: 'RECEIPT_BACK',
    branch,
    source: id,
    party: '',
    debits: '2241.03',
    payee: '',
    amount,
    parts: [],
    by: [c.by, c.second],
  })
  return undefined
}

/** Asked by the shipper's finance, of money nothing else holds: reserved from now on. */
export function askRefund(s: State, c: Of<'askRefund'>): Refusal {
  if (s.refunds.has(c.id)) return 'exists'
  if (!isPositive(c.amount)) return 'badAmount'
  if (c.amount > freePrepaid(s, c.branch, c.shipper)) return 'tooMuch'
  const { id, branch, shipper, amount, by } = c
  s.refunds.set(id, { id, branch, shipper, amount, asker: by, approver: '', state: 'asked' })
  if (s.config.refunds === 'BY_HAND' && !isFaulty(s, 'refundNotReserved')) post(s, 'E1f', branch, id, askedBack(c))
  return undefined
}

/** E1f: money asked back by hand pays nothing from then on. */
const askedBack = (waits: Pick<Refund, 'shipper' | 'amount'>): EntryLine[] => [
  dr('2205.01', waits.shipper, waits.amount),
  cr('2241.04', waits.shipper, waits.amount),
]

export function approveRefund(s: State, c: Of<'approveRefund'>): Refusal {
  const refund = s.refunds.get(c.refund)
  if (!refund) return 'notFound'
  if (refund.state !== 'asked') return 'wrongState'
  if (refund.asker === c.by) return 'samePerson'
  refund.approver = c.by
  refund.state = 'approved'
  return undefined
}

export function rejectRefund(s: State, c: Of<'rejectRefund'>): Refusal {
  const refund = s.refunds.get(c.refund)
  if (!refund) return 'notFound'
  if (refund.state !== 'asked' && refund.state !== 'approved') return 'wrongState'
  refund.state = 'rejected'
  if (s.config.refunds === 'BY_HAND') post(s, 'E1fr', refund.branch, refund.id, red(askedBack(refund)))
  offset(s, refund.branch, refund.shipper)
  return undefined
}

/** E1r: prepaid money to 2202.02; approver and payer are two. */
export function payRefund(s: State, c: Of<'payRefund'>): Refusal {
  const refund = s.refunds.get(c.refund)
  if (!refund) return 'notFound'
  if (refund.state !== 'approved') return 'wrongState'
  if (refund.approver === c.by || refund.asker === c.by) return 'samePerson'
  const { id, branch, shipper, amount, approver } = refund
  if (freeFunds(s, branch) < amount) return 'noFunds'
  if (s.config.refunds === 'BY_HAND') {
    refund.state = 'paid'
    post(s, 'E1p', branch, id, [dr('2241.04', shipper, amount), cr('1002.02', 'house', amount)])
    return undefined
  }
  refund.state = 'paying'
  orderPayment(s, {
    id: `${id}/pay`,
    purpose: 'REFUND',
    branch,
    source: id,
    party: shipper,
    debits: '2205.01',
    payee: shipper,
    amount,
    parts: [],
    by: [approver, c.by],
  })
  return undefined
}

export function askWriteOff(s: State, c: Of<'askWriteOff'>): Refusal {
  const debt = s.debts.get(c.debt)
  if (!debt) return 'notFound'
  if (debt.open === 0 || debt.writeOff !== undefined || !isRipe(s, debt)) return 'wrongState'
  debt.writeOff = c.by
  return undefined
}

/** E4f: two people give up all that is open. */
export function confirmWriteOff(s: State, c: Of<'confirmWriteOff'>): Refusal {
  const debt = s.debts.get(c.debt)
  if (!debt) return 'notFound'
  if (debt.writeOff === undefined) return 'wrongState'
  if (debt.writeOff === c.by) return 'samePerson'
  debt.writeOff = undefined
  post(s, 'E4f', debt.branch, debt.id, [dr('6702', '', debt.open), cr(debt.account, debt.debtor, debt.open)])
  debt.open = 0
  return undefined
}

export function refuseWriteOff(s: State, c: Of<'refuseWriteOff'>): Refusal {
  const debt = s.debts.get(c.debt)
  if (!debt) return 'notFound'
  if (debt.writeOff === undefined) return 'wrongState'
  debt.writeOff = undefined
  return undefined
}

/** E6a, E10: fuel and tolls bought from the bank account by two people. */
export function buyStock(s: State, c: Of<'buyStock'>): Refusal {
  if (!isPositive(c.amount)) return 'badAmount'
  if (c.by === c.second) return 'samePerson'
  if (balance(s, c.branch, '1002.01', 'house') < c.amount) return 'noFunds'
  const [event, account] = c.stock === 'oil' ? ['E6a', '1123.01'] : ['E10', '1123.02']
  post(s, event, c.branch, '', [dr(account, '', c.amount), cr('1002.01', 'house', c.amount)])
  return undefined
}

/** E18: own money from the channel account to the bank account, or the other way. */
export function transfer(s: State, c: Of<'transfer'>): Refusal {
  if (!isPositive(c.amount)) return 'badAmount'
  if (c.by === c.second) return 'samePerson'
  const isOut = c.to !== 'channel'
  if ((isOut ? freeFunds(s, c.branch) : balance(s, c.branch, '1002.01', 'house')) < c.amount) return 'noFunds'
  const [to, from] = isOut ? ['1002.01', '1002.02'] : ['1002.02', '1002.01']
  post(s, 'E18', c.branch, '', [dr(to, 'house', c.amount), cr(from, 'house', c.amount)])
  return undefined
}

/** E8: the tax that stands for each waybill moves; an invoice never rounds it anew. */
export function invoice(s: State, c: Of<'invoice'>): Refusal {
  if (s.invoices.has(c.id)) return 'exists'
  const waybills = c.waybills.map(id => s.waybills.get(id))
  const found = waybills.filter(w => w !== undefined)
  const [first] = found
  if (!first || found.length < waybills.length) return 'notFound'
  if (new Set(c.waybills).size < c.waybills.length) return 'mixed'
  if (found.some(w => w.branch !== first.branch || w.shipper !== first.shipper)) return 'mixed'
  if (found.some(w => w.state !== 'signed' && w.state !== 'finished')) return 'wrongState'
  if (found.some(w => w.invoiced !== 0 || w.billed === 0)) return 'invoiced'
  const gross = found.reduce((sum, { billed }) => sum + billed, 0)
  let tax = 0
  for (const w of found) {
    w.invoiced = w.tax
    tax += w.tax
  }
  if (isFaulty(s, 'taxPerInvoice')) tax = taxIn(gross, s.config.saleVatBp)
  s.invoices.set(c.id, { id: c.id, waybills: c.waybills, tax, isRed: false })
  for (const w of found) postTax(s, w, w.tax, 'E8')
  return undefined
}

function postTax(s: State, w: Waybill, tax: Amount, event: 'E8' | 'E8r'): void {
  const lines = [dr('2221.07', '', tax, w.id), cr('2221.05', '', tax)]
  post(s, event, w.branch, w.id, event === 'E8' ? lines : red(lines))
}

/** E8r: an invoice in error; its waybills are free again, E2 stands. */
export function redInvoice(s: State, c: Of<'redInvoice'>): Refusal {
  const found = s.invoices.get(c.invoice)
  if (!found) return 'notFound'
  if (found.isRed) return 'wrongState'
  found.isRed = true
  for (const id of found.waybills) {
    const w = must(s.waybills.get(id))
    postTax(s, w, w.invoiced, 'E8r')
    w.invoiced = 0
  }
  return undefined
}

/** E8a: an allowance on an invoiced waybill: E8 and E2 red for the part, what was paid becomes prepaid money. */
export function allowance(s: State, c: Of<'allowance'>): Refusal {
  const w = s.waybills.get(c.waybill)
  if (!w) return 'notFound'
  const on = [...s.invoices.values()].find(({ isRed, waybills }) => !isRed && waybills.includes(w.id))
  if (!on || w.invoiced === 0) return 'wrongState'
  if (!isPositive(c.amount)) return 'badAmount'
  if (c.amount > w.billed) return 'tooMuch'
  const tax = c.amount === w.billed ? w.tax : Math.min(taxIn(c.amount, s.config.saleVatBp), w.tax)
  postTax(s, w, tax, 'E8r')
  on.tax -= tax
  w.invoiced -= tax
  lowerBill(s, w, c.amount, tax)
  return undefined
}

/** E13r: the waybill is void, and nothing of it is compensated. */
export function takeCompensation(s: State, w: Waybill): void {
  const { id, branch, shipper, compensated } = w
  post(s, 'E13r', branch, id, red([dr('6711', '', compensated, id), cr('1122.01', shipper, compensated, id)]))
  const item = must(s.items.get(id))
  item.amount += compensated
  item.open += compensated
  w.compensated = 0
}

/**
 * E2r: the bill of a waybill goes down by a gross amount and the tax in it. Beyond the receivable it goes down by what
 * compensation had paid, which is prepaid money from then on.
 */
export function lowerBill(s: State, w: Waybill, amount: Amount, tax: Amount): void {
  const item = must(s.items.get(w.id))
  const kept = Math.max(0, amount - item.amount)
  lowerItem(s, w, item, amount - kept)
  w.compensated -= kept
  post(s, 'E13b', w.branch, w.id, [dr('1122.01', w.shipper, kept, w.id), cr('2205.01', w.shipper, kept)])
  w.billed -= amount
  w.tax -= tax
  post(
    s,
    'E2r',
    w.branch,
    w.id,
    red([dr('1122.01', w.shipper, amount, w.id), cr('6001.01', '', amount - tax, w.id), cr('2221.07', '', tax, w.id)]),
  )
  offset(s, w.branch, w.shipper)
}
