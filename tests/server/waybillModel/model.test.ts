// The waybill machine against an independent oracle: random people, random moves, real PostgreSQL; what the oracle
// finds when something is wrong; and many hands on one waybill at a time.
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { q } from '../../../apps/server/src/db/tx.ts'
import { startFreightWorld, wholeJourney, type FreightWorld } from '../freightWorld.ts'
import { sheetOf, sheetWhen } from '../settlementWorld.ts'
import { broken, type Remembered } from './invariants.ts'
import { manyHands } from './manyHands.ts'
import { openLane, type Lane } from './model.ts'
import { refusedData, wrongData, wrongRules } from './plants.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const held = (lanes: readonly Lane[]) => lanes.flatMap(({ waybills }) => waybills)
const lanes: Lane[] = []

it('5,000 random moves end as the study says, and nothing of it breaks an invariant', async () => {
  for (const seed of [11, 22, 33, 44]) lanes.push(await openLane(world, seed))
  for (let round = 0; round < 5; round++) {
    await Promise.all(lanes.map(lane => lane.walk(250)))
    expect(lanes.flatMap(lane => lane.walked.mismatches)).toEqual([])
    expect(await broken(world, held(lanes)), `round ${round}`).toEqual([])
  }
  const walked = lanes.map(lane => lane.walked)
  expect(walked.reduce((all, { steps: n }) => all + n, 0)).toBeGreaterThanOrEqual(5000)
  // the walk met every verdict the oracle knows
  const verdicts = new Set(walked.flatMap(each => Object.keys(each.verdicts)))
  expect([...verdicts].toSorted()).toEqual([
    'booked',
    'changedVehicle',
    'claimsLate',
    'claimsOpen',
    'done',
    'forbidden',
    'noReason',
    'noWeight',
    'onSheet',
    'stale',
    'swapOpen',
    'truckBusy',
    'unknown',
    'wrongState',
  ])
  const reached = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('events')
        .select('to_state')
        .distinct()
        .where('entity', '=', 'waybill')
        .where('to_state', 'is not', null),
    ),
  )
  expect(reached.length, 'and every status').toBe(12)
})

it('the walk finds a wrong rule of the product (control)', async () => {
  const rule = wrongRules.find(({ what }) => what === 'carriers sign their own delivery')
  const takeOut = rule?.put()
  const lane = await openLane(world, 5)
  await lane.walk(1500)
  takeOut?.()
  expect(lane.walked.mismatches.join('\n')).toMatch(
    /carrier sign at \d+ .*the study says forbidden, the product (?!forbidden)/,
  )
})

it('each invariant is found broken when it is (control)', async () => {
  // a world of its own: the wrong rule above left its traces
  const own = await startFreightWorld()
  try {
    const receiptRule = { needPhoto: false, needOriginal: false, copies: 0, returnDays: 0 }
    const [one, other, ...whole] = await own.waybills(5, { receiptRule })
    if (!one || !other) throw new Error('no waybills')
    const away = await own.walk(one, ['accept', 'arriveLoad', 'depart'])
    await own.walk(other, ['accept', 'arriveLoad', 'depart'])
    for (const waybill of whole) await own.walk(waybill, wholeJourney)
    const [paid = '', drafted = '', signed = ''] = whole.map(({ id }) => id)
    const people = { maker: own.as('shipper-freight'), finance: own.as('shipper-finance') }
    const sheet = await sheetOf(people, [paid], 'approved')
    await people.finance.send(paySettlement, {
      settlementNum: sheet.settlementNum,
      version: sheet.version,
      expectDue: sheet.due,
      channel: 'SIM',
    })
    await sheetWhen(people.maker, sheet.settlementNum, ({ state }) => state === 'paid')
    await sheetOf(people, [drafted], 'draft')

    const { vehicle_id } = await own.server.db(tx =>
      tx.one(q.selectFrom('waybills').select('vehicle_id').where('id', '=', other.id)),
    )
    const settlement = await own.server.db(tx =>
      tx.one(q.selectFrom('settlements').select('id').where('settlement_num', '=', sheet.settlementNum)),
    )
    const ids: Readonly<Record<string, string>> = {
      one: one.id,
      other: other.id,
      vehicle: vehicle_id,
      signed,
      sheet: settlement.id,
    }
    const run = (text: string) =>
      own.server.db(tx =>
        tx.run(sql.raw(text.replaceAll(/\{(\w+)\}/g, (_, name: string) => `'${ids[name] ?? ''}'`)).compile(q)),
      )
    const remembered: Remembered[] = [
      {
        id: away.id,
        version: away.version,
        code: 40,
        vehicles: 1,
        truck: 0,
        route: 0,
        proposal: undefined,
        claims: [],
        money: 'free',
      },
    ]
    expect(await broken(own, remembered)).toEqual([])
    for (const { breaks, put, undo } of wrongData) {
      expect(await run(put), put).toBeGreaterThan(0)
      const found = await broken(own, remembered)
      expect(
        breaks.filter(what => !found.some(fault => fault.startsWith(what))),
        `${put}\n${found.join('\n')}`,
      ).toEqual([])
      await run(undo)
      expect(await broken(own, remembered), undo).toEqual([])
    }
    await expect(run(refusedData)).rejects.toThrow('settlement_lines_open')
  } finally {
    await own.stop()
  }
})

it('of many hands on one waybill at a time exactly one moves it', async () => {
  const { waybills, transitions, refusals } = await manyHands(world, 20, 32)
  expect(waybills).toBe(20)
  expect(transitions, 'each waybill took one step and no more').toEqual(Array.from({ length: 20 }, () => 1))
  expect(refusals).toEqual({ stale: 20 * 31 })
})

it('a move that is sent again with its key is one move', async () => {
  const [waybill] = await world.waybills(1)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      world
        .as('carrier')
        .ask(moveWaybill, { id: waybill?.id ?? '', version: 1, move: 'accept' }, { key: `again-${waybill?.id}` }),
    ),
  )
  expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope)))).toEqual(
    new Set([JSON.stringify({ code: 0, message: '操作成功', data: { id: waybill?.id, version: 2 } })]),
  )
})
