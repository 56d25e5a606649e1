// The calls of receivables that are given up bound to what serves them.
import * as calls from '@yunshu/contract/writeOff/writeOff'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { findOwed, findOwingShippers } from './owed.queries.ts'
import { askWriteOff, confirmWriteOff, keepWriteOffPaper, moveWriteOff } from './writeOff.commands.ts'
import { countWriteOffsBy, findWriteOff, findWriteOffs } from './writeOff.queries.ts'

export const writeOffRoutes: Route[] = [
  on(calls.listWriteOffs, findWriteOffs),
  on(calls.countWriteOffs, countWriteOffsBy),
  on(calls.getWriteOff, findWriteOff),
  on(calls.listOwingShippers, findOwingShippers),
  on(calls.listOwed, findOwed),
  on(calls.askWriteOff, askWriteOff),
  on(calls.confirmWriteOff, confirmWriteOff),
  on(calls.moveWriteOff, moveWriteOff),
  onAfter(calls.uploadWriteOffPaper, storeUploads, keepWriteOffPaper),
]
