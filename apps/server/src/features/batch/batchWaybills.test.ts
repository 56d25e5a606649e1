// Batches of waybills over HTTP: signed, urged and passed as the single act does it, each row by itself.
import type { Input } from '@yunshu/contract/call'
import { chooseWaybills, getBatch, startBatch, type BatchDetail } from '@yunshu/contract/batch'
import { addClaim, answerClaim } from '@yunshu/contract/waybill/claim'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { urgeWaybill } from '@yunshu/contract/waybill/life'
import { lookAtReceipt, uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, dayKey } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { startFreightWorld, type FreightWorld, type MadeWaybill } from '../../../../../tests/server/freightWorld.ts'
import { holdJobs, type Client } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { forgetLooks } from '../waybill/receipt.jobs.ts'
import { runBatches } from './batch.jobs.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
  // each test says when rows are run
  await holdJobs(world.server, ['batch.run'])
})
afterAll(() => world.stop())

const toSign = ['accept', 'arriveLoad', 'depart', 'arriveUnload', 'unload'] as const
const noLoss = {
  kind: 'NONE',
  allow: 0,
  scope: 'EXCESS',
  basis: 'LOAD',
  deductUnitPrice: unitPrice(8_000_000),
  rounding: 'NONE',
} as const
const receipt = (needPhoto: boolean) => ({ needPhoto, needOriginal: false, copies: 1, returnDays: 7 })
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const photos = { files: [{ name: '回单.png', bytes: png, type: 'image/png' }] }

type Over = Parameters<FreightWorld['waybills']>[1]
const walked = async (count: number, over: Over, moves: Parameters<FreightWorld['walk']>[1] = toSign) => {
  const made = new Array<MadeWaybill>()
  for (const waybill of await world.waybills(count, over)) made.push(await world.walk(waybill, moves))
  return made
}
/** Unloaded, with nothing that wants a look. */
const plain = (count: number) => walked(count, { lossRule: noLoss, receiptRule: receipt(false) })
const ids = (made: readonly { id: string }[]) => made.map(({ id }) => id)
const upload = async ({ id }: { id: string }): Promise<number> => {
  const { version } = await world.as('carrier').send(getWaybill, { id })
  return (await world.as('carrier').send(uploadReceipt, { id, version }, photos)).version
}
const choose = async (client: Client, input: Input<typeof chooseWaybills>): Promise<BatchDetail> =>
  client.send(getBatch, { id: (await client.send(chooseWaybills, input)).id })
const begin = (
  client: Client,
  { id, version, total: count, sum }: BatchDetail,
  more: Partial<Input<typeof startBatch>> = {},
) =>
  client.ask(
    startBatch,
    { id, version, count, ...(sum === undefined ? {} : { sum }), ...more },
    { key: `start-${id}-${Math.random()}` },
  )
const run = () => runBatches(world.server.server.deps, new AbortController().signal)
/** Runs a choice to its end. */
const carryOut = async (client: Client, batch: BatchDetail): Promise<BatchDetail> => {
  expect((await begin(client, batch)).http).toBe(200)
  await run()
  return client.send(getBatch, { id: batch.id })
}
const said = ({ items }: BatchDetail) => Object.fromEntries(items.map(({ recordId, reason }) => [recordId, reason]))
const stateOf = async ({ id }: { id: string }) => (await world.as('shipper').send(getWaybill, { id })).state
const touch = (waybill: { id: string }) =>
  world.server.db(tx => tx.run(sql`update waybills set version = version + 1 where id = ${waybill.id}`.compile(q)))
const historyOf = async ({ id }: { id: string }, action: string) =>
  (
    await world.server.db(tx =>
      tx.rows(q.selectFrom('events').select('id').where('entity_id', '=', id).where('action', '=', action)),
    )
  ).length

