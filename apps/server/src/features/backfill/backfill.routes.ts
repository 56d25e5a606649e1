// Routes of entering waybills after the journey.
import * as calls from '@yunshu/contract/waybill/backfill'
import { on, type Route } from '../../http/serve.ts'
import { checkTyped, submitTyped, getBackfill } from './backfill.commands.ts'

export const backfillRoutes: Route[] = [
  on(calls.getBackfill, getBackfill),
  on(calls.checkBackfill, checkTyped),
  on(calls.submitBackfill, submitTyped),
]
