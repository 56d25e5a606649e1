// Calls and shapes of abnormal positions (定位异常): found by the product, claimed and handled by people.
import {
  abnormalBatchMost,
  abnormalBatchMoves,
  abnormalGroups,
  abnormalKinds,
  abnormalLevels,
  abnormalOrders,
  episodePeopleMoves,
  episodeStates,
} from '@yunshu/domain/track/abnormal'
import { terminalStates } from '@yunshu/domain/terminal/terminal'
import { commandTextMost } from '@yunshu/domain/terminal/terminalCommand'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zDone,
  zId,
  zKey,
  zLooseText,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'
import { sendTerminalCommand } from '../terminal/command.ts'

export const AbnormalRow = z.object({
  id: zId,
  vehicleId: zId,
  plate: z.string(),
  waybillId: zId,
  waybillNo: z.string(),
  driverName: z.string(),
  carrierName: z.string(),
  kind: zKey(abnormalKinds),
  level: zKey(abnormalLevels),
  state: zKey(episodeStates.states),
  /** Since when the positions are wrong, and when they were right again. */
  fromAt: zTime,
  recoveredAt: z.optional(zTime),
  times: z.number(),
  /** The last place in GCJ-02 as people paste it, its district and its moment; absent when none is known. */
  place: z.optional(z.string()),
  district: z.optional(z.string()),
  placeAt: z.optional(zTime),
  /** The finding, and the last words of the vehicle; older findings have both in one sentence. */
  evidence: z.string(),
  heard: z.optional(z.string()),
  claimer: z.optional(z.string()),
  note: z.optional(z.string()),
  version: zVersion,
  moves: z.array(z.enum(episodePeopleMoves)),
})
export type AbnormalRow = z.output<typeof AbnormalRow>
/** The whole evidence of a row in one sentence. */
export const evidenceText = ({ evidence, heard }: AbnormalRow): string =>
  heard === undefined ? evidence : `${evidence}，${heard}`

const abnormalFilter = {
  state: z.optional(zKey(episodeStates.states)),
  group: z.optional(zKey(abnormalGroups)),
  kind: z.optional(zKey(abnormalKinds)),
  level: z.optional(zKey(abnormalLevels)),
  text: z.optional(zLooseText(60)),
  ids: zChosenIds,
}
export const listAbnormal = call({
  method: 'GET',
  path: '/auth/v1/abnormal/list',
  title: '定位异常列表',
  permit: 'abnormal.view',
  input: z.strictObject({ ...abnormalFilter, ...pageFields }),
  output: zPage(AbnormalRow),
})
/** Counts by state under the filter, and the vehicles that push 29 counts. */
export const countAbnormal = call({
  method: 'GET',
  path: '/auth/v1/abnormal/statistical',
  title: '定位异常统计',
  permit: 'abnormal.view',
  heavy: true,
  input: z.strictObject(abnormalFilter),
  output: z.object({ state: z.record(z.string(), z.number()), vehicles: z.number() }),
})
/** An interruption of the waybill (运输中断): by whom and why, and when it went on. */
const Interruption = z.object({
  at: zTime,
  by: z.string(),
  reason: z.optional(z.string()),
  resumedAt: z.optional(zTime),
})
/**
 * One as its row says it, with its history, the newest line first, its photos, the interruptions of its waybill, and the
 * terminal its vehicle has now, for those who may send it orders.
 */
