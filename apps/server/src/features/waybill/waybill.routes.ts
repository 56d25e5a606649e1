// The calls of waybills and their receipts, bound to what they do.
import { auditReceipt, countWaybills, getWaybill, listWaybills, moveWaybill, uploadReceipt } from '@yunshu/contract/waybill'
import { on, type Route } from '../../http/serve.ts'
import { audit, upload } from './receipt.commands.ts'
import { step } from './waybill.commands.ts'
import { countWaybillsBy, findWaybillsPage } from './waybill.queries.ts'
import { findWaybillDetail } from './waybillDetail.queries.ts'

export const waybillRoutes: Route[] = [
  on(listWaybills, findWaybillsPage),
  on(countWaybills, countWaybillsBy),
  on(getWaybill, (ctx, { id }) => findWaybillDetail(ctx, id)),
  on(moveWaybill, step),
  on(uploadReceipt, upload),
  on(auditReceipt, audit),
]
