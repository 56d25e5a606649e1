// Things beside an abnormal position: photos, interruptions of its waybill, and people who hear of what others did with it.
import { addAbnormalPhotos, getAbnormal, listAbnormal, moveAbnormal } from '@yunshu/contract/abnormal/abnormal'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { startTrackWorld, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { lookForAbnormal } from './look.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const place = { lonE6: 109_734_567, latE6: 38_285_390 }
type Account = Parameters<TrackWorld['as']>[0]
const look = (now = Date.now()) => asSystem(world.server.server.deps, ctx => lookForAbnormal({ ...ctx, now }))

/** Vehicles that are silent: many of them at once would be an outage of ours. */
const quiet: number[] = []
async function speak(): Promise<void> {
  const at = Math.floor(Date.now() / 1000) * 1000
  for (const trackNo of quiet.splice(0)) await world.report(trackNo, [{ at, place, speed: 600 }])
  await world.follow()
}
afterEach(speak)

/** An episode of a vehicle on the road that has been silent for some minutes. */
async function found(minutes = 40): Promise<{ id: string; version: number; waybillId: string; plate: string }> {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  await world.walk(made, ['accept', 'arriveLoad', 'depart'])
  const row = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select('vehicle_id').where('id', '=', made.id)),
  )
  const trackNo = await world.trackNoOf(row.vehicle_id)
  quiet.push(trackNo)
  await world.report(trackNo, [{ at: Date.now() - minutes * MINUTE_MS, place, speed: 600 }])
  await world.follow()
  await look()
  const [episode] = (await world.as('carrier').send(listAbnormal, { text: made.plate, limit: 20 })).rows
  if (!episode) throw new Error('nothing found')
  return { id: episode.id, version: episode.version, waybillId: made.id, plate: made.plate }
}

interface Frame {
  readonly code: string
  readonly msg: string
}
async function framesOf(userId: string): Promise<Frame[]> {
  const waiting = () => world.server.db(tx => tx.rows(q.selectFrom('outbox').select('id')))
  await until(async () => (await waiting()).length === 0, 'the outbox is sent')
  return world.server.db(tx =>
    tx.rows(
      sql<Frame>`select frame ->> 'code' as code, frame ->> 'msg' as msg from inbox
        where user_id = ${userId}::uuid order by seq`.compile(q),
    ),
  )
}

test('[RT-30] photos are kept beside an abnormal position and seen by all who see it: a line of its history and its waybill’s', async () => {
  const { id, waybillId } = await found()
  const keep = (account: Account, file = { name: '线束.png', bytes: png }) =>
    world.as(account).ask(addAbnormalPhotos, { id }, { files: [file] })
  expect((await keep('carrier')).http).toBe(200)
  for (const account of ['carrier', 'shipper', 'branch', 'admin'] as const) {
    const { files, log } = await world.as(account).send(getAbnormal, { id })
    expect([account, files.map(({ name, category }) => [name, category])]).toEqual([account, [['线束.png', 'scene']]])
    expect(log[0]).toMatchObject({ action: '上传照片', diff: [{ new: '1 张' }] })
  }
  const { log, files } = await world.as('carrier').send(getWaybill, { id: waybillId })
  expect(log[0]?.action).toBe('定位异常：上传照片')
  expect(files).toEqual([])
  // two at once are two; of others there is none, it takes the permit, and what is no photo is refused
  await Promise.all([keep('carrier'), keep('branch')])
  expect((await world.as('carrier').send(getAbnormal, { id })).files).toHaveLength(3)
  expect((await keep('shipper2')).http).toBe(404)
  expect((await keep('carrier2')).http).toBe(404)
  expect((await keep('carrier-finance')).http).toBe(403)
  expect((await keep('carrier', { name: '假.png', bytes: Buffer.from('text') })).envelope.code).not.toBe(0)
  expect((await world.as('carrier').ask(addAbnormalPhotos, { id }, { files: [] })).envelope.code).not.toBe(0)
  expect((await world.as('carrier').send(getAbnormal, { id })).files).toHaveLength(3)
})

