// The calls of carrier tasks, bound to what they do.
import { findReleaseCarriers, getReleaseView, releaseTask } from '@yunshu/contract/task/release'
import {
  acceptTask,
  countTasks,
  listSendable,
  listTasks,
  refuseTask,
  returnTask,
  sendTasks,
  withdrawTask,
} from '@yunshu/contract/task/task'
import { on, type Route } from '../../http/serve.ts'
import { accept, refuse, withdraw } from './answer.commands.ts'
import { release } from './release.commands.ts'
import { findCarriers, findReleaseView } from './release.queries.ts'
import { send } from './send.commands.ts'
import { findSendable } from './send.queries.ts'
import { returnRest } from './task.commands.ts'
import { countTasksBy, findTasksPage } from './task.queries.ts'

export const taskRoutes: Route[] = [
  on(listTasks, findTasksPage),
  on(countTasks, countTasksBy),
  on(listSendable, findSendable),
  on(sendTasks, send),
  on(acceptTask, accept),
  on(refuseTask, refuse),
  on(withdrawTask, withdraw),
  on(returnTask, returnRest),
  on(getReleaseView, (ctx, { taskId }) => findReleaseView(ctx, taskId)),
  on(findReleaseCarriers, findCarriers),
  on(releaseTask, release),
]
