// Happenings of invoices: applied for, judged, issued, refused by the tax platform, recorded by hand, delivered.
import { happeningTable } from './happening.ts'

const onApp = {
  push: 'notice',
  topics: ['invoice'],
  kind: 'invoice',
  opens: { screen: 'QueryInvoiceApply', query: { text: '{appNo}' } },
} as const
const onInvoice = {
  push: 'notice',
  topics: ['invoice'],
  kind: 'invoice',
  opens: { screen: 'QueryInvoiceIssued', query: { text: '{serialNo}' } },
} as const

export const invoiceHappenings = happeningTable({
  'invoice.applied': {
    ...onApp,
    title: '开票申请待审核',
    text: '{shipper}申请开票 {count} 单 {amount} 元（{appNo}），请审核',
  },
  'invoice.approved': { ...onApp, title: '开票申请已通过', text: '{appNo} 已审核通过，等待开具' },
  'invoice.rejected': { ...onApp, title: '开票申请被驳回', text: '{appNo} 被驳回：{reason}' },
  'invoice.rest': {
    ...onApp,
    topics: ['invoice', 'voucher'],
    title: '其余开票已终止',
    text: '{appNo} 未开出的发票已取消：{reason}；其中的运单可以重新申请',
  },
  'invoice.issued': {
    ...onApp,
    topics: ['invoice', 'voucher'],
    title: '发票已开具',
    text: '{appNo} 的 {count} 张发票已全部开具，价税合计 {amount} 元',
  },
  'invoice.delivered': { ...onApp, title: '发票已交付', text: '{appNo} 的发票已交付至 {to}' },
  'invoice.failed': { ...onInvoice, title: '发票开具失败', text: '{appNo} 的发票 {serialNo} 未开出：{reason}' },
  'invoice.urged': {
    push: 'notice',
    topics: ['invoice'],
    kind: 'invoice',
    opens: { screen: 'QueryInvoiceInput' },
    title: '请开具运费发票',
    text: '{by}催票：已付 {count} 单运费 {amount} 元还没有收到发票，请开具并上传',
  },
  'estimate.urged': {
    push: 'notice',
    topics: ['invoice'],
    kind: 'invoice',
    opens: { screen: 'QueryInvoiceInput' },
    title: '请对账并开具发票',
    text: '{by}催票：{branch}有 {count} 笔已签收的运费尚未结算，暂估 {amount} 元，请尽快对账、开票',
  },
  'invoice.recorded': { ...onInvoice, title: '发票登记待复核', text: '{recorder}登记了 {serialNo}：{what}，请复核' },
})
