// Imports over HTTP: what is read, what is written and what is left behind.
import {
  checkImport,
  dropImport,
  getImport,
  getImportFaults,
  getImportTemplate,
  listImports,
  runImport,
  type ImportDetail,
} from '@yunshu/contract/importing'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { tripColumns } from '@yunshu/domain/backfill/columns'
import type { Call, Input } from '@yunshu/contract/call'
import { problems } from '@yunshu/domain/problems/problems'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightAccount, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { drivenTrucks, fileOf, trip, type Cells, type DrivenTruck } from '../../../../../tests/server/trips.ts'
import { forgetImports } from './importing.jobs.ts'

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
const checked = async (goodsId: string, rows: readonly Cells[]): Promise<ImportDetail> =>
  (await check(goodsId, await fileOf(rows))).data
const run = (it: Pick<ImportDetail, 'id' | 'version'>, mode: 'ALL' | 'GOOD', key?: string) =>
  world.as('shipper').ask(runImport, { id: it.id, version: it.version, mode }, key === undefined ? {} : { key })
const waybillCount = async (goodsId: string) =>
  (
    await world.server.db(tx =>
      tx.one(
        q
          .selectFrom('waybills')
          .select(sql<number>`count(*)`.as('n'))
          .where('goods_id', '=', goodsId),
      ),
    )
  ).n

/** The bytes a blob call answers. */
async function bytesOf<C extends Call>(who: FreightAccount, call: C, input: Input<C>): Promise<Buffer> {
  const answer = await world.as(who).blob(call, input)
  expect(answer.http).toBe(200)
  return answer.bytes
}

/** So many good trips, each truck's on days of its own, with `bad` of them wrong in one of four ways. */
function manyTrips(count: number, bad: number): Cells[] {
  const every = bad === 0 ? Infinity : Math.floor(count / bad)
  const wrong: Cells[] = [
    { plate: '冀A00001' },
    { loadWeight: '很重' },
    { driver: '查无此人' },
    { unloadAt: '2099-01-01' },
  ]
  let made = 0
  return Array.from({ length: count }, (_, n) => {
    const isBad = made < bad && n % every === every - 1
    return trip(truck(n), 2 + Math.floor(n / trucks.length) * 2, isBad ? wrong[made++ % wrong.length] : {})
  })
}

test('a file of 5,000 rows with 37 wrong ones says which and why, and writes nothing, or exactly the good ones', async () => {
  const goods = await world.publish({ totalQty: 5000 })
  const file = await fileOf(manyTrips(5000, 37))
  const start = performance.now()
  const { data } = await check(goods.id, file)
  const readIn = performance.now() - start
  expect(data).toMatchObject({ state: 'checked', rowsTotal: 5000, rowsBad: 37, faultsTotal: 37, hasFaultFile: true })
  expect(data.faults).toHaveLength(37)
  expect(data.faults.slice(0, 4).map(({ title, reason }) => `${title ?? ''} ${reason}`)).toEqual([
    '车牌号 合作承运商没有登记这辆车',
    '装货重量 重量格式不正确，例如 32.400',
    expect.stringContaining('没有登记这名司机'),
    '卸货时间 不能晚于当前时间',
  ])
  const step = Math.floor(5000 / 37)
  expect(data.faults.map(({ row }) => row).slice(0, 3)).toEqual([step + 1, 2 * step + 1, 3 * step + 1])

  const none = await run(data, 'ALL')
  expect(none.envelope.message).toContain('有 37 行不正确，没有导入任何数据')
  expect(await waybillCount(goods.id)).toBe(0)

  const began = performance.now()
  const some = await run(data, 'GOOD')
  console.log(
    `5,000 rows: checked in ${Math.round(readIn)} ms, 4,963 written in ${Math.round(performance.now() - began)} ms`,
  )
  expect(some.data).toMatchObject({ state: 'done', rowsWritten: 4963, rowsBad: 37, changed: [] })
  expect(await waybillCount(goods.id)).toBe(4963)
  expect(some.data.made).toHaveLength(100)

  const errors = (await readXlsx(await bytesOf('shipper', getImportFaults, { id: data.id }))).sheets[0]?.rows ?? []
  expect(errors).toHaveLength(38)
  expect(errors[0]?.at(-1)).toBe('错误原因')
  expect(errors[1]?.at(-1)).toContain('车牌号：合作承运商没有登记这辆车')
  // corrected, the file of faults goes in as it is
  const [head = [], ...rows] = errors
  const plateAt = head.indexOf('车牌号*')
  const mended = rows.map((cells, n) =>
    cells.map((cell, at) =>
      at === plateAt
        ? truck(n).plate
        : head[at] === '司机*'
          ? truck(n).idNo
          : head[at] === '装货时间*'
            ? `2026-0${1 + (n % 6)}-1${n % 9} 08:00`
            : head[at] === '卸货时间*'
              ? `2026-0${1 + (n % 6)}-1${(n % 9) + 1} 04:00`
              : head[at] === '装货重量*'
                ? '31'
                : head[at] === '卸货重量*'
                  ? '31'
                  : cell,
    ),
  )
  const again = await check(goods.id, {
    name: '改.xlsx',
    bytes: Buffer.from(await writeXlsx({ sheets: [{ name: '错误', rows: [head, ...mended] }] })),
  })
  expect(again.data).toMatchObject({ rowsTotal: 37, notes: [] })
})

