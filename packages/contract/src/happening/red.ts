// Happenings of red confirmations: entered, waiting for the buyer, moved, the red invoice issued.
import { happeningTable } from './happening.ts'

const onRed = {
  push: 'notice',
  topics: ['invoice'],
  kind: 'invoice',
  opens: { screen: 'QueryInvoiceRed', query: { text: '{confirmNo}' } },
} as const

export const redHappenings = happeningTable({
  'red.entered': {
    ...onRed,
    title: '红字确认单待办',
    text: '{who}对发票 {invoiceNo} 录入红字确认单 {confirmNo}，{amount} 元，请办理',
  },
  'red.asked': { ...onRed, title: '红字确认单待购方确认', text: '{confirmNo}（{amount} 元）请在 72 小时内确认' },
  'red.moved': { ...onRed, title: '红字确认单有进展', text: '{confirmNo}：{what}' },
  'red.issued': {
    ...onRed,
    topics: ['invoice', 'voucher'],
    title: '红票已开具',
    text: '{confirmNo} 的红票 {redNo} 已开具，红冲 {amount} 元',
  },
})
