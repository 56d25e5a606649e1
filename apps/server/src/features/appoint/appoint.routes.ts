// The calls of appointing vehicles and drivers to a task, bound to what they do.
import { appoint, getAppointView, listDriverChoices, listVehicleChoices } from '@yunshu/contract/task/task'
import { on, type Route } from '../../http/serve.ts'
import { appointFleet } from './appoint.commands.ts'
import { findAppointView } from './appoint.queries.ts'
import { findDriverChoices, findVehicleChoices } from './candidates.queries.ts'

export const appointRoutes: Route[] = [
  on(getAppointView, (ctx, { taskId }) => findAppointView(ctx, taskId)),
  on(listVehicleChoices, findVehicleChoices),
  on(listDriverChoices, findDriverChoices),
  on(appoint, appointFleet),
]
