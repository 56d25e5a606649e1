// The calls of real-name checks bound to what serves them.
import * as calls from '@yunshu/contract/agreement/realName'
import { publicReads } from '@yunshu/domain/share'
import { limitedBy, readLimit } from '../../http/readLimit.ts'
import { on, onAfter, onOpen, type Route } from '../../http/serve.ts'
import { askCheckNow, askCheckReturn, findCheckPage, openCheck, startCheck } from './realName.commands.ts'
import { findRealName } from './realName.queries.ts'

export const realNameRoutes: Route[] = [
  on(calls.getRealName, findRealName),
  on(calls.startRealName, startCheck),
  onAfter(calls.openRealName, findCheckPage, openCheck),
  on(calls.askRealName, askCheckNow),
  onOpen(calls.askRealNameReturn, limitedBy(readLimit(publicReads))(askCheckReturn)),
]
