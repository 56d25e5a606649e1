// Terminals by file: every wrong row told with its column, written whole or exactly the good rows, and bound where the
// row names a vehicle of one's own.
import { addVehicle } from '@yunshu/contract/fleet/vehicle'
import { checkImport, getImportTemplate, runImport } from '@yunshu/contract/importing'
import { addTerminal, bindTerminal, getTerminal, listTerminals } from '@yunshu/contract/terminal/terminal'
import { sql } from 'kysely'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vehicle } from '../../../../../tests/server/fleetWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let carrier: Client
let other: Client
let ops: Client
beforeAll(async () => {
  server = await startTestServer()
  ;[carrier, other, ops] = await Promise.all([
    server.login('carrier'),
    server.login('carrier2'),
    server.login('platform-ops'),
  ])
})
afterAll(() => server.stop())

type Line = readonly (string | undefined)[]
const titles = ['终端手机号', '车牌号', '车牌颜色', '角色', '厂商']
const check = async (rows: readonly Line[], as: Client = carrier) => {
  const sheet = { name: '终端', rows: [titles, ...rows.map(line => titles.map((_, at) => line[at] ?? null))] }
  const bytes = Buffer.from(await writeXlsx({ sheets: [sheet] }))
  return as.ask(checkImport, { kind: 'terminals' }, { files: [{ name: '终端.xlsx', bytes }] })
}
const run = ({ id, version }: { id: string; version: number }, mode: 'ALL' | 'GOOD', as: Client = carrier) =>
  as.ask(runImport, { id, version, mode })
const told = ({ faults }: { faults: readonly { row: number; title?: string | undefined; reason: string }[] }) =>
  faults.map(({ row, title = '', reason }) => `${row} ${title} ${reason}`)

let phones = 13_600_000_000
const phone = (): string => String(phones++)
let plates = 20_000
const truck = async (as: Client = carrier, more: Partial<ReturnType<typeof vehicle>> = {}) => {
  const plate = `冀C${plates++}`
  return { plate, ...(await as.send(addVehicle, vehicle({ plate, ...more }))) }
}
const shown = async (text: string, as: Client = carrier) =>
  (await as.send(listTerminals, { text })).rows.map(({ phone: no, state, plate, role, maker }) => [
    no,
    state,
    plate,
    role,
    maker,
  ])
const count = async (given: readonly string[]) =>
  (
    await server.db(tx =>
      tx.one(
        sql<{ n: number }>`select count(*)::int as n from terminals where phone = any(${given}::text[])`.compile(q),
      ),
    )
  ).n

test('which row is wrong at which column is told; ALL writes nothing, GOOD exactly the rest, bound to the vehicles they name', async () => {
  const [free, taken, foreignTaken, spare] = [phone(), phone(), phone(), phone()]
  const [one, busy, foreign] = [await truck(), await truck(), await truck(other)]
  const main = await carrier.send(addTerminal, { terminalPhone: taken })
  await carrier.send(bindTerminal, { ...main, vehicleId: busy.id, role: 'main' })
  await other.send(addTerminal, { terminalPhone: foreignTaken })
  const [bound, written] = [phone(), phone()]
  await truck(carrier, { terminalId: written })
  const { data } = await check([
    [`0${free}`, undefined, undefined, undefined, 'DEMO'],
    [bound, `${one.plate.slice(0, 2)}·${one.plate.slice(2)}`, '黄色'],
    [spare, busy.plate, undefined, '备用终端'],
    [taken],
    [foreignTaken],
    [free],
    ['12a', foreign.plate],
    [phone(), foreign.plate],
    [phone(), busy.plate],
    [phone(), one.plate],
    [phone(), undefined, undefined, '备用终端'],
    [phone(), one.plate, '彩色', '司机'],
    [written, one.plate, '黄色'],
    ['', one.plate, undefined, '备用终端'],
  ])
  expect(told(data)).toEqual([
    '5 终端手机号 已登记',
    '6 终端手机号 已登记',
    '7 终端手机号 与第2行重复',
    '8 终端手机号 应为 1 至 20 位数字',
    '8 车牌号 没有登记这辆车，或已停用',
    '9 车牌号 没有登记这辆车，或已停用',
    `10 车牌号 已有主终端${taken}，请先解绑或填写备用终端`,
    '11 车牌号 与第3行重复',
    '12 车牌号 填写了车牌颜色或角色，须填写车牌号',
    expect.stringMatching(/^13 车牌颜色 /),
    expect.stringMatching(/^13 角色 /),
    '13 车牌号 与第3行重复',
    '14 终端手机号 是另一辆车资料里的终端号，请先核对车辆资料',
    '14 车牌号 与第3行重复',
    '15 终端手机号 不能为空',
  ])
  expect((await run(data, 'ALL')).envelope.message).toContain('没有导入任何数据')
  expect(await count([free, bound, spare])).toBe(0)
  const { data: done } = await run(data, 'GOOD')
  expect(done.made.map(({ row, label }) => [row, label])).toEqual([
    [2, free],
    [3, bound],
    [4, spare],
  ])
  expect(await shown(free)).toEqual([[free, 'new', undefined, 'main', 'DEMO']])
  expect(await shown(bound)).toEqual([[bound, 'active', one.plate, 'main', undefined]])
  expect(await shown(spare)).toEqual([[spare, 'active', busy.plate, 'spare', undefined]])
})

