// Days the bank's files say: the end of a payment stands in the books on the day in a column of the answer, or at the time of
// the line of a reconciliation file.
import { moveReconFile, readReconFile } from '@yunshu/contract/recon/recon'
import { getPayAnswer } from '@yunshu/contract/payFile/payAnswer'
import { printYuan } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, formatDateTime, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPayFileWorld, type PayFileWorld } from '../../../../../tests/server/payFileWorld.ts'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { q } from '../../db/tx.ts'

let world: PayFileWorld
beforeAll(async () => {
  world = await startPayFileWorld()
})
afterAll(() => world.server.stop())

const today = startOfDay(Date.now())
const yesterday = today - DAY_MS

/** A file that left three days ago with one payment. */
async function leftBefore() {
  const { file } = await world.released(1)
  const [row] = file.rows
  if (row === undefined) throw new Error('a file without a payment')
  await world.server.db(tx =>
    tx.run(
      sql`update payments set sent_at = ${today - 3 * DAY_MS + 9 * HOUR_MS} where task_no = ${row.taskNo}`.compile(q),
    ),
  )
  return { file, row }
}
const endOf = (taskNo: string) =>
  world.server.db(tx =>
    tx.rows(
      sql<{ event: string; date: number; moved: number | null; done: number | null }>`
        select e.event, e.date, t.happened_at as moved, p.done_at as done from payments p
        join journal_entries e on e.source_id = p.id and e.event in ('E7b', 'E7c') left join trades t on t.entry_id = e.id
        where p.task_no = ${taskNo}`.compile(q),
    ),
  )
const answerOf = (taskNo: string, amount: string, result: string, day: string): Buffer =>
  Buffer.from(
    `支付任务号,金额,结果,银行流水号,失败原因,交易日期\r\n${taskNo},${amount},${result},BD-${day},,${day}\r\n合计,${amount},,,,`,
  )

test('the answer’s column says the day: success and failure stand on it, a day to come or before the file left does not count', async () => {
  for (const [result, event] of [
    ['成功', 'E7b'],
    ['失败', 'E7c'],
  ] as const) {
    const { file, row } = await leftBefore()
    const answer = await world.read(file, answerOf(row.taskNo, printYuan(row.amount), result, formatDate(yesterday)))
    expect((await world.branch.send(getPayAnswer, { id: answer.id })).lines).toMatchObject([{ date: yesterday }])
    expect((await world.take(answer)).envelope.code).toBe(0)
    await world.judged()
    expect(await endOf(row.taskNo)).toEqual([
      { event, date: yesterday, moved: event === 'E7b' ? yesterday : null, done: yesterday },
    ])
  }
  for (const day of [today + 5 * DAY_MS, today - 20 * DAY_MS]) {
    const { file, row } = await leftBefore()
    const answer = await world.read(file, answerOf(row.taskNo, printYuan(row.amount), '成功', formatDate(day)))
    expect((await world.take(answer)).envelope.code).toBe(0)
    await world.judged()
    const [end] = await endOf(row.taskNo)
    expect(startOfDay(end?.date ?? 0)).toBe(today)
  }
  expect(await drift(world.server)).toEqual([])
})

test('a line of the bank’s file settles a payment at the time of the line', async () => {
  const { row } = await leftBefore()
  const at = yesterday + 10 * HOUR_MS
  const amount = printYuan(row.amount)
  const text = [
    `对账文件,${formatDate(yesterday)},笔数,1,收入合计,0.00,支出合计,${amount},期初余额,${amount},期末余额,0.00`,
    '交易时间,流水号,订单号,收支,金额,对方户名,对方账号',
    [formatDateTime(at), 'BD-RECON', row.taskNo, '支出', amount, row.payee, '6222000011112222'].join(','),
  ].join('\r\n')
  const upload = { files: [{ name: '对账.csv', type: 'text/csv', bytes: Buffer.from(text) }] }
  const { id, version } = await world.branch.send(readReconFile, {}, upload)
  await world.house.send(moveReconFile, { id, version, move: 'take' })
  await world.judged()
  expect(await endOf(row.taskNo)).toEqual([{ event: 'E7b', date: at, moved: at, done: at }])
  expect(await drift(world.server)).toEqual([])
})
