// Test support: files made when a test says so, and read as a spreadsheet program reads them.
import type { Input } from '@yunshu/contract/call'
import { getExportAddress, listExports, startExport, type ExportRow } from '@yunshu/contract/exporting/exporting'
import { exportLimits } from '@yunshu/domain/exporting'
import { readXlsx } from 'hucre/xlsx'
import { holdJobs, type Client, type TestServer } from './testServer.ts'
import { makeWaiting } from '../../apps/server/src/features/exporting/exporting.jobs.ts'

/** Holds the lanes of the server itself, so that each test says when files are made, until what it answers is called. */
export const holdLanes = (server: TestServer): Promise<() => Promise<void>> =>
  holdJobs(
    server,
    Array.from({ length: exportLimits.lanes }, (_, n) => `export.run.${n + 1}`),
  )

/** One's own file of the download centre. */
export async function exportRowOf(client: Client, id: string): Promise<ExportRow> {
  const row = (await client.send(listExports, { limit: 100 })).rows.find(each => each.id === id)
  if (!row) throw new Error(`no export ${id}`)
  return row
}

export type Value = string | number | null
export interface Sheet {
  readonly titles: string[]
  readonly rows: Value[][]
  /** The sums and what follows them. */
  readonly closing: Value[][]
}

/** The sheet of a finished file. */
export async function readFile(server: Pick<TestServer, 'url'>, client: Client, id: string): Promise<Sheet> {
  const { url } = await client.send(getExportAddress, { id })
  const answer = await fetch(server.url + url)
  if (answer.status !== 200) throw new Error(`the file answers ${answer.status}`)
  const book = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  const [titles = [], ...lines] = (book.sheets[0]?.rows ?? []) as Value[][]
  const end = lines.findIndex(([first]) => first === '合计')
  return { titles: titles.map(String), rows: lines.slice(0, end), closing: lines.slice(end) }
}

/** Asks for a file, makes it, and reads it. */
export async function fileOf(
  { url, server }: TestServer,
  client: Client,
  input: Input<typeof startExport>,
): Promise<Sheet> {
  const { id } = await client.send(startExport, input)
  await makeWaiting(server.deps, new AbortController().signal)
  return readFile({ url }, client, id)
}

/** The cells under a title. */
export const column = ({ titles, rows }: Pick<Sheet, 'titles' | 'rows'>, title: string): Value[] =>
  rows.map(row => row[titles.indexOf(title)] ?? null)
