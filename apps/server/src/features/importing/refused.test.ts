// Files that are no imports: hostile ones, those without our columns, and an upload that breaks off.
import net from 'node:net'
import { checkImport } from '@yunshu/contract/importing'
import { tripColumns } from '@yunshu/domain/backfill/columns'
import { importLimits } from '@yunshu/domain/importing/importing'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightAccount, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { drivenTrucks, fileOf, trip, type DrivenTruck } from '../../../../../tests/server/trips.ts'

let world: FreightWorld
let trucks: DrivenTruck[]
beforeAll(async () => {
  world = await startFreightWorld()
  trucks = await drivenTrucks(world, 200)
})
afterAll(() => world.stop())

const truck = (n: number): DrivenTruck => {
  const one = trucks[n % trucks.length]
  if (!one) throw new Error('no trucks')
  return one
}
const check = (goodsId: string, file: { name: string; bytes: Buffer }, who: FreightAccount = 'shipper') =>
  world.as(who).ask(checkImport, { kind: 'waybills', targetId: goodsId }, { files: [file] })
const importCount = async () =>
  (await world.server.db(tx => tx.one(q.selectFrom('imports').select(sql<number>`count(*)`.as('n'))))).n

/** A zip of one part whose directory says it unpacks to `said` bytes. */
async function bomb(said?: number): Promise<Buffer> {
  const { deflateRawSync } = await import('node:zlib')
  const real = Buffer.alloc(300 * 1_048_576, 'a')
  const packed = deflateRawSync(real)
  const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: [['a']] }] }))
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(said ?? real.length, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(said ?? real.length, 24)
  entry.writeUInt16LE(name.length, 28)
  // the parts of a real workbook, and this one in place of its sheet
  const end = bytes.lastIndexOf('PK\u0005\u0006', bytes.length, 'latin1')
  const directoryAt = bytes.readUInt32LE(end + 16)
  const entries: Buffer[] = []
  for (let at = directoryAt; at < end && bytes.readUInt32LE(at) === 0x02014b50;) {
    const size = 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    if (bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)) !== name.toString())
      entries.push(bytes.subarray(at, at + size))
    at += size
  }
  entry.writeUInt32LE(directoryAt, 42)
  const body = Buffer.concat([bytes.subarray(0, directoryAt), local, name, packed])
  const directory = Buffer.concat([...entries, entry, name])
  const tail = Buffer.alloc(22)
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(entries.length + 1, 8)
  tail.writeUInt16LE(entries.length + 1, 10)
  tail.writeUInt32LE(directory.length, 12)
  tail.writeUInt32LE(body.length, 16)
  return Buffer.concat([body, directory, tail])
}

test('a hostile file is a clear refusal, the process stays small and answers the next good one', async () => {
  const goods = await world.publish()
  const good = await fileOf([trip(truck(13), 340)])
  const before = await importCount()
  const rss = process.memoryUsage().rss
  const wide = await writeXlsx({
    sheets: [{ name: 's', rows: [['车牌号'], ...Array.from({ length: 30_000 }, (_, n) => [n])] }],
  })
  const long = await writeXlsx({
    sheets: [
      {
        name: 's',
        rows: [['车牌号', '司机'], ...Array.from({ length: 300 }, () => ['x'.repeat(30_000), 'y'.repeat(30_000)])],
      },
    ],
  })
  const cut = good.bytes.subarray(0, good.bytes.length / 2)
  const hostile: [string, string, Buffer][] = [
    ['unpacks to 300 MB', 'a.xlsx', await bomb()],
    ['says it unpacks to little', 'a.xlsx', await bomb(1000)],
    ['says nothing of its size', 'a.xlsx', await bomb(0)],
    ['too many rows', 'a.xlsx', Buffer.from(wide)],
    ['no columns of ours in long texts', 'a.xlsx', Buffer.from(long)],
    ['cut in half', 'a.xlsx', cut],
    ['no zip', 'a.xlsx', Buffer.from('PK\u0003\u0004 and nothing')],
    ['a picture', 'a.xlsx', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['old or locked', 'a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['bytes as csv', 'a.csv', Buffer.from([0, 1, 2, 3])],
    ['empty', 'a.xlsx', Buffer.alloc(0)],
  ]
  for (const [what, name, bytes] of hostile) {
    const answer = await check(goods.id, { name, bytes })
    expect([
      what,
      answer.http,
      typeof (answer.envelope.data as { fields?: { files?: string } } | null)?.fields?.files,
    ]).toEqual([what, 400, 'string'])
  }
  const large = await check(goods.id, { name: 'a.xlsx', bytes: Buffer.alloc(importLimits.bytes + 1) })
  expect([large.http, large.envelope.message]).toEqual([413, '文件a.xlsx超过 10 MB'])
  expect(await importCount()).toBe(before)
  // the bombs of this test are themselves hundreds of megabytes; unpacked three times over they would be a gigabyte
  // more
  expect(process.memoryUsage().rss - rss).toBeLessThan(900 * 1_048_576)
  expect((await check(goods.id, good)).data.rowsBad).toBe(0)
})

test('a sheet without our columns, with a required one missing, with one twice, or with too many rows says so', async () => {
  const goods = await world.publish()
  const refusal = async (rows: (string | number)[][]) =>
    (await check(goods.id, { name: 'a.xlsx', bytes: Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows }] })) }))
      .envelope.message
  expect(
    await refusal([
      ['甲', '乙'],
      ['1', '2'],
    ]),
  ).toContain('没有找到表头')
  expect(
    await refusal([
      ['车牌号', '司机'],
      ['1', '2'],
    ]),
  ).toContain('缺少必填列：装货时间、卸货时间、装货重量、卸货重量')
  const head = Object.values(tripColumns).map(({ title }) => title)
  expect(await refusal([[...head, '车号'], head])).toContain('表头“车牌号”出现了两次')
  expect(await refusal([head, ...Array.from({ length: 5001 }, () => head)])).toContain(
    '共 5001 行，一次最多导入 5000 行',
  )
  expect(await refusal([head])).toContain('没有可导入的数据行')
})

test('a half-sent upload leaves nothing behind', async () => {
  const goods = await world.publish()
  const before = await importCount()
  const { bytes } = await fileOf([trip(truck(14), 350)])
  const { hostname, port } = new URL(world.server.url)
  const boundary = 'half'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\nwaybills\r\n--${boundary}\r\nContent-Disposition: form-data; name="targetId"\r\n\r\n${goods.id}\r\n--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.xlsx"\r\nContent-Type: application/octet-stream\r\n\r\n`
  await new Promise<void>(resolve => {
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(
        `POST ${checkImport.path} HTTP/1.1\r\nHost: x\r\nURLFlag: web\r\nAuthorization: ${world.as('shipper').token ?? ''}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${head.length + bytes.length + 100}\r\n\r\n${head}`,
      )
      socket.write(bytes.subarray(0, bytes.length / 2), () => {
        socket.destroy()
      })
    })
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
  })
  expect((await check(goods.id, await fileOf([trip(truck(14), 350)]))).http).toBe(200)
  expect(await importCount()).toBe(before + 1)
})
