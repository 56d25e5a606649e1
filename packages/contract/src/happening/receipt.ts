// Happenings of receipts: handed in, posted, judged, and late.
import { happeningTable, silentTopics } from './happening.ts'

const onReceipt = {
  push: 'notice',
  topics: ['waybill'],
  kind: 'receipt',
  data: ['waybillId'],
  opens: { screen: 'WaybillDetails', parts: { id: '{waybillId}' } },
} as const

export const receiptHappenings = happeningTable({
  'receipt.uploaded': { ...onReceipt, title: '回单已上传', text: '运单 {waybillNo} 已上传回单，请审核' },
  'receipt.posted': {
    ...onReceipt,
    title: '回单原件已寄出',
    text: '运单 {waybillNo} 回单原件已由{express} {expressNo} 寄出，请收到后确认',
  },
  'receipt.confirmed': { ...onReceipt, title: '回单已确认', text: '运单 {waybillNo} 回单审核通过' },
  'receipt.rejected': { ...onReceipt, title: '回单被驳回', text: '运单 {waybillNo} 回单被驳回：{reason}' },
  'receipt.late': {
    ...onReceipt,
    title: '回单超期',
    text: {
      carrier: '运单 {waybillNo}（{plate}）签收已超过 {days} 天，回单尚未上传，请尽快上传',
      shipper: '运单 {waybillNo}（{plate}）签收已超过 {days} 天，回单尚未上传，请催促承运商',
    },
  },
  'receipt.lateAgain': {
    ...onReceipt,
    title: '回单超期',
    text: {
      carrier: '运单 {waybillNo}（{plate}）签收已超过 {days} 天，回单被驳回后尚未重新上传，请尽快上传',
      shipper: '运单 {waybillNo}（{plate}）签收已超过 {days} 天，回单被驳回后尚未重新上传，请催促承运商',
    },
  },
  // the desk at which the link was made shows what the phone sent
  'receipt.linked': silentTopics('waybill'),
  // colleagues who judge receipts see which ones are done
  'receipt.judged': silentTopics('waybill'),
})
