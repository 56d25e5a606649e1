// Fees of work of the demo that was handed down, with the sheets by which the house pays them: two paid, one approved, one
// being made, and some fees on none.
import { sumFen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { dueAt } from '@yunshu/domain/settlement/payPlan'
import { waitOfPart } from '@yunshu/domain/settlement/parts'
import { paymentStates, settlementStates, type SettlementState } from '@yunshu/domain/settlement/settlement'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import type { Insertable } from 'kysely'
import type { Payments, SettlementLines, Settlements, WaybillFees, WaybillParts } from '../src/db/tables.gen.ts'
import { paymentKey } from '../src/features/settlement/payment.commands.ts'
import type { BookedFeeSheet, FeeHappening } from './feeBooks.ts'
import type { Haul } from './haul.ts'
import { system, type History, type Someone, type WhoIs } from './history.ts'
import { idMaker, type MakeId } from './ids.ts'
import type { Handed } from './lots.ts'
import { isPartial, partBase } from './parts.ts'
import { demoCompanyId } from './people.ts'
import type { Payee } from './sheetStory.ts'

/** The end of the fees of each task handed down, the newest first, and the hours since its sheet was made. */
const ends = [
  { end: 'none', hours: 0 },
  { end: 'draft', hours: 20 },
  { end: 'approved', hours: 70 },
  { end: 'paid', hours: 150 },
  { end: 'paid', hours: 320 },
] as const
type End = (typeof ends)[number]['end']

interface Known {
  readonly now: number
  readonly history: History
  readonly whoIs: WhoIs
  readonly accountOf: (carrier: string) => Payee
  readonly waybillNo: (haul: Haul) => string
  readonly number: (prefix: string, sequence: 'settlement_number' | 'payment_number', n: number, at: number) => string
  /** Numbers other sheets and payments have taken. */
  readonly after: { readonly sheets: number; readonly payments: number }
}
interface Told {
  readonly rows: {
    readonly waybill_fees: Insertable<WaybillFees>[]
    readonly waybill_parts: Insertable<WaybillParts>[]
    readonly settlements: Insertable<Settlements>[]
    readonly settlement_lines: Insertable<SettlementLines>[]
    readonly payments: Insertable<Payments>[]
  }
  readonly happenings: (FeeHappening & { readonly at: number; readonly by: Someone })[]
}
interface Ids {
  readonly fee: MakeId
  readonly part: MakeId
  readonly sheet: MakeId
  readonly payment: MakeId
}
/** A fee of a signed waybill: `due` is missing while it waits for the receipt. */
interface Fee {
  readonly haul: Haul
  readonly partId: string
  readonly signedAt: number
  readonly due: number | undefined
}

/** Fees, their parts and sheets, and what they do to the books. */
export function makeFees(hauls: readonly Haul[], known: Known): Told {
  const told: Told = {
    rows: { waybill_fees: [], waybill_parts: [], settlements: [], settlement_lines: [], payments: [] },
    happenings: [],
  }
  const ids = { fee: idMaker(224), part: idMaker(225), sheet: idMaker(226), payment: idMaker(227) }
  const byTask = Map.groupBy(
    hauls.filter(({ task }) => task.handed !== undefined),
    ({ task }) => task.handed,
  )
  for (const [handed, own] of byTask) {
    if (handed === undefined) continue
    told.rows.waybill_fees.push(...own.map(haul => feeRow(haul, handed, ids.fee(haul.row.created_at))))
    const fees = own.flatMap(haul => feeOf(haul, ids))
    for (const fee of fees) tellSigned(told, fee, handed, known)
    const { end, hours } = ends[handed.turn] ?? ends[0]
    tellFees(told, ids, { fees, handed, end, madeAt: known.now - hours * HOUR_MS }, known)
  }
  return told
}

const feeRow = (
  { row, fee, signedAt }: Haul,
  { parentId, carrier, less }: Handed,
  id: string,
): Insertable<WaybillFees> => ({
  id,
  waybill_id: row.id,
  carrier_id: demoCompanyId(carrier),
  task_id: parentId,
  shipper_id: row.shipper_id,
  branch_id: row.branch_id,
  unit_price: less,
  amount_fen: fee,
  state: signedAt === undefined ? 'estimated' : 'confirmed',
  version: signedAt === undefined ? 1 : 2,
  updated_at: signedAt ?? null,
})

function feeOf(haul: Haul, ids: Ids): Fee[] {
  const { signedAt, receiptOkAt, lot } = haul
  if (signedAt === undefined || haul.fee === 0) return []
  const { termDays } = lot.terms.payPlan
  const waits = isPartial(lot.terms)
  const due = waits ? receiptOkAt && dueAt(receiptOkAt, termDays) : dueAt(signedAt, 0)
  return [{ haul, partId: ids.part(signedAt), signedAt, due }]
}

function tellSigned(told: Told, { haul, partId, signedAt }: Fee, { carrier }: Handed, known: Known): void {
  told.happenings.push({
    kind: 'feeSigned',
    at: signedAt,
    by: known.whoIs(haul.lot.shipper),
    waybillNo: known.waybillNo(haul),
    carrierId: demoCompanyId(carrier),
    branchId: haul.lot.branchId,
    fee: { partId, waybillId: haul.row.id, amount: haul.fee },
  })
}

interface OfTask {
  readonly fees: readonly Fee[]
  readonly handed: Handed
  readonly end: End
  readonly madeAt: number
}

/** The parts of the fees of a task, and the sheet of those that could be paid when it was made. */
function tellFees(told: Told, ids: Ids, of: OfTask, known: Known): void {
  const { fees, handed, end, madeAt } = of
  const onSheet = new Set(
    end === 'none' ? [] : fees.filter(({ haul, due }) => due !== undefined && readyAt(haul) < madeAt),
  )
  const sheet = onSheet.size === 0 ? undefined : tellSheet(told, ids, { ...of, fees: [...onSheet] }, known)
  for (const fee of fees) {
    const { haul, partId, signedAt, due } = fee
    const sheetId = onSheet.has(fee) ? sheet?.id : undefined
    const isPaid = sheetId !== undefined && end === 'paid'
    told.rows.waybill_parts.push({
      ...partBase(haul),
      id: partId,
      part: 'fee',
      shipper_id: haul.lot.branchId,
      carrier_id: demoCompanyId(handed.carrier),
      planned_fen: haul.fee,
      fixed_fen: haul.fee,
      freight_fen: haul.fee,
      paid_fen: isPaid ? haul.fee : 0,
      waits_for: isPartial(haul.lot.terms) ? waitOfPart.receipt : waitOfPart.fee,
      due_at: due ?? null,
      settlement_id: sheetId ?? null,
      state: isPaid ? 'paid' : sheetId !== undefined ? 'onSheet' : due === undefined ? 'planned' : 'ready',
      created_at: signedAt,
      updated_at: sheet?.updatedAt ?? signedAt,
    })
  }
}

/** When nothing stood in the way of paying a fee any more. */
const readyAt = ({ lot, signedAt = 0, receiptOkAt = 0 }: Haul): number =>
  isPartial(lot.terms) ? receiptOkAt : signedAt

interface Steps {
  state: SettlementState
  version: number
  updatedAt: number
}

/** A sheet of the house, told to its end by three people. */
function tellSheet(told: Told, ids: Ids, { fees, handed, end, madeAt }: OfTask, known: Known) {
  const { history, whoIs } = known
  const people = { maker: whoIs('branch'), auditor: whoIs('platform-finance'), payer: whoIs('admin') }
  const id = ids.sheet(madeAt)
  const steps: Steps = { state: settlementStates.start, version: 1, updatedAt: madeAt }
  const step = (name: keyof typeof settlementStates.moves, at: number, by: Someone): void => {
    steps.state = history.move(settlementStates, id, steps.state, name, { at, by })
    steps.version += 1
    steps.updatedAt = at
  }
  const settlementNum = known.number(
    'JS',
    'settlement_number',
    known.after.sheets + told.rows.settlements.length,
    madeAt,
  )
  const due = sumFen(fees.map(({ haul }) => haul.fee))
  const booked: BookedFeeSheet = {
    id,
    settlementNum,
    carrierId: demoCompanyId(handed.carrier),
    branchId: fees[0]?.haul.lot.branchId ?? '',
    maker: people.maker,
    fees: fees.map(({ haul, partId }) => ({ partId, waybillId: haul.row.id, amount: haul.fee })),
  }
  history.note('settlement', id, '制作结算单', { at: madeAt, by: people.maker, to: settlementStates.start })
  const isApproved = end === 'approved' || end === 'paid'
  if (isApproved) {
    step('submit', madeAt + HOUR_MS, people.maker)
    step('approve', madeAt + 3 * HOUR_MS, people.auditor)
    told.happenings.push({ kind: 'feeApproved', at: madeAt + 3 * HOUR_MS, by: people.auditor, sheet: booked })
  }
  const payee = known.accountOf(handed.carrier)
  const paymentId =
    end === 'paid' ? tellPayment(told, ids, { booked, payee, due, step, ...people, madeAt }, known) : null
  told.rows.settlements.push(
    sheetRow({ booked, fees, due, madeAt, ...people, isApproved, isPaid: paymentId !== null }, steps),
  )
  told.rows.settlement_lines.push(
    ...fees.map(({ haul, partId }) => ({
      settlement_id: id,
      waybill_id: haul.row.id,
      part_id: partId,
      freight_fen: haul.fee,
      deducted_fen: 0,
      oil_fen: 0,
      due_fen: haul.fee,
      set_off_fen: 0,
      pay_fen: haul.fee,
      payee,
      payment_id: paymentId,
      is_open: true,
    })),
  )
  return { id, updatedAt: steps.updatedAt }
}

interface People {
  readonly maker: Someone
  readonly auditor: Someone
  readonly payer: Someone
}
interface Row extends People {
  readonly booked: BookedFeeSheet
  readonly fees: readonly Fee[]
  readonly due: Fen
  readonly madeAt: number
  readonly isApproved: boolean
  readonly isPaid: boolean
}

const sheetRow = (
  { booked, fees, due, madeAt, maker, auditor, payer, isApproved, isPaid }: Row,
  { state, version, updatedAt }: Steps,
): Insertable<Settlements> => ({
  id: booked.id,
  settlement_num: booked.settlementNum,
  p_settlement_num: null,
  kind: 'FEE',
  state,
  shipper_id: booked.branchId,
  carrier_id: booked.carrierId,
  branch_id: booked.branchId,
  period: periodOf(madeAt),
  line_count: fees.length,
  payable_fen: due,
  oil_fen: 0,
  deducted_fen: 0,
  carried_in_fen: 0,
  carried_out_fen: 0,
  due_fen: due,
  due_at: Math.min(...fees.map(fee => fee.due ?? Number.MAX_SAFE_INTEGER)),
  maker_id: maker.id,
  maker_name: maker.name,
  submitter_id: isApproved ? maker.id : null,
  auditor_id: isApproved ? auditor.id : null,
  auditor_name: isApproved ? auditor.name : null,
  payer_id: isPaid ? payer.id : null,
  payer_name: isPaid ? payer.name : null,
  remark: '转派服务费',
  version,
  created_at: madeAt,
  updated_at: updatedAt,
})

interface Paying extends People {
  readonly booked: BookedFeeSheet
  readonly payee: Payee
  readonly due: Fen
  readonly madeAt: number
  readonly step: (name: keyof typeof settlementStates.moves, at: number, by: Someone) => void
}

/** The payment of a sheet, which arrived; answers its id. */
function tellPayment(told: Told, ids: Ids, paying: Paying, { history, number, after }: Known): string {
  const { booked, payee, due, payer, step, madeAt } = paying
  const at = madeAt + DAY_MS
  const [sentAt, doneAt] = [at + 900, at + 2 * MINUTE_MS]
  const id = ids.payment(at)
  const n = told.rows.payments.length
  const payment = { id, taskNo: number('ZF', 'payment_number', after.payments + n, at), amount: due }
  step('pay', at, payer)
  history.move(paymentStates, id, 'created', 'send', { at: sentAt, by: system })
  history.move(paymentStates, id, 'sent', 'succeed', { at: doneAt, by: system })
  step('settle', doneAt, system)
  told.happenings.push(
    { kind: 'feeSubmitted', at, by: payer, sheet: booked, payment },
    { kind: 'feeSucceeded', at: doneAt, by: system, sheet: booked, payment },
  )
  told.rows.payments.push({
    id,
    task_no: payment.taskNo,
    settlement_id: booked.id,
    shipper_id: booked.branchId,
    carrier_id: booked.carrierId,
    branch_id: booked.branchId,
    payee: payee.name,
    account_no: payee.account,
    bank: payee.bank,
    amount_fen: due,
    channel: 'SIM',
    idem_key: paymentKey(booked.id, payee, due),
    state: 'success',
    bank_serial: `SIM${doneAt}0FEE0${n}`,
    reason: null,
    sent_at: sentAt,
    done_at: doneAt,
    attempts: 0,
    next_at: null,
    version: 3,
    created_at: at,
    updated_at: doneAt,
  })
  return id
}
