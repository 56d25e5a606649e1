// The calls of terminals bound to what serves them.
import * as calls from '@yunshu/contract/terminal/terminal'
import * as orders from '@yunshu/contract/terminal/command'
import { on, onFile, type Route } from '../../http/serve.ts'
import { findMessages } from './messages.queries.ts'
import { cancelTerminalCommand, confirmTerminalCommand, sendTerminalCommand } from './order.commands.ts'
import { findCommandsPage, findParams } from './order.queries.ts'
import { findPhotos, showPhoto } from './photo.queries.ts'
import {
  addTerminal,
  adoptClaim,
  bindTerminal,
  ignoreClaim,
  moveTerminal,
  settleTerminal,
  updateTerminal,
} from './terminal.commands.ts'
import { countTerminalsBy, findClaimsPage, findTerminal, findTerminalsPage } from './terminal.queries.ts'

export const terminalRoutes: Route[] = [
  on(calls.listTerminals, findTerminalsPage),
  on(calls.countTerminals, countTerminalsBy),
  on(calls.getTerminal, findTerminal),
  on(calls.listTerminalMessages, findMessages),
  on(calls.addTerminal, addTerminal),
  on(calls.updateTerminal, updateTerminal),
  on(calls.bindTerminal, bindTerminal),
  on(calls.moveTerminal, moveTerminal),
  on(calls.listClaims, findClaimsPage),
  on(calls.adoptClaim, adoptClaim),
  on(calls.ignoreClaim, ignoreClaim),
  on(calls.settleTerminal, settleTerminal),
  on(orders.listTerminalCommands, findCommandsPage),
  on(orders.sendTerminalCommand, sendTerminalCommand),
  on(orders.cancelTerminalCommand, cancelTerminalCommand),
  on(orders.confirmTerminalCommand, confirmTerminalCommand),
  on(orders.listTerminalParams, findParams),
  on(orders.listTerminalPhotos, findPhotos),
  onFile(orders.getTerminalPhoto, showPhoto),
]
