// The calls of reconciliation bound to what serves them.
import * as layings from '@yunshu/contract/recon/laying'
import * as calls from '@yunshu/contract/recon/recon'
import * as remittances from '@yunshu/contract/remittance/remittance'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { readBankFile } from './bankFile.ts'
import { layReconItems, moveReconLaying } from './laying.commands.ts'
import { fetchReconFile, keepReconFile, moveReconFile, moveReconItem } from './recon.commands.ts'
import { countReconItemsBy, findReconCalendar, findReconItem, findReconItems } from './recon.queries.ts'
import { adoptReconItem, recordReconItem } from './record.commands.ts'
import { confirmMoneyOfLine, confirmReturnOfLine, findReconReturnable, returnReconItem } from './return.commands.ts'
import { findReconStatement } from './statement.queries.ts'

export const reconRoutes: Route[] = [
  on(calls.listReconItems, findReconItems),
  on(calls.countReconItems, countReconItemsBy),
  on(calls.getReconItem, findReconItem),
  on(calls.getReconCalendar, findReconCalendar),
  on(calls.getReconStatement, findReconStatement),
  onAfter(calls.readReconFile, readBankFile, keepReconFile),
  on(calls.fetchReconFile, fetchReconFile),
  on(calls.moveReconFile, moveReconFile),
  on(calls.moveReconItem, moveReconItem),
  on(calls.adoptReconItem, adoptReconItem),
  on(calls.recordReconItem, recordReconItem),
  on(calls.listReconReturnable, findReconReturnable),
  on(calls.returnReconItem, returnReconItem),
  // lines of the bank's file lie on what is booked at once
  on(remittances.confirmRemittance, confirmMoneyOfLine),
  on(remittances.confirmReturn, confirmReturnOfLine),
  on(layings.layReconItems, layReconItems),
  on(layings.moveReconLaying, moveReconLaying),
]
