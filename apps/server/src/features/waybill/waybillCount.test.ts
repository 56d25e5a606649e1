// newGetWaybillStatistical equals newGetWaybillList: counters and sums are those of a walk through the whole list,
// under any filter, for anybody.
import type { Input, Output } from '@yunshu/contract/call'
import { listToday } from '@yunshu/contract/today'
import {
  countWaybills,
  countWaybillStates,
  listWaybills,
  moveWaybill,
  waybillDateKinds,
  waybillFilter,
  type WaybillRow,
  type WaybillSums,
} from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { goodsKinds } from '@yunshu/domain/goods/goods'
import { DAY_MS } from '@yunshu/domain/figures/time'
import {
  receiptStates,
  waybillSettleStates,
  waybillSources,
  waybillStates,
  type WaybillState,
} from '@yunshu/domain/waybill/waybill'
import { waybillAlertFilters, waybillAlertKeys, waybillQuestions } from '@yunshu/domain/waybill/alerts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { holdJobs, type Client } from '../../../../../tests/server/testServer.ts'
import { startFreightWorld, type FreightWorld, type MadeWaybill } from '../../../../../tests/server/freightWorld.ts'
import { makeVariedWaybills, readers } from '../../../../../tests/server/variedWaybills.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'

type Filter = Input<typeof countWaybills>
let world: FreightWorld
let made: MadeWaybill[]
let clients: Readonly<Record<string, Client>>
let goodsIds: string[]

beforeAll(async () => {
  world = await startFreightWorld()
  // a late order would be cancelled, and no longer be late
  const letJobsRun = await holdJobs(world.server)
  made = await makeVariedWaybills(world)
  goodsIds = (
    await world.server.db(tx => tx.rows(q.selectFrom('waybills').select('goods_id').distinct().orderBy('goods_id')))
  ).map(row => row.goods_id)
  clients = Object.fromEntries(readers.map(account => [account, world.as(account)]))
  return async () => {
    await letJobsRun()
    await world.stop()
  }
})

/** Every row of the list, page by page. */
async function walk(client: Client, filter: Filter): Promise<WaybillRow[]> {
  const rows: WaybillRow[] = []
  for (let cursor: string | undefined; ;) {
    const page: Output<typeof listWaybills> = await client.send(listWaybills, {
      ...filter,
      limit: 9,
      ...(cursor ? { cursor } : {}),
    })
    rows.push(...page.rows)
    if (!page.next) return rows
    cursor = page.next
  }
}

const ofCarrier = ['carrierFreight', 'payable', 'oil', 'deducted', 'paid', 'setOff', 'open'] as const
const amounts = ['shipperFreight', 'margin', ...ofCarrier] as const
const weights = ['planWeightG', 'loadWeightG', 'unloadWeightG', 'lossG'] as const
/** The sums of rows as a person would add them up; an amount no row shows is not summed. */
function added(rows: readonly WaybillRow[]): Record<string, number> {
  const sumOf = (key: (typeof amounts)[number] | (typeof weights)[number]): number =>
    rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)
  return Object.fromEntries([...amounts, ...weights].map(key => [key, sumOf(key)]))
}
const told = (sums: WaybillSums | undefined): Record<string, number> =>
  Object.fromEntries([...amounts, ...weights].map(key => [key, Number(sums?.[key] ?? 0)]))
const tally = (rows: readonly WaybillRow[]): Record<string, number> =>
  rows.reduce<Record<string, number>>((counts, { state }) => ({ ...counts, [state]: (counts[state] ?? 0) + 1 }), {})
const nonZero = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))

const keysOf = <T extends object>(table: T) => fc.constantFrom(...(Object.keys(table) as (keyof T & string)[]))

type Field = Exclude<keyof Filter, 'state' | 'part'>
/** Values of every field of the filter; a field the contract gains does not compile without its own. */
const values = (): { readonly [K in Field]: fc.Arbitrary<NonNullable<Filter[K]>> } => ({
  numbers: fc.constantFrom(
    [made[0]?.waybillNo ?? ''],
    made.slice(0, 8).map(one => one.waybillNo),
    ['KH-2026-77'],
    ['无此单号'],
  ),
  ids: fc.constantFrom(made.slice(3, 15).map(({ id }) => id)),
  plate: fc.constantFrom(made[4]?.plate ?? '', '冀A1', '1000', '%'),
  driver: fc.constantFrom('19900', '建', '没有'),
  upstreamNo: fc.constantFrom('KH', 'KH-2026-77', '_H'),
  loadRegion: fc.constantFrom('610000', '610802', '110000'),
  unloadRegion: fc.constantFrom('310000', '411300', '411328'),
  receiptState: keysOf(receiptStates.states),
  settleState: keysOf(waybillSettleStates.states),
  source: keysOf(waybillSources),
  kind: keysOf(goodsKinds),
  alert: keysOf(waybillAlertFilters),
  question: keysOf(waybillQuestions),
  goodsId: fc.constantFrom(...goodsIds),
  branchId: fc.constantFrom(demoCompanyId('branch1'), demoCompanyId('branch2')),
  carrierId: fc.constantFrom(demoCompanyId('carrier'), demoCompanyId('carrier2')),
  shipperId: fc.constantFrom(demoCompanyId('shipper'), demoCompanyId('shipper2')),
  dateKind: keysOf(waybillDateKinds),
  from: fc.integer({ min: -40, max: 1 }).map(days => Date.now() + days * DAY_MS),
  to: fc.integer({ min: -20, max: 1 }).map(days => Date.now() + days * DAY_MS),
  unbooked: fc.constant(true),
  uninvoicedIn: fc.constantFrom('202610', '202611'),
  mine: fc.constant(true),
})

