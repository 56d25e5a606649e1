// Many pasted numbers, and rows a person chose: goods, tasks and sheets are found by them in one's own reach only.
import { countGoods, listGoods } from '@yunshu/contract/goods/goods'
import { countTasks, listTasks } from '@yunshu/contract/task/task'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightWorld, type MadeTask } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
let tasks: MadeTask[]
let goodsNos: string[]
beforeAll(async () => {
  world = await startFreightWorld()
  tasks = []
  for (let n = 0; n < 3; n++) tasks.push(await world.task(n === 0 ? { upstreamNo: 'KH-2026-77' } : {}))
  const rows = await world.server.db(tx => tx.rows(q.selectFrom('goods').select(['id', 'goods_no'])))
  goodsNos = tasks.map(({ goodsId }) => rows.find(({ id }) => id === goodsId)?.goods_no ?? '')
})
afterAll(() => world.stop())

const found = async (
  account: 'shipper' | 'carrier' | 'shipper2' | 'admin',
  filter: { numbers?: string[]; ids?: string[]; text?: string },
) => (await world.as(account).send(listGoods, filter)).rows.map(({ id }) => id).sort((a, b) => a.localeCompare(b))
const ids = (...at: number[]) => at.map(n => tasks[n]?.goodsId ?? '').sort((a, b) => a.localeCompare(b))

test('goods are found by goods numbers and customers\u2019 numbers, and counted alike', async () => {
  const numbers = [goodsNos[1] ?? '', 'KH-2026-77', 'HY0']
  for (const account of ['shipper', 'admin'] as const) {
    expect([account, await found(account, { numbers })]).toEqual([account, ids(0, 1)])
    const { state } = await world.as(account).send(countGoods, { numbers })
    expect([account, Object.values(state).reduce((sum, n) => sum + n, 0)]).toEqual([account, 2])
  }
  expect(await found('shipper2', { numbers })).toEqual([])
})

test('a carrier does not find goods by the number their shipper\u2019s customer gave them', async () => {
  expect(await found('carrier', { numbers: ['KH-2026-77'] })).toEqual([])
  expect(await found('carrier', { numbers: [goodsNos[0] ?? ''] })).toEqual(ids(0))
  expect([await found('shipper', { text: '2026-77' }), await found('carrier', { text: '2026-77' })]).toEqual([
    ids(0),
    [],
  ])
  expect(await found('carrier', { text: goodsNos[0] ?? '' })).toEqual(ids(0))
})

test('tasks are found by their own numbers and those of their goods', async () => {
  const numbers = [tasks[2]?.taskNo ?? '', goodsNos[0] ?? '']
  const { rows } = await world.as('carrier').send(listTasks, { numbers })
  expect(rows.map(({ taskNo }) => taskNo)).toEqual([tasks[2]?.taskNo, tasks[0]?.taskNo])
  expect((await world.as('carrier').send(countTasks, { numbers })).state).toEqual(
    expect.objectContaining({ accepted: 2 }),
  )
  expect((await world.as('carrier2').send(listTasks, { numbers })).rows).toEqual([])
})

test('chosen rows are found by their ids, in one\u2019s own reach', async () => {
  expect(await found('shipper', { ids: ids(0, 2) })).toEqual(ids(0, 2))
  expect(await found('shipper2', { ids: ids(0, 2) })).toEqual([])
  expect(
    (await world.as('carrier').send(listTasks, { ids: [tasks[1]?.taskId ?? ''] })).rows.map(({ id }) => id),
  ).toEqual([tasks[1]?.taskId])
})

test('too many, or what is no number, is refused at the field', async () => {
  for (const [call, raw, fields] of [
    [listGoods, Array.from({ length: 501 }, (_, n) => `HY${n}`), { numbers: '一次最多查询五百个单号' }],
    [listTasks, ['RW 1'], { 'numbers.0': '格式不正确' }],
  ] as const) {
    const { http, envelope } = await world.as('carrier').ask(call, {}, { raw: { numbers: JSON.stringify(raw) } })
    expect([http, envelope.data]).toEqual([400, { fields }])
  }
})
