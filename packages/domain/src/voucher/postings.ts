// The entries E1–E8 of the ledger: which accounts each event of the business debits and credits.
import { actualCosts, loweredCosts, ratedRevenue, type CostLine, type CostWeight, type RevenueOf } from './shares.ts'
import { type JournalLine, type LineSubject, credit, debit } from './ledger.ts'
import { pickedFen, type PickedItem } from './offset.ts'
import { type Fen, addFen, splitExact, sumFen, ZERO_FEN } from '../figures/money.ts'

// Every function answers the lines of one entry. Amounts are from 0 (RangeError otherwise) and lines of 0 are left out.
// `shipper` and `carrier` are party ids; `waybillId` is left out where an event is not about one waybill.

/** An amount of a shipper. */
export interface ShipperAmount {
  readonly shipper: string
  readonly waybillId?: string | undefined
  readonly amount: Fen
}

/** An amount of a carrier or driver. */
export interface CarrierAmount {
  readonly carrier: string
  readonly waybillId?: string | undefined
  readonly partId?: string | undefined
  readonly amount: Fen
  /** Of a fee for work handed down: cost and payable stand on accounts of their own. */
  readonly isFee?: boolean | undefined
}
const costOf = ({ isFee }: CarrierAmount): '6401.04' | '6401.01' => (isFee ? '6401.04' : '6401.01')
const payableOf = ({ isFee }: CarrierAmount): '2202.03' | '2202.01' => (isFee ? '2202.03' : '2202.01')

/** E1: a shipper tops up (充值) through the channel account. */
export function topUp(event: ShipperAmount): JournalLine[] {
  return entryOf(debit('1002.02', event.amount), credit('2205.01', event.amount, ofShipper(event)))
}

/** E0: money came to the channel account, and nobody knows yet whose it is (来款未认领). */
export function receiveUnclaimed(event: { readonly amount: Fen }): JournalLine[] {
  return entryOf(debit('1002.02', event.amount), credit('2241.03', event.amount))
}

/** E1 of such money: it is a shipper's. */
export function claimUnclaimed(event: ShipperAmount): JournalLine[] {
  return entryOf(debit('2241.03', event.amount), credit('2205.01', event.amount, ofShipper(event)))
}

/** E2c: such money pays the waybills of a shipper that somebody named (收款核销应收). */
export function payReceivables(shipper: string, picks: readonly PickedItem[]): JournalLine[] {
  return entryOf(
    debit('2241.03', pickedFen(picks)),
    ...picks.map(({ waybillId, amount }) => credit('1122.01', amount, ofShipper({ shipper, waybillId, amount }))),
  )
}

/** E2cb: money that had paid a named waybill is the shipper's prepaid money: the waybill is void, or an allowance lowers it. */
export function keepPaid(event: ShipperAmount): JournalLine[] {
  return entryOf(debit('1122.01', event.amount, ofShipper(event)), credit('2205.01', event.amount, ofShipper(event)))
}

/** E0r: such money goes back to the account it came from. */
export function returnUnclaimed(event: { readonly amount: Fen }): JournalLine[] {
  return entryOf(debit('2241.03', event.amount), credit('1002.02', event.amount))
}

/** E1f: a shipper asks for prepaid money back: it pays nothing from now on. */
export function askPrepaid(event: ShipperAmount): JournalLine[] {
  return entryOf(debit('2205.01', event.amount, ofShipper(event)), credit('2241.04', event.amount, ofShipper(event)))
}

/** E1p: such money was sent. */
export function payRefund(event: ShipperAmount): JournalLine[] {
  return entryOf(debit('2241.04', event.amount, ofShipper(event)), credit('1002.02', event.amount))
}

/** VAT on transport by a general taxpayer (一般纳税人运输服务), 9 %, in basis points. */
export const transportVat = 900

/**
 * E2: a signed waybill becomes revenue; `amount` includes VAT, `vatBasisPoints` is its rate (9 % is 900) where a share has
 * none of its own. The tax waits on 2221.07 until the invoice is issued (E8). The net stands on the accounts of `shares`.
 */
export function recogniseRevenue(event: ShipperAmount & RevenueOf): JournalLine[] {
  const waybill = { waybillId: event.waybillId }
  const rated = ratedRevenue(event)
  const netOf = (account: '6001.01' | '6051.01'): Fen =>
    sumFen(rated.flatMap(({ nets }) => nets.filter(each => each.account === account).map(({ net }) => net)))
  return entryOf(
    debit('1122.01', event.amount, ofShipper(event)),
    credit('6001.01', netOf('6001.01'), waybill),
    credit('6051.01', netOf('6051.01'), waybill),
    credit('2221.07', sumFen(rated.map(({ tax }) => tax)), waybill),
  )
}

