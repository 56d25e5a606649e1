// The limit of a batch as a company decides it: read at the choice and at the start, with its line of history.
import { chooseBatch, getBatch, startBatch, type BatchDetail } from '@yunshu/contract/batch'
import type { Input } from '@yunshu/contract/call'
import { getPolicies, setPolicies } from '@yunshu/contract/policy'
import { batchLimitBounds } from '@yunshu/domain/company/batchLimit'
import { decisionsOf, policiesOf } from '@yunshu/domain/company/company'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { openFunds, sheetOf, signedWaybill, type People } from '../../../../../tests/server/settlementWorld.ts'
import { holdJobs, startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let people: People
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  await openFunds(server)
  await holdJobs(server, ['batch.run', 'payments'])
})
afterAll(() => server.stop())

const choose = async (client: Client, input: Input<typeof chooseBatch>): Promise<BatchDetail> =>
  client.send(getBatch, { id: (await client.send(chooseBatch, input)).id })
const begin = (client: Client, { id, version, total: count, sum }: BatchDetail) =>
  client.ask(
    startBatch,
    { id, version, count, ...(sum === undefined ? {} : { sum }) },
    { key: `start-${id}-${Math.random()}` },
  )
/** All are known: the ids of rows a person ticked after their preview. */
const looked = (rows: readonly { id: string }[]) => ({
  ids: rows.map(({ id }) => id),
  looked: rows.map(({ id }) => id),
})

it('a batch is chosen and started within the limit its company decided, at the choice and again at the start', async () => {
  const made = [
    await sheetOf(people, [(await signedWaybill(server)).id], 'submitted'),
    await sheetOf(people, [(await signedWaybill(server)).id], 'submitted'),
    await sheetOf(people, [(await signedWaybill(server)).id], 'submitted'),
  ]
  const { finance } = people
  const boss = await server.login('shipper')
  const decide = async (rows: number, sum: number) => {
    const { version, inForce } = await boss.send(getPolicies, {})
    return boss.ask(setPolicies, { version, decisions: decisionsOf(inForce), batchLimit: { rows, sum: fen(sum) } })
  }
  const { rows, sum } = batchLimitBounds
  try {
    expect((await decide(3, sum.standard)).http).toBe(200)
    const batch = await choose(finance, { act: 'approve', ...looked(made) })
    expect(batch.limit).toEqual({ rows: 3, sum: sum.standard })
    // drawn closer while the choice waits
    await decide(2, sum.standard)
    expect((await begin(finance, batch)).envelope).toMatchObject({
      code: 2605,
      message: expect.stringContaining('2 张'),
    })
    expect((await finance.ask(chooseBatch, { act: 'approve', ...looked(made) })).envelope.code).toBe(2601)
    await decide(3, batch.sum === undefined ? 0 : batch.sum - 1)
    expect((await begin(finance, batch)).envelope.code).toBe(2605)
    // a submission moves no money, and another company decides for itself
    expect(await choose(people.maker, { act: 'submit', list: 'settlements' })).not.toHaveProperty('limit')
    expect((await decide(3, batch.sum ?? 0)).http).toBe(200)
    expect((await begin(finance, batch)).http).toBe(200)
    const asked = (limit: object) =>
      setPolicies.input.safeParse({ version: 1, decisions: decisionsOf(policiesOf({})), batchLimit: limit }).success
    expect(asked({ rows: rows.most, sum: '20000000.00' })).toBe(true)
    for (const beyond of [{ rows: rows.most + 1 }, { rows: 0 }, { sum: '20000000.01' }, { sum: '0.00' }])
      expect(asked({ rows: rows.most, sum: '1.00', ...beyond })).toBe(false)
    const diff = await server.db(tx =>
      tx.first(
        sql<{ diff: unknown }>`select diff from events where action = '修改企业策略' order by id limit 1`.compile(q),
      ),
    )
    expect(diff?.diff).toEqual([{ field: '结算单批量办理一次最多张数', old: '50 张', new: '3 张' }])
  } finally {
    await decide(rows.standard, sum.standard)
  }
})
