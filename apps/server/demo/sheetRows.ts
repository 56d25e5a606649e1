// Sheets, their lines and payments as rows.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import type { Insertable } from 'kysely'
import type { Debts, Payments, SettlementLines, Settlements, SimOrders } from '../src/db/tables.gen.ts'
import type { Sheet } from './sheetStory.ts'

/** A sheet under its number; a child names its parent's. */
export function sheetRow(sheet: Sheet, sheetNo: (sheet: Sheet) => string): Insertable<Settlements> {
  const total = (pick: (line: Sheet['lines'][number]) => number): number =>
    sheet.lines.reduce((all, line) => all + pick(line), 0)
  const [first] = sheet.lines
  if (first === undefined) throw new Error('demo: a sheet without lines')
  const { row } = first.haul
  return {
    id: sheet.id,
    settlement_num: sheetNo(sheet),
    // the waybills of a closed sheet are settled anew; a sheet that pays again would be made of an open one
    p_settlement_num: null,
    kind: 'NORMAL',
    state: sheet.state,
    shipper_id: row.shipper_id,
    carrier_id: row.carrier_id,
    branch_id: row.branch_id,
    period: periodOf(sheet.madeAt),
    line_count: sheet.lines.length,
    payable_fen: total(line => line.freight),
    oil_fen: total(line => line.oil),
    deducted_fen: total(line => line.deducted),
    carried_in_fen: sheet.carriedIn,
    carried_out_fen: sheet.carriedOut,
    due_fen: sheet.due,
    due_at: Math.min(...sheet.lines.map(line => line.haul.row.due_at ?? Number.MAX_SAFE_INTEGER)),
    maker_id: sheet.maker.id,
    maker_name: sheet.maker.name,
    submitter_id: sheet.submitter?.id ?? null,
    auditor_id: sheet.auditor?.id ?? null,
    auditor_name: sheet.auditor?.name ?? null,
    payer_id: sheet.payer?.id ?? null,
    payer_name: sheet.payer?.name ?? null,
    remark: sheet.parent === undefined ? null : '更正收款账户后补付',
    version: sheet.version,
    created_at: sheet.madeAt,
    updated_at: sheet.updatedAt,
  }
}

/** A payment without a result waits for somebody to ask: the jobs would have asked long ago. */
const askedByHandOnly = 30 * DAY_MS

/** The payment of a sheet, if it was paid or tried. */
export function paymentRow(sheet: Sheet, taskNo: string, now: number): Insertable<Payments>[] {
  const {
    payment,
    payee,
    lines: [first],
  } = sheet
  if (payment === undefined || first === undefined) return []
  const { row } = first.haul
  const isUnknown = payment.state === 'unknown'
  return [
    {
      id: payment.id,
      task_no: taskNo,
      settlement_id: sheet.id,
      shipper_id: row.shipper_id,
      carrier_id: row.carrier_id,
      branch_id: row.branch_id,
      payee: payee.name,
      account_no: payment.accountNo,
      bank: payee.bank,
      amount_fen: sheet.due,
      channel: 'SIM',
      idem_key: payment.idemKey,
      state: payment.state,
      bank_serial: payment.serial,
      reason: payment.reason,
      sent_at: payment.sentAt,
      done_at: payment.doneAt ?? null,
      attempts: isUnknown ? 1 : 0,
      next_at: isUnknown ? now + askedByHandOnly : null,
      version: payment.version,
      created_at: payment.at,
      updated_at: payment.doneAt ?? payment.sentAt,
    },
  ]
}

/** The lines of a sheet. */
export const lineRows = ({ id, lines, isOpen, payee, payment }: Sheet): Insertable<SettlementLines>[] =>
  lines.map(line => ({
    settlement_id: id,
    waybill_id: line.haul.row.id,
    part_id: line.haul.row.id,
    freight_fen: line.freight,
    deducted_fen: line.deducted,
    oil_fen: line.oil,
    due_fen: line.due,
    set_off_fen: line.setOff,
    pay_fen: line.pay,
    payee,
    payment_id: line.pay > 0 ? (payment?.id ?? null) : null,
    is_open: isOpen,
  }))

/** The debt a paid sheet left, if it came to less than nothing. */
const debtRow = (sheet: Sheet): Omit<Insertable<Debts>, 'debt_no'>[] => {
  const [first] = sheet.lines
  if (sheet.carriedOut === 0 || sheet.state !== 'paid' || first === undefined) return []
  const { row } = first.haul
  return [
    {
      id: sheet.id,
      origin: 'SHEET',
      settlement_id: sheet.id,
      shipper_id: row.shipper_id,
      carrier_id: row.carrier_id,
      branch_id: row.branch_id,
      amount_fen: sheet.carriedOut,
      taken_by: sheet.carriedTo?.id ?? null,
      created_at: sheet.updatedAt,
      updated_at: sheet.updatedAt,
    },
  ]
}

/** The debts of all sheets, numbered in their order. */
export const debtRows = (sheets: readonly Sheet[], debtNo: (n: number, at: number) => string): Insertable<Debts>[] =>
  sheets.flatMap(sheet => debtRow(sheet)).map((row, n) => ({ ...row, debt_no: debtNo(n, row.created_at) }))

/** The simulated bank's record of a payment whose answer was lost: asked again, the bank says that it paid. */
export const orderRow = ({ payment, due }: Sheet): Insertable<SimOrders>[] =>
  payment?.state !== 'unknown'
    ? []
    : [
        {
          idem_key: payment.idemKey,
          account_no: payment.accountNo,
          amount_fen: due,
          result: 'success',
          reason: null,
          bank_serial: `SIM${payment.sentAt}0A1B2C`,
          received: 1,
          asked: 0,
          notice_at: null,
          created_at: payment.sentAt,
        },
      ]
