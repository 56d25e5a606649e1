// The lists of invoices as they are drawn.
import {
  invoiceAppListColumns,
  invoiceCandidateColumns,
  invoiceListColumns,
} from '@yunshu/contract/invoice/invoiceColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const appSingles = drawColumns(invoiceAppListColumns, {
  appNo: { width: 190, fixed: 'start', card: 'title' },
  state: {},
  titleName: { width: 220 },
  taxNo: { width: 180, card: 'hide' },
  kind: { width: 90 },
  waybills: { width: 80, align: 'right' },
  invoices: { width: 80, align: 'right', card: 'hide' },
  issued: { width: 80, align: 'right', card: 'hide' },
  gross: { width: 140 },
  net: { width: 140, card: 'hide' },
  tax: { width: 120 },
  shipperName: { width: 220, card: 'hide' },
  branchName: { width: 200, card: 'hide' },
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
    ofApp('amount', ['gross', 'tax'], { width: 140, align: 'right', card: 'figure' }),
    ofApp('count', ['waybills', 'invoices'], { width: 90, align: 'right' }),
    'kind',
    ofApp('seller', ['branchName', 'shipperName'], { width: 180, card: 'hide' }),
    ofApp('people', ['maker', 'reviewer'], { width: 110, card: 'hide' }),
  ],
  appSingles,
)

const invoiceSingles = drawColumns(invoiceListColumns, {
  invoiceNo: { width: 210, fixed: 'start', card: 'title' },
  state: {},
  issuedAt: { width: 120, whole: true },
  titleName: { width: 220 },
  taxNo: { width: 180, card: 'hide' },
  kind: { width: 90, card: 'hide' },
  gross: { width: 140 },
  net: { width: 140, card: 'hide' },
  tax: { width: 120 },
  red: { width: 130, card: 'hide' },
  lines: { width: 80, align: 'right', card: 'hide' },
  appNo: { width: 180, card: 'hide' },
  serialNo: { width: 210 },
  branchName: { width: 200, card: 'hide' },
  fault: { width: 200, card: 'hide' },
  createdAt: { card: 'hide' },
})
const ofInvoice = pairing(invoiceSingles)

export const invoiceColumns = withDefaults(
  [
    ofInvoice('number', ['serialNo', 'invoiceNo'], { width: 210, fixed: 'start', card: 'title' }),
    'state',
    ofInvoice('buyer', ['titleName', 'taxNo'], { width: 210 }),
    ofInvoice('amount', ['gross', 'tax'], { width: 130, align: 'right', card: 'figure' }),
    'red',
    ofInvoice('day', ['issuedAt', 'kind'], { width: 110 }),
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
  branchName: { width: 200, card: 'hide' },
  whyNot: { width: 140 },
})
const ofCandidate = pairing(candidateSingles)

export const candidateColumns = withDefaults(
  [
    ofCandidate('number', ['waybillNo', 'upstreamNo'], { width: 180, fixed: 'start', card: 'title' }),
    ofCandidate('route', ['load', 'unload'], { title: '装货地 → 卸货地', width: 200, card: 'route' }),
    ofCandidate('cargo', ['itemNames', 'plate'], { width: 130 }),
    ofCandidate('amount', ['gross', 'tax'], { width: 130, align: 'right', card: 'figure' }),
    ofCandidate('signed', ['signedAt', 'branchName'], { width: 190, card: 'hide' }),
    'whyNot',
  ],
  candidateSingles,
)
