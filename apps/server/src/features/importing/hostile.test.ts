// Many hostile files at once: none is read while a transaction waits for it, each is refused in words, and good ones
// are served next.
import { deflateRawSync } from 'node:zlib'
import { checkImport } from '@yunshu/contract/importing'
import { sql } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightAccount, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

/** A workbook whose sheet is this text instead of its own, packed as a zip packs it. */
async function workbookOf(sheet: Buffer): Promise<Buffer> {
  const real = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: [['a']] }] }))
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const packed = deflateRawSync(sheet, { level: 1 })
  const local = Buffer.alloc(30),
    entry = Buffer.alloc(46),
    tail = Buffer.alloc(22)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(sheet.length, 22)
  local.writeUInt16LE(name.length, 26)
  const directoryAt = real.readUInt32LE(real.lastIndexOf('PK\u0005\u0006', real.length, 'latin1') + 16)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(sheet.length, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(directoryAt, 42)
  const others: Buffer[] = []
  for (let at = directoryAt; real.readUInt32LE(at) === 0x02014b50;) {
    const size = 46 + real.readUInt16LE(at + 28) + real.readUInt16LE(at + 30) + real.readUInt16LE(at + 32)
    if (real.toString('utf8', at + 46, at + 46 + real.readUInt16LE(at + 28)) !== name.toString())
      others.push(real.subarray(at, at + size))
    at += size
  }
  const body = Buffer.concat([real.subarray(0, directoryAt), local, name, packed])
  const directory = Buffer.concat([...others, entry, name])
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(others.length + 1, 8)
  tail.writeUInt16LE(others.length + 1, 10)
  tail.writeUInt32LE(directory.length, 12)
  tail.writeUInt32LE(body.length, 16)
  return Buffer.concat([body, directory, tail])
}

/** Rows of as many cells as asked, each holding a figure. */
function sheetOf(rows: number, cells: number): Buffer {
  const row = `<row>${'<c><v>1</v></c>'.repeat(cells)}</row>`
  return Buffer.from(
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row.repeat(rows)}</sheetData></worksheet>`,
  )
}

const check = (who: FreightAccount, bytes: Buffer) =>
  world.as(who).ask(checkImport, { kind: 'vehicles' }, { files: [{ name: 'a.xlsx', bytes }] })
const faultOf = (answer: { envelope: { data: unknown } }): string =>
  (answer.envelope.data as { fields?: { files?: string } } | null)?.fields?.files ?? ''
/**
 * Transactions that have waited for their client for longer than any statement of ours is apart from the next: a file
 * takes three times that.
 */
const waiting = async (): Promise<number> =>
  (
    await world.server.db(tx =>
      tx.one(
        sql<{
          n: number
        }>`select count(*)::int as n from pg_stat_activity where datname = current_database()
          and state like 'idle in transaction%' and now() - state_change > interval '2s'`.compile(q),
      ),
    )
  ).n

test('files that take long to read, of three companies at once: no transaction waits for them, nobody gets a 5xx', async () => {
  const slow = await workbookOf(sheetOf(19_000, 190))
  let most = 0
  let isOver = false
  const watch = (async () => {
    while (!isOver) {
      most = Math.max(most, await waiting())
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  })()
  const accounts = ['carrier', 'carrier2', 'carrier3', 'carrier'] as const
  const answers = await Promise.all(accounts.map(who => check(who, slow)))
  isOver = true
  await watch
  // read and refused, or told to wait because the company has two being read already
  expect(answers.map(({ http }) => http).filter(http => http !== 400 && http !== 429)).toEqual([])
  expect(
    answers
      .filter(({ http }) => http === 400)
      .map(faultOf)
      .filter(fault => !/^文件过于复杂，读取超过 12 秒或 320 MB 内存|^有内容的单元格超过 40 万个/.test(fault)),
  ).toEqual([])
  expect(most).toBe(0)
})

test('who may not import is told before a byte of the file is read', async () => {
  const answer = await check('shipper', Buffer.from('PK\u0003\u0004 and nothing'))
  expect(answer.http).toBe(403)
})

test('a transaction that does wait is seen by the watch of the test above', async () => {
  let seen = 0
  await world.server.db(async () => {
    await new Promise(resolve => setTimeout(resolve, 2200))
    seen = await waiting()
  })
  expect(seen).toBeGreaterThanOrEqual(1)
})
