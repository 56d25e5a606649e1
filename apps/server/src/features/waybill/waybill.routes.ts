// The calls of waybills and their receipts, bound to what they do.
import {
  countWaybills,
  countWaybillStates,
  disputeWaybill,
  listWaybills,
  moveWaybill,
} from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { auditReceipt, uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { addClaim, answerClaim } from '@yunshu/contract/waybill/claim'
import {
  addPoundTicket,
  addWaybillFiles,
  answerSwap,
  correctWaybill,
  getSwapView,
  postReceipt,
  removePoundTicket,
  stepBackWaybill,
  swapVehicle,
} from '@yunshu/contract/waybill/life'
import { on, type Route } from '../../http/serve.ts'
import { answer as answerToClaim, ask } from './claim.commands.ts'
import { correct, stepBack } from './correct.commands.ts'
import { dispute } from './dispute.commands.ts'
import { addTicket, removeTicket } from './pound.commands.ts'
import { addFiles, audit, post, upload } from './receipt.commands.ts'
import { answer as answerToSwap, swap } from './swap.commands.ts'
import { findSwapView } from './swap.queries.ts'
import { step } from './waybill.commands.ts'
import { findWaybillsPage } from './waybill.queries.ts'
import { countStates, countWaybillsBy } from './waybillCount.queries.ts'
import { findWaybillDetail } from './waybillDetail.queries.ts'

export const waybillRoutes: Route[] = [
  on(listWaybills, findWaybillsPage),
  on(countWaybills, countWaybillsBy),
  on(countWaybillStates, countStates),
  on(getWaybill, (ctx, { id }) => findWaybillDetail(ctx, id)),
  on(moveWaybill, step),
  on(disputeWaybill, dispute),
  on(uploadReceipt, upload),
  on(auditReceipt, audit),
  on(postReceipt, post),
  on(addWaybillFiles, addFiles),
  on(stepBackWaybill, stepBack),
  on(correctWaybill, correct),
  on(getSwapView, (ctx, { id }) => findSwapView(ctx, id)),
  on(swapVehicle, swap),
  on(answerSwap, answerToSwap),
  on(addPoundTicket, addTicket),
  on(removePoundTicket, removeTicket),
  on(addClaim, ask),
  on(answerClaim, answerToClaim),
]