test('an imported terminal is as one typed in: no code before it registers, its vehicle knows it, and its history says how it came', async () => {
  const [no, { id: vehicleId, plate }] = [phone(), await truck()]
  const { data } = await check([[no, plate]])
  const { data: done } = await run(data, 'ALL')
  const detail = await carrier.send(getTerminal, { id: done.made[0]?.id ?? '' })
  expect(detail).toMatchObject({ state: 'active', vehicleId, version: 2, bindings: [{ plate, role: 'main' }] })
  expect(detail.log.map(line => line.action)).toEqual(['绑定车辆', '导入登记'])
  const [row] = await server.db(tx =>
    tx.rows(
      sql`select t.auth_hash, t.protocol, t.phone_digits, v.terminal_id, b.track_no = v.track_no as same
        from terminals t join vehicles v on v.id = t.vehicle_id join terminal_bindings b on b.terminal_id = t.id
        where t.phone = ${no}`.compile(q),
    ),
  )
  expect(row).toEqual({ auth_hash: null, protocol: 2013, phone_digits: 12, terminal_id: no, same: true })
  expect((await other.ask(getTerminal, { id: detail.id })).http).toBe(404)
})

test('the house imports for any fleet, a terminal without a vehicle stays its own; a branch and people without the permit import none', async () => {
  const [no, free, { plate }] = [phone(), phone(), await truck(other)]
  const { data } = await check([[no, plate], [free]], ops)
  expect(told(data)).toEqual([])
  await run(data, 'ALL', ops)
  expect([await shown(no, other), await shown(free, other)]).toEqual([[[no, 'active', plate, 'main', undefined]], []])
  expect(await shown(free, ops)).toHaveLength(1)
  for (const account of ['branch', 'shipper'] as const)
    expect((await check([[phone()]], await server.login(account))).http).toBe(403)
  const template = await carrier.blob(getImportTemplate, { kind: 'terminals' })
  expect((await readXlsx(template.bytes)).sheets[0]?.rows[0]?.slice(0, 4)).toEqual([
    '终端手机号*',
    '车牌号',
    '车牌颜色',
    '角色',
  ])
})

test('two files with the same numbers and vehicles at once: one is written whole, the other not at all', async () => {
  const [first, second] = [phone(), phone()]
  const [one, two] = [await truck(), await truck()]
  const files = [
    await check([
      [first, one.plate],
      [second, two.plate],
    ]),
    await check([
      [second, one.plate],
      [first, two.plate],
    ]),
  ]
  const answers = await Promise.all(files.map(({ data }) => run(data, 'ALL')))
  expect(answers.map(({ http }) => http)).toEqual([200, 200])
  expect(await count([first, second])).toBe(2)
  expect(answers.filter(({ data }) => data?.state === 'done')).toHaveLength(1)
})
