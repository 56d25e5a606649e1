// The columns of applications, candidates and issued invoices.
import { invoiceAppStates, invoiceKinds, invoiceStates } from '@yunshu/domain/invoice/invoice'
import { count, day, label, money, place, state, text, time, type ListColumns } from '../columns.ts'
import type { InvoiceAppRow, InvoiceCandidate } from './application.ts'
import type { InvoiceRow } from './invoice.ts'

export const invoiceAppListColumns = {
  appNo: text('申请号', row => row.appNo, { chars: 20 }),
  state: state('状态', invoiceAppStates, row => row.state),
  titleName: text('抬头', row => row.titleName, { chars: 26 }),
  taxNo: text('税号', row => row.taxNo, { chars: 20 }),
  kind: label('票种', invoiceKinds, row => row.kind),
  waybills: count('运单数', row => row.waybills),
  invoices: count('发票张数', row => row.invoices),
  issued: count('已开张数', row => row.issued),
  gross: money('价税合计', row => row.gross),
  net: money('不含税', row => row.net),
  tax: money('税额', row => row.tax),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  branchName: text('开票方', row => row.branchName, { chars: 26 }),
  maker: text('申请人', row => row.maker),
  createdAt: time('申请时间', row => row.createdAt),
  reviewer: text('审核人', row => row.reviewer),
  remark: text('备注', row => row.remark, { chars: 26 }),
  reason: text('原因', row => row.reason, { chars: 26 }),
} satisfies ListColumns<InvoiceAppRow>

export const invoiceCandidateColumns = {
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  upstreamNo: text('客户单号', row => row.upstreamNo, { chars: 16 }),
  signedAt: time('签收时间', row => row.signedAt),
  load: place('装货地', row => row.load),
  unload: place('卸货地', row => row.unload),
  itemNames: text('货物', row => row.itemNames, { chars: 14 }),
  plate: text('车牌', row => row.plate),
  gross: money('价税合计', row => row.gross),
  tax: money('税额', row => row.tax),
  branchName: text('开票方', row => row.branchName, { chars: 26 }),
  whyNot: text('暂不能开票', row => row.whyNot, { chars: 20 }),
} satisfies ListColumns<InvoiceCandidate>

export const invoiceListColumns = {
  invoiceNo: text('发票号码', row => row.invoiceNo, { chars: 22 }),
  state: state('状态', invoiceStates, row => row.state),
  issuedAt: day('开票日期', row => row.issuedAt),
  titleName: text('购方', row => row.titleName, { chars: 26 }),
  taxNo: text('购方税号', row => row.taxNo, { chars: 20 }),
  kind: label('票种', invoiceKinds, row => row.kind),
  gross: money('价税合计', row => row.gross),
  net: money('不含税', row => row.net),
  tax: money('税额', row => row.tax),
  red: money('已红冲', row => row.red),
  lines: count('行数', row => row.lines),
  appNo: text('申请号', row => row.appNo, { chars: 20 }),
  serialNo: text('开票流水号', row => row.serialNo, { chars: 24 }),
  branchName: text('开票方', row => row.branchName, { chars: 26 }),
  fault: text('未开出原因', row => row.fault, { chars: 26 }),
  createdAt: time('生成时间', row => row.createdAt),
} satisfies ListColumns<InvoiceRow>
