// Screens of invoices: the query by form, what applies for them, and their records.
import { screensOf } from './screen.ts'

export const invoiceScreens = screensOf({
  InvoiceMake: {
    path: 'invoice/make',
    title: '申请开票',
    permit: 'invoice.apply',
    cache: true,
    group: 'invoice',
    sides: ['shipper'],
  },
  QueryInvoiceApply: {
    path: 'manage/QueryInvoice/apply',
    title: '开票申请',
    permit: 'invoice.view',
    cache: true,
    group: 'invoice',
    sides: ['platform', 'shipper'],
  },
  QueryInvoiceIssued: {
    path: 'manage/QueryInvoice/issued',
    title: '销项发票',
    permit: 'invoice.view',
    cache: true,
    group: 'invoice',
    sides: ['platform', 'shipper'],
  },
  QueryInvoiceInput: {
    path: 'manage/QueryInvoice/input',
    title: '进项发票',
    permit: 'invoice.view',
    cache: true,
    group: 'invoice',
    sides: ['platform', 'carrier'],
  },
  ExpectedInvoiceList: {
    path: 'invoice/expected',
    title: '待收发票',
    permit: 'invoice.view',
    anyOf: ['price.carrier'],
    cache: true,
    group: 'invoice',
    sides: ['platform', 'carrier'],
  },
  QueryInvoiceRed: {
    path: 'manage/QueryInvoice/red',
    title: '红字确认单',
    permit: 'invoice.view',
    cache: true,
    group: 'invoice',
    sides: ['platform', 'shipper'],
  },
  InvoiceApp: {
    path: 'invoice/application/:id',
    title: '开票申请详情',
    permit: 'invoice.view',
    cache: true,
    within: 'invoice',
    sides: ['platform', 'shipper'],
  },
  QueryInvoiceVoucher: {
    path: 'manage/QueryInvoiceVoucher/:id',
    title: '发票凭证',
    permit: 'invoice.view',
    cache: true,
    within: 'invoice',
  },
})
