// The calls of special lines, bound to what they do.
import { getSpecialLine, moveSpecialTickets, saveSpecialLine } from '@yunshu/contract/specialLine'
import { on, type Route } from '../../http/serve.ts'
import { moveTickets, save } from './specialLine.commands.ts'
import { findSpecialLine } from './specialLine.queries.ts'

export const specialLineRoutes: Route[] = [
  on(getSpecialLine, (ctx, { waybillId }) => findSpecialLine(ctx, waybillId)),
  on(saveSpecialLine, save),
  on(moveSpecialTickets, moveTickets),
]
