// The calls of credit bound to what serves them.
import * as calls from '@yunshu/contract/credit/credit'
import { on, type Route } from '../../http/serve.ts'
import { setCredit } from './credit.commands.ts'
import { findCredit, findCredits, findOwnCredit } from './credit.queries.ts'

export const creditRoutes: Route[] = [
  on(calls.listCredits, findCredits),
  on(calls.getCredit, findCredit),
  on(calls.setCredit, setCredit),
  on(calls.getOwnCredit, findOwnCredit),
]