describe('signing in a batch', () => {
  it('takes none with a loss beyond the rule, a dispute, an open claim or a missing photo, each with its reason', async () => {
    const good = await plain(2)
    const [over] = await walked(1, { receiptRule: receipt(false) })
    const [bare, shown] = await walked(2, { lossRule: noLoss, receiptRule: receipt(true) })
    const [disputed] = await walked(1, { lossRule: noLoss, receiptRule: receipt(false) }, [...toSign, 'dispute'])
    const [early] = await walked(1, { lossRule: noLoss, receiptRule: receipt(false) }, ['accept'])
    if (!over || !bare || !shown || !disputed || !early) throw new Error('no waybill')
    await upload(shown)
    const batch = await choose(world.as('shipper'), {
      act: 'sign',
      ids: ids([...good, over, bare, shown, disputed, early]),
    })
    expect(batch).toMatchObject({ total: 3, undone: 4, needsCode: false, payees: [] })
    expect(said(batch)).toMatchObject({
      [over.id]: '亏吨超出约定 52.800 公斤，请逐单签收',
      [bare.id]: '还没有回单照片，请逐单签收',
      [disputed.id]: '有签收异议，请逐单处理',
      [early.id]: '当前状态为“待装货”，不能签收',
    })
    // the figures confirmed are those the signatures fix
    expect(batch).toMatchObject({ sum: 3 * 950_000, weightG: 3 * 32_250_000 })
    const { rows } = await world.as('shipper').send(listWaybills, { ids: ids([...good, shown, early]), limit: 9 })
    const listed = new Map(rows.map(row => [row.id, row]))
    for (const item of batch.items.filter(({ outcome }) => outcome === undefined))
      expect(item.amount).toBe(listed.get(item.recordId)?.shipperFreight)
    // on the road the plan is all there is: 32 t × 293.21
    expect(listed.get(early.id)).toMatchObject({ shipperFreight: 938_272 })
    expect(listed.get(shown.id)).toMatchObject({ receiptState: 'uploaded', receiptWants: 'photo' })
    const ended = await carryOut(world.as('shipper'), batch)
    expect(ended).toMatchObject({ state: 'done', done: 3, undone: 4 })
    let fixed = 0
    for (const { id } of [...good, shown]) {
      const { state, shipperFreight } = await world.as('shipper').send(getWaybill, { id })
      expect(state).toBe('signed')
      expect(await historyOf({ id }, '签收')).toBe(1)
      fixed += shipperFreight ?? 0
    }
    expect(fixed).toBe(batch.sum)
    for (const each of [over, bare]) expect(await stateOf(each)).toBe('toSign')
  })

  it('says the claims a signature would charge, and those it waits for, with their sums', async () => {
    const made = await plain(2)
    const [charged, waiting] = made
    if (!charged || !waiting) throw new Error('no waybill')
    const ask = async ({ id, version }: { id: string; version: number }) =>
      world.as('carrier').send(addClaim, {
        id,
        version,
        claimSide: 'CARRIER',
        claimCode: 'WAIT',
        claimAmount: fen(26_000),
        reason: '排队',
      })
    const asked = await ask(charged)
    await ask(waiting)
    await world
      .as('shipper')
      .send(answerClaim, { id: charged.id, version: asked.version, claimId: asked.claimId, move: 'agree' })
    const batch = await choose(world.as('shipper'), { act: 'sign', ids: ids(made) })
    expect(said(batch)).toEqual({
      [charged.id]: '已确认费用 260.00 元',
      [waiting.id]: '还有 1 项费用扣款待我方确认，处理后才能签收（费用 260.00 元）',
    })
    expect(batch).toMatchObject({ total: 1, undone: 1 })
  })

  it('signed one somebody had changed since it was seen: it is skipped, the others are done, none twice', async () => {
    const made = await plain(3)
    const batch = await choose(world.as('shipper'), { act: 'sign', ids: ids(made) })
    const [changed] = made
    if (!changed) throw new Error('no waybill')
    await touch(changed)
    await begin(world.as('shipper'), batch)
    await Promise.all([run(), run()])
    const ended = await world.as('shipper').send(getBatch, { id: batch.id })
    expect(ended).toMatchObject({ state: 'done', done: 2, undone: 1 })
    expect(said(ended)[changed.id]).toBe('已变化')
    expect(await stateOf(changed)).toBe('toSign')
    for (const each of made.slice(1)) expect(await historyOf(each, '签收')).toBe(1)
  })

  it('is the receiver’s alone, within their own records; who sees no price confirms none', async () => {
    const made = await plain(2)
    expect((await world.as('carrier').ask(chooseWaybills, { act: 'sign', ids: ids(made) })).http).toBe(403)
    expect((await world.as('shipper2').ask(chooseWaybills, { act: 'sign', ids: ids(made) })).http).toBe(404)
    expect(await choose(world.as('shipper2'), { act: 'sign', filter: { state: 'toSign' } })).toMatchObject({
      items: [],
    })
    const { client } = await addColleague(world.server, {
      account: 'batch-signs',
      company: 'shipper',
      permits: ['waybill.view', 'waybill.sign'],
      dataScope: 'COMPANY',
    })
    const batch = await choose(client, { act: 'sign', ids: ids(made) })
    expect(batch.sum).toBeUndefined()
    expect(batch.items.every(({ amount }) => amount === undefined)).toBe(true)
    expect(batch.weightG).toBe(2 * 32_250_000)
    expect((await begin(client, batch, { sum: 0 as never })).envelope.code).toBe(2604)
    expect(await carryOut(client, batch)).toMatchObject({ done: 2 })
  })

  it('of a whole filter takes what the list shows under it', async () => {
    const made = await plain(2)
    const { goodsId } = await world.as('shipper').send(getWaybill, { id: made[0]?.id ?? '' })
    const batch = await choose(world.as('shipper'), { act: 'sign', filter: { state: 'toSign', goodsId } })
    expect(new Set(ids(batch.items.map(({ recordId }) => ({ id: recordId }))))).toEqual(new Set(ids(made)))
    expect((await world.as('shipper').ask(chooseWaybills, { act: 'sign', filter: { state: '坏' } })).http).toBe(400)
    expect((await world.as('shipper').ask(chooseWaybills, { act: 'sign' })).http).toBe(400)
  })
})

