// The calls of one's own account, bound to what they do.
import {
  changePassword,
  confirmFactor,
  disableFactor,
  endOtherSessions,
  endSession,
  getAccount,
  listLogins,
  listSessions,
  startFactor,
} from '@yunshu/contract/session/account'
import { on, type Route } from '../../http/serve.ts'
import { changeOwnPassword, endAllOthers, endOneSession } from './account.commands.ts'
import { findAccount, findLogins, findSessions } from './account.queries.ts'
import { acceptFactor, beginFactor, giveUpFactor } from './enrol.commands.ts'

export const accountRoutes: Route[] = [
  on(getAccount, findAccount),
  on(changePassword, changeOwnPassword),
  on(startFactor, beginFactor),
  on(confirmFactor, acceptFactor),
  on(disableFactor, giveUpFactor),
  on(listSessions, findSessions),
  on(endSession, endOneSession),
  on(endOtherSessions, endAllOthers),
  on(listLogins, findLogins),
]
