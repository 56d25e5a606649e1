// Routes of entering waybills after the journey.
import { checkBackfill, getBackfill, submitBackfill } from '@yunshu/contract/waybill/backfill'
import { on, type Route } from '../../http/serve.ts'
import { checkTyped, submitTyped, view } from './backfill.commands.ts'

export const backfillRoutes: Route[] = [
  on(getBackfill, view),
  on(checkBackfill, checkTyped),
  on(submitBackfill, submitTyped),
]