/** E2b: money topped up before pays what a shipper owes (预收冲应收). */
export function applyTopUp(event: ShipperAmount): JournalLine[] {
  return entryOf(debit('2205.01', event.amount, ofShipper(event)), credit('1122.01', event.amount, ofShipper(event)))
}

/** E3, E3f: the cost of a signed waybill is estimated (暂估) until it is settled, on the accounts of `costs`. */
export function estimateCost(
  event: CarrierAmount & { readonly costs?: readonly CostWeight[] | undefined },
): JournalLine[] {
  const costs = event.isFee || event.costs === undefined ? [{ account: costOf(event), weight: 1 }] : event.costs
  const amounts = splitExact(
    event.amount,
    costs.map(({ weight }) => weight),
  )
  return entryOf(
    ...costs.map(({ account }, n) => debit(account, amounts[n] ?? ZERO_FEN, ofWaybill(event))),
    credit('2202.99', event.amount, ofCarrier(event)),
  )
}

/**
 * E4b: an approved sheet makes the cost payable; `amount` is the freight after its cuts, and stands on the accounts its
 * estimate stood on.
 */
export function recognisePayable(
  event: CarrierAmount & { readonly estimated?: readonly CostLine[] | undefined },
): JournalLine[] {
  const costs = event.isFee
    ? [{ account: costOf(event), amount: event.amount }]
    : actualCosts(event.amount, event.estimated ?? [])
  return entryOf(
    ...costs.map(({ account, amount }) => debit(account, amount, ofWaybill(event))),
    credit(payableOf(event), event.amount, ofCarrier(event)),
  )
}

/**
 * E13c: the excess of cuts over the freight of a waybill is compensation for the goods (货损赔偿), and lowers the carrier's
 * amount on the sheet. The rest a sheet cannot bear becomes a debt by E4c.
 */
export function claimCompensation(event: CarrierAmount): JournalLine[] {
  return entryOf(debit('2202.01', event.amount, ofCarrier(event)), credit('6711', event.amount, ofWaybill(event)))
}

/** E13: the house compensates a shipper for damage, or passes a fine on (赔付货主): its revenue stays, what is owed goes down. */
export function compensateShipper(event: ShipperAmount): JournalLine[] {
  return entryOf(
    debit('6711', event.amount, { waybillId: event.waybillId }),
    credit('1122.01', event.amount, ofShipper(event)),
  )
}

/** E13b: compensation of a waybill of which less is owed than that is prepaid money of the shipper (赔付转预收). */
export function keepCompensation(event: ShipperAmount): JournalLine[] {
  return entryOf(debit('1122.01', event.amount, ofShipper(event)), credit('2205.01', event.amount, ofShipper(event)))
}

/**
 * E4c: a sheet that comes to less than nothing pays nothing; the rest becomes a debt of the carrier (转其他应收).
 */
export function carryDebt(event: CarrierAmount): JournalLine[] {
  return entryOf(
    debit('1221.01', event.amount, ofCarrier(event)),
    credit(payableOf(event), event.amount, ofCarrier(event)),
  )
}

/** E4g: the waybill of a fee that was paid is void: the carrier that had it owes it. */
export function oweFee(event: CarrierAmount): JournalLine[] {
  return entryOf(debit('1221.01', event.amount, ofCarrier(event)), credit('6401.04', event.amount, ofWaybill(event)))
}

/** E4d: the next sheet takes such a debt off (抵扣欠款). */
export function recoverDebt(event: CarrierAmount): JournalLine[] {
  return entryOf(
    debit(payableOf(event), event.amount, ofCarrier(event)),
    credit('1221.01', event.amount, ofCarrier(event)),
  )
}

/**
 * E5: a penalty (违约金) that is no cut of the freight; while the carrier appeals it is held on 2241.02.
 */
export function deductPenalty(event: CarrierAmount & { readonly isAppealed: boolean }): JournalLine[] {
  const income = event.isAppealed
    ? credit('2241.02', event.amount, ofCarrier(event))
    : credit('6301', event.amount, ofWaybill(event))
  return entryOf(debit('2202.01', event.amount, ofCarrier(event)), income)
}

/** E6a: fuel cards are bought from the bank account. */
export function buyFuel(event: { readonly amount: Fen }): JournalLine[] {
  return entryOf(debit('1123.01', event.amount), credit('1002.01', event.amount))
}

