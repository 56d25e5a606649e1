// The calls of remittances bound to what serves them.
import * as calls from '@yunshu/contract/remittance/remittance'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { claimRemittance } from './claim.commands.ts'
import { refundRemittance } from './refunds.commands.ts'
import { moveRemittance } from './steps.commands.ts'
import { findReturnable } from './returnable.queries.ts'
import { recordRemittance } from './slip.commands.ts'
import { findReceivables } from './owed.queries.ts'
import {
  countRemittancesBy,
  findRemittance,
  findRemittanceShippers,
  findRemittancesPage,
} from './remittance.queries.ts'

export const remittanceRoutes: Route[] = [
  on(calls.listRemittances, findRemittancesPage),
  on(calls.countRemittances, countRemittancesBy),
  on(calls.getRemittance, findRemittance),
  on(calls.listRemittanceShippers, findRemittanceShippers),
  on(calls.listReceivables, findReceivables),
  on(calls.listReturnable, findReturnable),
  onAfter(calls.recordRemittance, storeUploads, recordRemittance),
  on(calls.claimRemittance, claimRemittance),
  on(calls.moveRemittance, moveRemittance),
  on(calls.refundRemittance, refundRemittance),
]
