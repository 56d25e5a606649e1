// The calls of waybills and their receipts, bound to what they do.
import * as claimCalls from '@yunshu/contract/waybill/claim'
import * as detailsCalls from '@yunshu/contract/waybill/details'
import * as lifeCalls from '@yunshu/contract/waybill/life'
import * as receiptCalls from '@yunshu/contract/waybill/receipt'
import * as waybillCalls from '@yunshu/contract/waybill/waybill'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { answerArrival } from './arrival.commands.ts'
import { answerClaim, addClaim } from './claim.commands.ts'
import { correctWaybill, stepBack } from './correct.commands.ts'
import { disputeWaybill } from './dispute.commands.ts'
import { lookAtReceipt } from './look.commands.ts'
import { findNumberedWaybills } from './numbered.queries.ts'
import { addTicket, removeTicket } from './pound.commands.ts'
import { addFiles, auditReceipt, postReceipt, uploadReceipt } from './receipt.commands.ts'
import { answerSwap, swapVehicle } from './swap.commands.ts'
import { findSwapView } from './swap.queries.ts'
import { urgeWaybill } from './urge.commands.ts'
import { moveWaybill } from './waybill.commands.ts'
import { countStates, countWaybillsBy } from './waybillCount.queries.ts'
import { findWaybillDetail } from './waybillDetail.queries.ts'

export const waybillRoutes: Route[] = [
  on(waybillCalls.listWaybills, findNumberedWaybills),
  on(waybillCalls.countWaybills, countWaybillsBy),
  on(waybillCalls.countWaybillStates, countStates),
  on(detailsCalls.getWaybill, (ctx, { id }) => findWaybillDetail(ctx, id)),
  on(waybillCalls.moveWaybill, moveWaybill),
  onAfter(waybillCalls.disputeWaybill, storeUploads, disputeWaybill),
  onAfter(receiptCalls.uploadReceipt, storeUploads, uploadReceipt),
  on(receiptCalls.auditReceipt, auditReceipt),
  on(receiptCalls.lookAtReceipt, lookAtReceipt),
  on(lifeCalls.urgeWaybill, urgeWaybill),
  on(lifeCalls.postReceipt, postReceipt),
  onAfter(lifeCalls.addWaybillFiles, storeUploads, addFiles),
  on(lifeCalls.stepBackWaybill, stepBack),
  on(lifeCalls.correctWaybill, correctWaybill),
  on(lifeCalls.getSwapView, (ctx, { id }) => findSwapView(ctx, id)),
  on(lifeCalls.swapVehicle, swapVehicle),
  on(lifeCalls.answerSwap, answerSwap),
  on(lifeCalls.answerArrival, answerArrival),
  onAfter(lifeCalls.addPoundTicket, storeUploads, addTicket),
  on(lifeCalls.removePoundTicket, removeTicket),
  onAfter(claimCalls.addClaim, storeUploads, addClaim),
  on(claimCalls.answerClaim, answerClaim),
]