/** E18: the house moves money of its own bank account to the channel account (自有账户划转). */
export function fundChannel(event: { readonly amount: Fen }): JournalLine[] {
  return entryOf(debit('1002.02', event.amount), credit('1002.01', event.amount))
}

/** E18 of a bank's own charge on the channel account (银行手续费). */
export function chargeOfBank(event: { readonly amount: Fen }): JournalLine[] {
  return entryOf(debit('6603.01', event.amount), credit('1002.02', event.amount))
}

/** E18 of interest the bank pays on the channel account (利息). */
export function interestOfBank(event: { readonly amount: Fen }): JournalLine[] {
  return entryOf(debit('1002.02', event.amount), credit('6603.02', event.amount))
}

/** E6b: fuel handed out pays part of the freight (油卡抵运费). */
export function payWithFuel(event: CarrierAmount): JournalLine[] {
  return entryOf(debit('2202.01', event.amount, ofCarrier(event)), credit('1123.01', event.amount, ofWaybill(event)))
}

/** An amount handed out of a stock before the trip: fuel or tolls. */
export interface StockAmount extends CarrierAmount {
  readonly kind: 'OIL' | 'ETC'
}
/** The account of each stock. */
export const stockAccounts = { OIL: '1123.01', ETC: '1123.02' } as const

/** E10: the account of tolls is topped up from the bank account. */
export function buyTolls(event: { readonly amount: Fen }): JournalLine[] {
  return entryOf(debit('1123.02', event.amount), credit('1002.01', event.amount))
}

/** E6i, E10i: fuel or tolls are handed out to a waybill before its signature. */
export function issueStock(event: StockAmount): JournalLine[] {
  return entryOf(debit('1123.03', event.amount, ofCarrier(event)), credit(stockAccounts[event.kind], event.amount))
}

/** E6r, E10r: what was not used goes back to the stock. */
export function recoverStock(event: StockAmount): JournalLine[] {
  return entryOf(debit(stockAccounts[event.kind], event.amount), credit('1123.03', event.amount, ofCarrier(event)))
}

/** E15: an approved sheet pays a carrier before its trip (预付运费). E15r, a sheet that came to nothing, is its reversal. */
export function payAdvance(event: CarrierAmount): JournalLine[] {
  return entryOf(debit('1123.03', event.amount, ofCarrier(event)), credit('2202.01', event.amount, ofCarrier(event)))
}

/**
 * E15b: the sheet after the trip sets the advance off (预付冲应付). The same entry is E6b for fuel and E10b for tolls that were
 * handed out before the signature.
 */
export function setOffAdvance(event: CarrierAmount): JournalLine[] {
  return entryOf(debit('2202.01', event.amount, ofCarrier(event)), credit('1123.03', event.amount, ofCarrier(event)))
}

/** E15c: the waybill of a paid advance, or of fuel and tolls that were used, came to nothing: the carrier owes it (预付转欠款). */
export function oweAdvance(event: CarrierAmount): JournalLine[] {
  return entryOf(debit('1221.01', event.amount, ofCarrier(event)), credit('1123.03', event.amount, ofCarrier(event)))
}

/**
 * E7a: a payment is handed to the channel; until its result is known it stands as being paid (支付中). E7c, a failure or
 * a payment that never left, is its reversal.
 */
export function submitPayment(event: CarrierAmount): JournalLine[] {
  return entryOf(
    debit(payableOf(event), event.amount, ofCarrier(event)),
    credit('2202.02', event.amount, ofCarrier(event)),
  )
}

/** E7b: the channel reports success and what it charged. */
export function confirmPayment(event: CarrierAmount & { readonly fee: Fen }): JournalLine[] {
  return entryOf(
    debit('2202.02', event.amount, ofCarrier(event)),
    debit('6603.01', event.fee),
    credit('1002.02', addFen(event.amount, event.fee)),
  )
}

/** The account money that came back stands on: that of the channel, or that of money nobody had claimed (E0). */
export type BackFrom = '1002.02' | '2241.03'

/**
 * E7r: the bank sends money back that was paid (退汇). A movement of the bank of its own, so not in red: the payment and
 * its fee stand.
 */
export function returnPayment(event: CarrierAmount & { readonly from?: BackFrom }): JournalLine[] {
  return entryOf(debit(event.from ?? '1002.02', event.amount), credit(payableOf(event), event.amount, ofCarrier(event)))
}

/** E7d: money left for a sheet that was taken back (重复支付): the carrier owes it. */
export function payTwice(event: CarrierAmount): JournalLine[] {
  return entryOf(debit('1221.02', event.amount, ofCarrier(event)), credit('1002.02', event.amount))
}

