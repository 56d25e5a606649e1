// Invariants of money as sums over plain books: of the oracle, or read from the product.
import type { Amount, Books, Part, Payment, Sheet, SheetLine } from './books.ts'

type Check = (b: Books) => string[]

const sum = (amounts: Iterable<Amount>): Amount => {
  let all = 0
  for (const amount of amounts) all += amount
  return all
}

/** A line of text where two figures differ. */
const differ = (what: string, is: Amount, should: Amount): string[] =>
  is === should ? [] : [`${what}: ${is} ≠ ${should}`]

const add = (map: Map<string, Amount>, key: string, amount: Amount): void => {
  map.set(key, (map.get(key) ?? 0) + amount)
}

/** Differences between two maps of sums; a missing key is 0. */
function differing(what: string, is: ReadonlyMap<string, Amount>, should: ReadonlyMap<string, Amount>): string[] {
  return [...new Set([...is.keys(), ...should.keys()])].flatMap(key =>
    differ(`${what} ${key}`, is.get(key) ?? 0, should.get(key) ?? 0),
  )
}

/** Balances of accounts by branch and party, on the debit side (1) or the credit side (-1). */
function onAccount(b: Books, accounts: readonly string[], side: 1 | -1): Map<string, Amount> {
  const found = new Map<string, Amount>()
  for (const [key, amount] of b.accounts) {
    const [branch = '', account = '', party = ''] = key.split('|')
    if (accounts.includes(account)) add(found, `${branch}|${party}`, amount * side + 0)
  }
  return found
}

function onWaybills(b: Books, account: string, side: 1 | -1): Map<string, Amount> {
  const found = new Map<string, Amount>()
  for (const [key, amount] of b.byWaybill) {
    const [of = '', waybill = ''] = key.split('|')
    if (of === account) add(found, waybill, amount * side + 0)
  }
  return found
}

const isUnderWay = ({ state }: Payment): boolean => state === 'created' || state === 'sent' || state === 'unknown'
const branchOf = (b: Books, waybill: string): string => b.waybills.get(waybill)?.branch ?? ''
const linesOf = (sheet: Sheet): SheetLine[] => sheet.lines.filter(({ result }) => result !== 'removed')

/** All lines of sheets that are not void and not given back. */
function* eachLine(b: Books): Generator<{ sheet: Sheet; line: SheetLine; part: Part | undefined }> {
  for (const sheet of b.sheets.values())
    for (const line of linesOf(sheet)) yield { sheet, line, part: b.parts.get(line.part) }
}

/** Planned parts are the estimate; fixed ones net and adjusts; no other part is below zero. */
const partsSum: Check = b => {
  const planned = new Map<string, Amount>()
  const fixed = new Map<string, Amount>()
  const faults: string[] = []
  for (const part of b.parts.values()) {
    add(planned, part.waybill, part.planned)
    if (part.name === 'fee') continue
    if (!part.isBooked) add(fixed, part.waybill, part.fixed ?? 0)
    if ((part.fixed ?? 0) < 0 && part.name !== 'debt' && part.name !== 'adjust')
      faults.push(`part ${part.id} below zero`)
    const given = part.paid + part.setOff + part.issued + part.penalty
    if (part.state === 'paid' || part.state === 'setOff')
      faults.push(...differ(`part ${part.id} given and fixed`, given, part.fixed ?? 0))
    if (part.issued < 0 || part.paid < 0) faults.push(`part ${part.id} issued or paid below zero`)
  }
  for (const w of b.waybills.values()) {
    faults.push(...differ(`planned of ${w.id}`, planned.get(w.id) ?? 0, w.estimate))
    if (w.state === 'signed' || w.state === 'finished')
      faults.push(...differ(`fixed of ${w.id}`, fixed.get(w.id) ?? 0, w.net))
  }
  return faults
}

/** 3: a part is on one open line (an advance whose E15b stands may be open on its own sheet too). */
const oneOpenLine: Check = b => {
  const open = new Map<string, Amount>()
  const faults: string[] = []
  for (const { sheet, line, part } of eachLine(b)) {
    if (sheet.kind === 'FAILURE' || sheet.state === 'void' || line.result === 'paid') continue
    add(open, `${line.part} ${sheet.kind === 'ADVANCE' ? 'advance' : ''}`, 1)
    const isOn = part?.state === 'onSheet' || part?.state === 'returned'
    const isBookedAdvance = sheet.kind === 'ADVANCE' && part?.bookedOn !== undefined
    if (!isOn && !isBookedAdvance && sheet.state !== 'closed')
      faults.push(`part ${line.part} is ${part?.state} but on ${sheet.id}`)
  }
  return [...faults, ...[...open].filter(([, n]) => n > 1).map(([key]) => `open lines of ${key}`)]
}

