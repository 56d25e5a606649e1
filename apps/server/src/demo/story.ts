// The whole demo as rows: fleet, trips, goods, waybills, sheets, books and messages, worked out before anything is written.
import { fen, printMoney } from '@yunshu/domain/money'
import { DAY_MS, dayKey, startOfDay } from '@yunshu/domain/time'
import { periodOf } from '@yunshu/domain/voucher'
import type { Insertable } from 'kysely'
import type { DB } from '../db/tables.gen.ts'
import { nilId } from '../db/tx.ts'
import { keepBooks } from './books.ts'
import { extras } from './extras.ts'
import { makeFleet } from './fleet.ts'
import { makeHaul, type Haul } from './haul.ts'
import { openHistory, type WhoIs } from './history.ts'
import { idMaker } from './ids.ts'
import { makeLots } from './lots.ts'
import { aboutGoods, aboutSheet, aboutWaybill, makeMessages, type Reader, type Told } from './messages.ts'
import { makeHappenings } from './money.ts'
import { makeOffer, type Offer } from './offers.ts'
import { routes } from './routes.ts'
import { makeSheets, type Payee, type Sheet } from './sheets.ts'
import { makeTrips } from './trips.ts'

/** Sequences the demo takes numbers of. */
export const sequences = ['goods_number', 'task_number', 'waybill_number', 'settlement_number', 'payment_number', 'entry_number'] as const
export type Sequence = (typeof sequences)[number]

/** What the story stands on: the people already written, and where each sequence is. */
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

type Filled = 'vehicles' | 'drivers' | 'goods' | 'goods_carriers' | 'tasks' | 'waybills' | 'waybill_counts' | 'charges' | 'settlements' | 'settlement_lines' | 'payments' | 'sim_orders'
  | 'journal_entries' | 'journal_lines' | 'account_balances' | 'periods' | 'vouchers' | 'events' | 'messages'
type TableRows = { readonly [T in Filled]: readonly Insertable<DB[T]>[] }

/** All rows in the order tables refer to each other, and how many numbers of each sequence they use. */
export interface Story { readonly rows: TableRows; readonly used: Readonly<Record<Sequence, number>> }

