// The lists of invoices as they are drawn.
import type { InvoiceRow } from '@yunshu/contract/invoice/invoice'
import {
  invoiceAppListColumns,
  invoiceCandidateColumns,
  invoiceListColumns,
} from '@yunshu/contract/invoice/invoiceColumns'
import { invoiceAppStates, invoiceStates } from '@yunshu/domain/invoice/invoice'
import type { Fen } from '@yunshu/domain/figures/money'
import { printCount } from '@yunshu/domain/figures/decimal'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { SiteText } from '../../ui/list/EndText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { SecondTag } from '../../ui/SecondTag.tsx'

/** Its state; the second person alone has a turn at a record, though the first may take theirs back. */
export const InvoiceTag = ({ state, moves }: Pick<InvoiceRow, 'state' | 'moves'>) => (
  <SecondTag
    machine={invoiceStates}
    state={state}
    moves={moves.filter(move => move !== 'deny' && move !== 'denyNone')}
  />
)

const appSingles = drawColumns(invoiceAppListColumns, {
  appNo: { width: 190, fixed: 'start', card: 'title' },
  state: { render: ({ state, moves }) => <SecondTag machine={invoiceAppStates} state={state} moves={moves} /> },
  titleName: { width: 220 },
  taxNo: { width: 180, card: 'hide' },
  kind: { width: 90 },
  waybills: { width: 80, align: 'right' },
  invoices: { width: 80, align: 'right', card: 'hide' },
  issued: { width: 80, align: 'right', card: 'hide' },
  gross: { width: 140, render: ({ id, gross }) => <AskedMoney asked={{ amountOf: 'appGross', id }} value={gross} /> },
  net: { width: 140, card: 'hide' },
  tax: { width: 120, render: ({ id, tax }) => <AskedMoney asked={{ amountOf: 'appTax', id }} value={tax} /> },
  shipperName: { width: 220, card: 'hide' },
  branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  maker: { width: 110, card: 'hide' },
  createdAt: { card: 'hide' },
  reviewer: { width: 110, card: 'hide' },
  remark: { width: 180, card: 'hide' },
  reason: { width: 180, card: 'hide' },
})
const ofApp = pairing(appSingles)

export const invoiceAppColumns = withDefaults(
  [
    ofApp('number', ['appNo', 'createdAt'], { width: 180, fixed: 'start', card: 'title' }),
    'state',
    ofApp('buyer', ['titleName', 'taxNo'], { width: 200 }),
    ofApp('amount', ['gross', 'tax'], {
      title: '价税合计 / 税额(元)',
      width: 140,
      align: 'right',
      card: 'figure',
      orders: ['amount'],
    }),
    ofApp(
      'count',
      [
        factOf(appSingles, 'waybills', { render: row => `${printCount(row.waybills)} 单` }),
        factOf(appSingles, 'invoices', { render: row => `${row.invoices} 张发票` }),
      ],
      { title: '运单 / 发票', width: 100, align: 'right' },
    ),
    'kind',
    ofApp('seller', ['branchName', 'shipperName'], { width: 170, card: 'hide' }),
    ofApp('people', ['maker', 'reviewer'], { width: 110, card: 'hide' }),
  ],
  appSingles,
)

const invoiceSingles = drawColumns(invoiceListColumns, {
  invoiceNo: { width: 210, fixed: 'start', card: 'title' },
  state: { render: row => <InvoiceTag {...row} /> },
  issuedAt: { width: 120, whole: true },
  titleName: { width: 220 },
  taxNo: { width: 180, card: 'hide' },
  kind: { width: 90, card: 'hide' },
  gross: { width: 140, render: ({ id, gross }) => <AskedMoney asked={{ amountOf: 'salesGross', id }} value={gross} /> },
  net: { width: 140, card: 'hide' },
  tax: { width: 120, render: ({ id, tax }) => <AskedMoney asked={{ amountOf: 'salesTax', id }} value={tax} /> },
  red: { width: 130, card: 'hide' },
  lines: { width: 80, align: 'right', card: 'hide' },
  appNo: { width: 180, card: 'hide' },
  serialNo: { width: 210 },
  branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  fault: { width: 200, card: 'hide' },
  createdAt: { card: 'hide' },
})
/** The part of an invoice that was taken back. */
const RedPart = ({ value }: { value: Fen }) => (
  <span>
    已红冲 <Money value={value} />
  </span>
)
const ofInvoice = pairing(invoiceSingles)