test('[RT-30] interruptions of the waybill stand beside an abnormal position of their time, and who may interrupt it finds the way there', async () => {
  const { id, waybillId } = await found()
  const shown = async (account: Account = 'carrier') => {
    const { interruptions, canInterrupt } = await world.as(account).send(getAbnormal, { id })
    return { interruptions, canInterrupt }
  }
  expect(await shown()).toEqual({ interruptions: [], canInterrupt: true })
  expect(await shown('shipper')).toEqual({ interruptions: [], canInterrupt: false })
  const version = async () => (await world.as('carrier').send(getWaybill, { id: waybillId })).version
  await world
    .as('carrier')
    .send(moveWaybill, { id: waybillId, version: await version(), move: 'interrupt', reason: '电瓶故障' })
  expect(await shown('shipper')).toMatchObject({ interruptions: [{ reason: '电瓶故障' }], canInterrupt: false })
  expect((await shown()).interruptions[0]).not.toHaveProperty('resumedAt')
  await world.as('carrier').send(moveWaybill, { id: waybillId, version: await version(), move: 'resume' })
  const { interruptions, canInterrupt } = await shown()
  expect(interruptions).toMatchObject([{ reason: '电瓶故障', by: expect.any(String), resumedAt: expect.any(Number) }])
  expect(canInterrupt).toBe(true)
  // one that was over before the positions were wrong is none of it
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('episodes')
        .set({ from_at: Date.now() + MINUTE_MS })
        .where('id', '=', id),
    ),
  )
  expect((await shown()).interruptions).toEqual([])
})

test('[RT-30] who has an abnormal position in hand hears of a step that a colleague takes with it; lists of the company follow what nobody did', async () => {
  const colleague = await addColleague(world.server, {
    account: 'watcher',
    company: 'carrier',
    permits: ['abnormal.view', 'abnormal.handle', 'abnormal.escalate', 'waybill.view'],
    dataScope: 'COMPANY',
  })
  const { id, plate, version } = await found()
  const news = async (userId: string, work: () => Promise<unknown>): Promise<Frame[]> => {
    const before = await framesOf(userId)
    await work()
    return (await framesOf(userId)).slice(before.length)
  }
  const claimed = await world.as('carrier').send(moveAbnormal, { id, version, move: 'claim' })
  const told = await news(demoUserId('carrier'), () =>
    colleague.client.send(moveAbnormal, { id, version: claimed.version, move: 'escalate', reason: '联系不上司机' }),
  )
  expect(told.filter(({ code }) => code === '0')).toMatchObject([{ msg: expect.stringContaining(plate) }])
  expect(told.find(({ code }) => code === '0')?.msg).toContain('联系不上司机')
  expect(told.some(({ code }) => code === 'sync')).toBe(true)
  // one's own step is no news
  const other = await found()
  const own = await colleague.client.send(moveAbnormal, { id: other.id, version: other.version, move: 'claim' })
  const quiet = await news(colleague.id, () =>
    colleague.client.send(moveAbnormal, { id: other.id, version: own.version, move: 'escalate', reason: '换人跟进' }),
  )
  expect(quiet.filter(({ code }) => code !== 'sync')).toEqual([])

  // an urgent one that nobody took in time goes up: the number is the same, and the list another
  await speak()
  const late = await found(125)
  await look()
  const frames = await news(colleague.id, () => look(Date.now() + 16 * MINUTE_MS))
  expect((await world.as('carrier').send(listAbnormal, { text: late.plate, limit: 20 })).rows).toMatchObject([
    { state: 'escalated' },
  ])
  expect(frames.some(({ code }) => code === 'sync')).toBe(true)
})

test('an urgent one that nobody claims is the branch’s after a quarter of an hour from when it became urgent, and the platform’s after an hour', async () => {
  await world.server.db(async tx => {
    // the others are on their way no more, and the log is alive whatever the hour
    await tx.run(sql`update waybills set state = 'signed' where state in ('inTransit', 'interrupted')`.compile(q))
    await tx.run(
      sql`insert into track_lanes (writer, shard_group, beat_at) values ('gateway-ahead', 7,
        ${Date.now() + 24 * 60 * MINUTE_MS})`.compile(q),
    )
  })
  const { plate } = await found(20)
  const start = Date.now()
  const stateAt = async (minutes: number) => {
    await look(start + minutes * MINUTE_MS)
    const [row] = (await world.as('carrier').send(listAbnormal, { text: plate, limit: 20 })).rows
    return [row?.level, row?.state]
  }
  const heard = async (account: 'branch' | 'admin') =>
    (await framesOf(demoUserId(account))).filter(({ msg }) => msg.includes(plate)).map(({ msg }) => msg)
  expect(await stateAt(95)).toEqual(['serious', 'open'])
  // silent for two hours: urgent from now on
  expect(await stateAt(101)).toEqual(['urgent', 'open'])
  expect(await stateAt(115)).toEqual(['urgent', 'open'])
  expect([await heard('branch'), await heard('admin')]).toEqual([[], []])
  expect(await stateAt(117)).toEqual(['urgent', 'escalated'])
  expect(await heard('branch')).toEqual([expect.stringContaining('15 分钟内无人认领')])
  expect(await heard('admin')).toEqual([])
  await stateAt(150)
  expect(await heard('admin')).toEqual([])
  await stateAt(163)
  await stateAt(164)
  expect(await heard('admin')).toEqual([expect.stringContaining('60 分钟内无人处理')])
  expect(await heard('branch')).toHaveLength(1)
})
