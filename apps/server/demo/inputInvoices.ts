// Invoices of carriers of the demo to the house: week by week, checked, bound to the waybills of the week and deducted; the
// newest still on their way there, some that came to nothing.
import { addFen, fen, splitTax, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { boundTaxOf, inputStates, type InputMove, type InputState } from '@yunshu/domain/invoice/input'
import { transportVat } from '@yunshu/domain/voucher/postings'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import type { Insertable } from 'kysely'
import type { InputBindings, InputInvoices } from '../src/db/tables.gen.ts'
import type { Haul } from './haul.ts'
import type { History, Someone, WhoIs } from './history.ts'
import { idMaker, type MakeId } from './ids.ts'
import type { InvoiceHappening } from './invoiceBooks.ts'
import { demoBranches, demoCompanyId, demoCreditCode } from './people.ts'

/**
 * Carriers of these roads are too small to issue invoices: one costs more than it brings, of the other the house keeps as
 * much more.
 */
const withoutInvoice: readonly string[] = ['fresh', 'cement']
const weekMs = 7 * DAY_MS
/** Hours after its week was cut until an invoice is handed in, checked, and deducted with all that is bound to it. */
const [handedIn, checked, deducted] = [20 * HOUR_MS, 44 * HOUR_MS, 68 * HOUR_MS]

interface Known {
  readonly now: number
  readonly start: number
  readonly history: History
  readonly whoIs: WhoIs
  readonly nameOf: (companyId: string) => string
  /** Waybills that have to stay without a carrier's invoice. */
  readonly sparedIds: ReadonlySet<string>
}
type At<T> = T & { readonly at: number; readonly by: Someone }
interface Told {
  readonly rows: {
    readonly input_invoices: Insertable<InputInvoices>[]
    readonly input_bindings: Insertable<InputBindings>[]
  }
  readonly happenings: At<InvoiceHappening>[]
}
interface Ids {
  readonly input: MakeId
  readonly binding: MakeId
}

/** The cost of a waybill its carrier issues an invoice for: without the fuel it was handed out. */
const costOf = ({ payable, deducted: cut, oil }: Haul): Fen => fen(Math.max(0, payable - cut - oil))

/** Signed waybills whose carriers issue invoices; some are forgotten, so that there is something to ask for. */
function invoiced(hauls: readonly Haul[], spared: ReadonlySet<string>): Haul[] {
  const signed = hauls
    .filter(
      haul =>
        haul.signedAt !== undefined &&
        (haul.row.state === 'signed' || haul.row.state === 'finished') &&
        haul.row.settle_state !== 'frozen' &&
        costOf(haul) > 0,
    )
    .toSorted((a, b) => (a.signedAt ?? 0) - (b.signedAt ?? 0))
  // the two oldest of each branch are bound to freight it paid by hand
  const paidByHand = new Set(
    [...Map.groupBy(signed, ({ lot }) => lot.branchId).values()].flatMap(own => own.slice(0, 2)),
  )
  return signed.filter(
    (haul, n) =>
      !paidByHand.has(haul) &&
      !spared.has(haul.row.id) &&
      !withoutInvoice.includes(haul.trip.route.key) &&
      n % 12 !== 5,
  )
}

interface Week {
  readonly carrier: string
  readonly branchId: string
  readonly cut: number
  readonly hauls: readonly Haul[]
}

/** Weeks of a carrier with a branch, each pair on a day of its own as far as there are days: the large ones apart. */
function weeksOf(hauls: readonly Haul[], { now, start }: Known): Week[] {
  const pairs = [...Map.groupBy(hauls, ({ trip, lot }) => `${trip.carrier} ${lot.branchId}`).values()]
    .map(own => ({ own, sum: sumFen(own.map(costOf)) }))
    .toSorted((a, b) => b.sum - a.sum)
  return pairs
    .flatMap(({ own }, n): Week[] => {
      const [first] = own
      if (first === undefined) return []
      const place = n % 10
      const day = place < 7 ? place : 10 - place
      const of = { carrier: first.trip.carrier, branchId: first.lot.branchId }
      const cuts = Array.from(
        { length: Math.ceil((now - start) / weekMs) + 1 },
        (_, k) => now - day * DAY_MS - k * weekMs,
      )
      return cuts.map(cut => ({
        ...of,
        cut,
        hauls: own.filter(({ signedAt = 0 }) => signedAt > cut - weekMs && signedAt <= cut),
      }))
    })
    .filter(week => week.hauls.length > 0 && week.cut + handedIn <= now)
    .toSorted((a, b) => a.cut - b.cut)
}

/** Invoices of carriers with what they are bound to, and what is deducted for the books. */
export function makeInputInvoices(hauls: readonly Haul[], known: Known): Told {
  const told: Told = { rows: { input_invoices: [], input_bindings: [] }, happenings: [] }
  const ids = { input: idMaker(220), binding: idMaker(221) }
  for (const [n, week] of weeksOf(invoiced(hauls, known.sparedIds), known).entries()) {
    if (n % 30 === 3) tellLost(told, ids, { week, n, end: 'drop' }, known)
    if (n % 30 === 17) tellLost(told, ids, { week, n, end: 'refuse' }, known)
    if (n % 30 === 11) tellTakenBack(told, ids, { week, n }, known)
    tellWeek(told, ids, { week, n }, known)
  }
  return told
}

interface Numbered {
  readonly week: Week
  readonly n: number
}

/** The invoice of a week, as far as it has come by now. */
function tellWeek(told: Told, ids: Ids, { week, n }: Numbered, known: Known): void {
  const { now, history, whoIs } = known
  const { cut, hauls } = week
  const finance = whoIs('platform-finance')
  const gross = sumFen(hauls.map(costOf))
  const row = rowOf(ids, { week, n }, gross, known)
  const { id, invoice_no: invoiceNo, tax_fen: tax } = row
  const at = { verify: cut + checked, tick: cut + deducted }
  const move = (name: InputMove, state: InputState): InputState =>
    history.move(inputStates, id, state, name, { at: name === 'tick' ? at.tick : at.verify, by: finance })
  let state: InputState = inputStates.start
  if (at.verify <= now) {
    state = move('verify', state)
    Object.assign(row, { checker_name: finance.name, version: 2, updated_at: at.verify })
  }
  if (at.tick <= now) {
    // of some the last waybill is not bound yet
    const bound = hauls.slice(0, n % 20 === 7 && hauls.length > 1 ? -1 : undefined)
    history.note('inputInvoice', id, `绑定 ${bound.length} 单`, { at: at.tick, by: finance })
    state = move('tick', state)
    const inputs = bindAll(told, ids, { row, gross, tax: fen(tax), bound, at: at.tick, by: finance })
    Object.assign(row, { ticked_at: at.tick, tax_period: periodOf(at.tick), version: 4, updated_at: at.tick })
    told.happenings.push({
      kind: 'deducted',
      at: at.tick,
      by: finance,
      invoiceNo,
      branchId: week.branchId,
      sellerName: row.seller_name,
      inputs,
    })
  }
  told.rows.input_invoices.push({ ...row, state })
}

interface Binding {
  readonly row: ReturnType<typeof rowOf>
  readonly gross: Fen
  readonly tax: Fen
  readonly bound: readonly Haul[]
  readonly at: number
  readonly by: Someone
}

/** Binds an invoice to waybills for all they cost; answers the tax of each. */
function bindAll(told: Told, ids: Ids, { row, gross, tax, bound, at, by }: Binding) {
  let [sum, used] = [ZERO_FEN, ZERO_FEN]
  const inputs = bound.map(haul => {
    const amount = costOf(haul)
    const share = boundTaxOf({ gross, tax, bound: sum, usedTax: used }, amount)
    ;[sum, used] = [addFen(sum, amount), addFen(used, share)]
    const bindingId = ids.binding(at)
    told.rows.input_bindings.push({
      id: bindingId,
      input_id: row.id,
      waybill_id: haul.row.id,
      carrier_id: demoCompanyId(haul.trip.carrier),
      branch_id: row.branch_id,
      bound_fen: amount,
      tax_fen: share,
      by_id: by.id,
      by_name: by.name,
      created_at: at,
    })
    return { bindingId, waybillId: haul.row.id, tax: share }
  })
  Object.assign(row, { bound_fen: sum, used_tax_fen: used })
  return inputs
}

/** One handed in before with a wrong sum: taken back by the carrier, or refused by who checked it. */
function tellLost(told: Told, ids: Ids, { week, n, end }: Numbered & { end: 'drop' | 'refuse' }, known: Known): void {
  const { history, whoIs, now } = known
  const row = rowOf(ids, { week, n: n + 5000 }, fen(sumFen(week.hauls.map(costOf)) + 100_000), known)
  const at = row.created_at + 2 * HOUR_MS
  if (at > now) return
  const finance = whoIs('platform-finance')
  const reason = '金额与对账单不一致，请核对后重开'
  const state =
    end === 'drop'
      ? history.move(inputStates, row.id, 'uploaded', 'drop', { at, by: whoIs(week.carrier) })
      : history.move(inputStates, row.id, 'uploaded', 'refuse', { at, by: finance, remark: reason })
  const judged = end === 'drop' ? {} : { checker_name: finance.name, reason }
  told.rows.input_invoices.push({ ...row, ...judged, state, version: 2, updated_at: at })
}

/** One with a wrong title that was checked before its seller took it back in red. */
function tellTakenBack(told: Told, ids: Ids, { week, n }: Numbered, known: Known): void {
  const { history, whoIs, now } = known
  const row = rowOf(ids, { week, n: n + 6000 }, sumFen(week.hauls.map(costOf)), known)
  const at = row.created_at + 30 * HOUR_MS
  if (at > now) return
  const finance = whoIs('platform-finance')
  const reason = '销方开错税率，已红冲重开'
  history.move(inputStates, row.id, 'uploaded', 'verify', { at: at - 6 * HOUR_MS, by: finance })
  const state = history.move(inputStates, row.id, 'verified', 'reverse', { at, by: finance, remark: reason })
  const redNo = `261320000000000${String(40_000 + n)}`
  const judged = { checker_name: finance.name, reason, red_no: redNo, state, version: 3, updated_at: at }
  told.rows.input_invoices.push({ ...row, ...judged })
}

/** An invoice as its carrier hands it in. */
function rowOf(ids: Ids, { week, n }: Numbered, gross: Fen, { history, whoIs, nameOf }: Known) {
  const { carrier, branchId, cut } = week
  const at = cut + handedIn
  const maker = whoIs(carrier)
  const branch = demoBranches.find(({ key }) => demoCompanyId(key) === branchId)
  const id = ids.input(at)
  history.note('inputInvoice', id, '上传进项发票', { at, by: maker, to: inputStates.start })
  return {
    id,
    state: inputStates.start,
    source: 'HAND',
    invoice_no: `261320000000000${String(30_000 + n)}`,
    seller_name: nameOf(demoCompanyId(carrier)),
    seller_tax_no: demoCreditCode(carrier),
    buyer_name: nameOf(branchId),
    buyer_tax_no: demoCreditCode(branch?.key ?? 'platform'),
    issued_at: startOfDay(cut),
    gross_fen: gross,
    tax_fen: splitTax(gross, transportVat).tax,
    carrier_id: demoCompanyId(carrier),
    branch_id: branchId,
    bound_fen: 0,
    used_tax_fen: 0,
    ticked_at: null,
    tax_period: null,
    maker_id: maker.id,
    maker_name: maker.name,
    checker_name: null,
    reason: null,
    red_no: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}
