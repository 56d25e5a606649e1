// Invoices of the demo: applications of three shippers in every state, with the invoices they became.
import { fen, splitTax, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { dayKey, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import {
  invoiceAppStates,
  invoiceLimits,
  invoiceStates,
  type InvoiceAppMove,
  type InvoiceMove,
} from '@yunshu/domain/invoice/invoice'
import { splitInvoices, type PlannedInvoice } from '@yunshu/domain/invoice/split'
import { transportVat } from '@yunshu/domain/voucher/postings'
import type { Insertable } from 'kysely'
import type { InvoiceApps, InvoiceAppWaybills, InvoiceLines, Invoices, InvoiceTitles } from '../src/db/tables.gen.ts'
import type { Happening } from './books.ts'
import type { Haul } from './haul.ts'
import type { History, Someone, WhoIs } from './history.ts'
import { system } from './history.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoCreditCode, demoShippers } from './people.ts'

/** An application as it is planned: how long ago, of how many waybills, and what became of it and its invoices. */
interface Plan {
  readonly hours: number
  readonly count: number
  readonly splitBy: 'NONE' | 'VEHICLE'
  readonly steps: readonly InvoiceAppMove[]
  /** The steps of its invoices, by turns. */
  readonly invoices: readonly (readonly InvoiceMove[])[]
}
const issuedSteps: readonly InvoiceMove[] = ['send', 'hear']
const plans: readonly Plan[] = [
  { hours: 520, count: 24, splitBy: 'NONE', steps: ['approve', 'issue', 'end', 'deliver'], invoices: [issuedSteps] },
  { hours: 380, count: 18, splitBy: 'VEHICLE', steps: ['approve', 'issue', 'end', 'deliver'], invoices: [issuedSteps] },
  { hours: 214, count: 12, splitBy: 'NONE', steps: ['approve', 'issue', 'end', 'deliver'], invoices: [issuedSteps] },
  { hours: 170, count: 3, splitBy: 'NONE', steps: ['reject'], invoices: [['drop']] },
  { hours: 121, count: 10, splitBy: 'VEHICLE', steps: ['approve', 'issue', 'end'], invoices: [issuedSteps] },
  { hours: 97, count: 2, splitBy: 'NONE', steps: ['withdraw'], invoices: [['drop']] },
  {
    hours: 50,
    count: 9,
    splitBy: 'VEHICLE',
    steps: ['approve', 'issue'],
    invoices: [issuedSteps, ['send', 'lose'], ['send', 'refuse'], ['record'], ['send', 'refuse', 'record']],
  },
  { hours: 27, count: 7, splitBy: 'NONE', steps: ['approve'], invoices: [[]] },
  { hours: 8, count: 5, splitBy: 'NONE', steps: [], invoices: [[]] },
  { hours: 5, count: 4, splitBy: 'VEHICLE', steps: [], invoices: [[]] },
]

/** Shippers that apply, with the person who does. */
export const appliers = { shipper: 'shipper-finance', shipper6: 'shipper6', shipper3: 'shipper3' } as const
const reasons: Partial<Record<InvoiceAppMove | InvoiceMove, string>> = {
  reject: '抬头与合同不一致，请更换抬头后重新申请',
  refuse: '购方名称与税号不符',
}

/** Invoices with what they are made of; a red invoice is told to them later. */
export interface InvoiceRows {
  readonly invoice_titles: Insertable<InvoiceTitles>[]
  readonly invoice_apps: Insertable<InvoiceApps>[]
  readonly invoice_app_waybills: Insertable<InvoiceAppWaybills>[]
  readonly invoices: Insertable<Invoices>[]
  readonly invoice_lines: Insertable<InvoiceLines>[]
}
interface Told {
  readonly rows: InvoiceRows
  readonly happenings: Happening[]
}

/** The ground of the invoices: people, names and numbers. */
export interface Known {
  readonly now: number
  readonly history: History
  readonly whoIs: WhoIs
  readonly nameOf: (companyId: string) => string
  readonly waybillNo: (haul: Haul) => string
  readonly appNo: (n: number, at: number) => string
}

/** Rows, histories and events for the books. */
export function makeInvoices(hauls: readonly Haul[], known: Known): Told & { apps: readonly unknown[] } {
  const told: Told = {
    rows: { invoice_titles: [], invoice_apps: [], invoice_app_waybills: [], invoices: [], invoice_lines: [] },
    happenings: [],
  }
  const ids = { title: idMaker(70), app: idMaker(71), invoice: idMaker(72) }
  const planned = Object.entries(appliers)
    .flatMap(([company, account], at) =>
      plans.map(plan => ({ company, account, plan, madeAt: known.now - (plan.hours + at) * HOUR_MS })),
    )
    .toSorted((a, b) => a.madeAt - b.madeAt)
  const taken = new Set<Haul>()
  const titles = new Map<string, Insertable<InvoiceTitles>>()
  for (const [n, { company, account, plan, madeAt }] of planned.entries()) {
    const shipperId = demoCompanyId(company)
    const title = titles.get(company) ?? titleOf(ids.title(madeAt), shipperId, known.nameOf(shipperId), company, madeAt)
    titles.set(company, title)
    const own = hauls
      .filter(haul => !taken.has(haul) && haul.row.shipper_id === shipperId && haul.shipperFreight > 0)
      .filter(
        ({ signedAt, row }) =>
          signedAt !== undefined && signedAt < madeAt && row.state !== 'void' && row.settle_state !== 'frozen',
      )
      .slice(-plan.count)
    const isLive = plan.steps[0] !== 'reject' && plan.steps[0] !== 'withdraw'
    if (own.length === 0) continue
    if (isLive) for (const haul of own) taken.add(haul)
    tell(told, { n, plan, madeAt, own, title, isLive, maker: known.whoIs(account), ids }, known)
  }
  told.rows.invoice_titles.push(...titles.values())
  return { ...told, apps: told.rows.invoice_apps }
}

/** A title of a shipper: its own address, and a bank of its town. */
function titleOf(id: string, shipperId: string, name: string, company: string, at: number): Insertable<InvoiceTitles> {
  const address = demoShippers.find(({ key }) => key === company)?.address ?? ''
  return {
    id,
    shipper_id: shipperId,
    name,
    tax_no: demoCreditCode(company),
    kind: '81',
    address,
    phone: '400-820-0001',
    bank: `中国工商银行${address.split('市')[0] ?? ''}分行`,
    account_no: '0403000109300000001',
    email: 'fapiao@example.com',
    created_at: at,
    updated_at: at,
  }
}

/** A title as an application keeps it. */
const titleText = (title: Insertable<InvoiceTitles>): string =>
  JSON.stringify({
    name: title.name,
    taxNo: title.tax_no,
    kind: title.kind,
    address: title.address,
    phone: title.phone,
    bank: title.bank,
    accountNo: title.account_no,
    email: title.email,
  })

interface Planned {
  readonly n: number
  readonly plan: Plan
  readonly madeAt: number
  readonly own: readonly Haul[]
  readonly title: Insertable<InvoiceTitles>
  readonly isLive: boolean
  readonly maker: Someone
  readonly ids: { readonly app: (at: number) => string; readonly invoice: (at: number) => string }
}

const taxOf = (gross: Fen): Fen => splitTax(gross, transportVat).tax

/** One application with all that hangs on it. */
function tell(told: Told, planned: Planned, known: Known): void {
  const { n, plan, madeAt, own, title, isLive, maker, ids } = planned
  const { history, whoIs } = known
  const id = ids.app(madeAt)
  const appNo = known.appNo(n, madeAt)
  const finance = whoIs('platform-finance')
  const branchId = own[0]?.row.branch_id ?? ''
  const ofBranch = own.filter(haul => haul.row.branch_id === branchId)
  const items = ofBranch.map(haul => ({
    waybillId: haul.row.id,
    waybillNo: known.waybillNo(haul),
    gross: haul.shipperFreight,
    tax: taxOf(haul.shipperFreight),
    vatBp: transportVat,
    group: haul.row.plate,
    signedAt: haul.signedAt ?? 0,
  }))
  const { invoices } = splitInvoices(items, {
    perInvoiceMax: fen(invoiceLimits.perInvoiceMaxFen),
    linesMax: invoiceLimits.linesMax,
    byGroup: plan.splitBy === 'VEHICLE',
    quotaLeft: undefined,
  })
  history.note('invoiceApp', id, '申请开票', { at: madeAt, by: maker, to: invoiceAppStates.start })
  let [state, at]: [keyof typeof invoiceAppStates.states, number] = [invoiceAppStates.start, madeAt]
  for (const step of plan.steps) {
    at += HOUR_MS
    const by = step === 'withdraw' ? maker : step === 'end' ? system : finance
    const remark = reasons[step]
    state = history.move(invoiceAppStates, id, state, step, { at, by, ...(remark === undefined ? {} : { remark }) })
  }
  const owner = { shipper_id: title.shipper_id, branch_id: branchId }
  const made = invoices.map((invoice, index) =>
    tellInvoice(
      told,
      { invoice, index, planned, owner, id, appNo, items, issuedAt: madeAt + 2 * HOUR_MS, finance },
      known,
    ),
  )
  const isReviewed = plan.steps.length > 0 && state !== 'withdrawn'
  told.rows.invoice_app_waybills.push(
    ...items.map(item => ({
      app_id: id,
      waybill_id: item.waybillId,
      ...owner,
      gross_fen: item.gross,
      tax_fen: item.tax,
      is_live: isLive,
    })),
  )
  told.rows.invoice_apps.push({
    id,
    app_no: appNo,
    state,
    ...owner,
    title: titleText(title),
    title_name: title.name,
    tax_no: title.tax_no,
    kind: title.kind,
    split_by: plan.splitBy,
    waybills: items.length,
    invoices: invoices.length,
    issued: made.filter(isIssued => isIssued).length,
    gross_fen: sumFen(items.map(item => item.gross)),
    tax_fen: sumFen(items.map(item => item.tax)),
    remark: '',
    maker_id: maker.id,
    maker_name: maker.name,
    reviewer_id: isReviewed ? finance.id : null,
    reviewer_name: isReviewed ? finance.name : null,
    reviewed_at: isReviewed ? madeAt + HOUR_MS : null,
    delivered_to: state === 'sent' ? 'fapiao@example.com' : null,
    delivered_at: state === 'sent' ? at : null,
    reason: state === 'rejected' ? (reasons.reject ?? null) : null,
    version: plan.steps.length + 1,
    created_at: madeAt,
    updated_at: at,
  })
}

interface OfApp {
  readonly invoice: PlannedInvoice
  readonly index: number
  readonly planned: Planned
  readonly owner: { readonly shipper_id: string; readonly branch_id: string }
  readonly id: string
  readonly appNo: string
  readonly items: readonly { readonly waybillId: string; readonly waybillNo: string }[]
  readonly issuedAt: number
  readonly finance: Someone
}

/** One invoice; answers whether it is issued. */
function tellInvoice(told: Told, of: OfApp, { history }: Known): boolean {
  const { invoice, index, planned, owner, id: appId, appNo, items, issuedAt, finance } = of
  const { plan, title, ids, madeAt } = planned
  const id = ids.invoice(madeAt)
  const steps = plan.invoices[index % plan.invoices.length] ?? []
  let state: keyof typeof invoiceStates.states = invoiceStates.start
  for (const step of steps) {
    const by = step === 'record' ? finance : system
    const remark = reasons[step]
    state = history.move(invoiceStates, id, state, step, {
      at: issuedAt,
      by,
      ...(remark === undefined ? {} : { remark }),
    })
  }
  const isIssued = state === 'issued'
  const hasNumber = isIssued || state === 'recorded'
  const invoiceNo = `${dayKey(issuedAt).slice(0, 2)}11${String(told.rows.invoices.length + 1).padStart(16, '0')}`
  const isRecorded = state === 'recorded'
  const words = [
    ...new Set(invoice.lines.map(line => items.find(item => item.waybillId === line.waybillId)?.waybillNo ?? '')),
  ]
  told.rows.invoices.push({
    id,
    serial_no: `${appNo}-${String(index + 1).padStart(3, '0')}`,
    app_id: appId,
    n: index + 1,
    state,
    ...owner,
    kind: title.kind,
    title_name: title.name,
    tax_no: title.tax_no,
    vat_bp: invoice.vatBp,
    gross_fen: invoice.gross,
    tax_fen: invoice.tax,
    red_fen: 0,
    lines: invoice.lines.length,
    remark: `货物运输服务 运单 ${words.slice(0, 3).join('、')}${words.length > 3 ? ` 等 ${words.length} 单` : ''}`,
    invoice_no: hasNumber ? invoiceNo : null,
    issued_at: hasNumber ? startOfDay(issuedAt) : null,
    fault: state === 'failed' ? (reasons.refuse ?? null) : state === 'unknown' ? '税务平台没有回音' : null,
    record: isRecorded ? 'ISSUED' : null,
    recorder_id: isRecorded ? finance.id : null,
    recorder_name: isRecorded ? finance.name : null,
    version: steps.length + 1,
    created_at: madeAt,
    updated_at: issuedAt,
  })
  told.rows.invoice_lines.push(
    ...invoice.lines.map((line, n) => ({
      invoice_id: id,
      n: n + 1,
      waybill_id: line.waybillId,
      ...owner,
      waybill_no: items.find(item => item.waybillId === line.waybillId)?.waybillNo ?? '',
      gross_fen: line.gross,
      tax_fen: line.tax,
      red_fen: 0,
      red_tax_fen: 0,
    })),
  )
  if (isIssued)
    told.happenings.push({
      kind: 'invoiced',
      at: issuedAt,
      by: system,
      invoice: {
        id,
        invoiceNo,
        issuedAt,
        branchId: owner.branch_id,
        shipperId: owner.shipper_id,
        lines: invoice.lines.map(({ waybillId, tax }) => ({ waybillId, tax })),
      },
    })
  return isIssued
}
