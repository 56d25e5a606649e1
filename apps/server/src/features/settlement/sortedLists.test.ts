// Orders of lists other than newest first: what begins, what ends, pages while rows move, and the indexes that keep them.
import type { Input } from '@yunshu/contract/call'
import { countSettlements, listSettlements } from '@yunshu/contract/settlement/settlement'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { startFreightWorld, wholeJourney, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { sheetOf, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { settlementsPage } from './settlement.queries.ts'

let world: FreightWorld
let maker: Client
let own = ''
beforeAll(async () => {
  world = await startFreightWorld()
  for (let n = 0; n < 2; n++)
    for (const [steps, waybill] of (await world.waybills(7)).entries())
      await world.walk(waybill, steps === 6 ? ['cancel'] : wholeJourney.slice(0, steps + 1))
  maker = await world.server.login('shipper-freight')
  const finance = await world.server.login('shipper-finance')
  for (const payable of [95_000_00, 12_000_00, 40_000_00])
    await sheetOf({ maker, finance }, [(await signedWaybill(world.server, { payable, dueAt: payable })).id], 'approved')
  own = (await sheetOf({ maker, finance }, [(await signedWaybill(world.server)).id], 'draft')).settlementNum
})
afterAll(() => world.stop())

/** Copies a sheet many times, spread over states and owners, and lets the owner of the tables analyse them. */
async function fillSheets(count: number): Promise<void> {
  await withClient(world.server.server.deps.config.migrateUrl, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'settlements' order by ordinal_position`,
    )
    const replaced: Record<string, string> = {
      id: `('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
      settlement_num: `'ZZ' || n`,
      state: `(array['paid','paid','approved','submitted'])[1 + n % 4]`,
      shipper_id: `case when n % 5 = 0 then shipper_id else '${demoCompanyId('shipper2')}' end`,
      carrier_id: `case when n % 7 = 0 then carrier_id else '${demoCompanyId('carrier3')}' end`,
      branch_id: `case when n % 3 = 0 then branch_id else '${demoCompanyId('branch2')}' end`,
    }
    const columns = rows.map(row => row.name)
    const nobody = demoCompanyId('shipper')
    await client.query(
      `select set_config('app.reach', 'system', false), set_config('app.user', '${nobody}', false), set_config('app.company', '${nobody}', false), set_config('app.branch', '${nobody}', false)`,
    )
    await client.query(
      `insert into settlements (${columns.join()}) select ${columns.map(name => replaced[name] ?? name).join()} from (select * from settlements order by id limit 1) as s, generate_series(1, ${count}) as n`,
    )
    await client.query('analyze settlements')
  })
}

describe('an order of the list', () => {
  it('begins with what waits longest, keeps what has no time for the end, and shows no row twice that moves meanwhile', async () => {
    const carrier = world.as('carrier')
    const first = await carrier.send(listWaybills, { sort: 'stateSince', limit: 5 })
    const whole = (await carrier.send(listWaybills, { sort: 'stateSince', limit: 100 })).rows
    const since = whole.map(row => row.stateSince ?? Infinity)
    expect(since).toEqual(since.toSorted((a, b) => a - b))
    expect(first.rows).toEqual(whole.slice(0, 5))
    // two that were shown get a newer time, which would bring them to the end
    const moved = first.rows.slice(0, 2).map(({ id }) => id)
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybills')
          .set({ state_since: Date.now() + 60_000 })
          .where('id', 'in', moved),
      ),
    )
    const seen = first.rows.map(({ id }) => id)
    for (let next = first.next; next !== undefined;) {
      const page = await carrier.send(listWaybills, { sort: 'stateSince', limit: 5, cursor: next })
      seen.push(...page.rows.map(({ id }) => id))
      next = page.next
    }
    expect(seen).toEqual(whole.map(({ id }) => id))
    await world.server.db(tx => tx.run(q.updateTable('waybills').set({ state_since: null }).where('id', 'in', moved)))
    const timeless = (await carrier.send(listWaybills, { sort: 'stateSince', limit: 100 })).rows.map(
      ({ stateSince }) => stateSince === undefined,
    )
    expect(timeless.filter(Boolean).length).toBeGreaterThanOrEqual(moved.length)
    expect(timeless).toEqual(timeless.toSorted((a, b) => Number(a) - Number(b)))
  })

  it('told a hidden price: the amount is that of the own side, and without its permit refused', async () => {
    const own = (await world.as('shipper').send(listWaybills, { sort: 'amount', limit: 100 })).rows
    expect(own.map(row => row.shipperFreight ?? -1)).toEqual(
      own.map(row => row.shipperFreight ?? -1).toSorted((a, b) => b - a),
    )
    const { client } = await addColleague(world.server, {
      account: 'list-unpriced',
      company: 'shipper',
      permits: ['waybill.view'],
      dataScope: 'COMPANY',
    })
    expect((await client.ask(listWaybills, { sort: 'amount' })).http).toBe(403)
    expect((await client.ask(listWaybills, { sort: 'stateSince' })).http).toBe(200)
  })

  it('takes no place of another order, or one that was written by hand', async () => {
    const client = world.as('shipper')
    const first = demoCompanyId('shipper')
    const { next = '' } = await client.send(listWaybills, { sort: 'stateSince', limit: 1 })
    const place = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const wrong: Input<typeof listWaybills>[] = [
      { sort: 'amount', cursor: next },
      { cursor: next },
      { sort: 'stateSince', cursor: first },
      { sort: 'stateSince', cursor: place('stateSince', 1, 'x', first) },
      { sort: 'stateSince', cursor: place('stateSince', 1, 1, 'x') },
      { sort: 'stateSince', cursor: '%%%' },
    ]
    for (const input of wrong)
      expect([input, (await client.ask(listWaybills, { limit: 1, ...input })).http]).toEqual([input, 400])
  })
})

