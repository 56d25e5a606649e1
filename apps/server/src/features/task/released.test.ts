// Work that was handed down: where its quantities go, and its fees to the fen up to the books.
import { takeGoods } from '@yunshu/contract/goods/goods'
import { getReleaseView, releaseTask } from '@yunshu/contract/task/release'
import { acceptTask, appoint, refuseTask, returnTask, withdrawTask } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import type { Input } from '@yunshu/contract/call'
import { freightOf } from '@yunshu/domain/goods/freight'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { dice } from '../../../demo/invented.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightAccount,
  type FreightWorld,
} from '../../../../../tests/server/freightWorld.ts'
import { expireTasks } from './task.jobs.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

type Carrier = 'carrier' | 'carrier2' | 'carrier3'
type Handing = Omit<Input<typeof releaseTask>, 'id' | 'version'>
const handing = (to: FreightAccount, over: Partial<Handing> = {}): Handing => ({
  carrierId: demoCompanyId(to),
  qty: 4,
  unitPrice: unitPrice(2_600_000),
  answerBy: Date.now() + DAY_MS,
  mayRelease: true,
  ...over,
})
const taskRow = (id: string) =>
  world.server.db(tx =>
    tx.one(
      q
        .selectFrom('tasks')
        .select(['state', 'remain_qty', 'version', 'depth', 'carrier_unit_price', 'parent_unit_price'])
        .where('id', '=', id),
    ),
  )
const goodsRest = async (id: string) =>
  (await world.server.db(tx => tx.one(q.selectFrom('goods').select('remain_qty').where('id', '=', id)))).remain_qty
const release = async (who: Carrier, taskId: string, to: FreightAccount, over: Partial<Handing> = {}) =>
  (
    await world
      .as(who)
      .send(releaseTask, { id: taskId, version: (await taskRow(taskId)).version, ...handing(to, over) })
  ).taskId
const accept = async (who: Carrier, taskId: string) =>
  world.as(who).send(acceptTask, { id: taskId, version: (await taskRow(taskId)).version })
async function sendTruck(who: Carrier, taskId: string, count = 1) {
  const fleet = await world.trucks(count, who)
  const { waybills } = await world.as(who).send(appoint, {
    taskId,
    version: (await taskRow(taskId)).version,
    lines: fleet.map(({ vehicleId, driverId }) => ({ vehicleId, driverId, qty: 1, weightG: grams(32_000_000) })),
  })
  return waybills
}
/** Walks a waybill to its signature; 32.4 t loaded, 32.25 t unloaded. */
async function walk(who: Carrier, id: string): Promise<void> {
  let version = 1
  for (const name of wholeJourney) {
    const weights =
      name === 'depart'
        ? { loadWeightG: grams(32_400_000) }
        : name === 'unload'
          ? { unloadWeightG: grams(32_250_000) }
          : {}
    version = (
      await world.as(name === 'sign' ? 'shipper' : who).send(moveWaybill, { id, version, move: name, ...weights })
    ).version
  }
}

