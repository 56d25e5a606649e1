// The page of partners and the channels one can pay by, against a demo with its simulated bank.
import { listPartners, listPayChannels } from '@yunshu/contract/partner/partner'
import { partners } from '@yunshu/domain/partner'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { openPool } from '../../db/pool.ts'
import type { PayOrder } from '../../partners/channel.ts'
import { keepSigns, watchChannel, watchStore } from '../../work/partnerSigns.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const order = (accountNo: string): PayOrder => ({
  idemKey: accountNo.padStart(64, 'a'),
  payee: '周远',
  accountNo,
  bank: '中国工商银行',
  amountFen: 100,
  remark: '运费',
})
const shown = async () => {
  await server.server.signs.written()
  const { rows } = await (await server.login('admin')).send(listPartners, {})
  return new Map(rows.map(row => [row.key, row]))
}

test('nobody could see what of the installation is real: the platform sees each partner, real, simulated or off, and its last signs', async () => {
  const { channels, store } = server.server.deps
  await channels.of('SIM')?.send(order('6222000000000001'))
  await channels.of('SIM')?.send(order('6222000000009007'))
  await store.put('receipt/2026-11/sign-1.png', Buffer.from('x'), 'image/png')
  const rows = await shown()
  // partners not connected stand last; otherwise the order is that of the table
  const inOrder = Object.keys(partners)
  const offOnes = new Set([...rows.values()].filter(({ state }) => state === 'off').map(({ key }) => String(key)))
  expect([...rows.keys()]).toEqual([
    ...inOrder.filter(key => !offOnes.has(key)),
    ...inOrder.filter(key => offOnes.has(key)),
  ])
  expect(rows.get('SIM')).toMatchObject({
    state: 'simulated',
    succeededAt: expect.any(Number) as number,
    failedAt: expect.any(Number) as number,
    fault: '付款：没有应答',
  })
  expect(rows.get('files')).toMatchObject({ state: 'real', remark: '本机文件夹' })
  expect(rows.get('files')?.succeededAt).toBeTypeOf('number')
  expect(rows.get('BANK')).toEqual({ key: 'BANK', state: 'off', remark: '付款时选不到它' })
  // companies and branches are shown neither addresses nor faults
  for (const account of ['shipper', 'branch'])
    expect((await (await server.login(account)).ask(listPartners, {})).http, account).toBe(403)
})

test('the pay dialog offered channels nobody has: the server names those it has to whoever pays', async () => {
  const finance = await server.login('shipper-finance')
  expect(await finance.send(listPayChannels, {})).toEqual({
    channels: ['SIM', 'FILE', 'OFFLINE'],
    limits: [{ channel: 'SIM', max: 500_000_000 }],
    silent: [],
  })
  expect((await (await server.login('shipper-freight')).ask(listPayChannels, {})).http).toBe(403)
})

test('signs of several processes meet in one row: the later one stands, whoever writes last', async () => {
  const { pool } = server.server.deps
  const [early, late] = [keepSigns(pool, () => {}), keepSigns(pool, () => {})]
  const clock = vi.spyOn(Date, 'now').mockReturnValue(2_000)
  early.failed('TF', '付款', new Error('断开'))
  clock.mockReturnValue(3_000)
  late.failed('TF', '查询付款', '拒绝')
  late.succeeded('TF')
  clock.mockRestore()
  await late.written()
  await early.written()
  expect((await shown()).get('TF')).toMatchObject({ succeededAt: 3_000, failedAt: 3_000, fault: '查询付款：拒绝' })
})

test('a partner is not waited for to be noted, and a database that is away costs a sign nothing', async () => {
  const said: string[] = []
  const pool = openPool({ url: server.server.deps.config.databaseUrl, max: 1, log: () => {} })
  await pool.end()
  const signs = keepSigns(pool, line => said.push(line))
  const broken = { ...server.server.deps.store, put: () => Promise.reject(new Error('disk full')) }
  await expect(watchStore(broken, signs).put('k', Buffer.alloc(1), 'image/png')).rejects.toThrow('disk full')
  const deaf = watchChannel(
    { key: 'BANK', send: () => Promise.reject(new Error('reset')), query: async () => ({ state: 'unknown' }) },
    signs,
  )
  await expect(deaf.send(order('1'))).rejects.toThrow('reset')
  expect(await deaf.query('1')).toEqual({ state: 'unknown' })
  await signs.written()
  expect(said).toEqual([expect.stringMatching(/^partners: /)])
})
