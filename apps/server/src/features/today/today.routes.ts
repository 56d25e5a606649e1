// The calls of 今日 bound to what serves them.
import * as calls from '@yunshu/contract/today'
import { on, type Route } from '../../http/serve.ts'
import { bringWorkBack, putOffWork } from './today.commands.ts'
import { findLastHand, findToday } from './today.queries.ts'

export const todayRoutes: Route[] = [
  on(calls.listToday, findToday),
  on(calls.getLastHand, findLastHand),
  on(calls.putOffToday, putOffWork),
  on(calls.bringBackToday, bringWorkBack),
]
