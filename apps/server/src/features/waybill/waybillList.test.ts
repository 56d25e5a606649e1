// The list of waybills: every filter, counters that equal the list, pages without gaps, and plans that use an index.
import type { Input } from '@yunshu/contract/call'
import { countWaybills, listWaybills } from '@yunshu/contract/waybill/waybill'
import { receiptStates, waybillSettleStates, waybillStates, type WaybillState } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q, type Reach } from '../../db/tx.ts'
import { dice } from '../../../demo/invented.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightAccount,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { waybillsPage } from './waybill.queries.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'

type Filter = Input<typeof countWaybills>
let world: FreightWorld
let made: MadeWaybill[]
let goodsNo: string
let goodsId: string
beforeAll(async () => {
  world = await startFreightWorld()
  made = []
  for (let n = 0; n < 3; n++) {
    const batch = await world.waybills(
      7,
      n === 1
        ? {
            upstreamNo: 'KH-2026-77',
            unloadPoints: [
              {
                name: '上海仓',
                regionCode: '310114',
                regionName: '上海市嘉定区',
                address: '园区路200号',
                contact: '王建国',
                mobile: '19900001234',
              },
            ],
          }
        : {},
    )
    for (const [steps, waybill] of batch.entries())
      made.push(await world.walk(waybill, steps === 6 ? ['cancel'] : wholeJourney.slice(0, steps + 1)))
  }
  const row = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select(['goods_no', 'goods_id']).orderBy('id').limit(1)),
  )
  goodsNo = row.goods_no
  goodsId = row.goods_id
})
afterAll(() => world.stop())

const all = async (account: FreightAccount, filter: Filter, limit = 100) => {
  const rows: { id: string; state: string; waybillNo: string }[] = []
  for (let cursor: string | undefined; ;) {
    const page = await world.as(account).send(listWaybills, { ...filter, limit, ...(cursor ? { cursor } : {}) })
    rows.push(...page.rows)
    if (!page.next) return rows
    cursor = page.next
  }
}
const nonZero = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))
const tally = (rows: readonly { state: string }[]) =>
  rows.reduce<Record<string, number>>((counts, { state }) => ({ ...counts, [state]: (counts[state] ?? 0) + 1 }), {})

describe('counters and list', () => {
  it('are equal under any filter, for every side', async () => {
    const roll = dice(7)
    const maybe = <T>(value: T): T | undefined => (roll.next() < 0.3 ? value : undefined)
    for (let round = 0; round < 60; round++) {
      const account = roll.pick(['shipper', 'carrier', 'branch', 'admin', 'carrier2'] as const)
      const some = (): Filter => ({
        plate: maybe(roll.pick([roll.pick(made).plate, '冀A1', '1000'])),
        driver: maybe(roll.pick(['19900', '建国', '没有'])),
        loadRegion: maybe(roll.pick(['610000', '610802', '110000'])),
        unloadRegion: maybe(roll.pick(['310000', '411300', '411328'])),
        receiptState: maybe(roll.pick(Object.keys(receiptStates.states) as (keyof typeof receiptStates.states)[])),
        settleState: maybe(
          roll.pick(Object.keys(waybillSettleStates.states) as (keyof typeof waybillSettleStates.states)[]),
        ),
        numbers: maybe(
          roll.pick([
            [roll.pick(made).waybillNo],
            made.slice(0, 5).map(one => one.waybillNo),
            ['KH-2026-77'],
            [goodsNo],
            ['无此单号'],
          ]),
        ),
        dateKind: maybe(roll.pick(['created', 'loaded', 'signed'] as const)),
        from: maybe(Date.now() - 3_600_000),
        to: maybe(Date.now() - roll.int(0, 5000)),
        goodsId: maybe(goodsId),
        carrierId: maybe(demoCompanyId('carrier')),
      })
      const filter = Object.fromEntries(Object.entries(some()).filter(([, value]) => value !== undefined)) as Filter
      const { state, total } = await world.as(account).send(countWaybills, filter)
      const rows = await all(account, filter)
      expect([account, filter, nonZero(state), total]).toEqual([account, filter, tally(rows), rows.length])
      const one = roll.pick(Object.keys(waybillStates.states) as WaybillState[])
      const narrowed = await world.as(account).send(countWaybills, { ...filter, state: one })
      expect([narrowed.state, narrowed.total]).toEqual([state, (await all(account, { ...filter, state: one })).length])
    }
  })

  it('are equal without a filter, where the kept counters answer', async () => {
    for (const account of ['shipper', 'carrier', 'branch', 'admin', 'shipper2', 'carrier2'] as const) {
      const { state, total } = await world.as(account).send(countWaybills, {})
      const rows = await all(account, {})
      expect([account, nonZero(state), total]).toEqual([account, tally(rows), rows.length])
    }
  })
})

