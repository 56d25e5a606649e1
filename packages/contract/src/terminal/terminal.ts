// Calls and shapes of terminals (车载终端): the list, the vehicle they sit in, strangers, and what they said last.
import {
  checkTerminalPhone,
  claimReasons,
  terminalPresences,
  terminalProtocols,
  terminalRoles,
  terminalStates,
} from '@yunshu/domain/terminal/terminal'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zId,
  zKey,
  zLooseText,
  zPage,
  zRuled,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'

const overlay = '操作中...'
const sides = ['carrier', 'branch', 'platform'] as const

/** Facts a person writes down; a terminal tells most of them itself when it registers. */
const facts = {
  deviceNo: z.optional(zLooseText(30)),
  maker: z.optional(zLooseText(20)),
  model: z.optional(zLooseText(30)),
  iccid: z.optional(zLooseText(20)),
  note: z.optional(zLooseText(200)),
}

export const TerminalRow = z.object({
  id: zId,
  /** Digits without zeros in front. */
  phone: z.string(),
  state: zKey(terminalStates.states),
  presence: zKey(terminalPresences),
  /** Last time anything was heard of it, ms. */
  seenAt: z.optional(zTime),
  plate: z.optional(z.string()),
  vehicleId: z.optional(zId),
  role: zKey(terminalRoles),
  carrierName: z.optional(z.string()),
  protocol: zKey(terminalProtocols),
  ...facts,
  imei: z.optional(z.string()),
  software: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(terminalStates.moves)),
})
export type TerminalRow = z.output<typeof TerminalRow>

const filter = {
  state: z.optional(zKey(terminalStates.states)),
  presence: z.optional(zKey(terminalPresences)),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
/** Retired terminals are listed only when they are asked for. */
export const listTerminals = call({
  method: 'GET',
  path: '/auth/v1/terminal/list',
  title: '终端列表',
  permit: 'terminal.view',
  input: z.strictObject({ ...filter, ...pageFields }),
  output: zPage(TerminalRow),
})
export const countTerminals = call({
  method: 'GET',
  path: '/auth/v1/terminal/statistical',
  title: '终端统计',
  permit: 'terminal.view',
  heavy: true,
  input: z.strictObject(filter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})

/** A time in a vehicle. */
export const TerminalBinding = z.object({
  id: zId,
  vehicleId: zId,
  plate: z.string(),
  role: zKey(terminalRoles),
  from: zTime,
  to: z.optional(zTime),
  by: z.string(),
  endedBy: z.optional(z.string()),
})
/** A terminal that asked and was refused. */
export const TerminalClaim = z.object({
  id: zId,
  phone: z.string(),
  deviceNo: z.string(),
  why: zKey(claimReasons),
  plate: z.optional(z.string()),
  vin: z.optional(z.string()),
  maker: z.optional(z.string()),
  model: z.optional(z.string()),
  protocol: zKey(terminalProtocols),
  ip: z.optional(z.string()),
  times: z.number(),
  firstAt: zTime,
  lastAt: zTime,
  /** The reason against it is gone: it gets in the next time it registers. */
  isMended: zBool,
  /** The person who put it away. */
  ignoredBy: z.optional(z.string()),
})
export type TerminalClaim = z.output<typeof TerminalClaim>

export const TerminalDetail = z.extend(TerminalRow, {
  /** The address it is connected from, and since when; absent while it is not. */
  ip: z.optional(z.string()),
  onlineSince: z.optional(zTime),
  bindings: z.array(TerminalBinding),
  /** Other devices that asked for its number or its vehicle; for the house alone. */
  claims: z.array(TerminalClaim),
  log: z.array(LogLine),
})
export type TerminalDetail = z.output<typeof TerminalDetail>
export const getTerminal = call({
  method: 'GET',
  path: '/auth/v1/terminal/details',
  title: '终端详情',
  permit: 'terminal.view',
  input: z.strictObject({ id: zId }),
  output: TerminalDetail,
})

/** A message as it came, and its meaning. */
export const TerminalMessage = z.object({
  at: zTime,
  /** Of the message in the standard, such as 0x0200. */
  code: z.string(),
  name: z.string(),
  serial: z.number(),
  /** Bytes as they came, unescaped, two digits each; none where it is withheld. */
  raw: z.string(),
  /** It may tell a place of a time the reader has no waybill of: neither bytes nor fields. */
  isWithheld: zBool,
  /** Fields of the message; empty when it could not be read. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  fault: z.optional(z.string()),
})
/** The last twenty messages of its present or last connection, the newest first. */
export const listTerminalMessages = call({
  method: 'GET',
  path: '/auth/v1/terminal/raw',
  title: '终端报文',
  permit: 'terminal.view',
  input: z.strictObject({ id: zId }),
  output: z.object({ rows: z.array(TerminalMessage) }),
})
export type TerminalMessage = z.output<typeof TerminalMessage>

const zPhone = zRuled(20, checkTerminalPhone)
export const addTerminal = call({
  method: 'POST',
  path: '/auth/v1/terminal/add',
  title: '登记终端',
  permit: 'terminal.edit',
  // a terminal without a vehicle is its carrier's or the house's, and no branch's
  sides: ['carrier', 'platform'],
  overlay,
  input: z.strictObject({ terminalPhone: zPhone, ...facts }),
  output: zChanged,
})
export const updateTerminal = call({
  method: 'POST',
  path: '/auth/v1/terminal/upd',
  title: '修改终端',
  permit: 'terminal.edit',
  sides,
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, ...facts }),
  output: zChanged,
})
/** From now on its positions are the vehicle's. A vehicle has one main terminal. */
export const bindTerminal = call({
  method: 'POST',
  path: '/auth/v1/terminal/bind',
  title: '绑定车辆',
  permit: 'terminal.edit',
  sides,
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, vehicleId: zId, role: zKey(terminalRoles) }),
  output: zChanged,
})
/** Steps that need no more than a reason; a binding ends with each that leaves the vehicle. */
export const moveTerminal = call({
  method: 'POST',
  path: '/auth/v1/terminal/move',
  title: '办理终端',
  permit: 'terminal.edit',
  sides,
  overlay,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['unbind', 'block', 'unblock', 'retire']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})

