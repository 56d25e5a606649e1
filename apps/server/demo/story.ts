// The whole demo as rows: fleet, trips, goods, waybills, sheets, books and messages, worked out before anything is
// written.
import { DAY_MS, dayKey, HOUR_MS } from '@yunshu/domain/figures/time'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import type { Insertable } from 'kysely'
import type { DB } from '../src/db/tables.gen.ts'
import { nilId } from '../src/db/tx.ts'
import { keepBooks } from './books.ts'
import { makeDeposits } from './deposits.ts'
import { extras } from './extras.ts'
import { makeFees } from './fees.ts'
import { makeFleet } from './fleet.ts'
import { makeFuel, type Fuel } from './fuel.ts'
import { makeFuelShifts } from './fuelShifts.ts'
import { makeFuelLines } from './fuelUses.ts'
import { makeFunds } from './funds.ts'
import { makeRefunds } from './refunds.ts'
import { makeRemittances } from './remittances.ts'
import { handDown } from './handed.ts'
import { makeHaul, type Haul } from './haul.ts'
import { openHistory, type History, type WhoIs } from './history.ts'
import { idMaker } from './ids.ts'
import { makeLots, type Lot } from './lots.ts'
import { makeMessages, type Reader } from './messages.ts'
import { makeHappenings, makeManual } from './money.ts'
import { makeOffer, type Offer } from './offers.ts'
import { makeAllInvoices } from './invoiceStory.ts'
import type { IssuedReds } from './reds.ts'
import { nextDue, partRows, planOf } from './parts.ts'
import { routes } from './routes.ts'
import { usedOf, type Sequence } from './sequences.ts'
import { debtRows, lineRows, orderRow, paymentRow, sheetRow } from './sheetRows.ts'
import { makeSheets } from './sheets.ts'
import type { Payee, Sheet } from './sheetStory.ts'
import { tellingsOf } from './tellings.ts'
import { demoDays, makeTrips, type Trip } from './trips.ts'
import { isUnpaid, unpaidTrips } from './unpaid.ts'

/** The ground of the story: the people already written, and the place of each sequence. */
export interface Ground {
  readonly now: number
  readonly whoIs: WhoIs
  readonly nameOf: (companyId: string) => string
  /** Ids of the carriers a shipper works with. */
  readonly relatedTo: (shipperId: string) => readonly string[]
  readonly accountOf: (carrier: string) => Payee
  readonly readers: readonly Reader[]
  readonly first: Readonly<Record<Sequence, number>>
}

type Filled =
  | 'vehicles'
  | 'drivers'
  | 'goods'
  | 'goods_carriers'
  | 'tasks'
  | 'waybills'
  | 'waybill_parts'
  | 'waybill_fees'
  | 'waybill_counts'
  | 'charges'
  | 'settlements'
  | 'settlement_lines'
  | 'debts'
  | 'payments'
  | 'sim_orders'
  | 'journal_entries'
  | 'journal_lines'
  | 'account_balances'
  | 'account_days'
  | 'periods'
  | 'voucher_numbers'
  | 'vouchers'
  | 'ar_items'
  | 'ar_matches'
  | 'fuel_accounts'
  | 'fuel_cards'
  | 'fuel_issues'
  | 'fuel_uses'
  | 'fuel_use_shares'
  | 'toll_passes'
  | 'fuel_shifts'
  | 'fund_records'
  | 'remittances'
  | 'remittance_claims'
  | 'remittance_refunds'
  | 'refunds'
  | 'deposits'
  | 'deposit_backs'
  | 'invoice_titles'
  | 'invoice_apps'
  | 'invoice_app_waybills'
  | 'invoices'
  | 'invoice_lines'
  | 'input_invoices'
  | 'input_bindings'
  | 'events'
  | 'messages'
type TableRows = { readonly [T in Filled]: readonly Insertable<DB[T]>[] }

/** All rows in the order tables refer to each other, and how many numbers of each sequence they use. */
export interface Story {
  readonly rows: TableRows
  readonly used: Readonly<Record<Sequence, number>>
  /** Red invoices that stand; their confirmations draw their numbers as they are written. */
  readonly reds: IssuedReds
}

/**
 * The part of the demo's last day that is over at `now`, ms. Its days begin when the last one does, not at midnight: so
 * it looks the same at whatever hour it is seeded.
 */