describe('the list of waybills', () => {
  it('finds many pasted numbers at once: waybill, customer and goods numbers', async () => {
    const numbers = [made[0]?.waybillNo ?? '', 'KH-2026-77']
    expect((await all('shipper', { numbers })).length).toBe(8)
    expect((await all('shipper', { numbers: [goodsNo] })).length).toBe(7)
    expect(
      (
        await world
          .as('shipper')
          .ask(listWaybills, {}, { raw: { numbers: JSON.stringify(Array.from({ length: 501 }, (_, n) => `YD${n}`)) } })
      ).envelope.code,
    ).toBe(4001)
    // as many as may be asked for, each as long as a customer's may be, and one that is here
    const longest = Array.from({ length: 499 }, (_, n) => `KH-${String(n).padStart(32, '0')}`)
    expect((await all('shipper', { numbers: [...longest, 'KH-2026-77'] })).length).toBe(7)
  })

  it('keeps exactly the rows each filter names', async () => {
    type Row = Awaited<ReturnType<typeof whole>>[number]
    const whole = async (filter: Filter) => (await world.as('admin').send(listWaybills, { ...filter, limit: 100 })).rows
    const rows = await whole({})
    const times = rows.map(row => row.createdAt).sort((a, b) => a - b)
    const middle = times[10] ?? 0
    const driver = rows[3]?.driverName ?? ''
    const cases: [Filter, (row: Row) => boolean][] = [
      [{ plate: made[4]?.plate ?? '' }, row => row.plate === made[4]?.plate],
      [{ plate: '001' }, row => row.plate.includes('001')],
      [{ driver }, row => row.driverName.includes(driver)],
      [
        { driver: rows[5]?.driverMobile.slice(-4) ?? '' },
        row => row.driverMobile.endsWith(rows[5]?.driverMobile.slice(-4) ?? ''),
      ],
      [{ unloadRegion: '310000' }, row => row.unloadPlace.startsWith('上海')],
      [{ unloadRegion: '310114' }, row => row.unloadPlace.startsWith('上海')],
      [{ loadRegion: '610000' }, () => true],
      [{ loadRegion: '110000' }, () => false],
      [{ receiptState: 'waiting' }, row => row.receiptState === 'waiting'],
      [{ settleState: 'settled' }, () => false],
      [{ state: 'inTransit' }, row => row.state === 'inTransit'],
      [{ from: middle }, row => row.createdAt >= middle],
      [{ to: middle }, row => row.createdAt < middle],
      [{ dateKind: 'signed', from: 1 }, row => row.signedAt !== undefined],
      [{ dateKind: 'loaded', from: 1 }, row => row.loadedAt !== undefined],
      [{ goodsId }, row => row.goodsId === goodsId],
      [{ shipperId: demoCompanyId('shipper2') }, () => false],
      [{ carrierId: demoCompanyId('carrier') }, () => true],
    ]
    for (const [filter, holds] of cases)
      expect([filter, (await whole(filter)).map(row => row.waybillNo)]).toEqual([
        filter,
        rows.filter(holds).map(row => row.waybillNo),
      ])
  })

  it('takes what a person types literally', async () => {
    for (const plate of ['%', '_', '\\', "'"]) expect(await all('admin', { plate })).toEqual([])
  })

  it('pages newest first without a gap or a repeat', async () => {
    const whole = (await all('carrier', {})).map(row => row.id)
    expect((await all('carrier', {}, 4)).map(row => row.id)).toEqual(whole)
    expect(whole).toEqual([...whole].sort().reverse())
  })

  it('[PM-08] shows a company its own waybills only, whatever company it asks for', async () => {
    expect(await all('shipper2', {})).toEqual([])
    expect(await all('carrier2', { shipperId: demoCompanyId('shipper'), carrierId: demoCompanyId('carrier') })).toEqual(
      [],
    )
    const numbers = made.map(one => one.waybillNo)
    expect((await world.as('carrier2').send(countWaybills, { numbers })).total).toBe(0)
    // nor does it hear that they are there: another company's number is told as one that is none
    const asked = { numbers: [...numbers, 'YD000', 'KH-2026-77', goodsNo] }
    const missing = async (account: Parameters<typeof world.as>[0], filter: Filter = {}) =>
      (await world.as(account).send(listWaybills, { ...filter, ...asked })).missing
    for (const account of ['carrier2', 'shipper2'] as const)
      expect(await missing(account)).toEqual({ unfound: asked.numbers, hidden: [] })
    expect(await missing('shipper')).toEqual({ unfound: ['YD000'], hidden: [] })
    const hidden = asked.numbers.filter(number => number !== 'YD000')
    expect(await missing('shipper', { driver: '没有的人' })).toEqual({ unfound: ['YD000'], hidden })
  })

  it('refuses people without the permit and bad input', async () => {
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('roles')
          .set({ functions: [] })
          .where('company_id', '=', demoCompanyId('carrier2'))
          .where('name', '=', '财务'),
      ),
    )
    const nobody = await world.server.login('carrier2-finance')
    expect((await nobody.ask(listWaybills, {})).http).toBe(403)
    expect((await world.as('shipper').ask(listWaybills, {}, { raw: { state: 'nothing' } })).http).toBe(400)
    expect((await world.as('shipper').ask(listWaybills, {}, { raw: { limit: '101' } })).http).toBe(400)
  })
})

