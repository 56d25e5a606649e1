// Orders to a terminal (下发指令): sending, calling off, and what came of each.
import {
  channelsMost,
  commandTextMost,
  paramsMost,
  terminalCommandKinds,
  terminalCommandMoves,
  terminalCommandStates,
} from '@yunshu/domain/terminal/terminalCommand'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zChanged, zCode, zId, zInt, zKey, zLooseText, zPage, zTime, zVersion } from '../fields.ts'

const sides = ['carrier', 'branch', 'platform'] as const

export const TerminalCommandRow = z.object({
  id: zId,
  kind: zKey(terminalCommandKinds),
  state: zKey(terminalCommandStates.states),
  text: z.optional(z.string()),
  /** Parameters it sets. */
  items: z.array(z.object({ name: z.string(), value: z.string(), isDangerous: zBool })),
  /** Times it was sent down. */
  tries: z.number(),
  by: z.string(),
  /** The reason for parameters that can cut it off. */
  reason: z.optional(z.string()),
  createdAt: zTime,
  sentAt: z.optional(zTime),
  expiresAt: zTime,
  doneAt: z.optional(zTime),
  /** The answer of the terminal, fact by fact. */
  answer: z.array(z.object({ name: z.string(), value: z.string() })),
  fault: z.optional(z.string()),
  version: zVersion,
  /** Moves the caller can make now: calling it off, and confirming it as the second person. */
  moves: z.array(z.enum(terminalCommandMoves)),
  /** The second person. */
  confirmedBy: z.optional(z.string()),
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
    /** Of 设置参数 alone: names of the table, values as they are typed. */
    paramItems: z.optional(
      z
        .array(z.strictObject({ name: zCode(40), value: zLooseText(255) }))
        .check(z.maxLength(paramsMost, `一次最多${paramsMost}项`)),
    ),
    /** Of 设置参数 alone, and needed where one of them can cut the terminal off: read by the second person. */
    reason: z.optional(zLooseText(200)),
    /** Of 拍照 alone: the camera, the first when none is said. */
    camera: z.optional(zInt(1, channelsMost)),
  }),
  /** `isAsked`: a second person confirms it first. */
  output: z.object({ id: zId, isOnline: zBool, isAsked: zBool, expiresAt: zTime }),
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
/** Confirms an order as the second person: it goes down now. */
export const confirmTerminalCommand = call({
  method: 'POST',
  path: '/auth/v1/terminal/command/confirm',
  title: '确认指令',
  permit: 'terminal.danger',
  sides,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})

/** A parameter as the form needs it. */
const TerminalParam = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.optional(z.string()),
  form: z.enum(['number', 'text', 'hex']),
  least: z.optional(z.number()),
  most: z.optional(z.number()),
  /** Bytes of a value of nibbles. */
  bytes: z.optional(z.number()),
  isDangerous: zBool,
})
export type TerminalParam = z.output<typeof TerminalParam>
/** The parameters a terminal of this edition has: the form of 设置参数 is made of them. */
export const listTerminalParams = call({
  method: 'GET',
  path: '/auth/v1/terminal/command/params',
  title: '终端参数表',
  permit: 'terminal.command',
  sides,
  input: z.strictObject({ id: zId }),
  output: z.object({ rows: z.array(TerminalParam) }),
})

const TerminalPhotoRow = z.object({
  id: zId,
  event: z.string(),
  channel: z.number(),
  at: z.optional(zTime),
  receivedAt: zTime,
  /** In GCJ-02 as people paste it; absent without a fix, and where it is withheld. */
  place: z.optional(z.string()),
  /** Of a time the reader has no waybill of: neither place nor bytes. */
  isWithheld: zBool,
  format: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})
export type TerminalPhotoRow = z.output<typeof TerminalPhotoRow>
/** Photos a terminal sent, the newest first. */
export const listTerminalPhotos = call({
  method: 'GET',
  path: '/auth/v1/terminal/photo/list',
  title: '终端照片',
  permit: 'terminal.view',
  sides,
  input: z.strictObject({ id: zId, ...pageFields }),
  output: zPage(TerminalPhotoRow),
})
/** The bytes of a photo. */
export const getTerminalPhoto = call({
  method: 'GET',
  path: '/auth/v1/terminal/photo/file',
  title: '查看终端照片',
  permit: 'terminal.view',
  sides,
  answer: 'blob',
  input: z.strictObject({ id: zId }),
  output: z.custom<Blob>(value => value instanceof Blob),
})