test('all rows right: the whole file is written, once, however often it is asked', async () => {
  const goods = await world.publish({ totalQty: 100 })
  const data = await checked(
    goods.id,
    Array.from({ length: 40 }, (_, n) => trip(truck(n), 200)),
  )
  expect(data.rowsBad).toBe(0)
  const [first, second, third] = await Promise.all([
    run(data, 'ALL', 'import-key-0001'),
    run(data, 'ALL', 'import-key-0001'),
    run(data, 'GOOD', 'import-key-0002'),
  ])
  const done = [first, second, third].filter(({ envelope }) => envelope.code === 0)
  expect(done.map(({ data: { rowsWritten } }) => rowsWritten)).toEqual(done.map(() => 40))
  expect(await waybillCount(goods.id)).toBe(40)
  const late = await run(data, 'ALL')
  expect(late.envelope.message).toContain('已导入')
  expect(await world.as('shipper').send(getImport, { id: data.id })).toMatchObject({
    state: 'done',
    rowsWritten: 40,
    hasFaultFile: false,
  })
  // nothing of what was written is kept
  expect(
    (await world.server.db(tx => tx.one(q.selectFrom('imports').select('content').where('id', '=', data.id)))).content,
  ).toEqual({ rows: [], faults: [] })
})

test('what changed since the file was checked is told: ALL writes nothing, GOOD leaves it out', async () => {
  const goods = await world.publish({ totalQty: 10 })
  const rows = [trip(truck(0), 300), trip(truck(1), 300), trip(truck(2), 300)]
  const data = await checked(goods.id, rows)
  expect(data.rowsBad).toBe(0)
  await world.server.db(tx =>
    tx.run(q.updateTable('vehicles').set({ paper: 'rejected' }).where('id', '=', truck(1).vehicleId)),
  )
  const all = await run(data, 'ALL')
  expect(all.data).toMatchObject({ state: 'checked', changed: [3], rowsBad: 1, rowsWritten: 0 })
  expect(all.data.faults[0]?.reason).toContain('尚未通过认证')
  expect(await waybillCount(goods.id)).toBe(0)
  expect((await run(data, 'ALL')).http).toBe(409)
  await world.server.db(tx =>
    tx.run(q.updateTable('vehicles').set({ paper: 'approved' }).where('id', '=', truck(1).vehicleId)),
  )
  // once told wrong it stays out: the person has not seen it right
  const good = await run(all.data, 'GOOD')
  expect(good.data).toMatchObject({ state: 'done', rowsWritten: 2, rowsBad: 1 })
  expect(await waybillCount(goods.id)).toBe(2)
})