describe('the list at 24,000 rows', () => {
  it('reads waybills by an index under every common filter', async () => {
    await fill(24_000)
    const [waybill] = made
    const filters: Input<typeof listWaybills>[] = [
      {},
      { state: 'inTransit' },
      { plate: waybill?.plate ?? '' },
      { numbers: made.map(one => one.waybillNo) },
      { goodsId },
      { cursor: waybill?.id ?? '' },
      { receiptState: 'waiting' },
    ]
    const slow: string[] = []
    for (const side of ['shipper', 'carrier', 'branch', 'platform'] as const)
      for (const filter of filters) {
        const actor = actorOfSide(side)
        const lines = await planOf(waybillsPage({ actor, now: Date.now(), can: () => true }, filter).compile(), {
          reach: side === 'platform' ? 'platform' : side === 'branch' ? 'branch' : 'company',
          userId: actor.userId,
          companyId: actor.companyId,
          branchId: actor.branchId,
        })
        if (
          lines.some(line => /Seq Scan on waybills/.test(line)) ||
          !lines.some(line => /Index Scan/.test(line) && /waybills/.test(line))
        )
          slow.push(`${side} ${JSON.stringify(filter)}\n${lines.join('\n')}`)
      }
    expect(slow).toEqual([])
  })

  it('reads the waybills of one person or one office by an index too', async () => {
    const office = demoCompanyId('shipper6')
    await withClient(world.server.server.deps.config.migrateUrl, async client => {
      await client.query(
        `select set_config('app.reach', 'system', false), set_config('app.user', '${office}', false), set_config('app.company', '${office}', false), set_config('app.branch', '${office}', false)`,
      )
      // one in fifty is somebody else's of the company
      await client.query(
        `update waybills set shipper_by = '${demoUserId('shipper-finance')}', carrier_by = '${demoUserId('carrier-finance')}' where right(waybill_no, 2) in ('00', '50')`,
      )
      // as many people as make an index worth its while
      await client.query(
        `insert into users (id, handle, account, name, mobile, password_hash, type, company_id, created_at, updated_at) select gen_random_uuid(), lpad('many' || n, 22, '0'), 'many' || n, '', '', '', 2, '${office}', 1, 1 from generate_series(1, 4000) as n`,
      )
      await client.query(
        `update users set branch_company_id = '${office}' where account in ('shipper-finance', 'carrier-finance')`,
      )
      await client.query('analyze waybills')
      await client.query('analyze users')
    })
    const slow: string[] = []
    for (const side of ['shipper', 'carrier'] as const)
      for (const dataScope of ['SELF', 'BRANCH'] as const)
        for (const filter of [{}, { state: 'inTransit' }, { from: 1 }] satisfies Input<typeof listWaybills>[]) {
          const actor = { ...actorOfSide(side), userId: demoUserId(`${side}-finance`), dataScope, branchId: office }
          const lines = await planOf(waybillsPage({ actor, now: Date.now(), can: () => true }, filter).compile(), {
            reach: 'company',
            userId: actor.userId,
            companyId: actor.companyId,
          })
          const isByPerson = dataScope === 'BRANCH' || lines.some(line => line.includes(`waybills_${side}_by`))
          const isByOffice = dataScope === 'SELF' || lines.some(line => line.includes('users_office'))
          if (!isByPerson || !isByOffice || lines.some(line => /Seq Scan on (?:waybills|users)/.test(line)))
            slow.push(`${side} ${dataScope} ${JSON.stringify(filter)}\n${lines.join('\n')}`)
        }
    expect(slow).toEqual([])
  })

  it('opened newest first alone: what stays longest in an open state is walked along an index, for every kind of owner', async () => {
    const slow: string[] = []
    for (const side of ['shipper', 'carrier', 'branch', 'platform'] as const)
      for (const state of ['inTransit', 'toSign'] as const) {
        const who = { actor: actorOfSide(side), now: Date.now(), can: () => true }
        const { userId, companyId, branchId } = who.actor
        const reach = side === 'platform' ? 'platform' : side === 'branch' ? 'branch' : 'company'
        const lines = await planOf(waybillsPage(who, { state, sort: 'stateSince' }).compile(), {
          reach,
          userId,
          companyId,
          branchId,
        })
        const name = `waybills_stay_${side === 'platform' ? 'all' : side}`
        if (!lines.some(line => line.includes(name)) || lines.some(line => /\bSort\b/.test(line)))
          slow.push(`${side} ${state}\n${lines.join('\n')}`)
      }
    expect(slow).toEqual([])
  })

  it('would sort millions of rows for one page: an order no index keeps is refused until the filter leaves 10,000', async () => {
    const admin = world.as('admin')
    const ask = async (filter: Input<typeof listWaybills>) =>
      (await admin.ask(listWaybills, { limit: 1, ...filter })).envelope.message
    const refusal = '请先筛选到 1 万条以内，再按此排序'
    const sorted = '操作成功'
    expect(await ask({ sort: 'amount' })).toBe(refusal)
    expect(await ask({ sort: 'stateSince', state: 'finished' })).toBe(refusal)
    expect(await ask({ sort: 'stateSince', state: 'toSign' })).toBe(sorted)
    expect(await ask({ sort: 'dueAt', state: 'toSign' })).toBe(sorted)
    expect(await ask({ sort: 'amount', state: 'toSign' })).toBe(sorted)
  })

  it('counts exactly up to 10,000 and says 10,001 for more', async () => {
    const { state, total } = await world.as('admin').send(countWaybills, { from: 1 })
    expect(state['finished']).toBe(10_001)
    expect(total).toBe(10_001)
    expect(state['toSign']).toBeLessThanOrEqual(4010)
  })
})

