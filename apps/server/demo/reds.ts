// Red invoices of the demo that were issued: two for errors, whose waybills can be invoiced anew, and two allowances the
// buyer agreed to.
import { fen, percentOf, printMoney, subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, dayKey, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { invoiceStates } from '@yunshu/domain/invoice/invoice'
import { redIssueStates, redReasons, redStates, redTaxOf, type RedReason } from '@yunshu/domain/invoice/red'
import type { Insertable } from 'kysely'
import type { Events, InvoiceLines, Invoices, RedConfirms, RedLines } from '../src/db/tables.gen.ts'
import { openHistory, system, type History, type Someone, type WhoIs } from './history.ts'
import { idMaker, type MakeId } from './ids.ts'
import type { InvoiceHappening } from './invoiceBooks.ts'
import { appliers, type InvoiceRows } from './invoices.ts'
import { demoCompanyId } from './people.ts'

/** Days since its invoice was issued, and what of how many lines is taken back, in hundredths. */
interface Plan {
  readonly days: number
  readonly reason: RedReason
  readonly lines: number
  readonly percent: number
  readonly note: string
}
const plans: readonly Plan[] = [
  { days: 3, reason: '01', lines: 1, percent: 100, note: '车牌号开错' },
  { days: 4, reason: '04', lines: 2, percent: 5, note: '到货超时，按合同折让' },
  { days: 5, reason: '01', lines: 2, percent: 100, note: '购方抬头有误' },
  { days: 6, reason: '02', lines: 1, percent: 40, note: '部分货物退回' },
]
/** The oldest invoices have confirmations of their own, which took nothing back. */
const takenElsewhere = 5

/** A confirmation whose red invoice stands; its number is drawn when it is written. */
export interface IssuedRed {
  readonly row: Omit<Insertable<RedConfirms>, 'confirm_no'>
  readonly lines: readonly Insertable<RedLines>[]
}
/** Confirmations with their histories, which are written after them. */
export interface IssuedReds {
  readonly confirms: IssuedRed[]
  readonly events: readonly Insertable<Events>[]
}
interface Known {
  readonly history: History
  readonly whoIs: WhoIs
}
type Told = {
  readonly reds: IssuedReds
  readonly happenings: (InvoiceHappening & { readonly at: number; readonly by: Someone })[]
}

/** Takes back of invoices what the plans say; their rows learn of it. */
export function makeReds(rows: InvoiceRows, known: Known): Told {
  const confirms: IssuedRed[] = []
  const happenings: Told['happenings'] = []
  const steps = openHistory()
  const redId = idMaker(222)
  const left = rows.invoices
    .filter(({ state }) => state === 'issued')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(takenElsewhere)
    .filter(row => row.shipper_id !== demoCompanyId('shipper'))
  for (const [n, plan] of plans.entries()) {
    const at = left.findIndex(row => (row.lines ?? 0) >= plan.lines)
    const [invoice] = at < 0 ? [] : left.splice(at, 1)
    if (invoice !== undefined) {
      const taken = takeBack({ rows, invoice, plan, n, redId }, steps, known)
      confirms.push(taken.confirm)
      happenings.push(taken.happening)
    }
  }
  return { reds: { confirms, events: steps.rows(idMaker(228)) }, happenings }
}

interface Taken {
  readonly rows: InvoiceRows
  readonly invoice: Insertable<Invoices>
  readonly plan: Plan
  readonly n: number
  readonly redId: MakeId
}

function takeBack({ rows, invoice, plan, n, redId }: Taken, steps: History, known: Known) {
  const { isError } = redReasons[plan.reason]
  const madeAt = (invoice.issued_at ?? 0) + plan.days * DAY_MS + (9 + n) * HOUR_MS
  const id = redId(madeAt)
  const redNo = `${dayKey(madeAt).slice(0, 2)}12${String(n + 1).padStart(16, '0')}`
  const lines = rows.invoice_lines
    .filter(line => line.invoice_id === invoice.id)
    .slice(0, plan.lines)
    .map(line => cutOf(line, plan.percent, invoice.vat_bp))
  const gross = sumFen(lines.map(line => line.gross))
  const at = tellSteps(id, { invoice, madeAt, isError }, { history: steps, whoIs: known.whoIs })
  const row = rowOf({ id, invoice, plan, madeAt, at, redNo, isError }, lines, known)
  for (const { line, gross: red, tax } of lines) Object.assign(line, { red_fen: red, red_tax_fen: tax })
  const move = gross === invoice.gross_fen ? 'redWhole' : 'redPart'
  const diff = [{ field: '红票', old: '--', new: `${redNo} ${printMoney(gross)} 元` }]
  const state = known.history.move(invoiceStates, invoice.id, 'issued', move, { at, by: system, diff })
  Object.assign(invoice, { state, red_fen: gross, version: (invoice.version ?? 1) + 1, updated_at: at })
  if (isError)
    for (const app of rows.invoice_app_waybills)
      if (app.app_id === invoice.app_id && lines.some(({ line }) => line.waybill_id === app.waybill_id))
        app.is_live = false
  const owner = { shipper_id: invoice.shipper_id, branch_id: invoice.branch_id }
  const confirm: IssuedRed = {
    row,
    lines: lines.map(({ line, gross: red, tax }) => ({
      confirm_id: id,
      n: line.n,
      waybill_id: line.waybill_id,
      ...owner,
      gross_fen: red,
      tax_fen: tax,
    })),
  }
  const happening: Told['happenings'][number] = {
    kind: 'reddened',
    at,
    by: system,
    isError,
    red: {
      id,
      redNo,
      redAt: at,
      invoiceId: invoice.id,
      branchId: invoice.branch_id,
      shipperId: invoice.shipper_id,
      lines: lines.map(({ line, gross: red, tax }) => ({
        waybillId: line.waybill_id,
        gross: red,
        net: subtractFen(red, tax),
        tax,
      })),
    },
  }
  return { confirm, happening }
}

interface Cut {
  readonly line: Insertable<InvoiceLines>
  readonly gross: Fen
  readonly tax: Fen
}
function cutOf(line: Insertable<InvoiceLines>, percent: number, vatBp: number): Cut {
  const of = { gross: fen(line.gross_fen), tax: fen(line.tax_fen), red: fen(0), redTax: fen(0), vatBp }
  const gross = percentOf(of.gross, percent * 10_000)
  return { line, gross, tax: redTaxOf(of, gross) }
}

interface Steps {
  readonly invoice: Insertable<Invoices>
  readonly madeAt: number
  readonly isError: boolean
}

/** The person of the buyer that answers for its invoices. */
const buyerOf = (shipperId: string): string =>
  Object.entries(appliers).find(([company]) => demoCompanyId(company) === shipperId)?.[1] ?? 'shipper-finance'

/** The way of a confirmation to its red invoice: an allowance needs the buyer, who has deducted; answers when it stood. */
function tellSteps(id: string, { invoice, madeAt, isError }: Steps, { history, whoIs }: Known): number {
  const [finance, second, buyer] = [whoIs('platform-finance'), whoIs('admin'), whoIs(buyerOf(invoice.shipper_id))]
  history.note('redConfirm', id, '录入红字确认单', { at: madeAt, by: finance, to: redStates.start })
  const [agreedAt, answeredAt] = [madeAt + HOUR_MS, madeAt + 5 * HOUR_MS]
  if (isError) history.move(redStates, id, 'asking', 'agreeAlone', { at: agreedAt, by: second })
  else {
    history.move(redStates, id, 'asking', 'agreeAsk', { at: agreedAt, by: second })
    history.move(redStates, id, 'sellerAsked', 'confirmBuyer', { at: answeredAt, by: buyer })
  }
  const at = (isError ? agreedAt : answeredAt) + HOUR_MS
  history.move(redIssueStates, id, 'waiting', 'send', { at, by: finance })
  history.move(redIssueStates, id, 'sent', 'hear', { at, by: system })
  return at
}

interface Confirm extends Steps {
  readonly id: string
  readonly plan: Plan
  readonly at: number
  readonly redNo: string
}

function rowOf(
  { id, invoice, plan, madeAt, at, redNo, isError }: Confirm,
  lines: readonly Cut[],
  { whoIs }: Known,
): IssuedRed['row'] {
  const maker = whoIs('platform-finance')
  return {
    id,
    state: isError ? 'noNeed' : 'agreed',
    issue_state: 'issued',
    invoice_id: invoice.id,
    shipper_id: invoice.shipper_id,
    branch_id: invoice.branch_id,
    side: 'SELLER',
    reason_code: plan.reason,
    is_used: !isError,
    note: plan.note,
    gross_fen: sumFen(lines.map(line => line.gross)),
    tax_fen: sumFen(lines.map(line => line.tax)),
    maker_id: maker.id,
    maker_name: maker.name,
    agreer_name: whoIs('admin').name,
    answer_name: isError ? null : whoIs(buyerOf(invoice.shipper_id)).name,
    red_no: redNo,
    red_at: startOfDay(at),
    version: isError ? 4 : 5,
    created_at: madeAt,
    updated_at: at,
  }
}