/** Any filter a person could set: a few fields at once still find something. */
const anyFilter = (): fc.Arbitrary<Filter> =>
  fc
    .subarray(Object.entries(values()), { maxLength: 3 })
    .chain(some => fc.record(Object.fromEntries(some)) as fc.Arbitrary<Filter>)

/** A field is asked for with what it means nothing without. */
const beside: Partial<Record<Field, Filter>> = {
  dateKind: { from: 1 },
  from: { dateKind: 'signed' },
  to: { dateKind: 'signed' },
  uninvoicedIn: { branchId: demoCompanyId('branch1') },
}

/** Fields of faults of the books, of which this world has none: monthsClose.test.ts plants them and compares rows with counts. */
const ofBooks: ReadonlySet<Field> = new Set(['unbooked', 'uninvoicedIn'])

describe('counters and sums of the waybill list', () => {
  it('are those of a walk through the whole list, under any filter, for anybody', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(clients)),
        anyFilter(),
        fc.option(keysOf(waybillStates.states), { nil: undefined }),
        async (who, filter, state) => {
          const client = clients[who]
          if (!client) throw new Error(who)
          const rows = await walk(client, filter)
          const inState = state === undefined ? rows : await walk(client, { ...filter, state })
          expect(inState.map(({ id }) => id)).toEqual(
            rows.filter(row => state === undefined || row.state === state).map(({ id }) => id),
          )
          const answer = await client.send(countWaybills, { ...filter, ...(state === undefined ? {} : { state }) })
          expect({
            state: nonZero(answer.state),
            total: answer.total,
            summed: answer.summed,
            sums: told(answer.sums),
          }).toEqual({ state: tally(rows), total: inState.length, summed: inState.length, sums: added(inState) })
          const half = await client.send(countWaybills, {
            ...filter,
            ...(state === undefined ? {} : { state }),
            part: 'sums',
          })
          expect([half.state, half.total, told(half.sums)]).toEqual([{}, inState.length, added(inState)])
          found += inState.length
        },
      ),
      { numRuns: 200, seed: 20261121 },
    )
    expect(found).toBeGreaterThan(150)
  })

  it('know every field of the filter: each one alone changes what is counted, and the list by as much', async () => {
    const fields = Object.entries(values()) as [Field, fc.Arbitrary<unknown>][]
    expect(fields.map(([name]) => name).sort()).toEqual(
      Object.keys(waybillFilter)
        .filter(name => name !== 'state')
        .sort(),
    )
    for (const [name, value] of fields) {
      const kept = new Set<boolean>()
      for (const client of [world.as('admin'), world.as('shipper')]) {
        const whole = await walk(client, {})
        // the same few values in every run
        for (const one of new Map(
          fc.sample(value, { numRuns: 12, seed: 20261121 }).map(each => [JSON.stringify(each), each]),
        ).values()) {
          const filter = { ...beside[name], [name]: one } as Filter
          const rows = await walk(client, filter)
          const { total, sums } = await client.send(countWaybills, filter)
          expect([filter, total, told(sums)]).toEqual([filter, rows.length, added(rows)])
          const ids = new Set(rows.map(({ id }) => id))
          for (const { id } of whole) kept.add(ids.has(id))
        }
      }
      // some rows stand under one value of it and some do not
      if (!ofBooks.has(name)) expect([name, kept]).toEqual([name, new Set([true, false])])
    }
  })

  it('leaves out, not zeroes, the amounts a person may not see', async () => {
    const { sums = {} } = await world.as('shipper').send(countWaybills, {})
    expect(Object.keys(sums).filter(key => amounts.some(name => name === key))).toEqual(['shipperFreight'])
    const own = await world.as('carrier').send(countWaybills, {})
    expect(Object.keys(own.sums ?? {})).not.toContain('shipperFreight')
    expect(Object.keys(own.sums ?? {})).not.toContain('margin')
    expect(own.sums?.payable).toBeGreaterThan(0)
    expect(Object.keys((await world.as('admin').send(countWaybills, {})).sums ?? {}).sort()).toEqual(
      [...weights, ...amounts].sort(),
    )
  })

  it('narrows to what a person answers for', async () => {
    const mine = await walk(world.as('shipper-finance'), { mine: true })
    expect(mine.map(({ id }) => id).sort()).toEqual(
      made
        .slice(0, 9)
        .map(({ id }) => id)
        .sort(),
    )
    const { client: colleague } = await addColleague(world.server, {
      account: 'count-self',
      company: 'shipper',
      permits: ['waybill.view'],
      dataScope: 'SELF',
    })
    expect((await colleague.send(countWaybills, {})).total).toBe(0)
    expect((await colleague.send(countWaybills, { alert: 'any' })).sums?.planWeightG).toBe(0)
  })

  it('refuses what is no filter, at its field', async () => {
    const refused = await world.as('shipper').ask(countWaybills, {}, { raw: { alert: 'nothing' } })
    expect([refused.http, refused.envelope.data]).toEqual([400, { fields: { alert: '不是可选的值' } }])
    expect(
      (await world.as('shipper').ask(listWaybills, {}, { raw: { ids: JSON.stringify(['x']) } })).envelope.data,
    ).toEqual({ fields: { 'ids.0': '格式不正确' } })
  })
})

