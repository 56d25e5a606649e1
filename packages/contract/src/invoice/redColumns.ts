// The columns of red confirmations and input invoices.
import { printDecimal } from '@yunshu/domain/figures/decimal'
import { inputKinds, inputSources, inputStates } from '@yunshu/domain/invoice/input'
import { inputClasses } from '@yunshu/domain/invoice/inputClass'
import { redIssueStates, redReasons, redSides, redStates } from '@yunshu/domain/invoice/red'
import { day, label, money, state, text, time, type ListColumns } from '../columns.ts'
import type { InputInvoiceRow } from './input.ts'
import type { RedRow } from './red.ts'

export const redListColumns = {
  confirmNo: text('确认单号', row => row.confirmNo, { chars: 20 }),
  state: state('状态', redStates, row => row.state),
  issueState: state('红票', redIssueStates, row => row.issueState),
  invoiceNo: text('蓝票号码', row => row.invoiceNo, { chars: 22 }),
  titleName: text('购方', row => row.titleName, { chars: 26 }),
  reasonCode: label('原因', redReasons, row => row.reasonCode),
  side: label('发起方', redSides, row => row.side),
  gross: money('红冲金额', row => row.gross),
  tax: money('税额', row => row.tax),
  deadlineAt: time('确认截止', row => row.deadlineAt),
  redNo: text('红票号码', row => row.redNo, { chars: 22 }),
  branchName: text('销方', row => row.branchName, { chars: 26 }),
  maker: text('录入人', row => row.maker),
  createdAt: time('录入时间', row => row.createdAt),
  fault: text('未开出原因', row => row.fault, { chars: 26 }),
  reason: text('说明', row => row.reason, { chars: 26 }),
} satisfies ListColumns<RedRow>

export const inputListColumns = {
  invoiceNo: text('发票号码', row => row.invoiceNo, { chars: 22 }),
  class: label('类别', inputClasses, row => row.class),
  kind: label('票种', inputKinds, row => row.kind),
  state: state('状态', inputStates, row => row.state),
  issuedAt: day('开票日期', row => row.issuedAt),
  sellerName: text('销方', row => row.sellerName, { chars: 26 }),
  sellerTaxNo: text('销方税号', row => row.sellerTaxNo, { chars: 20 }),
  buyerName: text('购方', row => row.buyerName, { chars: 26 }),
  gross: money('价税合计', row => row.gross),
  net: money('不含税', row => row.net),
  tax: money('税额', row => row.tax),
  bound: money('已绑定', row => row.bound),
  unbound: money('未绑定', row => row.unbound),
  litres: text('升数', row => (row.litresCl === undefined ? undefined : printDecimal(row.litresCl, 2))),
  source: label('来源', inputSources, row => row.source),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  maker: text('上传人', row => row.maker),
  checker: text('查验人', row => row.checker),
  createdAt: time('上传时间', row => row.createdAt),
  reason: text('原因', row => row.reason, { chars: 26 }),
} satisfies ListColumns<InputInvoiceRow>