const passedOfTodayMs = 16 * HOUR_MS

/** Tells the demo as it stands at `now`; the same ground gives the same rows. */
export function tellStory({ now, whoIs, nameOf, relatedTo, accountOf, readers, first }: Ground): Story {
  const today = now - passedOfTodayMs
  const number = (prefix: string, sequence: Sequence, n: number, at: number): string =>
    `${prefix}${dayKey(at)}${String(first[sequence] + n).padStart(8, '0')}`
  const history = openHistory()
  const fleet = makeFleet(today)
  const usual = makeTrips(fleet, today, now)
  const trips = [...usual, ...unpaidTrips(usual, fleet, now)].toSorted((a, b) => a.createdAt - b.createdAt)
  const lots = handDown(makeLots(trips, routes, extras, now), now)

  const hauls = haulsOf(trips, lots, now, history, whoIs)
  const sheetNo = (sheet: { madeAt: number; n: number }): string =>
    number('JS', 'settlement_number', sheet.n, sheet.madeAt)
  const settled = hauls.filter(haul => !isUnpaid(haul))
  const sheets = makeSheets(settled, today, history, whoIs, sheetNo, accountOf)
  const offers = offersOf(lots, hauls, relatedTo, now, history, whoIs)

  const waybillNos = new Map(hauls.map((haul, n) => [haul, number('YD', 'waybill_number', n, haul.trip.createdAt)]))
  const waybillNo = (haul: Haul): string => waybillNos.get(haul) ?? ''
  const paid = sheets
    .filter(sheet => sheet.payment !== undefined)
    .sort((a, b) => (a.payment?.at ?? 0) - (b.payment?.at ?? 0))
  const taskNos = new Map(paid.map((sheet, n) => [sheet, number('ZF', 'payment_number', n, sheet.payment?.at ?? 0)]))
  const taskNo = (sheet: Sheet): string => taskNos.get(sheet) ?? ''
  const days = { start: today - demoDays * DAY_MS, now }
  const fuel = makeFuel(hauls, partRows(hauls, sheets), days, history, whoIs, (n, at) =>
    number('YF', 'fuel_issue_number', n, at),
  )
  const told = fuelLines(fuel, hauls, { now, whoIs }, history, number)
  const debts = debtRows(sheets, (n, at) => number('QK', 'debt_number', n, at))
  const funds = makeFunds(hauls, sheets, days, history, whoIs, fuel.topUps, (n, at) =>
    number('ZJ', 'fund_number', n, at),
  )
  const sent = marketMoney({ now, whoIs, nameOf, accountOf }, history, number)
  const appNo = (n: number, at: number): string => number('KP', 'invoice_app_number', n, at)
  const invoices = makeAllInvoices(hauls, { ...days, history, whoIs, nameOf, waybillNo, appNo })
  const after = { sheets: sheets.length, payments: paid.length }
  const fees = makeFees(hauls, { now, history, whoIs, accountOf, waybillNo, number, after })
  const bought = [...fees.happenings, ...sent.happenings, ...invoices.happenings, ...fuel.happenings]
  const others = [...bought, ...makeManual(now, whoIs)]
  const happened = makeHappenings(hauls, sheets, funds, others, whoIs, { waybillNo, sheetNo, taskNo })
  const books = keepBooks(happened, nameOf, (n, at) => number('FL', 'entry_number', n, at))

  const goodsNos = new Map(offers.map(({ lot }) => [lot.id, number('HY', 'goods_number', lot.n, lot.createdAt)]))
  const names = { waybillNo, sheetNo, goodsNo: (id: string) => goodsNos.get(id) ?? '', company: nameOf }
  const tasks = tasksOf(offers)
  const settlements = [...sheets.map(sheet => sheetRow(sheet, sheetNo)), ...fees.rows.settlements]
  const payments = [...paid.flatMap(sheet => paymentRow(sheet, taskNo(sheet), now)), ...fees.rows.payments]
  const { remittances, refunds, deposits, deposit_backs: backs } = sent.rows
  const counted = [offers, tasks, hauls, settlements, payments, books.entries, funds, remittances]
  return {
    reds: invoices.reds,
    used: usedOf([...counted, invoices.apps, fuel.issues, debts, refunds, told.fuel_shifts, deposits, backs]),
    rows: {
      vehicles: fleet.vehicles.map(({ row }) => row),
      drivers: fleet.drivers.map(({ row }) => row),
      goods: offers.map(({ lot, row }) => ({ ...row, goods_no: goodsNos.get(lot.id) ?? '' })),
      goods_carriers: offers.flatMap(({ carriers }) => carriers),
      tasks: tasks.map((task, n) => ({ ...task, task_no: number('RW', 'task_number', n, task.created_at) })),
      waybills: waybillRows({ hauls, offers, waybillNo }, goodsNos),
      waybill_parts: [...fuel.parts, ...fees.rows.waybill_parts],
      waybill_fees: fees.rows.waybill_fees,
      charges: chargeRows(hauls, sheets),
      waybill_counts: counts(hauls),
      settlements,
      settlement_lines: [...sheets.flatMap(lineRows), ...fees.rows.settlement_lines],
      debts,
      payments,
      sim_orders: paid.flatMap(orderRow),
      ...bookRows(books, today),
      ...fuelRows(fuel),
      ...told,
      fund_records: funds.map(({ row }) => row),
      ...sent.rows,
      ...invoices.rows,
      events: history.rows(),
      messages: makeMessages(tellingsOf(hauls, sheets, offers, names), readers, now),
    },
  }
}

