// Orders to a terminal (下发指令): sending, calling off, and what came of each.
import { commandTextMost, terminalCommandKinds, terminalCommandStates } from '@yunshu/domain/terminalCommand'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zChanged, zId, zKey, zLooseText, zPage, zTime, zVersion } from '../fields.ts'

const sides = ['carrier', 'branch', 'platform'] as const

export const TerminalCommandRow = z.object({
  id: zId,
  kind: zKey(terminalCommandKinds),
  state: zKey(terminalCommandStates.states),
  text: z.optional(z.string()),
  /** Times it was sent down. */
  tries: z.number(),
  by: z.string(),
  createdAt: zTime,
  sentAt: z.optional(zTime),
  expiresAt: zTime,
  doneAt: z.optional(zTime),
  /** The answer of the terminal, fact by fact. */
  answer: z.array(z.object({ name: z.string(), value: z.string() })),
  fault: z.optional(z.string()),
  version: zVersion,
  mayCancel: zBool,
})
export type TerminalCommandRow = z.output<typeof TerminalCommandRow>
/** Orders to one terminal, the newest first. */
export const listTerminalCommands = call({
  method: 'GET',
  path: '/auth/v1/terminal/command/list',
  title: '下发记录',
  permit: 'terminal.view',
  sides,
  input: z.strictObject({ id: zId, ...pageFields }),
  output: zPage(TerminalCommandRow),
})
/**
 * Sends an order down: at once to a terminal that is online, to another when it comes back while the order is worth it.
 * One of a kind is under way at a time.
 */
export const sendTerminalCommand = call({
  method: 'POST',
  path: '/auth/v1/terminal/command/send',
  title: '下发指令',
  permit: 'terminal.command',
  sides,
  overlay: '下发中...',
  input: z.strictObject({
    id: zId,
    kind: zKey(terminalCommandKinds),
    /** For the driver; of 文本下发 alone. */
    content: z.optional(zLooseText(commandTextMost)),
  }),
  output: z.object({ id: zId, isOnline: zBool, expiresAt: zTime }),
})
/** Calls off an order that was not sent down yet. */
export const cancelTerminalCommand = call({
  method: 'POST',
  path: '/auth/v1/terminal/command/cancel',
  title: '取消指令',
  permit: 'terminal.command',
  sides,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
