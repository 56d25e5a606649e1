// The calls of carrier tasks, bound to what they do.
import * as releaseCalls from '@yunshu/contract/task/release'
import * as taskCalls from '@yunshu/contract/task/task'
import { on, type Route } from '../../http/serve.ts'
import { acceptTask, refuseTask, withdrawTask } from './answer.commands.ts'
import { releaseTask } from './release.commands.ts'
import { findCarriers, findReleaseView } from './release.queries.ts'
import { sendTasks } from './send.commands.ts'
import { findSendable } from './send.queries.ts'
import { returnRest } from './task.commands.ts'
import { countTasksBy, findTasksPage } from './task.queries.ts'

export const taskRoutes: Route[] = [
  on(taskCalls.listTasks, findTasksPage),
  on(taskCalls.countTasks, countTasksBy),
  on(taskCalls.listSendable, findSendable),
  on(taskCalls.sendTasks, sendTasks),
  on(taskCalls.acceptTask, acceptTask),
  on(taskCalls.refuseTask, refuseTask),
  on(taskCalls.withdrawTask, withdrawTask),
  on(taskCalls.returnTask, returnRest),
  on(releaseCalls.getReleaseView, (ctx, { taskId }) => findReleaseView(ctx, taskId)),
  on(releaseCalls.findReleaseCarriers, findCarriers),
  on(releaseCalls.releaseTask, releaseTask),
]