/** 4: pay = cost − penalty − issued − set off, on every line; Σ lines under payment = the payments of the sheet. */
const linesAndPayments: Check = b => {
  const faults: string[] = []
  const paying = new Map<string, Amount>()
  const live = new Map<string, Amount>()
  for (const { sheet, line } of eachLine(b)) {
    const { cost, penalty, issued, setOff, pay } = line
    const raw = cost - penalty - issued
    if (sheet.kind !== 'FAILURE' && (line.isPosted || raw >= 0))
      faults.push(...differ(`line ${sheet.id} ${line.part}`, pay, raw - setOff))
    if (pay < 0) faults.push(`line ${sheet.id} ${line.part} pays below zero`)
    if (sheet.state === 'paying' && line.result === 'none') add(paying, sheet.id, pay)
  }
  for (const payment of b.payments.values()) {
    if (!b.sheets.has(payment.source)) continue
    faults.push(...differ(`lines of ${payment.id}`, sum(payment.lines.map(({ amount }) => amount)), payment.amount))
    if (isUnderWay(payment)) add(live, payment.source, payment.amount)
  }
  return [...faults, ...differing('lines and payments of', paying, live)]
}

/** 5: one live payment per part; 30: two people; 31: the payee the sheet froze. */
const payments: Check = b => {
  const live = new Map<string, Amount>()
  const faults: string[] = []
  for (const payment of b.payments.values()) {
    if (isUnderWay(payment)) for (const { part } of payment.lines) add(live, part, 1)
    if (payment.by[0] === payment.by[1]) faults.push(`one person behind ${payment.id}`)
    const sheet = b.sheets.get(payment.source)
    if (!sheet) continue
    const own = [sheet.maker, sheet.makerFor, sheet.submitter]
    if (own.includes(sheet.payer) || own.includes(sheet.approver)) faults.push(`own work paid: ${payment.id}`)
    for (const { part } of payment.lines) {
      const line = sheet.lines.find(each => each.part === part)
      if (line?.payee !== payment.payee) faults.push(`payee of ${part} in ${payment.id}`)
    }
  }
  return [...faults, ...[...live].filter(([, n]) => n > 1).map(([part]) => `live payments of ${part}`)]
}

/** 6, 32: paid and advanced money of a part is what payments brought and did not take back. */
const paidOf: Check = b => {
  const brought = new Map<string, Amount>()
  const have = new Map<string, Amount>()
  for (const payment of b.payments.values()) {
    if (payment.state !== 'success') continue
    for (const { part, amount, out } of payment.lines) {
      const isAdvance = payment.purpose === 'ADVANCE' || out === 'E7l'
      if (out === 'E7b' && !isAdvance) add(brought, part, amount)
    }
  }
  for (const part of b.parts.values()) add(have, part.id, part.paid)
  return differing('6 paid of', have, brought)
}

/** 7: books balance; 2202.02 = payments under way; 1012.09 = 0. 28: vouchers turn over what the books do. */
const ledger: Check = b => {
  const due = new Map<string, Amount>()
  for (const payment of b.payments.values())
    if (isUnderWay(payment)) add(due, `${payment.branch}|${payment.party}`, payment.amount)
  const byBranch = new Map<string, Amount>()
  for (const [key, amount] of b.accounts) add(byBranch, key.split('|')[0] ?? '', amount)
  const faults = differing('7 balance of', byBranch, new Map())
  faults.push(...differing('7 2202.02 of', onAccount(b, ['2202.02'], -1), due))
  faults.push(...differing('7 1012.09 of', onAccount(b, ['1012.09'], 1), new Map()))
  for (const [account, { debit, credit }] of b.turnover) {
    const { debit: d, credit: c } = b.vouchers.get(account) ?? { debit: 0, credit: 0 }
    faults.push(...differ(`28 debit of ${account}`, d, debit), ...differ(`28 credit of ${account}`, c, credit))
  }
  return faults
}