/** The plan of a query for somebody of this reach. */
async function planOf(
  { sql: text, parameters }: { sql: string; parameters: readonly unknown[] },
  reach: Reach,
): Promise<string[]> {
  const plan = await world.server.db(
    tx =>
      tx.rows<{ 'QUERY PLAN': string }>({ ...sql`select 1`.compile(q), sql: `explain ${text}`, parameters } as never),
    reach,
  )
  return plan.map(line => line['QUERY PLAN'])
}

/** Copies one waybill many times, spread over states, shippers and carriers, and lets the owner analyse the table. */
async function fill(count: number): Promise<void> {
  await withClient(world.server.server.deps.config.migrateUrl, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'waybills' order by ordinal_position`,
    )
    const replaced: Record<string, string> = {
      id: `('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
      waybill_no: `'ZZ' || n`,
      goods_no: `'HY' || n % 500`,
      plate: `'川B' || lpad((n % 900)::text, 5, '0')`,
      state: `(array['signed','finished','finished','finished','inTransit','toSign'])[1 + n % 6]`,
      shipper_id: `case when n % 4 = 0 then shipper_id else '${demoCompanyId('shipper2')}' end`,
      carrier_id: `case when n % 5 = 0 then carrier_id else '${demoCompanyId('carrier3')}' end`,
      branch_id: `case when n % 3 = 0 then branch_id else '${demoCompanyId('branch2')}' end`,
    }
    const columns = rows.map(row => row.name)
    await client.query(
      `select set_config('app.reach', 'system', false), set_config('app.user', '${demoCompanyId('shipper')}', false), set_config('app.company', '${demoCompanyId('shipper')}', false), set_config('app.branch', '${demoCompanyId('shipper')}', false)`,
    )
    await client.query(
      `insert into waybills (${columns.join()}) select ${columns.map(name => replaced[name] ?? name).join()} from (select * from waybills order by id limit 1) as w, generate_series(1, ${count}) as n`,
    )
    await client.query('analyze waybills')
  })
}