/** Tells the demo as it stands at `now`; the same ground gives the same rows. */
export function tellStory({ now, whoIs, nameOf, relatedTo, accountOf, readers, first }: Ground): Story {
  const today = startOfDay(now)
  const number = (prefix: string, sequence: Sequence, n: number, at: number): string => `${prefix}${dayKey(at)}${String(first[sequence] + n).padStart(8, '0')}`
  const history = openHistory()
  const fleet = makeFleet(today)
  const trips = makeTrips(fleet, today, now)
  const lots = makeLots(trips, routes, extras, now)

  const place = new Map(lots.flatMap((lot) => lot.tasks.flatMap((task) => task.trips.map((trip) => [trip, { lot, task }] as const))))
  const waybillId = idMaker(5)
  const hauls = trips.map((trip): Haul => {
    const at = place.get(trip)
    if (at === undefined) throw new Error('demo: a trip without goods')
    return makeHaul(waybillId(trip.createdAt), trip, at.lot, at.task, now, history, whoIs)
  })
  const sheetNo = (sheet: { madeAt: number; n: number }): string => number('JS', 'settlement_number', sheet.n, sheet.madeAt)
  const sheets = makeSheets(hauls, today, history, whoIs, sheetNo, accountOf)
  const offers = lots.map((lot) => makeOffer(lot, hauls.filter((haul) => haul.lot === lot), relatedTo(lot.shipperId), now, history, whoIs))

  const waybillNos = new Map(hauls.map((haul, n) => [haul, number('YD', 'waybill_number', n, haul.trip.createdAt)]))
  const waybillNo = (haul: Haul): string => waybillNos.get(haul) ?? ''
  const paid = sheets.filter((sheet) => sheet.payment !== undefined).sort((a, b) => (a.payment?.at ?? 0) - (b.payment?.at ?? 0))
  const taskNos = new Map(paid.map((sheet, n) => [sheet, number('ZF', 'payment_number', n, sheet.payment?.at ?? 0)]))
  const taskNo = (sheet: Sheet): string => taskNos.get(sheet) ?? ''
  const books = keepBooks(makeHappenings(hauls, sheets, today, now, whoIs, { waybillNo, sheetNo, taskNo }), nameOf, (n, at) => number('FL', 'entry_number', n, at))

  const goodsNos = new Map(offers.map(({ lot }) => [lot.id, number('HY', 'goods_number', lot.n, lot.createdAt)]))
  const bodies = new Map(offers.map(({ lot, row }) => [lot.id, waybillBody(row.body)]))
  const tasks = offers.flatMap((offer) => offer.tasks).sort((a, b) => a.created_at - b.created_at)
  const chargeId = idMaker(8)
  const sheetOf = new Map(sheets.filter((sheet) => sheet.isOpen).flatMap((sheet) => sheet.lines.map(({ haul }) => [haul, sheet.id] as const)))
  return {
    used: { goods_number: offers.length, task_number: tasks.length, waybill_number: hauls.length, settlement_number: sheets.length, payment_number: paid.length, entry_number: books.entries.length },
    rows: {
      vehicles: fleet.vehicles.map(({ row }) => row), drivers: fleet.drivers.map(({ row }) => row),
      goods: offers.map(({ lot, row }) => ({ ...row, goods_no: goodsNos.get(lot.id) ?? '' })), goods_carriers: offers.flatMap(({ carriers }) => carriers),
      tasks: tasks.map((task, n) => ({ ...task, task_no: number('RW', 'task_number', n, task.created_at) })),
      waybills: hauls.map((haul) => ({
        ...haul.row, waybill_no: waybillNo(haul), goods_no: goodsNos.get(haul.lot.id) ?? '', shipper_freight_fen: haul.shipperFreight, payable_fen: haul.payable, oil_fen: haul.oil, deducted_fen: haul.deducted,
        body: { ...bodies.get(haul.lot.id), vehicle: vehiclePapers(haul) },
      })),
      waybill_counts: counts(hauls),
      charges: hauls.flatMap((haul) => haul.charges.map((charge) => ({
        id: chargeId(charge.at), waybill_id: haul.row.id, side: charge.side, code: charge.code, amount_fen: charge.amount, state: charge.state, remark: charge.remark,
        settlement_id: charge.side === 'CARRIER' ? sheetOf.get(haul) ?? null : null, created_at: charge.at,
      }))),
      settlements: sheets.map((sheet) => sheetRow(sheet, sheetNo)),
      settlement_lines: sheets.flatMap((sheet) => sheet.lines.map((line) => ({ settlement_id: sheet.id, waybill_id: line.haul.row.id, freight_fen: line.freight, deducted_fen: line.deducted, oil_fen: line.oil, due_fen: line.due, is_open: sheet.isOpen }))),
      payments: paid.flatMap((sheet) => paymentRow(sheet, taskNo(sheet), now)),
      sim_orders: paid.flatMap(({ payment, due }) => payment?.state !== 'unknown' ? [] : [{
        idem_key: payment.idemKey, account_no: payment.accountNo, amount_fen: due, result: 'success', reason: null, bank_serial: `SIM${payment.sentAt}0A1B2C`, received: 1, asked: 0, notice_at: null, created_at: payment.sentAt,
      }]),
      journal_entries: books.entries, journal_lines: books.lines, account_balances: books.balances,
      // months before the last one are closed, as an accountant would have them
      periods: books.periods.map((row) => ({ ...row, closed_at: row.period < periodOf(today - 40 * DAY_MS) ? today - 9 * DAY_MS : null })),
      vouchers: books.vouchers, events: history.rows(), messages: makeMessages(tellings(hauls, sheets, offers, { waybillNo, sheetNo, goodsNo: (id) => goodsNos.get(id) ?? '' }), readers, now),
    },
  }
}