describe('quantity that was handed down', () => {
  it('comes back to the task above: refused, expired, withdrawn, returned, and from cancelled waybills', async () => {
    const { taskId, goodsId } = await world.task({ totalQty: 10 })
    const rest = async () => (await taskRow(taskId)).remain_qty
    const refused = await release('carrier', taskId, 'carrier2', { qty: 10 })
    expect(await taskRow(taskId)).toMatchObject({ state: 'done', remain_qty: 0 })
    await world.as('carrier2').send(refuseTask, { id: refused, version: 1, reason: '没有车' })
    expect(await taskRow(taskId)).toMatchObject({ state: 'dispatching', remain_qty: 10 })
    const late = await release('carrier', taskId, 'carrier2')
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('tasks')
          .set({ answer_by: Date.now() - 1 })
          .where('id', '=', late),
      ),
    )
    await expireTasks(world.server.server.deps)
    expect(await rest()).toBe(10)

    const child = await release('carrier', taskId, 'carrier2', { qty: 4 })
    await accept('carrier2', child)
    const [first, second] = await sendTruck('carrier2', child, 2)
    if (!first || !second) throw new Error('no waybills')
    await world.as('carrier2').send(moveWaybill, { id: first.id, version: 1, move: 'cancel', reason: '车坏了' })
    expect([(await taskRow(child)).remain_qty, await rest()]).toEqual([3, 6])
    expect(
      (
        await world
          .as('carrier')
          .ask(returnTask, { id: taskId, version: (await taskRow(taskId)).version, reason: '不运了' })
      ).envelope,
    ).toMatchObject({ code: 1303 })
    await world
      .as('carrier2')
      .send(returnTask, { id: child, version: (await taskRow(child)).version, reason: '车不够' })
    expect([(await taskRow(child)).state, await rest(), await goodsRest(goodsId)]).toEqual(['closed', 9, 0])
    // the part is closed: quantity that still comes back passes it by
    await world.as('carrier2').send(moveWaybill, { id: second.id, version: 1, move: 'cancel', reason: '车坏了' })
    expect([await rest(), await goodsRest(goodsId)]).toEqual([10, 0])
    await world
      .as('carrier')
      .send(returnTask, { id: taskId, version: (await taskRow(taskId)).version, reason: '不运了' })
    expect(await goodsRest(goodsId)).toBe(10)
    // cancelled waybills earn nothing
    const { parts } = await world.as('carrier').send(getReleaseView, { taskId })
    expect(parts.find(part => part.id === child)).toMatchObject({
      waybills: { all: 0, open: 0, signed: 0 },
      feeEstimated: 0,
    })
  })

  // answers of moves made at once differ from run to run, so the walk goes on until it has met every kind
  it.each([20_261_121, 4_711])('is never lost nor doubled, whatever the carriers do (walk %i)', async seed => {
    const luck = dice(seed)
    const roll = (n: number): number => luck.int(0, n - 1)
    const goods = await world.publish({ totalQty: 24 })
    await world.as('carrier').send(takeGoods, { goodsId: goods.id, qty: 12 })
    const tasksNow = () =>
      world.server.db(tx =>
        tx.rows(
          q
            .selectFrom('tasks')
            .select(['id', 'state', 'version', 'remain_qty', 'carrier_id', 'depth', 'parent_id', 'qty'])
            .where('goods_id', '=', goods.id)
            .orderBy('id'),
        ),
      )
    const waybillsNow = () =>
      world.server.db(tx =>
        tx.rows(
          q
            .selectFrom('waybills')
            .select(['id', 'version', 'state', 'carrier_id', 'task_id', 'qty'])
            .where('goods_id', '=', goods.id),
        ),
      )
    const owners = new Map(
      (['carrier', 'carrier2', 'carrier3'] as const).map(account => [demoCompanyId(account), account]),
    )
    const done = new Map<string, number>()
    const kinds = ['accept', 'appoint', 'cancel', 'refuse', 'release', 'return', 'take', 'withdraw']
    for (let step = 0; step < 100 || (done.size < kinds.length && step < 600); step++) {
      const tasks = await tasksNow()
      // mostly tasks that are not over, now and then one that is
      const open = tasks.filter(one => one.state === 'sent' || one.state === 'accepted' || one.state === 'dispatching')
      const among = open.length > 0 && roll(6) > 0 ? open : tasks
      const task = among[roll(among.length)]
      const who = task && owners.get(task.carrier_id)
      if (!task || !who) continue
      const seen = { id: task.id, version: task.version }
      const next = (['carrier2', 'carrier3'] as const)[roll(2)] ?? 'carrier2'
      const waiting = (await waybillsNow()).filter(waybill => waybill.state === 'toAccept')
      const cancelled = waiting[roll(Math.max(1, waiting.length))]
      const releaser = tasks.find(one => one.id === task.parent_id)
      const moves: readonly [string, () => Promise<{ envelope: { code: number } }>][] = [
        ['take', () => world.as('carrier').ask(takeGoods, { goodsId: goods.id, qty: 1 + roll(4) })],
        [
          'release',
          () =>
            world.as(who).ask(releaseTask, {
              ...seen,
              ...handing(next, { qty: 1 + roll(5), unitPrice: unitPrice(2_600_000 - task.depth * 100_000) }),
            }),
        ],
        ['accept', () => world.as(who).ask(acceptTask, seen)],
        ['refuse', () => world.as(who).ask(refuseTask, { ...seen, reason: '没有车' })],
        ['withdraw', () => world.as(owners.get(releaser?.carrier_id ?? '') ?? 'carrier').ask(withdrawTask, seen)],
        ['return', () => world.as(who).ask(returnTask, { ...seen, reason: '车不够' })],
        [
          'appoint',
          async () =>
            world.as(who).ask(appoint, {
              taskId: task.id,
              version: task.version,
              lines: (await world.trucks(1, who)).map(({ vehicleId, driverId }) => ({
                vehicleId,
                driverId,
                qty: 1,
                weightG: grams(32_000_000),
              })),
            }),
        ],
        [
          'cancel',
          () =>
            world.as(owners.get(cancelled?.carrier_id ?? '') ?? 'carrier').ask(moveWaybill, {
              id: cancelled?.id ?? task.id,
              version: cancelled?.version ?? 1,
              move: 'cancel',
              reason: '试',
            }),
        ],
      ]
      // mostly what the state allows, now and then anything; some moves at the same moment as another of the same
      // task
      const fitting = [
        'take',
        'cancel',
        ...(task.state === 'sent'
          ? ['accept', 'accept', 'refuse', 'withdraw', 'withdraw']
          : ['release', 'release', 'appoint', 'return']),
      ]
      const unmet = fitting.filter(one => !done.has(one))
      const likely = unmet.length > 0 && roll(2) === 0 ? unmet : fitting
      const wanted = roll(6) > 0 ? likely[roll(likely.length)] : undefined
      const [name, act] = moves.find(([one]) => one === wanted) ??
        moves[roll(moves.length)] ?? ['', () => Promise.resolve({ envelope: { code: 0 } })]
      const [, other] = moves[roll(moves.length)] ?? ['', act]
      const answers = await Promise.all(roll(3) === 0 ? [act(), other()] : [act()])
      if (answers[0]?.envelope.code === 0) done.set(name, (done.get(name) ?? 0) + 1)
      expect(answers.map(({ envelope }) => envelope).filter(({ code }) => code >= 5000)).toEqual([])

      const [after, waybills] = [await tasksNow(), await waybillsNow()]
      const live = waybills.filter(waybill => waybill.state !== 'cancelled' && waybill.state !== 'void')
      const hauled = (id: string): number =>
        live.filter(waybill => waybill.task_id === id).reduce((all, waybill) => all + waybill.qty, 0)
      const held = (id: string): number =>
        (after.find(one => one.id === id)?.remain_qty ?? 0) +
        hauled(id) +
        after.filter(one => one.parent_id === id).reduce((all, one) => all + held(one.id), 0)
      const roots = after.filter(one => one.parent_id === null).reduce((all, one) => all + held(one.id), 0)
      expect((await goodsRest(goods.id)) + roots).toBe(24)
      // a task that is open holds exactly what it was given
      for (const one of after)
        if (one.state !== 'closed' && one.state !== 'refused' && one.state !== 'withdrawn')
          expect([one.id, held(one.id)]).toEqual([one.id, one.qty])
    }
    // the walk did meet every kind of move
    expect([...done.keys()].sort()).toEqual(kinds)
  })
})