test('two files that want the last quantity: one gets it', async () => {
  const goods = await world.publish({ totalQty: 2 })
  const [a, b] = [
    await checked(goods.id, [trip(truck(3), 310), trip(truck(4), 310)]),
    await checked(goods.id, [trip(truck(5), 310), trip(truck(6), 310)]),
  ]
  const answers = await Promise.all([run(a, 'ALL'), run(b, 'ALL')])
  expect(answers.filter(({ data }) => data.state === 'done')).toHaveLength(1)
  expect(await waybillCount(goods.id)).toBe(2)
})

test('headings in any order and wording, unknown columns, formulas, examples and worn numbers are understood and told', async () => {
  const goods = await world.publish()
  const [one, two] = [trip(truck(10), 320), trip(truck(11), 320)]
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '磅单',
        rows: [
          ['2026年补录'],
          ['卸重（吨）', '司机姓名 ', '备注', '车号', '装 重*', '装货时间', '卸货时间', '颜色'],
          [
            32.25,
            truck(10).idNo,
            '夜班',
            ` ${one.plate ?? ''} `,
            32.4,
            new Date(Date.parse(`${(one.loadAt ?? '').replace(' ', 'T')}Z`)),
            one.unloadAt?.replaceAll('-', '/') ?? '',
            '2',
          ],
          [],
          [
            '32.250吨',
            Number('510104199001010019'),
            '',
            two.plate ?? '',
            '32,400kg',
            two.loadAt ?? '',
            two.unloadAt ?? '',
            '',
          ],
        ],
        cells: new Map([['2,4', { value: 32.4, formula: '16.2*2', formulaResult: 32.4 }]]),
      },
    ],
  })
  const { data } = await check(goods.id, { name: '磅单.xlsx', bytes: Buffer.from(bytes) })
  expect(data.rowsTotal).toBe(2)
  expect(data.notes).toEqual(['未识别的列已忽略：备注', '1 行含有公式，已按公式的结果读取（第 3 行）'])
  expect(data.faults.map(({ row, title, reason }) => `${row} ${title ?? ''} ${reason}`)).toEqual(
    expect.arrayContaining(['5 司机 是数字格式，超过 15 位的号码已失真，请把单元格设为文本后重新填写']),
  )
  expect(data.rowsBad).toBe(1)
  expect((await run(data, 'GOOD')).data.rowsWritten).toBe(1)
  const [waybill] = (await world.as('shipper').send(listWaybills, { goodsId: goods.id })).rows
  expect(waybill).toMatchObject({ plate: one.plate, loadWeightG: 32_400_000, unloadWeightG: 32_250_000 })
})

test('a csv as Excel in China saves it is read', async () => {
  const goods = await world.publish()
  const one = trip(truck(12), 330)
  const keys = ['plate', 'driver', 'loadAt', 'unloadAt', 'loadWeight', 'unloadWeight'] as const
  const text = `${keys.map(key => tripColumns[key].title).join(',')}\r\n${keys.map(key => one[key]).join(',')}\r\n`
  for (const bytes of [Buffer.from(`\ufeff${text}`), gb(text)])
    expect((await check(goods.id, { name: '回单.csv', bytes })).data).toMatchObject({ rowsTotal: 1, rowsBad: 0 })
})

/** Text in GB 18030: each character outside ASCII by its two bytes. */
function gb(text: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const table = new Map<string, Buffer>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++)
      if (low !== 0x7f) table.set(decoder.decode(new Uint8Array([high, low])), Buffer.from([high, low]))
  return Buffer.concat(
    Array.from(text, sign => (sign.charCodeAt(0) < 128 ? Buffer.from(sign) : (table.get(sign) ?? Buffer.from('?')))),
  )
}