describe('urging', () => {
  /** Lines about it in the message centres of people, by person, once there are any. */
  const messages = async ({ waybillNo }: MadeWaybill): Promise<number[]> => {
    let found: { n: number }[] = []
    await until(async () => {
      found = await world.server.db(tx =>
        tx.rows(
          sql<{
            n: number
          }>`select count(*)::int as n from messages where title = '对方催办' and content like ${`%${waybillNo}%`}
            group by user_id`.compile(q),
        ),
      )
      return found.length > 0
    }, waybillNo)
    return found.map(({ n }) => n)
  }
  const one = (counts: readonly number[]): boolean => counts.length > 0 && counts.every(count => count === 1)

  it('is done once a day: of two people at once one message goes out, and the other is told by whom', async () => {
    const [waybill] = await walked(1, {}, ['accept'])
    if (!waybill) throw new Error('no waybill')
    const { id } = waybill
    const answers = await Promise.all(
      (['shipper', 'shipper-freight', 'admin'] as const).map(account => world.as(account).send(urgeWaybill, { id })),
    )
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(answers.map(({ by, at }) => `${by} ${at}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ company: '河北顺达运输有限公司', act: '到场装货' })
    expect(one(await messages(waybill))).toBe(true)
    expect(await historyOf(waybill, '催办')).toBe(1)
    const { urged, version } = await world.as('carrier').send(getWaybill, { id })
    expect(urged).toEqual({ count: 1, by: answers[0]?.by, at: answers[0]?.at, isToday: true })
    expect(version, 'nothing of the waybill changed').toBe(waybill.version)
    // another day
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybill_urges')
          .set({ day: dayKey(Date.now() - DAY_MS) })
          .where('waybill_id', '=', id),
      ),
    )
    expect((await world.as('shipper').send(getWaybill, { id })).urged?.isToday).toBe(false)
    expect(await world.as('shipper').send(urgeWaybill, { id })).toMatchObject({ isNew: true })
    expect((await world.as('shipper').send(getWaybill, { id })).urged?.count).toBe(2)
  })

  it('tells the side whose turn it is: never one’s own, never a stranger’s, nobody once all is done', async () => {
    const [waybill] = await plain(1)
    const [ended] = await walked(1, {}, ['cancel'])
    if (!waybill || !ended) throw new Error('no waybill')
    expect((await world.as('shipper').ask(urgeWaybill, { id: waybill.id })).envelope).toMatchObject({
      code: 1517,
      message: '现在轮到本企业签收，不用催办',
    })
    expect((await world.as('carrier2').ask(urgeWaybill, { id: waybill.id })).http).toBe(404)
    expect((await world.as('admin').ask(urgeWaybill, { id: ended.id })).envelope.code).toBe(1516)
    expect(await world.as('carrier').send(urgeWaybill, { id: waybill.id })).toMatchObject({ act: '签收', isNew: true })
  })

  it('in a batch leaves out what was urged today, and runs what changed meanwhile and still fits', async () => {
    const made = await walked(4, {}, ['accept'])
    const [first, changed, raced] = made
    if (!first || !changed || !raced) throw new Error('no waybill')
    await world.as('shipper').send(urgeWaybill, { id: first.id })
    const batch = await choose(world.as('shipper'), { act: 'urge', ids: ids(made) })
    expect(batch).toMatchObject({ total: 3, undone: 1 })
    expect(batch.sum).toBeUndefined()
    expect(said(batch)[first.id]).toMatch(/^今天 \d\d:\d\d 已由 .+ 催办，明天可以再催$/)
    await touch(changed)
    await world.as('shipper-freight').send(urgeWaybill, { id: raced.id })
    const done = await carryOut(world.as('shipper'), batch)
    expect(done).toMatchObject({ state: 'done', done: 2, undone: 2 })
    expect(said(done)[raced.id]).toMatch(/^今天 .+ 已由 .+ 催办/)
    for (const each of made) {
      expect(await historyOf(each, '催办')).toBe(1)
      expect(one(await messages(each))).toBe(true)
    }
  })
})

describe('passing receipts in a batch', () => {
  const look = async (client: Client, { id }: { id: string }) =>
    client.send(lookAtReceipt, { id, version: (await client.send(getWaybill, { id })).version })

  it('takes only those this person had open in the desk since they last changed', async () => {
    const made = await walked(4, { lossRule: noLoss, receiptRule: receipt(true) })
    for (const each of made) await upload(each)
    const [seen, again, others, late] = made
    if (!seen || !again || !others || !late) throw new Error('no waybill')
    const shipper = world.as('shipper')
    await look(shipper, seen)
    await look(shipper, again)
    await look(shipper, late)
    await look(world.as('shipper-freight'), others)
    await upload(again)
    const batch = await choose(shipper, { act: 'passReceipt', ids: ids(made) })
    expect(batch).toMatchObject({ total: 2, undone: 2 })
    for (const each of [again, others])
      expect(said(batch)[each.id]).toBe('没有在回单审核中打开过，或打开以后回单、重量有变化')
    await upload(late)
    const ended = await carryOut(shipper, batch)
    expect(ended).toMatchObject({ state: 'done', done: 1, undone: 3 })
    expect((await shipper.send(getWaybill, { id: seen.id })).receiptState).toBe('confirmed')
    for (const { id } of [again, others, late])
      expect((await shipper.send(getWaybill, { id })).receiptState).toBe('uploaded')
  })

  it('counts a look of before the signature, and none at a record somebody changed, nor by who may not judge', async () => {
    const [waybill] = await walked(1, { lossRule: noLoss, receiptRule: receipt(true) })
    if (!waybill) throw new Error('no waybill')
    const version = await upload(waybill)
    const { id } = waybill
    expect(await world.as('shipper').send(lookAtReceipt, { id, version: version - 1 })).toEqual({ isNoted: false })
    expect((await choose(world.as('shipper'), { act: 'passReceipt', ids: [id] })).total).toBe(0)
    expect((await world.as('carrier').ask(lookAtReceipt, { id, version })).http).toBe(403)
    expect((await world.as('shipper2').ask(lookAtReceipt, { id, version })).http).toBe(404)
    await look(world.as('shipper'), waybill)
    // looks are kept for a month
    expect(await forgetLooks(world.server.server.deps, Date.now() + 29 * DAY_MS)).toBe(0)
    await world.as('shipper').send(moveWaybill, { id, version, move: 'sign' })
    const batch = await choose(world.as('shipper'), { act: 'passReceipt', ids: [id] })
    expect(await carryOut(world.as('shipper'), batch)).toMatchObject({ done: 1 })
    expect(await forgetLooks(world.server.server.deps, Date.now() + 31 * DAY_MS)).toBeGreaterThan(0)
  })
})
