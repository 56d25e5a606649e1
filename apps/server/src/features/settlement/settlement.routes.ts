// The calls of settlement bound to what serves them.
import {
  approveSettlement,
  closeSettlement,
  countSettlements,
  getSettlement,
  listSettleable,
  listSettlements,
  makeSettlement,
  paySettlement,
  queryPayment,
  rejectSettlement,
  submitSettlement,
  voidSettlement,
} from '@yunshu/contract/settlement/settlement'
import { on, type Route } from '../../http/serve.ts'
import { pay, query } from './payment.commands.ts'
import { findSettleablePage } from './settleable.queries.ts'
import { approve, cancel, close, make, reject, submit } from './settlement.commands.ts'
import { countSettlementsBy, findSettlementsPage } from './settlement.queries.ts'
import { findSettlement } from './settlementDetail.queries.ts'

export const settlementRoutes: Route[] = [
  on(listSettleable, findSettleablePage),
  on(listSettlements, findSettlementsPage),
  on(countSettlements, countSettlementsBy),
  on(getSettlement, (ctx, { settlementNum }) => findSettlement(ctx, settlementNum)),
  on(makeSettlement, make),
  on(submitSettlement, submit),
  on(approveSettlement, approve),
  on(rejectSettlement, reject),
  on(voidSettlement, cancel),
  on(paySettlement, pay),
  on(queryPayment, query),
  on(closeSettlement, close),
]