/** 8, 25: 2202.99, 2221.09, 1123.03 and 2221.07 per waybill are what its parts, lines and bill say. */
const perWaybill: Check = b => {
  const estimates = new Map<string, Amount>()
  const tax = new Map<string, Amount>()
  const advances = new Map<string, Amount>()
  const later = new Map<string, Amount>()
  for (const part of b.parts.values()) {
    add(estimates, part.waybill, part.estimate)
    const isStanding = part.bookedOn === undefined && part.name !== 'pre' && part.state !== 'dropped'
    if (isStanding) add(advances, part.waybill, part.issued)
  }
  for (const { sheet, line, part } of eachLine(b))
    if (line.isPosted && sheet.kind !== 'ADVANCE' && part && !part.isBooked) add(tax, line.waybill, line.tax)
  // E15 of a line given back after its E15b stands
  for (const { kind, lines } of b.sheets.values())
    for (const line of kind === 'ADVANCE' ? lines : [])
      if (line.isPosted && b.parts.get(line.part)?.bookedOn === undefined) add(advances, line.waybill, line.cost)
  for (const payment of b.payments.values())
    for (const { part: id, amount, out } of payment.state === 'success' ? payment.lines : []) {
      const part = b.parts.get(id)
      if (out === 'E7l' && part?.name === 'pre' && part.bookedOn === undefined) add(advances, part.waybill, amount)
    }
  for (const w of b.waybills.values()) add(later, w.id, w.tax - w.invoiced)
  return [
    ...differing('8 2202.99 of', onWaybills(b, '2202.99', -1), estimates),
    ...differing('25 2221.09 of', onWaybills(b, '2221.09', 1), tax),
    ...differing('25 1123.03 of', onWaybills(b, '1123.03', 1), advances),
    ...differing('25 2221.07 of', onWaybills(b, '2221.07', -1), later),
  ]
}

/** 25: 2202.01 and 2202.03 per carrier are posted lines not under way and not paid, and booked adjusts without a sheet. */
const payables: Check = b => {
  const owed = new Map<string, Amount>()
  for (const { sheet, line } of eachLine(b))
    if (line.isPosted && line.pay > 0 && line.result !== 'paid') add(owed, `${sheet.branch}|${sheet.carrier}`, line.pay)
  for (const payment of b.payments.values())
    if (b.sheets.has(payment.source) && isUnderWay(payment))
      add(owed, `${payment.branch}|${payment.party}`, 0 - payment.amount)
  for (const part of b.parts.values())
    if (part.isBooked && part.bookedOn === undefined && part.state !== 'dropped' && (part.fixed ?? 0) > 0)
      add(owed, `${branchOf(b, part.waybill)}|${part.carrier}`, part.fixed ?? 0)
  return differing('25 2202.01/03 of', onAccount(b, ['2202.01', '2202.03'], -1), owed)
}

/** 26, 27: receivables are 1122.01 and never below zero; none stands open beside free prepaid money. */
const receivables: Check = b => {
  const open = new Map<string, Amount>()
  const faults: string[] = []
  const reserved = new Map<string, Amount>()
  for (const { branch, shipper, amount, state } of b.refunds.values())
    if (state === 'asked' || state === 'approved') add(reserved, `${branch}|${shipper}`, amount)
  for (const item of b.items.values()) {
    add(open, `${item.branch}|${item.shipper}`, item.open)
    if (item.open < 0) faults.push(`26 item ${item.waybill} below zero`)
    const matched = sum(item.matches.map(({ amount }) => amount))
    faults.push(...differ(`26 matches of ${item.waybill}`, item.open + matched, item.amount))
    const { billed = 0, compensated = 0 } = b.waybills.get(item.waybill) ?? {}
    faults.push(...differ(`26 bill of ${item.waybill}`, item.amount + compensated, billed))
  }
  faults.push(...differing('26 1122.01 of', onAccount(b, ['1122.01'], 1), open))
  const asked = onAccount(b, ['2241.04'], -1)
  for (const [key, amount] of asked)
    if (amount !== 0) faults.push(...differ(`refunds asked by ${key}`, amount, reserved.get(key) ?? 0))
  for (const [key, prepaid] of onAccount(b, ['2205.01'], -1)) {
    // money that stands apart already is no part of it
    const held = (reserved.get(key) ?? 0) - (asked.get(key) ?? 0)
    if (prepaid < held) faults.push(`27 prepaid of ${key} below what refunds hold: ${prepaid} < ${held}`)
    if (Math.min(open.get(key) ?? 0, prepaid - held) > 0) faults.push(`27 open beside prepaid of ${key}`)
  }
  return faults
}

