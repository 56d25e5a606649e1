// The calls of carrier tasks, bound to what they do.
import { appoint, countTasks, getAppointView, listTasks, returnTask } from '@yunshu/contract/task'
import { on, type Route } from '../../http/serve.ts'
import { appointFleet } from './appoint.commands.ts'
import { findAppointView } from './appoint.queries.ts'
import { returnRest } from './task.commands.ts'
import { countTasksByState, findTasksPage } from './task.queries.ts'

export const taskRoutes: Route[] = [
  on(listTasks, findTasksPage),
  on(countTasks, async (ctx, filter) => ({ state: await countTasksByState(ctx, filter) })),
  on(getAppointView, (ctx, { taskId }) => findAppointView(ctx, taskId)),
  on(appoint, appointFleet),
  on(returnTask, returnRest),
]
