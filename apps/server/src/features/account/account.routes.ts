// The calls of one's own account, bound to what they do.
import * as calls from '@yunshu/contract/session/account'
import { on, onOpen, type Route } from '../../http/serve.ts'
import { changeOwnPassword, endAllOthers, endOneSession } from './account.commands.ts'
import { findAccount, findLogins, findSessions } from './account.queries.ts'
import { acceptFactor, beginFactor, giveUpFactor } from './enrol.commands.ts'
import { openPasswordLink, spendPasswordLink } from './passwordLink.commands.ts'

export const accountRoutes: Route[] = [
  on(calls.getAccount, findAccount),
  on(calls.changePassword, changeOwnPassword),
  on(calls.startFactor, beginFactor),
  on(calls.confirmFactor, acceptFactor),
  on(calls.disableFactor, giveUpFactor),
  on(calls.listSessions, findSessions),
  on(calls.endSession, endOneSession),
  on(calls.endOtherSessions, endAllOthers),
  on(calls.listLogins, findLogins),
  onOpen(calls.openPasswordLink, openPasswordLink),
  onOpen(calls.spendPasswordLink, spendPasswordLink),
]