test('the template opens, names its columns, keeps text as text, and its example row is not imported', async () => {
  const goods = await world.publish()
  const bytes = await bytesOf('shipper', getImportTemplate, { kind: 'waybills', targetId: goods.id })
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  expect(sheets.map(({ name }) => name)).toEqual(['回单补录', '填写说明'])
  expect(sheets[0]?.rows[0]).toEqual(
    Object.values(tripColumns).map(column => `${column.title}${'required' in column ? '*' : ''}`),
  )
  expect(sheets[0]?.cells?.get('0,0')?.style?.font?.color?.rgb).toMatch(/C00000$/)
  expect(sheets[0]?.cells?.get('1,2')?.style?.numFmt).toBe('@')
  expect((await check(goods.id, { name: '模板.xlsx', bytes })).envelope.message).toContain('没有可导入的数据行')
})

test('an import is its owner’s alone, and only for who may write what it holds', async () => {
  const goods = await world.publish({ publishTo: 'PUBLIC' })
  const data = await checked(goods.id, [trip(truck(15), 355)])
  for (const who of ['shipper2', 'admin', 'carrier'] as const) {
    expect((await world.as(who).ask(getImport, { id: data.id })).http, who).toBe(404)
    expect((await world.as(who).ask(runImport, { id: data.id, version: 1, mode: 'GOOD' })).http, who).toBe(404)
    expect((await world.as(who).ask(dropImport, { id: data.id, version: 1 })).http, who).toBe(404)
  }
  // nor does anybody else hear that it is being written
  await world.server.db(async tx => {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${data.id}`}, 0))`.compile(q))
    expect((await run(data, 'GOOD')).envelope.code).toBe(problems['import.running'].code)
    expect((await world.as('shipper2').ask(runImport, { id: data.id, version: 1, mode: 'GOOD' })).http).toBe(404)
    expect((await world.as('shipper2').ask(dropImport, { id: data.id, version: 1 })).http).toBe(404)
  })
  const file = await fileOf([trip(truck(15), 355)])
  expect((await check(goods.id, file, 'shipper-finance')).http).toBe(403)
  expect((await check(goods.id, file, 'carrier')).http).toBe(403)
  expect((await check(goods.id, file, 'shipper2')).http).toBe(404)
  expect((await world.as('shipper').ask(checkImport, { kind: 'waybills' }, { files: [file] })).http).toBe(404)
  expect(
    (await world.as('shipper').ask(checkImport, { kind: 'waybills', targetId: goods.id }, { files: [] })).envelope
      .message,
  ).toBe('请选择要上传的文件')
  expect(
    (await world.as('shipper').ask(checkImport, { kind: 'waybills', targetId: goods.id }, { files: [file, file] }))
      .http,
  ).toBe(400)
})

test('imports are listed, given up, and forgotten after a week', async () => {
  const goods = await world.publish()
  const bad = await checked(goods.id, [trip(truck(16), 356, { driver: '无名' }), trip(truck(17), 356)])
  const mine = await world.as('shipper').send(listImports, { kind: 'waybills', targetId: goods.id })
  expect(mine.rows).toMatchObject([{ id: bad.id, rowsTotal: 2, rowsBad: 1, state: 'checked' }])
  expect((await world.as('shipper').ask(dropImport, { id: bad.id, version: 7 })).http).toBe(409)
  await world.as('shipper').send(dropImport, { id: bad.id, version: bad.version })
  expect((await world.as('shipper').send(listImports, { targetId: goods.id })).rows).toEqual([])
  expect((await run({ id: bad.id, version: 2 }, 'GOOD')).envelope.message).toContain('已放弃')
  expect((await world.as('shipper').blob(getImportFaults, { id: bad.id })).http).toBe(404)

  const old = await checked(goods.id, [trip(truck(18), 356)])
  const done = await checked(goods.id, [trip(truck(19), 357, { driver: '无名' }), trip(truck(18), 357)])
  await run(done, 'GOOD')
  expect(await forgetImports(world.server.server.deps, Date.now() + 8 * DAY_MS)).toBeGreaterThanOrEqual(1)
  expect((await world.as('shipper').send(getImport, { id: old.id })).state).toBe('dropped')
  expect((await world.as('shipper').send(getImport, { id: done.id })).hasFaultFile).toBe(false)
})