describe('marks of a waybill', () => {
  it('stand on the row exactly where the filter finds it', async () => {
    const all = await walk(world.as('admin'), {})
    expect(new Set(all.flatMap(({ alerts }) => alerts))).toEqual(
      new Set(['answerLate', 'receiptLate', 'payLate', 'rejected', 'frozen', 'unsigned']),
    )
    for (const alert of waybillAlertKeys) {
      expect([alert, (await walk(world.as('admin'), { alert })).map(({ id }) => id)]).toEqual([
        alert,
        all.filter(({ alerts }) => alerts.includes(alert)).map(({ id }) => id),
      ])
    }
    expect((await walk(world.as('admin'), { alert: 'any' })).map(({ id }) => id)).toEqual(
      all.filter(({ alerts }) => alerts.length > 0).map(({ id }) => id),
    )
  })

  it('are on the details too', async () => {
    expect((await world.as('admin').send(getWaybill, { id: made[19]?.id ?? '' })).alerts).toEqual(['frozen'])
  })
})

describe("what waits for the caller's answer", () => {
  it('is found exactly where the waybill offers the answer, on every side', async () => {
    let found = 0
    for (const account of ['admin', 'branch', 'shipper', 'carrier'] as const) {
      const client = world.as(account)
      const details = await Promise.all((await walk(client, {})).map(({ id }) => client.send(getWaybill, { id })))
      for (const [question, waits] of [
        ['claim', (it: (typeof details)[number]) => it.claims.some(({ moves }) => moves.includes('agree'))],
        ['swap', (it: (typeof details)[number]) => it.swap?.moves.includes('apply') === true],
      ] as const) {
        const ids = details.filter(waits).map(({ id }) => id)
        expect([account, question, (await walk(client, { question })).map(({ id }) => id)]).toEqual([
          account,
          question,
          ids,
        ])
        found += ids.length
      }
    }
    expect(found).toBeGreaterThan(15)
    expect(await walk(world.as('carrier2'), { question: 'claim' })).toEqual([])
  })

  it('of a company that ships and carries depends on where each waybill puts it', async () => {
    const [both, shipper, carrier] = [demoCompanyId('carrier2'), demoCompanyId('shipper'), demoCompanyId('carrier')]
    const set = (companies: { shipper_id: string; carrier_id: string }, some: readonly MadeWaybill[]) =>
      world.server.db(tx =>
        tx.run(
          q
            .updateTable('waybills')
            .set(companies)
            .where(
              'id',
              'in',
              some.map(({ id }) => id),
            ),
        ),
      )
    const flags = (role_flags: number) =>
      world.server.db(tx => tx.run(q.updateTable('companies').set({ role_flags }).where('id', '=', both)))
    await flags(6)
    await set({ shipper_id: both, carrier_id: carrier }, made.slice(0, 7))
    await set({ shipper_id: shipper, carrier_id: both }, made.slice(7, 14))
    try {
      // a session of before keeps the old standing for a while
      const client = await world.server.login('carrier2')
      const details = await Promise.all((await walk(client, {})).map(({ id }) => client.send(getWaybill, { id })))
      expect(details).toHaveLength(14)
      const waiting = details.filter(it => it.claims.some(({ moves }) => moves.includes('agree')))
      expect((await walk(client, { question: 'claim' })).map(({ id }) => id)).toEqual(waiting.map(({ id }) => id))
      // on both sides something waits, and something does not
      for (const side of ['shipperId', 'carrierId'] as const) {
        expect([side, waiting.some(it => it[side] === both)]).toEqual([side, true])
        expect([
          side,
          details.some(
            it => it[side] === both && it.claims.some(({ state }) => state === 'proposed') && !waiting.includes(it),
          ),
        ]).toEqual([side, true])
      }
      const { counts } = await client.send(listToday, {})
      expect(counts['claim']).toBe(waiting.length)
    } finally {
      await flags(2)
      await set({ shipper_id: shipper, carrier_id: carrier }, made.slice(0, 14))
    }
  })
})