it('sheets stood newest first alone: by due date, amount and stay too, each along an index of what is open', async () => {
  const sorted = async (sort: 'dueAt' | 'amount' | 'stateSince') =>
    (await maker.send(listSettlements, { sort, limit: 100 })).rows
  const due = (await sorted('dueAt')).map(row => row.dueAt ?? Infinity)
  expect(due).toEqual(due.toSorted((a, b) => a - b))
  const amounts = (await sorted('amount')).map(row => row.due)
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  expect(new Set(amounts).size).toBeGreaterThan(1)
  await fillSheets(8000)
  const slow: string[] = []
  for (const side of ['shipper', 'carrier', 'branch', 'platform'] as const)
    for (const [sort, name] of [
      ['dueAt', 'due'],
      ['amount', 'amount'],
      ['stateSince', 'stay'],
    ] as const) {
      const actor = actorOfSide(side)
      const lines = await planOfSheets(actor, { state: 'approved', sort })
      if (!lines.some(line => line.includes(`settlements_${name}_${side === 'platform' ? 'all' : side}`)))
        slow.push(`${side} ${sort}\n${lines.join('\n')}`)
    }
  expect(slow).toEqual([])
})

it('a later page read all pages before it: the place where it begins is asked of the index', async () => {
  for (const sort of ['dueAt', 'amount', 'stateSince'] as const) {
    const { next } = await maker.send(listSettlements, { state: 'approved', sort, limit: 1 })
    if (next === undefined) throw new Error('one page')
    const lines = await planOfSheets(actorOfSide('shipper'), { state: 'approved', sort, cursor: next })
    expect([sort, lines.filter(line => /Index Cond: .*ROW\(/.test(line)).length]).toEqual([sort, 1])
  }
})

it('sheets of a rare kind among thousands of the usual one are found by an index of their own, and counted as listed', async () => {
  await withClient(world.server.server.deps.config.migrateUrl, async client => {
    await client.query(`select set_config('app.reach', 'system', false)`)
    await client.query(`update settlements set kind = 'ADVANCE' where settlement_num in ('ZZ35', 'ZZ70', 'ZZ105')`)
    await client.query('analyze settlements')
  })
  for (const side of ['shipper', 'carrier', 'branch', 'platform'] as const) {
    const lines = await planOfSheets(actorOfSide(side), { kind: 'ADVANCE' })
    expect([side, lines.some(line => line.includes('settlements_kind'))]).toEqual([side, true])
  }
  const { rows } = await maker.send(listSettlements, { kind: 'ADVANCE' })
  expect(rows.map(({ kind }) => kind)).toEqual(['ADVANCE', 'ADVANCE', 'ADVANCE'])
  const { state } = await maker.send(countSettlements, { kind: 'ADVANCE' })
  expect(Object.values(state).reduce((sum, n) => sum + n, 0)).toBe(3)
  expect((await maker.send(listSettlements, { kind: 'ADJUST' })).rows).toEqual([])
  const [whole] = (await maker.send(listSettlements, { numbers: [own] })).rows
  await world.server.db(tx =>
    tx.run(
      sql`update waybill_parts set part = 'adjust' where id = (select part_id from settlement_lines
        where settlement_id = ${whole?.id}::uuid limit 1)`.compile(q),
    ),
  )
  expect((await maker.send(listSettlements, { kind: 'ADJUST' })).rows).toEqual([whole])
  expect((await maker.ask(listSettlements, {}, { raw: { kind: 'CHILD' } })).http).toBe(400)
})

it('sheets of one person among those of many were found by no index behind the walls', async () => {
  await withClient(world.server.server.deps.config.migrateUrl, async client => {
    await client.query(
      `select set_config('app.reach', 'system', false), set_config('app.user', id::text, false), set_config('app.company', id::text, false), set_config('app.branch', id::text, false) from companies limit 1`,
    )
    await client.query(
      `update settlements set shipper_id = '${demoCompanyId('shipper')}', maker_id = '${demoUserId('shipper2')}' where settlement_num like 'ZZ%'`,
    )
    await client.query('analyze settlements')
  })
  const actor = {
    ...actorOfSide('shipper'),
    dataScope: 'SELF' as const,
    permits: new Set(['settlement.make'] as const),
  }
  const lines = await planOfSheets(actor, {})
  expect(lines.find(line => line.includes('settlements_maker'))).toBeDefined()
  expect(lines.filter(line => /Index Cond.*maker_for/.test(line))).toHaveLength(1)
})

/** The plan of a page of sheets, as somebody would be answered. */
async function planOfSheets(
  actor: Parameters<typeof settlementsPage>[0]['actor'],
  filter: Parameters<typeof settlementsPage>[1],
): Promise<string[]> {
  const { side, userId, companyId, branchId } = actor
  const { sql: text, parameters } = settlementsPage({ actor, now: Date.now() }, filter).compile()
  const reach = side === 'platform' ? 'platform' : side === 'branch' ? 'branch' : 'company'
  const plan = await world.server.db(
    async tx => {
      // the walls keep the planner from knowing how many rows there are: a few would be sorted sooner
      await tx.run(sql`set local enable_sort = off`.compile(q))
      return tx.rows<{ 'QUERY PLAN': string }>({
        ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
        sql: `explain ${text}`,
        parameters,
      })
    },
    { reach, userId, companyId, branchId },
  )
  return plan.map(line => line['QUERY PLAN'])
}