/** All goods with the waybills made of them. */
function offersOf(
  lots: readonly Lot[],
  hauls: readonly Haul[],
  relatedTo: Ground['relatedTo'],
  now: number,
  history: History,
  whoIs: WhoIs,
): Offer[] {
  const ofLot = Map.groupBy(hauls, haul => haul.lot)
  return lots.map(lot => makeOffer(lot, ofLot.get(lot) ?? [], relatedTo(lot.shipperId), now, history, whoIs))
}

/** All tasks, those handed down to others at the end. */
const tasksOf = (offers: readonly Offer[]): Offer['tasks'] => [
  ...offers.flatMap(offer => offer.tasks).sort((a, b) => a.created_at - b.created_at),
  ...offers.flatMap(offer => offer.handed),
]

/** Money shippers sent, and what they asked back of it; and what carriers left as deposits. */
function marketMoney(
  { now, whoIs, nameOf, accountOf }: Pick<Ground, 'now' | 'whoIs' | 'nameOf' | 'accountOf'>,
  history: History,
  number: (prefix: string, sequence: Sequence, n: number, at: number) => string,
) {
  const {
    rows: remittances,
    claims,
    refunds: sentBack,
    happenings,
  } = makeRemittances(now, history, whoIs, nameOf, (n, at) => number('SK', 'remittance_number', n, at))
  const payerOf = (shipperId: string) => {
    const claim = claims.findLast(each => each.shipper_id === shipperId)
    return remittances.find(row => row.id === claim?.remittance_id)
  }
  const refunds = makeRefunds(now, history, whoIs, payerOf, (n, at) => number('TK', 'refund_number', n, at))
  const held = makeDeposits(now, {
    history,
    whoIs,
    accountOf,
    number: (prefix, n, at) => number(prefix, prefix === 'YJ' ? 'deposit_number' : 'deposit_back_number', n, at),
  })
  return {
    rows: {
      remittances,
      remittance_claims: claims,
      remittance_refunds: sentBack,
      refunds: refunds.rows,
      deposits: held.rows,
      deposit_backs: held.backs,
    },
    happenings: [...happenings, ...refunds.happenings, ...held.happenings],
  }
}

/** The lines of providers, and the shifts people made of them. */
function fuelLines(
  fuel: Fuel,
  hauls: readonly Haul[],
  { now, whoIs }: Pick<Ground, 'now' | 'whoIs'>,
  history: History,
  number: (prefix: string, sequence: Sequence, n: number, at: number) => string,
) {
  const lines = makeFuelLines(fuel, hauls, now, whoIs)
  const shiftNo = (n: number, at: number): string => number('YT', 'fuel_shift_number', n, at)
  return { ...lines, fuel_shifts: makeFuelShifts(lines.fuel_uses, now, history, whoIs, shiftNo) }
}

const fuelRows = ({ accounts, cards, issues }: Fuel) => ({
  fuel_accounts: accounts,
  fuel_cards: cards,
  fuel_issues: issues,
})