export const getAbnormal = call({
  method: 'GET',
  path: '/auth/v1/abnormal/details',
  title: '定位异常详情',
  permit: 'abnormal.view',
  input: z.strictObject({ id: zId }),
  output: z.extend(AbnormalRow, {
    log: z.array(LogLine),
    files: z.array(FileRef),
    /** Those that lie within the time of the episode, the newest first. */
    interruptions: z.array(Interruption),
    /** The reader may interrupt the waybill now. */
    canInterrupt: zBool,
    terminal: z.optional(z.object({ id: zId, phone: z.string(), state: zKey(terminalStates.states), isOnline: zBool })),
  }),
})
/** Writes down a call made about one: a line of its history and of its waybill's, which nobody changes. */
export const noteAbnormalCall = call({
  method: 'POST',
  path: '/auth/v1/abnormal/call',
  title: '登记电话记录',
  permit: 'abnormal.handle',
  overlay: '操作中...',
  input: z.strictObject({ id: zId, callee: zText(30), calledAt: zTime, said: zText(200) }),
  output: zDone,
})
/** Keeps photos with one (multipart, field `files`): the place, the terminal, its wires. */
export const addAbnormalPhotos = call({
  method: 'POST',
  path: '/auth/v1/abnormal/photos',
  title: '上传定位异常照片',
  permit: 'abnormal.handle',
  body: 'multipart',
  overlay: '上传中...',
  input: z.strictObject({ id: zId }),
  output: z.object({ files: z.array(FileRef) }),
})
/** Sends an order to the terminal of its vehicle: a line of its history as well as of the terminal's. */
export const orderAbnormal = call({
  method: 'POST',
  path: '/auth/v1/abnormal/order',
  title: '向异常车辆的终端下发指令',
  permit: 'terminal.command',
  sides: ['carrier', 'branch', 'platform'],
  overlay: '下发中...',
  input: z.strictObject({
    id: zId,
    kind: z.enum(abnormalOrders),
    /** For the driver; of 文本下发 alone. */
    content: z.optional(zLooseText(commandTextMost)),
  }),
  output: sendTerminalCommand.output,
})
/** Takes a step with one episode. */
export const moveAbnormal = call({
  method: 'POST',
  path: '/auth/v1/abnormal/move',
  title: '办理定位异常',
  permit: 'abnormal.view',
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(episodePeopleMoves),
    /** The person called, the time and the result. */
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
const batch = {
  ids: z.array(zId).check(z.minLength(1, '请选择'), z.maxLength(abnormalBatchMost, '一次最多办理一百条')),
  move: z.enum(abnormalBatchMoves),
}
/** The same step with many as it would go now, before anything is written: those it leaves, each with the reason. */
export const judgeAbnormals = call({
  method: 'GET',
  path: '/auth/v1/abnormal/batch/judge',
  title: '批量办理定位异常前的核对',
  permit: 'abnormal.handle',
  input: z.strictObject(batch),
  output: z.object({
    /** Those the step would be taken with. */
    ready: z.number(),
    left: z.array(z.object({ id: zId, plate: z.string(), kind: zKey(abnormalKinds), why: z.string() })),
  }),
})
/** Takes the same step with many; those that have moved on are left as they are. */
export const moveAbnormals = call({
  method: 'POST',
  path: '/auth/v1/abnormal/batch',
  title: '批量办理定位异常',
  permit: 'abnormal.handle',
  overlay: '操作中...',
  input: z.strictObject({ ...batch, reason: z.optional(zLooseText(200)) }),
  output: z.object({ done: z.number(), left: z.number() }),
})
export const AbnormalRuleRow = z.object({
  kind: zKey(abnormalKinds),
  isOn: z.boolean(),
  minutes: z.number(),
  /** 0 while it stands as the product comes. */
  version: z.number(),
  /** Of the last thirty days: how many were found, and how many were false alarms. */
  found: z.number(),
  falseAlarms: z.number(),
})
export type AbnormalRuleRow = z.output<typeof AbnormalRuleRow>
/** The rules of the branch a person works for. */
export const listAbnormalRules = call({
  method: 'GET',
  path: '/auth/v1/abnormal/rules',
  title: '定位规则',
  permit: 'abnormal.rule',
  branchOnly: true,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(AbnormalRuleRow) }),
})
export const saveAbnormalRule = call({
  method: 'POST',
  path: '/auth/v1/abnormal/rules/save',
  title: '保存定位规则',
  permit: 'abnormal.rule',
  branchOnly: true,
  overlay: '操作中...',
  input: z.strictObject({
    kind: zKey(abnormalKinds),
    version: z.int().check(z.minimum(0)),
    isOn: z.boolean(),
    minutes: z.int().check(z.minimum(0), z.maximum(1440)),
  }),
  output: z.object({ version: z.number() }),
})
