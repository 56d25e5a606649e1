// The calls of settlement bound to what serves them.
import * as calls from '@yunshu/contract/settlement/settlement'
import * as lineCalls from '@yunshu/contract/settlement/sheetLines'
import * as closingCalls from '@yunshu/contract/settlement/closing'
import * as failureCalls from '@yunshu/contract/settlement/failure'
import * as settleableCalls from '@yunshu/contract/settlement/settleable'
import * as groupCalls from '@yunshu/contract/settlement/settleableGroup'
import * as exceptionCalls from '@yunshu/contract/settlement/moneyException'
import * as detailCalls from '@yunshu/contract/settlement/settleDetail'
import * as holdCalls from '@yunshu/contract/settlement/partHold'
import * as offlineCalls from '@yunshu/contract/settlement/offline'
import { listSheetPapers } from '@yunshu/contract/settlement/sheetPaper'
import * as urgeCalls from '@yunshu/contract/settlement/urge'
import * as attachments from '@yunshu/contract/settlement/attachment'
import { on, onAfter, onFile, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { bundleAttachments } from './attachment.commands.ts'
import { findAttachments } from './attachment.queries.ts'
import { confirmException, proposeException, putBackException } from './moneyException.commands.ts'
import {
  askCloseSettlement,
  confirmCloseSettlement,
  refuseCloseSettlement,
  withdrawCloseSettlement,
} from './close.commands.ts'
import { decidePayment } from './decision.commands.ts'
import { makeFailureSettlement } from './failure.commands.ts'
import { holdPart } from './hold.commands.ts'
import { countMoneyExceptionsBy, findMoneyException, findMoneyExceptions } from './moneyException.queries.ts'
import { keepProof } from './exceptionProof.commands.ts'
import { confirmOffline, recordOffline, refuseOffline } from './offline.commands.ts'
import { urgeSettlement } from './urge.commands.ts'
import { paySettlement, queryPayment } from './payment.commands.ts'
import { findSettleableOrWhy } from './barred.queries.ts'
import { makeGroupSettlement } from './settleableGroup.commands.ts'
import { findSettleableGroups } from './settleableGroup.queries.ts'
import {
  approveSettlement,
  voidSettlement,
  makeSettlement,
  rejectSettlement,
  submitSettlement,
} from './settlement.commands.ts'
import { countSettlementsBy, findSettlementsPage } from './settlement.queries.ts'
import {
  askChangePayee,
  askRemoveLines,
  confirmChange,
  payToCarrier,
  refuseChange,
  withdrawChange,
} from './change.commands.ts'
import { findLinePayees } from './change.queries.ts'
import { askVoid, confirmVoid, refuseVoid, withdrawVoid } from './void.commands.ts'
import { findSettlement } from './settlementDetail.queries.ts'
import { findSheetPapers } from './sheetPaper.queries.ts'
import { countSettleDetailsBy, findSettleDetails, findSettleStatement } from './settleDetail.queries.ts'
import { findSheetLines } from './sheetLines.queries.ts'
import { takeOffFailure } from './takeOff.commands.ts'
import { findSheetMarks } from './sheetMarks.queries.ts'

export const settlementRoutes: Route[] = [
  on(settleableCalls.listSettleable, findSettleableOrWhy),
  on(groupCalls.listSettleableGroups, findSettleableGroups),
  on(groupCalls.makeGroupSettlement, makeGroupSettlement),
  on(holdCalls.holdPart, holdPart),
  on(calls.listSettlements, findSettlementsPage),
  on(calls.countSettlements, countSettlementsBy),
  on(calls.getSettlement, findSettlement),
  on(listSheetPapers, findSheetPapers),
  on(urgeCalls.urgeSettlement, urgeSettlement),
  on(calls.getSheetMarks, (ctx, { settlementNum }) => findSheetMarks(ctx, settlementNum)),
  on(calls.makeSettlement, makeSettlement),
  on(lineCalls.listSheetLines, findSheetLines),
  on(lineCalls.payToCarrier, payToCarrier),
  on(failureCalls.makeFailureSettlement, makeFailureSettlement),
  on(failureCalls.takeOffFailure, takeOffFailure),
  on(calls.submitSettlement, submitSettlement),
  on(calls.approveSettlement, approveSettlement),
  on(calls.rejectSettlement, rejectSettlement),
  on(calls.voidSettlement, voidSettlement),
  on(calls.askVoid, askVoid),
  on(calls.withdrawVoid, withdrawVoid),
  on(calls.refuseVoid, refuseVoid),
  on(calls.confirmVoid, confirmVoid),
  on(lineCalls.askRemoveLines, askRemoveLines),
  on(lineCalls.askChangePayee, askChangePayee),
  on(lineCalls.withdrawChange, withdrawChange),
  on(lineCalls.refuseChange, refuseChange),
  on(lineCalls.confirmChange, confirmChange),
  on(lineCalls.listLinePayees, findLinePayees),
  on(calls.paySettlement, paySettlement),
  on(calls.queryPayment, queryPayment),
  on(closingCalls.askCloseSettlement, askCloseSettlement),
  on(closingCalls.withdrawCloseSettlement, withdrawCloseSettlement),
  on(closingCalls.refuseCloseSettlement, refuseCloseSettlement),
  on(closingCalls.confirmCloseSettlement, confirmCloseSettlement),
  on(detailCalls.listSettleDetails, findSettleDetails),
  on(detailCalls.countSettleDetails, countSettleDetailsBy),
  on(detailCalls.getSettleStatement, findSettleStatement),
  on(attachments.listAttachments, findAttachments),
  onFile(attachments.downloadAttachments, bundleAttachments),
  on(exceptionCalls.listMoneyExceptions, findMoneyExceptions),
  on(exceptionCalls.countMoneyExceptions, countMoneyExceptionsBy),
  on(exceptionCalls.getMoneyException, findMoneyException),
  onAfter(exceptionCalls.uploadExceptionProof, storeUploads, keepProof),
  onAfter(offlineCalls.recordOffline, storeUploads, recordOffline),
  on(offlineCalls.confirmOffline, confirmOffline),
  on(offlineCalls.refuseOffline, refuseOffline),
  on(exceptionCalls.decidePayment, decidePayment),
  on(exceptionCalls.proposeException, proposeException),
  on(exceptionCalls.confirmException, confirmException),
  on(exceptionCalls.putBackException, putBackException),
]
