// The calls of special lines, bound to what they do.
import * as calls from '@yunshu/contract/specialLine/specialLine'
import { on, type Route } from '../../http/serve.ts'
import { moveTickets, saveSpecialLine } from './specialLine.commands.ts'
import { findSpecialLine, findTicketPage } from './specialLine.queries.ts'

export const specialLineRoutes: Route[] = [
  on(calls.getSpecialLine, (ctx, { waybillId }) => findSpecialLine(ctx, waybillId)),
  on(calls.listSpecialTickets, findTicketPage),
  on(calls.saveSpecialLine, saveSpecialLine),
  on(calls.moveSpecialTickets, moveTickets),
]