describe('fees', () => {
  it('are the difference of the prices on the weights billed, to the fen, and a tentative cost of their own until they are settled', async () => {
    const { taskId } = await world.task({ totalQty: 4 })
    const second = await release('carrier', taskId, 'carrier2', { qty: 3, unitPrice: unitPrice(2_601_111) })
    await accept('carrier2', second)
    const third = await release('carrier2', second, 'carrier3', { qty: 2, unitPrice: unitPrice(2_503_333) })
    await accept('carrier3', third)
    const [waybill] = await sendTruck('carrier3', third)
    if (!waybill) throw new Error('no waybill')
    const fees = (id: string) =>
      world.server.db(tx =>
        tx.rows(
          q
            .selectFrom('waybill_fees as f')
            .innerJoin('tasks as t', 't.id', 'f.task_id')
            .select(['f.carrier_id', 'f.unit_price', 'f.amount_fen', 'f.state'])
            .where('f.waybill_id', '=', id)
            .orderBy('t.depth'),
        ),
      )
    // at 32 t: 8,913.584 − 8,323.5552 − 8,010.6656
    expect(await fees(waybill.id)).toEqual([
      { carrier_id: demoCompanyId('carrier'), unit_price: 184_384, amount_fen: 891_358 - 832_356, state: 'estimated' },
      { carrier_id: demoCompanyId('carrier2'), unit_price: 97_778, amount_fen: 832_356 - 801_067, state: 'estimated' },
    ])
    // together with what who hauls gets they are the freight at the first carrier's price, by plan as after the
    // signature
    const allTold = () =>
      world.server.db(tx =>
        tx.one(
          sql<{ sum: number; kept: number }>`
      select w.payable_fen + sum(f.amount_fen) as sum, w.payable_fen + w.fees_fen as kept from waybills w join waybill_fees f on f.waybill_id = w.id where w.id = ${waybill.id} group by w.id`.compile(
            q,
          ),
        ),
      )
    const atFirstPrice = (weight: number): number =>
      freightOf({ pricing: 'PER_TON', weight: grams(weight) }, unitPrice(2_785_495))
    expect(Object.values(await allTold()).map(Number)).toEqual([atFirstPrice(32_000_000), atFirstPrice(32_000_000)])
    await walk('carrier3', waybill.id)
    expect(Object.values(await allTold()).map(Number)).toEqual([atFirstPrice(32_400_000), atFirstPrice(32_400_000)])
    // billed on the 32.4 t loaded: 9,025.00 (278.5495), 8,427.60 (260.1111), 8,110.80 (250.3333)
    const confirmed = await fees(waybill.id)
    expect(confirmed.map(({ amount_fen, state }) => [amount_fen, state])).toEqual([
      [902_500 - 842_760, 'confirmed'],
      [842_760 - 811_080, 'confirmed'],
    ])
    const detail = await world.as('admin').send(getWaybill, { id: waybill.id })
    expect([
      detail.carrierFreight,
      detail.shipperFreight,
      (detail.carrierFreight ?? 0) + confirmed.reduce((all, fee) => all + fee.amount_fen, 0),
    ]).toEqual([811_080, 950_000, 902_500])
    expect(detail.fees).toMatchObject([
      { carrierName: '河北顺达运输有限公司', amount: 59_740, isConfirmed: true },
      { carrierName: '山东鲁通物流有限公司', amount: 31_680, isConfirmed: true },
    ])
    expect(detail.margin).toBe(950_000 - 902_500)
    for (const who of ['shipper', 'carrier3'] as const)
      expect(await world.as(who).send(getWaybill, { id: waybill.id })).not.toHaveProperty('fees')
    for (const who of ['carrier', 'carrier2'] as const)
      expect((await world.as(who).ask(getWaybill, { id: waybill.id })).http).toBe(404)

    const entries = await world.server.db(tx =>
      tx.rows(
        sql<{ event: string; carrier_id: string; amount_fen: number; kind: string; state: string }>`
      select e.event, e.carrier_id, v.amount_fen, v.kind, v.state from journal_entries e join vouchers v on v.entry_id = e.id where e.source_id = ${waybill.id} and e.event like 'E3%' order by e.event`.compile(
          q,
        ),
      ),
    )
    expect(entries).toEqual([
      { event: 'E3', carrier_id: demoCompanyId('carrier3'), amount_fen: 811_080, kind: 'TENTATIVE', state: 'posted' },
      { event: 'E3f1', carrier_id: demoCompanyId('carrier'), amount_fen: 59_740, kind: 'TENTATIVE', state: 'posted' },
      { event: 'E3f2', carrier_id: demoCompanyId('carrier2'), amount_fen: 31_680, kind: 'TENTATIVE', state: 'posted' },
    ])
    await booksHold()
    // each carrier reads on its own task:
    const first = (await world.as('carrier').send(getReleaseView, { taskId })).parts[0]
    expect(first).toMatchObject({ waybills: { all: 1, open: 0, signed: 1 }, feeEstimated: 0, feeConfirmed: 59_740 })
    expect((await world.as('carrier2').send(getReleaseView, { taskId: second })).parts[0]).toMatchObject({
      feeConfirmed: 31_680,
    })
  })

  it('go back in red with the signature', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const child = await release('carrier', taskId, 'carrier2', { qty: 1 })
    await accept('carrier2', child)
    const [waybill] = await sendTruck('carrier2', child)
    if (!waybill) throw new Error('no waybill')
    await walk('carrier2', waybill.id)
    const { version } = await world.as('admin').send(getWaybill, { id: waybill.id })
    await world.as('admin').send(moveWaybill, { id: waybill.id, version, move: 'void', reason: '签收有误' })
    const sums = await world.server.db(tx =>
      tx.rows(
        sql<{ party_id: string; sum: number }>`
      select l.party_id, sum(l.credit_fen - l.debit_fen)::bigint as sum from journal_lines l join journal_entries e on e.id = l.entry_id where e.source_id = ${waybill.id} and l.account = '2202.99' group by 1`.compile(
          q,
        ),
      ),
    )
    expect(sums.map(row => row.sum)).toEqual([0, 0])
    await booksHold()
    expect((await world.as('carrier').send(getReleaseView, { taskId })).parts[0]).toMatchObject({
      waybills: { all: 0 },
      feeConfirmed: 0,
    })
  })
})

/** Invariants 7 and 8: the books balance, and the tentative costs are those of the open tentative vouchers. */
async function booksHold(): Promise<void> {
  const { balance, open, trial } = await world.server.db(tx =>
    tx.one(
      sql<{ balance: number; open: number; trial: number }>`select
    (select coalesce(sum(credit_fen - debit_fen), 0)::bigint from account_balances where account = '2202.99') as balance,
    (select coalesce(sum(amount_fen - reversed_fen), 0)::bigint from vouchers where kind = 'TENTATIVE' and amount_fen > 0) as open,
    (select coalesce(sum(debit_fen - credit_fen), 0)::bigint from journal_lines) as trial`.compile(q),
    ),
  )
  expect([balance, trial]).toEqual([open, 0])
}
