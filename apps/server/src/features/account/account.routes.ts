// The calls of one's own account, bound to what they do.
import * as calls from '@yunshu/contract/session/account'
import { on, onOpen, onProved, type Route } from '../../http/serve.ts'
import { changeOwnPassword, endAllOthers, endOneSession, proveRenewal } from './account.commands.ts'
import { findAccount, findLogins, findSessions } from './account.queries.ts'
import { acceptFactor, beginFactor, giveUpFactor, proveFactorsOwner, proveOwner } from './enrol.commands.ts'
import { openPasswordLink, spendPasswordLink } from './passwordLink.commands.ts'

export const accountRoutes: Route[] = [
  on(calls.getAccount, findAccount),
  onProved(calls.changePassword, proveRenewal, changeOwnPassword),
  onProved(calls.startFactor, proveOwner, beginFactor),
  on(calls.confirmFactor, acceptFactor),
  onProved(calls.disableFactor, proveFactorsOwner, giveUpFactor),
  on(calls.listSessions, findSessions),
  on(calls.endSession, endOneSession),
  on(calls.endOtherSessions, endAllOthers),
  on(calls.listLogins, findLogins),
  onOpen(calls.openPasswordLink, openPasswordLink),
  onOpen(calls.spendPasswordLink, spendPasswordLink),
]