describe('[CL-12] the four calls of the waybill list', () => {
  it('answer the same waybills: list, counters of both versions, and each waybill by itself', async () => {
    const client = world.as('shipper')
    const rows = await walk(client, {})
    expect(rows.length).toBe(21)
    const [second, first] = [await client.send(countWaybills, {}), await client.send(countWaybillStates, {})]
    expect([listWaybills, countWaybills, countWaybillStates, getWaybill].map(({ path }) => path)).toEqual([
      '/auth/v1/newGetWaybillList',
      '/auth/v1/newGetWaybillStatistical',
      '/auth/v1/waybillStatistical',
      '/auth/v1/waybill',
    ])
    expect([first.total, first.state]).toEqual([second.total, second.state])
    expect(nonZero(first.state)).toEqual(tally(rows))
    for (const row of rows) {
      const { state, waybillNo, version, alerts } = await client.send(getWaybill, { id: row.id })
      expect({ state, waybillNo, version, alerts }).toEqual({
        state: row.state,
        waybillNo: row.waybillNo,
        version: row.version,
        alerts: row.alerts,
      })
    }
    const states = Object.keys(waybillStates.states) as WaybillState[]
    for (const state of states)
      expect((await client.send(listWaybills, { state, limit: 100 })).rows.length).toBe(second.state[state])
  })

  it('count, in their first version, what one goods item or company has', async () => {
    const goodsId = (await walk(world.as('shipper'), { ids: [made[9]?.id ?? ''] }))[0]?.goodsId ?? ''
    expect((await world.as('carrier').send(countWaybillStates, { goodsId })).total).toBe(7)
    expect((await world.as('carrier').send(countWaybillStates, { shipperId: demoCompanyId('shipper2') })).total).toBe(0)
    expect((await world.as('shipper2').send(countWaybillStates, { goodsId })).total).toBe(0)
    const refused = await world.as('shipper').ask(countWaybillStates, {}, { raw: { plate: '冀A1' } })
    expect([refused.http, refused.envelope.data]).toEqual([400, { fields: { plate: '不是可用的参数' } }])
  })
})

describe('sums', () => {
  it('count no money of what was cancelled or voided: nobody owes it, on the row neither', async () => {
    const [gone, voided] = await world.waybills(2)
    const before = (await world.as('admin').send(countWaybills, {})).sums
    await world.as('shipper').send(moveWaybill, { id: gone?.id ?? '', version: 1, move: 'cancel', reason: '不发了' })
    await world.as('admin').send(moveWaybill, { id: voided?.id ?? '', version: 1, move: 'void', reason: '重复' })
    const rows = await walk(world.as('admin'), { ids: [gone?.id ?? '', voided?.id ?? ''] })
    expect(rows.map(row => amounts.map(name => row[name]))).toEqual([amounts.map(() => 0), amounts.map(() => 0)])
    const after = (await world.as('admin').send(countWaybills, {})).sums
    // the estimate of a load of 32 t is 9,382.72 and 8,913.58; other rows are as they were
    expect([before, after].map(sums => [sums?.shipperFreight, sums?.payable].map(Number))).toEqual([
      [expect.any(Number), expect.any(Number)],
      [Number(before?.shipperFreight) - 2 * 938_272, Number(before?.payable) - 2 * 891_358],
    ])
    for (const state of ['cancelled', 'void'] as const)
      expect(await world.as('carrier').send(countWaybills, { state, part: 'sums' })).toMatchObject({
        sums: { payable: 0, oil: 0, open: 0 },
      })
    // the agreed figure can still be read on the waybill itself
    const { payable, charges } = await world.as('admin').send(getWaybill, { id: gone?.id ?? '' })
    expect([payable, charges.map(({ amount, state }) => [amount, state])]).toEqual([
      0,
      [
        [938_272, '已失效'],
        [891_358, '已失效'],
      ],
    ])
  })
})