/** Terminals that asked and were refused, the newest first. */
export const listClaims = call({
  method: 'GET',
  path: '/auth/v1/terminal/unknown/list',
  title: '未登记终端',
  permit: 'terminal.edit',
  sides: ['platform'],
  input: z.strictObject({
    why: z.optional(zKey(claimReasons)),
    /** Those that were put away, which the list does not show else. */
    isIgnored: z.optional(zBool),
    text: z.optional(zLooseText(60)),
    ...pageFields,
  }),
  output: zPage(TerminalClaim),
})
/** Takes a stranger into the list; it gets in the next time it asks. */
export const adoptClaim = call({
  method: 'POST',
  path: '/auth/v1/terminal/adopt',
  title: '登记未知终端',
  permit: 'terminal.edit',
  sides: ['platform'],
  overlay,
  input: z.strictObject({ strangerId: zId, note: facts.note }),
  output: zChanged,
})
/** Puts a stranger away, or back into the list: its next word for the same reason changes nothing of that. */
export const ignoreClaim = call({
  method: 'POST',
  path: '/auth/v1/terminal/unknown/ignore',
  title: '忽略未登记终端',
  permit: 'terminal.edit',
  sides: ['platform'],
  overlay,
  input: z.strictObject({ strangerId: zId, isIgnored: zBool }),
  output: z.object({ id: zId }),
})
/** Decides which of two devices with one number stays; the other has to be given another number. */
export const settleTerminal = call({
  method: 'POST',
  path: '/auth/v1/terminal/settle',
  title: '处理终端冲突',
  permit: 'terminal.edit',
  sides: ['platform'],
  overlay,
  input: z.strictObject({ id: zId, version: zVersion, strangerId: zId, isNewKept: zBool }),
  output: zChanged,
})
