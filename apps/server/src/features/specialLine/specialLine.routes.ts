// The calls of special lines, bound to what they do.
import { getSpecialLine, listSpecialTickets, moveSpecialTickets, saveSpecialLine } from '@yunshu/contract/specialLine'
import { on, type Route } from '../../http/serve.ts'
import { moveTickets, save } from './specialLine.commands.ts'
import { findSpecialLine, findTicketPage } from './specialLine.queries.ts'

export const specialLineRoutes: Route[] = [
  on(getSpecialLine, (ctx, { waybillId }) => findSpecialLine(ctx, waybillId)),
  on(listSpecialTickets, findTicketPage),
  on(saveSpecialLine, save),
  on(moveSpecialTickets, moveTickets),
]
