// Calls and shapes of handing work down (转派): what a carrier may hand down, to whom, and what became of it.
import { taskStates } from '@yunshu/domain/task/task'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zFen, zId, zInt, zKey, zLooseText, zTime, zUnitPrice, zVersion } from '../fields.ts'
import { TaskRow } from './task.ts'

/**
 * A part that was handed down. Fees are the releaser's own: estimated while waybills are under way, confirmed by their
 * signatures.
 */
export const ReleasedPart = z.object({
  id: zId,
  taskNo: z.string(),
  carrierName: z.string(),
  state: zKey(taskStates.states),
  qty: z.number(),
  remainQty: z.number(),
  unitPrice: z.optional(zUnitPrice),
  answerBy: z.optional(zTime),
  mayRelease: zBool,
  remark: z.string(),
  createdAt: zTime,
  version: zVersion,
  /** Waybills made of it, further parts handed down included: all that were not cancelled, on their way, and signed. */
  waybills: z.object({ all: z.number(), open: z.number(), signed: z.number() }),
  feeEstimated: z.optional(zFen),
  feeConfirmed: z.optional(zFen),
  mayRecall: zBool,
})
export type ReleasedPart = z.output<typeof ReleasedPart>

/**
 * `fault`: why it cannot be handed down, whatever is left. `unitPrice` is the releaser's own; the next carrier never
 * sees it.
 */
export const ReleaseView = z.object({
  task: TaskRow,
  unitPrice: z.optional(zUnitPrice),
  fault: z.optional(z.string()),
  parts: z.array(ReleasedPart),
})
export type ReleaseView = z.output<typeof ReleaseView>
export const getReleaseView = call({
  method: 'GET',
  path: '/auth/v1/tasks/release',
  title: '转派任务',
  permit: 'task.release',
  input: z.strictObject({ taskId: zId }),
  output: ReleaseView,
})

/** Active carriers a task can be handed down to, by name or credit code; at least two characters. */
export const findReleaseCarriers = call({
  method: 'GET',
  path: '/auth/v1/tasks/release/carriers',
  title: '查找承运商',
  permit: 'task.release',
  input: z.strictObject({ taskId: zId, text: zLooseText(40) }),
  output: z.object({
    rows: z.array(z.object({ id: zId, name: z.string(), trustCode: z.string(), regionCode: z.string() })),
  }),
})

/** Hands part of what is left down to another carrier, which answers until `answerBy`. */
export const releaseTask = call({
  method: 'POST',
  path: '/auth/v1/tasks/release',
  title: '转派任务',
  permit: 'task.release',
  overlay: '转派中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    carrierId: zId,
    qty: zInt(1, 10_000_000_000_000),
    unitPrice: zUnitPrice,
    answerBy: zTime,
    mayRelease: zBool,
    remark: z.optional(zLooseText(200)),
  }),
  output: z.object({ taskId: zId, taskNo: z.string(), remainQty: z.number(), version: zVersion }),
})