/** What a waybill keeps of its goods, in wire form. */
function waybillBody(body: unknown): object {
  if (typeof body !== 'object' || body === null) throw new Error('demo: goods without a body')
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'vehicleNeed' && key !== 'remark'))
}

function vehiclePapers({ trip: { vehicle: { row } } }: Haul): object {
  return { typeCode: row.type_code, tonnageG: row.tonnage_g, grossG: row.gross_g, transportCertNo: row.transport_cert_no }
}

/** The counters of the list by owner and state; slot 0 is as good as any. */
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

function sheetRow(sheet: Sheet, sheetNo: (sheet: Sheet) => string): Insertable<DB['settlements']> {
  const total = (pick: (line: Sheet['lines'][number]) => number): number => sheet.lines.reduce((all, line) => all + pick(line), 0)
  const [first] = sheet.lines
  if (first === undefined) throw new Error('demo: a sheet without lines')
  const { row } = first.haul
  return {
    id: sheet.id, settlement_num: sheetNo(sheet), p_settlement_num: sheet.parent === undefined ? null : sheetNo(sheet.parent), kind: sheet.parent === undefined ? 'NORMAL' : 'FAILURE', state: sheet.state,
    shipper_id: row.shipper_id, carrier_id: row.carrier_id, branch_id: row.branch_id, period: periodOf(sheet.madeAt), line_count: sheet.lines.length,
    payable_fen: total((line) => line.freight), oil_fen: total((line) => line.oil), deducted_fen: total((line) => line.deducted), due_fen: sheet.due,
    due_at: Math.min(...sheet.lines.map((line) => line.haul.row.due_at ?? Number.MAX_SAFE_INTEGER)), maker_id: sheet.maker.id, maker_name: sheet.maker.name, submitter_id: sheet.submitter?.id ?? null,
    auditor_id: sheet.auditor?.id ?? null, auditor_name: sheet.auditor?.name ?? null, payer_id: sheet.payer?.id ?? null, payer_name: sheet.payer?.name ?? null, remark: sheet.parent === undefined ? null : '更正收款账户后补付',
    payee: sheet.payee, version: sheet.version, created_at: sheet.madeAt, updated_at: sheet.updatedAt,
  }
}

/** A payment without a result waits for somebody to ask: the jobs would have asked long ago. */
const askedByHandOnly = 30 * DAY_MS

function paymentRow(sheet: Sheet, taskNo: string, now: number): Insertable<DB['payments']>[] {
  const { payment, payee, lines: [first] } = sheet
  if (payment === undefined || first === undefined) return []
  const { row } = first.haul
  const isUnknown = payment.state === 'unknown'
  return [{
    id: payment.id, task_no: taskNo, settlement_id: sheet.id, shipper_id: row.shipper_id, carrier_id: row.carrier_id, branch_id: row.branch_id, payee: payee.name, account_no: payment.accountNo, bank: payee.bank, amount_fen: sheet.due,
    channel: 'SIM', idem_key: payment.idemKey, state: payment.state, bank_serial: payment.serial, reason: payment.reason, sent_at: payment.sentAt, done_at: payment.doneAt ?? null,
    attempts: isUnknown ? 1 : 0, next_at: isUnknown ? now + askedByHandOnly : null, version: payment.version, created_at: payment.at, updated_at: payment.doneAt ?? payment.sentAt,
  }]
}