/** The rows of the books: months before the last one are closed, as an accountant would have them. */
const bookRows = (books: ReturnType<typeof keepBooks>, today: number) => ({
  ar_items: books.items,
  ar_matches: books.matches,
  journal_entries: books.entries,
  journal_lines: books.lines,
  account_balances: books.balances,
  account_days: books.days,
  voucher_numbers: books.numbers,
  periods: books.periods.map(row => ({
    ...row,
    closed_at: row.period < periodOf(today - 40 * DAY_MS) ? today - 9 * DAY_MS : null,
  })),
  vouchers: books.vouchers,
})

/** The story of each trip, on the goods and task it was sent for. */
function haulsOf(
  trips: readonly Trip[],
  lots: readonly Lot[],
  now: number,
  history: History,
  whoIs: WhoIs,
): readonly Haul[] {
  const place = new Map(
    lots.flatMap(lot => lot.tasks.flatMap(task => task.trips.map(trip => [trip, { lot, task }] as const))),
  )
  const waybillId = idMaker(5)
  return trips.map((trip): Haul => {
    const at = place.get(trip)
    if (at === undefined) throw new Error('demo: a trip without goods')
    return makeHaul(waybillId(trip.createdAt), trip, at.lot, at.task, now, history, whoIs)
  })
}

/** The waybills and goods of the story, and the numbers of the waybills. */
interface Told {
  readonly hauls: readonly Haul[]
  readonly offers: readonly Offer[]
  readonly waybillNo: (haul: Haul) => string
}

function waybillRows(
  { hauls, offers, waybillNo }: Told,
  goodsNos: ReadonlyMap<string, string>,
): readonly Insertable<DB['waybills']>[] {
  const bodies = new Map(offers.map(({ lot, row }) => [lot.id, waybillBody(row.body)]))
  return hauls.map(haul => ({
    ...haul.row,
    due_at: nextDue(haul),
    waybill_no: waybillNo(haul),
    goods_no: goodsNos.get(haul.lot.id) ?? '',
    shipper_freight_fen: haul.shipperFreight,
    payable_fen: haul.payable,
    oil_fen: haul.oil,
    deducted_fen: haul.deducted,
    fees_fen: haul.fee,
    body: { ...bodies.get(haul.lot.id), payPlan: planOf(haul), vehicle: vehiclePapers(haul) },
  }))
}

function chargeRows(hauls: readonly Haul[], sheets: readonly Sheet[]): readonly Insertable<DB['charges']>[] {
  const chargeId = idMaker(8)
  const sheetOf = new Map(
    sheets.filter(sheet => sheet.isOpen).flatMap(sheet => sheet.lines.map(({ haul }) => [haul, sheet.id] as const)),
  )
  return hauls.flatMap(haul =>
    haul.charges.map(charge => ({
      id: chargeId(charge.at),
      waybill_id: haul.row.id,
      side: charge.side,
      code: charge.code,
      amount_fen: charge.amount,
      state: charge.state,
      remark: charge.remark,
      settlement_id: charge.side === 'CARRIER' ? (sheetOf.get(haul) ?? null) : null,
      created_at: charge.at,
    })),
  )
}

/** Fields of goods that their waybills do not keep; the seeded ones were made before anything had to be weighed. */
const ofGoodsAlone: readonly string[] = ['vehicleNeed', 'remark', 'priceSteps', 'poundRule']

/** The fields of its goods that a waybill keeps, in wire form. */
function waybillBody(body: unknown): object {
  if (typeof body !== 'object' || body === null) throw new Error('demo: goods without a body')
  return Object.fromEntries(Object.entries(body).filter(([key]) => !ofGoodsAlone.includes(key)))
}

function vehiclePapers({
  trip: {
    vehicle: { row },
  },
}: Haul): object {
  return {
    typeCode: row.type_code,
    tonnageG: row.tonnage_g,
    grossG: row.gross_g,
    transportCertNo: row.transport_cert_no,
  }
}

/** The counters of the list by owner and state; slot 0 serves as well as another. */
function counts(hauls: readonly Haul[]): Insertable<DB['waybill_counts']>[] {
  const n = new Map<string, { owner_id: string; state: string; slot: number; n: number }>()
  for (const { row } of hauls)
    for (const owner of [nilId, row.shipper_id, row.carrier_id, row.branch_id]) {
      const key = `${owner} ${row.state}`
      const count = n.get(key) ?? { owner_id: owner, state: row.state, slot: 0, n: 0 }
      count.n += 1
      n.set(key, count)
    }
  return [...n.values()]
}
