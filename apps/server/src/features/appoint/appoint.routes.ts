// The calls of appointing vehicles and drivers to a task, bound to what they do.
import * as calls from '@yunshu/contract/task/task'
import { on, type Route } from '../../http/serve.ts'
import { appointFleet } from './appoint.commands.ts'
import { findAppointView } from './appoint.queries.ts'
import { findDriverChoices, findVehicleChoices } from './candidates.queries.ts'

export const appointRoutes: Route[] = [
  on(calls.getAppointView, (ctx, { taskId }) => findAppointView(ctx, taskId)),
  on(calls.listVehicleChoices, findVehicleChoices),
  on(calls.listDriverChoices, findDriverChoices),
  on(calls.appoint, appointFleet),
]
