// 今日 on abnormal positions, goods nobody took and invoices a carrier owes; and the last hand with a record.
import { listAbnormal, moveAbnormal } from '@yunshu/contract/abnormal/abnormal'
import { listExpectedInvoices } from '@yunshu/contract/invoice/expected'
import { getLastHand, listToday, putOffToday } from '@yunshu/contract/today'
import { DAY_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { todayKinds, type TodayKind } from '@yunshu/domain/today/today'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGoods, addWaybill, type Parties } from '../../../../../tests/server/homeRows.ts'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'

const ours: Parties = { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }
const theirs: Parties = { shipper: 'shipper6', carrier: 'carrier6', branch: 'branch2' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const workOf = async (client: Client, kind: TodayKind) =>
  (await client.send(listToday, { group: todayKinds[kind].group })).items.filter(item => item.kind === kind)

/** An open abnormal position of a waybill, so serious, since so many minutes. */
async function addEpisode(
  parties: Parties,
  no: string,
  more: { level?: number; state?: string; minutes?: number } = {},
) {
  const { level = 2, state = 'open', minutes = 5 } = more
  const id = randomUUID()
  const at = Date.now() - minutes * MINUTE_MS
  await server.db(async tx => {
    const goods = { id: await addGoods(tx, parties, `HYE${no}`), no: `HYE${no}` }
    const waybillId = await addWaybill(tx, parties, goods, `YDE${no}`, `冀AE${no}`, { state: 'inTransit' })
    const { vehicle_id } = await tx.one(q.selectFrom('waybills').select('vehicle_id').where('id', '=', waybillId))
    await tx.run(
      q.insertInto('episodes').values({
        id,
        kind: 'offline',
        state,
        level,
        grp: 'position',
        waybill_id: waybillId,
        vehicle_id,
        plate: `冀AE${no}`,
        track_no: Number(no),
        shipper_id: demoCompanyId(parties.shipper),
        carrier_id: demoCompanyId(parties.carrier),
        branch_id: demoCompanyId(parties.branch),
        evidence: { text: '超过 30 分钟没有消息' },
        from_at: at,
        last_at: at,
        created_at: at,
        updated_at: at,
      }),
    )
  })
  return id
}

test('an abnormal position is work of its carrier and the house until somebody takes it, of the house alone once raised', async () => {
  const [carrier, admin, branch] = [
    await server.login('carrier'),
    await server.login('admin'),
    await server.login('branch'),
  ]
  const mine = await addEpisode(ours, '1001')
  const usual = await addEpisode(ours, '1002', { level: 3 })
  const raised = await addEpisode(ours, '1003', { state: 'escalated', minutes: 50 })
  const foreign = await addEpisode(theirs, '1004')
  const idsOf = async (client: Client) => new Set((await workOf(client, 'abnormal')).map(({ id }) => id))
  expect(await idsOf(carrier)).toEqual(new Set([mine, usual]))
  expect(await idsOf(branch)).toEqual(new Set([mine, usual, raised]))
  expect(await idsOf(admin)).toEqual(new Set([mine, usual, raised, foreign]))
  // a pressing one ends when it is raised; the others have no end
  const items = await workOf(carrier, 'abnormal')
  expect(items.find(({ id }) => id === mine)).toMatchObject({
    no: '冀AE1001',
    beside: '离线',
    deadline: expect.any(Number),
    // each has an address of its own, also where a waybill has several
    path: expect.stringMatching(`text=YDE1001.*id=${mine}`),
  })
  expect(items.find(({ id }) => id === usual)?.deadline).toBeUndefined()
  const row = (await carrier.send(listAbnormal, { text: 'YDE1001' })).rows[0]
  await carrier.send(moveAbnormal, { id: mine, version: row?.version ?? 0, move: 'claim' })
  expect(await idsOf(carrier)).toContain(mine)
  expect(await idsOf(branch)).not.toContain(mine)
})

test('goods nobody took for a day are work of who published them, with the prices of the lane where there are enough deals', async () => {
  const [now, shipper] = [Date.now(), await server.login('shipper')]
  const id = await server.db(tx => addGoods(tx, ours, 'HYU1', { valid_to: now + 5 * DAY_MS }))
  const set = (no: string, values: { created_at?: number; remain_qty?: number; shipper_unit_price?: number }) =>
    server.db(tx => tx.run(q.updateTable('goods').set(values).where('goods_no', '=', no)))
  await set('HYU1', { created_at: now - 2 * DAY_MS })
  const told = async () => (await workOf(shipper, 'untakenGoods')).find(item => item.id === id)
  expect((await told())?.about).toBe('煤')
  for (let n = 0; n < 5; n += 1) {
    await server.db(tx => addGoods(tx, ours, `HYD${n}`))
    await set(`HYD${n}`, { created_at: now - DAY_MS, remain_qty: 4, shipper_unit_price: 1_100_000 + n * 10_000 })
  }
  expect((await told())?.about).toBe('煤　近 30 天成交 110.00–114.00 元，本单 100.00 元')
  await set('HYU1', { remain_qty: 9 })
  expect(await told()).toBeUndefined()
  await set('HYU1', { remain_qty: 10, created_at: now })
  expect(await told()).toBeUndefined()
})

test('a carrier is told of freight it was paid without an invoice, by branch, with the sum of the list', async () => {
  const finance = await server.login('carrier-finance')
  expect(await workOf(finance, 'owedInvoice')).toEqual([])
  const trip = await signedWaybill(server, { payable: 90_000, deducted: 0, oil: 0 })
  await server.db(tx => tx.run(q.updateTable('waybills').set({ paid_fen: 60_000 }).where('id', '=', trip.id)))
  const [row] = (await finance.send(listExpectedInvoices, {})).rows
  const [item] = await workOf(finance, 'owedInvoice')
  expect(item).toMatchObject({
    no: '1 单',
    amount: row?.total,
    id: demoCompanyId('branch1'),
    path: '/invoice/expected',
  })
  // it is put off like any other
  await finance.send(putOffToday, { kind: 'owedInvoice', id: demoCompanyId('branch1') })
  expect(await workOf(finance, 'owedInvoice')).toEqual([])
  await server.db(tx => tx.run(q.updateTable('waybills').set({ paid_fen: 0 }).where('id', '=', trip.id)))
  expect((await finance.send(listToday, { later: true })).items.filter(({ kind }) => kind === 'owedInvoice')).toEqual(
    [],
  )
})

test('the last hand with a record is told to others who see it, never to its owner, and of another company’s record nothing', async () => {
  const id = await addEpisodeWaybill()
  const line = (userId: string, name: string) =>
    server.db(tx =>
      tx.run(
        sql`insert into events (id, entity, entity_id, at, user_id, user_name, action, from_state, to_state)
        values (${randomUUID()}::uuid, 'waybill', ${id}::uuid, ${Date.now()}, ${userId}::uuid, ${name}, '装货发车', 'toLoad', 'inTransit')`.compile(
          q,
        ),
      ),
    )
  const carrier = await server.login('carrier')
  expect(await carrier.send(getLastHand, { id })).toEqual({})
  await line(demoUserId('carrier'), '承运甲')
  expect(await carrier.send(getLastHand, { id })).toEqual({})
  expect(await (await server.login('carrier-finance')).send(getLastHand, { id })).toEqual({
    by: '承运甲',
    action: '装货发车',
  })
  expect(await (await server.login('carrier2')).send(getLastHand, { id })).toEqual({})
})

async function addEpisodeWaybill(): Promise<string> {
  return server.db(async tx => {
    const goods = { id: await addGoods(tx, ours, 'HYL1'), no: 'HYL1' }
    return addWaybill(tx, ours, goods, 'YDL1', '冀AL0001', { state: 'inTransit' })
  })
}