/** What the pushes of the features would have left in the message centres. */
function tellings(hauls: readonly Haul[], sheets: readonly Sheet[], offers: readonly Offer[], no: { waybillNo: (haul: Haul) => string; sheetNo: (sheet: Sheet) => string; goodsNo: (id: string) => string }): Told[] {
  const told: Told[] = []
  for (const haul of hauls.slice(-600)) {
    const { row } = haul
    const at = row.updated_at, name = `运单 ${no.waybillNo(haul)}`
    if (row.state === 'toSign') told.push(aboutWaybill(row.id, at, row.shipper_id, '运单卸货完成', `${name}（${row.plate}）卸货完成`, 'waybill.view'))
    if (row.state === 'disputed') told.push(aboutWaybill(row.id, at, row.carrier_id, '运单签收异议', `${name}（${row.plate}）签收异议：短少超过约定，核对磅单`, 'waybill.view'))
    if (row.state === 'inTransit') told.push(aboutWaybill(row.id, at, row.shipper_id, '运单装货发车', `${name}（${row.plate}）装货发车`, 'waybill.view'))
    if (row.state === 'signed') told.push(aboutWaybill(row.id, haul.signedAt ?? at, row.carrier_id, '运单签收', `${name}（${row.plate}）签收`, 'waybill.view'))
    if (row.receipt_state === 'uploaded') told.push(aboutWaybill(row.id, at, row.shipper_id, '回单已上传', `${name} 已上传回单，请审核`, 'receipt.audit', 'receipt'))
    if (row.receipt_state === 'confirmed') told.push(aboutWaybill(row.id, at, row.carrier_id, '回单已确认', `${name} 回单审核通过`, 'receipt.upload', 'receipt'))
  }
  for (const sheet of sheets.slice(-120)) {
    const [first] = sheet.lines
    if (first === undefined) continue
    const number = no.sheetNo(sheet), due = printMoney(fen(sheet.due)), { shipper_id: shipper, carrier_id: carrier } = first.haul.row
    const about = (at: number, company: string, title: string, content: string, permit: Told['permit']): void => { told.push(aboutSheet(number, at, company, title, content, permit)) }
    if (sheet.state === 'submitted') about(sheet.updatedAt, shipper, '结算单待审核', `结算单${number}已提交，应付 ${due} 元，请审核`, 'settlement.approve')
    if (sheet.state === 'approved') about(sheet.updatedAt, shipper, '结算单待支付', `结算单${number}已审核，应付 ${due} 元，请支付`, 'settlement.pay')
    if (sheet.state === 'rejected') about(sheet.updatedAt, shipper, '结算单被驳回', `结算单${number}被驳回：第二行运费与磅单不符，请核对`, 'settlement.submit')
    if (sheet.state === 'partial') for (const permit of ['settlement.pay', 'settlement.submit'] as const) about(sheet.updatedAt, shipper, '支付失败', `结算单${number}向${sheet.payee.name}支付 ${due} 元失败：${sheet.payment?.reason ?? ''}`, permit)
    if (sheet.state === 'paying') about(sheet.payment?.sentAt ?? sheet.updatedAt, shipper, '支付结果未知', `结算单${number}的支付结果未知，请先查询，切勿重复支付`, 'settlement.pay')
    if (sheet.state === 'paid') {
      about(sheet.updatedAt, shipper, '结算单已支付', `结算单${number}已支付 ${due} 元`, 'settlement.pay')
      about(sheet.updatedAt, carrier, '运费已支付', `结算单${number}已支付 ${due} 元`, 'price.carrier')
    }
  }
  for (const { lot, row, tasks, carriers } of offers) {
    const route = `${row.load_place} → ${row.unload_place}`
    if (row.state === 'published' || row.state === 'partial') for (const { carrier_id: carrier } of carriers) told.push(aboutGoods(lot.id, lot.createdAt, carrier, '新货源', `${row.title} ${no.goodsNo(lot.id)}：${route}`, 'goods.take'))
    for (const task of tasks) told.push(aboutGoods(lot.id, task.created_at, lot.shipperId, '承运商已接单', `货源 ${no.goodsNo(lot.id)} 已有承运商接单`, 'goods.publish'))
  }
  return told
}