/** The number of a buyer every line names, of which a card says nothing. */
const taxNo = factOf(invoiceSingles, 'taxNo', {
  render: row => <span className="ys-table-fact">{row.taxNo}</span>,
})

export const invoiceColumns = withDefaults(
  [
    ofInvoice('number', ['serialNo', factOf(invoiceSingles, 'invoiceNo', { render: row => row.invoiceNo })], {
      title: '流水号 / 发票号码',
      width: 190,
      fixed: 'start',
      card: 'title',
    }),
    ofInvoice(
      'state',
      [
        'state',
        factOf(invoiceSingles, 'red', {
          render: row => (row.red === 0 ? null : <RedPart value={row.red} />),
          // the foot sums what is invoiced; the single column sums what was taken back
          totals: [],
        }),
      ],
      { title: '状态', width: 130, card: 'tag' },
    ),
    ofInvoice('amount', ['gross', 'tax'], { title: '价税合计 / 税额(元)', width: 140, align: 'right', card: 'figure' }),
    ofInvoice('buyer', ['titleName', taxNo], { width: 200 }),
    ofInvoice(
      'day',
      [
        'kind',
        factOf(invoiceSingles, 'issuedAt', {
          render: row => (row.issuedAt === undefined ? null : <Time value={row.issuedAt} dayOnly whole />),
        }),
      ],
      { width: 110 },
    ),
    ofInvoice('seller', ['branchName', 'appNo'], { width: 190, card: 'hide' }),
  ],
  invoiceSingles,
)

const candidateSingles = drawColumns(invoiceCandidateColumns, {
  waybillNo: { width: 180, fixed: 'start', card: 'title' },
  upstreamNo: { width: 150, card: 'hide' },
  signedAt: { card: 'hide' },
  load: { width: 180 },
  unload: { width: 180 },
  itemNames: { width: 120 },
  plate: { width: 110 },
  gross: { width: 130 },
  tax: { width: 110 },
  branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  whyNot: { width: 140 },
})
const ofCandidate = pairing(candidateSingles)

export const candidateColumns = withDefaults(
  [
    ofCandidate(
      'number',
      [
        'waybillNo',
        // the hindrance of an invoice comes before the customer's own number
        factOf(candidateSingles, 'upstreamNo', {
          render: row => (row.whyNot === undefined ? row.upstreamNo : <span className="ys-amber">{row.whyNot}</span>),
          holds: ['upstreamNo', 'whyNot'],
        }),
      ],
      { title: '运单号 / 客户单号', width: 180, fixed: 'start', card: 'title' },
    ),
    ofCandidate(
      'route',
      [
        factOf(candidateSingles, 'load', { render: row => <SiteText place={row.load} /> }),
        factOf(candidateSingles, 'unload', { render: row => <SiteText place={row.unload} /> }),
      ],
      { title: '装货地 → 卸货地', width: 200, card: 'route' },
    ),
    ofCandidate('cargo', ['itemNames', 'plate'], { width: 130 }),
    ofCandidate('amount', ['gross', 'tax'], {
      title: '价税合计 / 税额(元)',
      width: 140,
      align: 'right',
      card: 'figure',
    }),
    ofCandidate('signed', ['signedAt', 'branchName'], { width: 150, card: 'hide' }),
  ],
  candidateSingles,
)
