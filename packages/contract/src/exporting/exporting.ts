// Calls and shapes of exports (导出): a list under its filter as an Excel file, made in the background, kept in the
// download centre.
import { exportMoves, exportStates } from '@yunshu/domain/exporting'
import * as z from 'zod/mini'
import { call, type Call } from '../call.ts'
import { pageFields, zBool, zChanged, zDone, zId, zKey, zLooseText, zPage, zTime, zVersion } from '../fields.ts'
import { exportLists, exportPacks, type ExportList } from './exportLists.ts'

const exportKeys = Object.keys(exportLists) as ExportList[]

/** The export of a list's call; undefined when it has none. */
export const exportListOf = (list: Call): ExportList | undefined =>
  exportKeys.find(key => exportLists[key].call.path === list.path)

/** One file of the download centre. */
export const ExportRow = z.object({
  id: zId,
  list: zKey({ ...exportLists, ...exportPacks }),
  title: z.string(),
  /** The filter in words. */
  note: z.string(),
  state: zKey(exportStates.states),
  fileName: z.string(),
  /** Absent until they are counted; not every list is counted beforehand. */
  rowsTotal: z.optional(z.number()),
  rowsDone: z.number(),
  /** Bytes. */
  size: z.optional(z.number()),
  /** The reason of its failure, in words. */
  fault: z.optional(z.string()),
  /** For whom the person worked when asking. */
  actingFor: z.optional(z.string()),
  createdAt: zTime,
  doneAt: z.optional(zTime),
  /** When the file is thrown away. */
  expiresAt: z.optional(zTime),
  version: zVersion,
  /** Moves its person can make now, and whether its bytes can be fetched and it be taken out of the list. */
  moves: z.array(z.enum(exportMoves)),
  canFetch: zBool,
  canRemove: zBool,
})
export type ExportRow = z.output<typeof ExportRow>

/**
 * Asks for a file. `filter` is the input of the list's call in wire form, without paging; `columns` are keys of the
 * list's columns, none: all.
 * The file is made with the rights the person has when it is made.
 */
export const startExport = call({
  method: 'POST',
  path: '/auth/v1/export/start',
  title: '导出',
  permit: 'export.run',
  heavy: true,
  input: z.strictObject({
    list: zKey(exportLists),
    filter: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(100_000))),
    columns: z.optional(z.array(zLooseText(40)).check(z.maxLength(100))),
    note: z.optional(zLooseText(400)),
  }),
  output: z.object({ id: zId }),
})
/** One's own files, newest first. */
export const listExports = call({
  method: 'GET',
  path: '/auth/v1/export/list',
  title: '下载中心',
  permit: 'export.run',
  input: z.strictObject({ state: z.optional(zKey(exportStates.states)), ...pageFields }),
  output: zPage(ExportRow),
})
/** An address of the bytes of a finished file, valid for a quarter of an hour. */
export const getExportAddress = call({
  method: 'GET',
  path: '/auth/v1/export/address',
  title: '下载文件',
  permit: 'export.run',
  input: z.strictObject({ id: zId }),
  output: z.object({ url: z.string(), fileName: z.string() }),
})
/** Calls off a file that is not finished, or tries again. */
export const moveExport = call({
  method: 'POST',
  path: '/auth/v1/export/move',
  title: '变更导出任务',
  permit: 'export.run',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(exportMoves) }),
  output: zChanged,
})
/** Takes a file out of the download centre; one that is being made is called off first. */
export const removeExport = call({
  method: 'POST',
  path: '/auth/v1/export/del',
  title: '删除导出文件',
  permit: 'export.run',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zDone,
})
