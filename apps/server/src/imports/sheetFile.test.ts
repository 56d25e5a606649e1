// The limits of a handed-in file, each named; without the thread and its deadline, so that no machine is too slow for
// them.
import { expect, test } from 'vitest'
import { Refusal, readSheetFile } from './sheetFile.ts'

const csv = (rows: number, cells: number): Buffer =>
  Buffer.from(`${Array.from({ length: cells }, () => '1').join(',')}\n`.repeat(rows))
const refusal = async (name: string, bytes: Buffer): Promise<string> =>
  readSheetFile({ name, bytes }).then(
    () => '',
    (error: unknown) => (error instanceof Refusal ? error.message : 'not a refusal'),
  )

/** The end of a zip whose directory has one part that unpacks to so many bytes. */
function zipOf(unpacked: number): Buffer {
  const local = Buffer.alloc(30),
    entry = Buffer.alloc(47),
    tail = Buffer.alloc(22)
  local.writeUInt32LE(0x04034b50, 0)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt32LE(100, 20)
  entry.writeUInt32LE(unpacked, 24)
  entry.writeUInt16LE(1, 28)
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(1, 8)
  tail.writeUInt16LE(1, 10)
  tail.writeUInt32LE(entry.length, 12)
  tail.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, tail])
}

test.each<[string, string, Buffer, RegExp]>([
  ['unpacks too large', 'a.xlsx', zipOf(101 * 1_048_576), /^文件解压后超过 100 MB/],
  ['has too many rows', 'a.csv', csv(20_001, 1), /^行数过多，一次最多导入 5000 行/],
  ['has too many columns', 'a.csv', csv(1, 201), /^第 1 行超过 200 列/],
  ['has too many filled cells', 'a.csv', csv(2100, 195), /^有内容的单元格超过 40 万个/],
])('a file that %s is refused with the limit', async (_what, name, bytes, text) => {
  expect(await refusal(name, bytes)).toMatch(text)
})

test('a file at the limits is read; columns without content are not counted', async () => {
  expect((await readSheetFile({ name: 'a.csv', bytes: csv(2000, 200) })).lines).toHaveLength(2000)
  expect((await readSheetFile({ name: 'a.csv', bytes: Buffer.from(`a${','.repeat(300)}\n`) })).lines).toHaveLength(1)
})
