// The calls of deposits and of their ways out bound to what serves them.
import * as calls from '@yunshu/contract/deposit/deposit'
import * as backs from '@yunshu/contract/deposit/depositBack'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import {
  approveDepositBack,
  askDepositBack,
  confirmDepositBack,
  moveDepositBack,
  payDepositBack,
} from './back.commands.ts'
import { countDepositBacksBy, findDepositBack, findDepositBacks, findDepositWays } from './back.queries.ts'
import { confirmDeposit, keepDepositSlip, moveDeposit, recordDeposit } from './deposit.commands.ts'
import { countDepositsBy, findDeposit, findDepositCarriers, findDeposits } from './deposit.queries.ts'

export const depositRoutes: Route[] = [
  on(calls.listDeposits, findDeposits),
  on(calls.countDeposits, countDepositsBy),
  on(calls.getDeposit, findDeposit),
  on(calls.listDepositCarriers, findDepositCarriers),
  on(calls.recordDeposit, recordDeposit),
  on(calls.confirmDeposit, confirmDeposit),
  on(calls.moveDeposit, moveDeposit),
  onAfter(calls.uploadDepositSlip, storeUploads, keepDepositSlip),
  on(backs.listDepositBacks, findDepositBacks),
  on(backs.countDepositBacks, countDepositBacksBy),
  on(backs.getDepositBack, findDepositBack),
  on(backs.getDepositWays, findDepositWays),
  on(backs.askDepositBack, askDepositBack),
  on(backs.approveDepositBack, approveDepositBack),
  on(backs.payDepositBack, payDepositBack),
  on(backs.confirmDepositBack, confirmDepositBack),
  on(backs.moveDepositBack, moveDepositBack),
]
