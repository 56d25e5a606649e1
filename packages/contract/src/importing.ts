// Calls and shapes of imports (导入): the template, a file checked without writing, what is wrong with it, and writing
// it.
import { importModes, importStates } from '@yunshu/domain/importing/importing'
import type { Permit } from '@yunshu/domain/permits/permits'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { pageFields, zBool, zChanged, zId, zKey, zPage, zTime, zVersion } from './fields.ts'

/** Kinds of imports, each with its name and its permit. */
export const importKinds = {
  vehicles: { label: '车辆', permit: 'vehicle.edit' },
  drivers: { label: '司机', permit: 'driver.edit' },
  goods: { label: '货源', permit: 'goods.publish' },
  payees: { label: '收款人', permit: 'payee.edit' },
  fenceVehicles: { label: '围栏车辆', permit: 'fence.edit' },
  waybills: { label: '回单补录', permit: 'waybill.backfill' },
  fuelCards: { label: '油卡', permit: 'fuel.issue' },
  fuelUses: { label: '用油记录', permit: 'fuel.issue' },
  tollPasses: { label: '通行记录', permit: 'fuel.issue' },
  terminals: { label: '终端', permit: 'terminal.edit' },
} as const satisfies Readonly<Record<string, { label: string; permit: Permit }>>
export type ImportKey = keyof typeof importKinds

const kind = {
  kind: zKey(importKinds),
  /** The record the rows belong to, for kinds that need one: the goods of waybills and of fence vehicles. */
  targetId: z.optional(zId),
}
/** People who may import some kind may begin; the kind then asks for its own permit. */
const anyOf = Object.values(importKinds).map(each => each.permit)

/**
 * A fault of a row by its number in the file; `title` is the heading of the column, absent when it is the whole row.
 */
export const ImportFault = z.object({ row: z.number(), title: z.optional(z.string()), reason: z.string() })
export type ImportFault = z.output<typeof ImportFault>
/** The record made of a row. */
const Made = z.object({ row: z.number(), id: zId, label: z.string() })

const head = {
  id: zId,
  kind: zKey(importKinds),
  targetId: z.optional(zId),
  fileName: z.string(),
  state: zKey(importStates.states),
  rowsTotal: z.number(),
  rowsBad: z.number(),
  rowsWritten: z.number(),
  /** While it is being written: how many rows are. */
  rowsDone: z.optional(z.number()),
  createdAt: zTime,
  doneAt: z.optional(zTime),
  version: zVersion,
}
/** One of one's own imports. */
export const ImportRow = z.object(head)
export type ImportRow = z.output<typeof ImportRow>
export const ImportDetail = z.object({
  ...head,
  /** Remarks from the reading: unknown columns, formulas, examples left in. */
  notes: z.array(z.string()),
  /** The first of the faults (importLimits.faults); all are in the file of faults. */
  faults: z.array(ImportFault),
  faultsTotal: z.number(),
  /** Rows that were right when the file was checked and were wrong when it was to be written. */
  changed: z.array(z.number()),
  /** The first hundred of the records that were made. */
  made: z.array(Made),
  hasFaultFile: zBool,
})
export type ImportDetail = z.output<typeof ImportDetail>

const blob = z.custom<Blob>(value => value instanceof Blob)
export const getImportTemplate = call({
  method: 'POST',
  path: '/auth/v1/import/template',
  title: '下载导入模板',
  permit: 'session',
  anyOf,
  answer: 'blob',
  input: z.strictObject(kind),
  output: blob,
})
/** Reads a file (multipart, field `files`: one, xlsx or csv) and judges its rows. Nothing of it is written yet. */
export const checkImport = call({
  method: 'POST',
  path: '/auth/v1/import/check',
  title: '检查导入文件',
  permit: 'session',
  anyOf,
  body: 'multipart',
  overlay: '检查中...',
  input: z.strictObject(kind),
  output: ImportDetail,
})
/**
 * Writes a checked file, once: ALL writes every row or none, GOOD the rows found right. Rows are judged again. When
 * rows
 * found right before are wrong now, ALL writes nothing and the import stays open with them in `changed`; GOOD leaves
 * them out.
 */
export const runImport = call({
  method: 'POST',
  path: '/auth/v1/import/run',
  title: '导入',
  permit: 'session',
  money: true,
  input: z.strictObject({ id: zId, version: zVersion, mode: zKey(importModes) }),
  output: ImportDetail,
})
export const getImport = call({
  method: 'GET',
  path: '/auth/v1/import',
  title: '导入详情',
  permit: 'session',
  input: z.strictObject({ id: zId }),
  output: ImportDetail,
})
/** One's own imports, newest first; those given up are left out. */
export const listImports = call({
  method: 'GET',
  path: '/auth/v1/import/list',
  title: '导入记录',
  permit: 'session',
  input: z.strictObject({ kind: z.optional(zKey(importKinds)), targetId: z.optional(zId), ...pageFields }),
  output: zPage(ImportRow),
})
/** The rows with faults as they were handed in, with a column that says why; corrected, it can be handed in again. */
export const getImportFaults = call({
  method: 'POST',
  path: '/auth/v1/import/faults',
  title: '下载错误文件',
  permit: 'session',
  answer: 'blob',
  input: z.strictObject({ id: zId }),
  output: blob,
})
export const dropImport = call({
  method: 'POST',
  path: '/auth/v1/import/drop',
  title: '放弃导入',
  permit: 'session',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
