// The simulated bank: the account decides, an order sent twice is one order, and nothing is forgotten over a restart.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/server/testServer.ts'
import { openChannels } from './channels.ts'
import { dueNotices, noticeTaken, openSimulator } from './simulator.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

/** The moment the bank says. */
const at: unknown = expect.any(Number)
let n = 0
const order = (tail: string) => ({
  idemKey: String(++n).padStart(64, '0'),
  payee: '甲',
  accountNo: `622202000000${tail}`,
  bank: '工商银行',
  amountFen: 100,
  remark: '',
})
const bank = () => openSimulator(server.server.deps.pool)

test('any account is paid, the marked ones are refused with their reason', async () => {
  const paid = order('0018')
  expect(await bank().send(paid)).toMatchObject({ state: 'success' })
  expect(await bank().send(paid)).toEqual(await bank().query(paid.idemKey))
  expect(await Promise.all(['9001', '9002', '9003'].map(tail => bank().send(order(tail))))).toEqual([
    { state: 'failed', reason: '账号户名不符', amountFen: 100, at },
    { state: 'failed', reason: '卡已销户', amountFen: 100, at },
    { state: 'failed', reason: '超过单笔限额', amountFen: 100, at },
  ])
})

test('a lost answer is known when asked, also by a bank started anew', async () => {
  const [lost, refused, silent] = [order('9004'), order('9006'), order('9007')]
  for (const one of [lost, refused, silent]) expect(await bank().send(one)).toEqual({ state: 'unknown' })
  expect(await bank().query(lost.idemKey)).toMatchObject({ state: 'success' })
  expect(await bank().query(refused.idemKey)).toEqual({ state: 'failed', reason: '账号户名不符', amountFen: 100, at })
  expect(await bank().query(silent.idemKey)).toEqual({ state: 'unknown' })
  expect(await bank().query('f'.repeat(64))).toEqual({ state: 'notFound' })
})

test('a slow order is told by a notice, once it is taken the bank knows the end', async () => {
  const slow = order('9005')
  expect(await bank().send(slow)).toEqual({ state: 'processing' })
  expect(await bank().query(slow.idemKey)).toEqual({ state: 'processing' })
  expect(await dueNotices(server.server.deps.pool, Date.now())).toEqual([])
  const [notice] = await dueNotices(server.server.deps.pool, Date.now() + 10_000)
  expect(notice).toMatchObject({ orderNo: slow.idemKey, amount: '1.00', currency: 'CNY', result: 'success' })
  await noticeTaken(server.server.deps.pool, slow.idemKey)
  expect(await bank().query(slow.idemKey)).toEqual({
    state: 'success',
    bankSerial: notice?.bankSerial,
    amountFen: 100,
    at,
  })
})

test('an order that never arrives is not known, another amount is said each time, and an empty account refuses', async () => {
  const [lost, more, poor] = [order('9014'), order('9015'), order('9016')]
  expect(await bank().send(lost)).toEqual({ state: 'unknown' })
  expect(await bank().query(lost.idemKey)).toEqual({ state: 'notFound' })
  expect(await bank().send(more)).toMatchObject({ state: 'success', amountFen: 101 })
  expect(await bank().query(more.idemKey)).toMatchObject({ state: 'success', amountFen: 101 })
  expect(await bank().send(poor)).toEqual({ state: 'failed', reason: '付款账户余额不足', amountFen: 100, at })
  expect(await bank().send(order('9017'))).toMatchObject({ state: 'success', amountFen: 100 })
})

test('only opened channels are offered', () => {
  const channels = openChannels(server.server.deps.pool, true)
  expect(channels.keys).toEqual(['SIM', 'FILE', 'OFFLINE'])
  expect(channels.of('BANK')).toBeUndefined()
})

test('money that comes back, and a refusal that was none, are told later', async () => {
  const [back, late] = [order('9008'), order('9009')]
  const first = [await bank().send(back), await bank().send(late)]
  expect(first).toMatchObject([{ state: 'success' }, { state: 'failed', reason: '系统繁忙' }])
  expect([await bank().query(back.idemKey), await bank().query(late.idemKey)]).toEqual(first)
  const told = await dueNotices(server.server.deps.pool, Date.now() + 60_000)
  for (const [{ idemKey }, result] of [
    [back, 'returned'],
    [late, 'success'],
  ] as const) {
    expect(told.find(({ orderNo }) => orderNo === idemKey)?.result).toBe(result)
    await noticeTaken(server.server.deps.pool, idemKey)
    expect(await bank().query(idemKey)).toMatchObject({ state: result, amountFen: 100 })
  }
})