/** E7e by the bank: money that left for a sheet taken back came back. */
export function returnTwice(event: CarrierAmount & { readonly from?: BackFrom }): JournalLine[] {
  return entryOf(debit(event.from ?? '1002.02', event.amount), credit('1221.02', event.amount, ofCarrier(event)))
}

/**
 * E15d: an advance came back after its waybill had come to nothing (E7r). The open rest of its debt is over; money that had
 * paid it another way is the carrier's; a part that had been given up is no loss any more.
 */
export function endAdvanceDebt(event: {
  readonly carrier: string
  readonly amount: Fen
  readonly open: Fen
  readonly paid: Fen
  readonly written: Fen
}): JournalLine[] {
  return entryOf(
    debit('2202.01', event.amount, ofCarrier(event)),
    credit('1221.01', event.open, ofCarrier(event)),
    credit('2241.03', event.paid),
    credit('6702', event.written),
  )
}

/** E7e: the next sheet of the carrier takes such money off. */
export function recoverTwice(event: CarrierAmount): JournalLine[] {
  return entryOf(
    debit(payableOf(event), event.amount, ofCarrier(event)),
    credit('1221.02', event.amount, ofCarrier(event)),
  )
}

/** Accounts debts of carriers stand on: those of sheets and advances, and money that left for a closed sheet. */
type DebtAccount = '1221.01' | '1221.02'
interface DebtPart {
  readonly account: DebtAccount
  readonly amount: Fen
}

/** E4e: money that came pays debts of a carrier (欠款收回). */
export function collectDebt(event: { readonly carrier: string; readonly parts: readonly DebtPart[] }): JournalLine[] {
  return entryOf(
    debit('2241.03', sumFen(event.parts.map(({ amount }) => amount))),
    ...event.parts.map(({ account, amount }) => credit(account, amount, { party: event.carrier })),
  )
}

/** E4f: a debt is given up (欠款核销). */
export function writeOffDebt(event: DebtPart & { readonly carrier: string }): JournalLine[] {
  return entryOf(debit('6702', event.amount), credit(event.account, event.amount, { party: event.carrier }))
}

/**
 * E8: an invoice is issued, so the tax of E2 is owed; `tax` is the tax on the invoice. Its red invoice is its
 * reversal.
 */
export function issueInvoice(event: { readonly waybillId?: string | undefined; readonly tax: Fen }): JournalLine[] {
  const waybill = { waybillId: event.waybillId }
  return entryOf(debit('2221.07', event.tax, waybill), credit('2221.05', event.tax, waybill))
}

/**
 * E8a: an allowance by a red invoice lowers revenue, the tax owed on it and what the shipper owes; `amount` is net and tax.
 */
export function allowRevenue(event: ShipperAmount & { readonly net: Fen; readonly tax: Fen }): JournalLine[] {
  const waybill = { waybillId: event.waybillId }
  return entryOf(
    debit('6001.01', event.net, waybill),
    debit('2221.05', event.tax, waybill),
    credit('1122.01', event.amount, ofShipper(event)),
  )
}

/**
 * E9: input tax of an invoice that is bound to a waybill and deducted lowers the waybill's cost, on the accounts of `costs`
 * by their amounts; absent, on that of freight.
 */
export function deductInputTax(event: {
  readonly waybillId?: string | undefined
  readonly tax: Fen
  readonly costs?: readonly CostLine[] | undefined
}): JournalLine[] {
  const waybill = { waybillId: event.waybillId }
  return entryOf(
    debit('2221.01', event.tax, waybill),
    ...loweredCosts(event.tax, event.costs ?? []).map(({ account, amount }) => credit(account, amount, waybill)),
  )
}

function ofShipper(event: ShipperAmount): LineSubject {
  return { party: event.shipper, waybillId: event.waybillId }
}

function ofCarrier(event: CarrierAmount): LineSubject {
  return { party: event.carrier, ...ofWaybill(event) }
}

function ofWaybill({ waybillId, partId }: Pick<CarrierAmount, 'waybillId' | 'partId'>): LineSubject {
  return { waybillId, ...(partId === undefined ? {} : { partId }) }
}

/** The lines of an entry, without those of 0. @throws RangeError for an amount below 0 */
export function entryOf(...lines: JournalLine[]): JournalLine[] {
  if (lines.some(line => line.debitFen < 0 || line.creditFen < 0))
    throw new RangeError('an event has amounts from 0; to undo one, reverse its lines')
  return lines.filter(line => line.debitFen !== 0 || line.creditFen !== 0)
}