/** 29: every success of the channel has one way out of the books per line, or an exception that says why not. */
const successes: Check = b => {
  const excepted = new Set([...b.exceptions.values()].map(({ order }) => order))
  const faults: string[] = []
  for (const { key, order, kind } of b.facts.values()) {
    if (kind !== 'SUCCESS') continue
    const payment = b.payments.get(order)
    const isIn = payment !== undefined && (payment.state === 'success' || payment.state === 'returned')
    if (!isIn && !excepted.has(order)) faults.push(`29 success ${key} of ${order} is nowhere`)
  }
  for (const payment of b.payments.values())
    if (payment.state === 'success' && payment.lines.some(({ out }) => out === undefined))
      faults.push(`29 ${payment.id} succeeded without its entries`)
  return faults
}

/** 9, 33: no stock, bank or channel account below zero. 34: tax of an invoice is that of its waybills. */
const stocks: Check = b => {
  const faults: string[] = []
  for (const [key, amount] of b.accounts) {
    const account = key.split('|')[1] ?? ''
    if (['1123.01', '1123.02', '1002.01'].includes(account) && amount < 0) faults.push(`33 ${key}: ${amount}`)
  }
  for (const { id, waybills, tax, isRed } of b.invoices.values()) {
    if (isRed) continue
    const own = sum(waybills.map(waybill => b.waybills.get(waybill)?.invoiced ?? 0))
    faults.push(...differ(`34 tax of ${id}`, tax, own))
  }
  const taken = [...b.invoices.values()].filter(({ isRed }) => !isRed).flatMap(({ waybills }) => waybills)
  if (new Set(taken).size < taken.length) faults.push('35 a waybill on two live invoices')
  return faults
}

/** 40: debts are 1221 per party; 25: unclaimed money and penalties under appeal are 2241. */
const others: Check = b => {
  const debts = new Map<string, Amount>()
  const faults: string[] = []
  for (const { id, branch, debtor, open, amount } of b.debts.values()) {
    add(debts, `${branch}|${debtor}`, open)
    if (open < 0 || open > amount) faults.push(`40 debt ${id}: ${open} of ${amount}`)
  }
  const unclaimed = new Map<string, Amount>()
  for (const { branch, amount, state } of b.remittances.values())
    if (state === 'unclaimed') add(unclaimed, `${branch}|`, amount)
  const appeals = new Map<string, Amount>()
  for (const w of b.waybills.values()) add(appeals, `${w.branch}|${w.carrier}`, w.appealed)
  return [
    ...faults,
    ...differing('40 1221 of', onAccount(b, ['1221.01', '1221.02'], 1), debts),
    ...differing('25 2241.03 of', onAccount(b, ['2241.03'], -1), unclaimed),
    ...differing('25 2241.02 of', onAccount(b, ['2241.02'], -1), appeals),
  ]
}

/** 23: due of a parent = paid here and below + open here and below + given back. */
const children: Check = b => {
  const faults: string[] = []
  for (const child of b.sheets.values()) {
    const parent = child.parent === undefined ? undefined : b.sheets.get(child.parent)
    if (!parent) continue
    const isLive = !['void', 'closed'].includes(child.state)
    for (const line of linesOf(child)) {
      const above = parent.lines.find(({ part }) => part === line.part)
      if (above?.pay !== line.pay) faults.push(`23 amount of ${line.part} in ${child.id}`)
      const should = line.result === 'paid' ? 'paid' : 'moved'
      if (isLive && above?.result !== should) faults.push(`23 ${line.part} is ${above?.result} above ${child.id}`)
    }
  }
  for (const parent of b.sheets.values())
    if (parent.state === 'paid' && linesOf(parent).some(({ result, pay }) => pay > 0 && result !== 'paid'))
      faults.push(`23 ${parent.id} is paid with open lines`)
  return faults
}

/** All of them, by name. */
export const invariants: Readonly<Record<string, Check>> = {
  parts: partsSum,
  '3 one open line': oneOpenLine,
  '4 lines and payments': linesAndPayments,
  '5, 30, 31 payments': payments,
  '6, 32 paid': paidOf,
  '7, 28 ledger': ledger,
  '8, 25 per waybill': perWaybill,
  '25 payables': payables,
  '26, 27 receivables': receivables,
  '29 successes': successes,
  '9, 33, 34, 35 stocks and invoices': stocks,
  '25, 40 others': others,
  '23 children': children,
}

/** Breaches of the invariants in some books; empty when all is well. */
export const brokenMoney = (b: Books): string[] =>
  Object.entries(invariants).flatMap(([name, check]) => check(b).map(fault => `[${name}] ${fault}`))
