// The calls of links that hand in a receipt, bound to what they do.
import * as calls from '@yunshu/contract/waybill/receiptLink'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { closeReceiptLink, findLinkedReceipt, openReceiptLink, sendLinkedReceipt } from './receiptLink.commands.ts'

export const receiptLinkRoutes: Route[] = [
  on(calls.openReceiptLink, openReceiptLink),
  on(calls.closeReceiptLink, closeReceiptLink),
  on(calls.getReceiptLink, findLinkedReceipt),
  onAfter(calls.sendLinkedReceipt, storeUploads, sendLinkedReceipt),
]
