// The live map over a real socket: who sees which vehicle, what changes, sight that ends, and viewers that do not read.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { getPushTicket, logout } from '@yunshu/contract/session/session'
import { livePath, readLiveFrame, type LiveFrame } from '@yunshu/contract/track/liveFrame'
import { pushCloses } from '@yunshu/domain/message/push'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startFreightWorld, type FreightAccount, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q } from '../../db/tx.ts'
import { LiveFeed, type FedRow } from './feed.ts'
import { LiveHub } from './hub.ts'
import { LiveViewer } from './viewer.ts'

let world: FreightWorld
let no: number
let waybillId: string
const now = Math.floor(Date.now() / 1000) * 1000
const china = [70_000_000, 0, 140_000_000, 60_000_000] as const

const run = (text: string) => world.server.db(tx => tx.run(sql.raw(text).compile(q)))

beforeAll(async () => {
  world = await startFreightWorld()
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  await world.walk(waybill, ['accept'])
  waybillId = waybill.id
  const one = await world.server.db(tx =>
    tx.one(
      sql<{ vehicle_id: string; no: number }>`select w.vehicle_id, v.track_no as no from waybills w
        join vehicles v on v.id = w.vehicle_id where w.id = ${waybillId}::uuid`.compile(q),
    ),
  )
  no = one.no
  await run(`insert into vehicle_live (track_no, vehicle_id, lon_e6, lat_e6, datum, speed, heading, at, received_at, state, source, rev)
    values (${no}, '${one.vehicle_id}', 109000000, 34000000, 0, 600, 90, ${now - 5000}, ${now}, 1, 0, 1)`)
  // the shipper sees it: the span of the waybill holds the position
  await run(`update track_access set from_at = ${now - HOUR_MS} where waybill_id = '${waybillId}'`)
})
afterAll(() => world.stop())

interface Looker {
  readonly ws: WebSocket
  readonly frames: LiveFrame[]
  readonly closed: Promise<number>
  /** Vehicles as the frames leave them. */
  seen(): Map<number, LiveFrame['positions'][number]>
  say(message: unknown): void
}

async function look(
  who: FreightAccount | { readonly ticket: string },
  view: readonly number[] | null = china,
): Promise<Looker> {
  const { ticket } = typeof who === 'string' ? await world.as(who).send(getPushTicket, {}) : who
  const ws = new WebSocket(`${world.server.url.replace('http', 'ws')}${livePath}`, [`ticket.${ticket}`])
  ws.binaryType = 'arraybuffer'
  const frames: LiveFrame[] = []
  ws.on('message', (data: ArrayBuffer) => {
    const frame = readLiveFrame(data)
    if (frame) frames.push(frame)
  })
  ws.on('error', () => {})
  const closed = new Promise<number>(resolve => {
    ws.on('close', resolve)
  })
  const say = (message: unknown): void => ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  await once(ws, 'open')
  if (view) say({ view })
  return {
    ws,
    frames,
    closed,
    say,
    seen: () => {
      const all = new Map<number, LiveFrame['positions'][number]>()
      for (const frame of frames) {
        if (frame.isWhole) all.clear()
        for (const position of frame.positions) all.set(position.no, position)
        for (const gone of frame.gone) all.delete(gone)
      }
      return all
    },
  }
}

test('carrier, house and shipper see the vehicle of their waybill, others nothing; the first frame is whole', async () => {
  const lookers = await Promise.all((['carrier', 'branch', 'admin', 'shipper'] as const).map(who => look(who)))
  for (const looker of lookers) {
    await until(() => looker.seen().has(no))
    expect(looker.frames[0]?.isWhole).toBe(true)
    expect(looker.seen().get(no)).toMatchObject({
      lonE6: 109_000_000,
      speed: 600,
      heading: 90,
      state: 'moving',
      at: now - 5000,
    })
  }
  for (const who of ['carrier2', 'shipper2'] as const) {
    const stranger = await look(who)
    await until(() => stranger.frames.length > 0)
    expect([...stranger.seen().keys()]).not.toContain(no)
    stranger.ws.close()
  }
  // a change reaches all of them as a change
  await run(
    `update vehicle_live set lon_e6 = 109100000, rev = rev + 1, at = ${now - 1000}, received_at = ${now} where track_no = ${no}`,
  )
  for (const looker of lookers) {
    await until(() => looker.seen().get(no)?.lonE6 === 109_100_000)
    expect(looker.frames.filter(({ isWhole }) => isWhole)).toHaveLength(1)
    looker.ws.close()
    await looker.closed
  }
  await until(() => world.server.server.liveStats().viewers === 0)
})

test('a viewer that comes gets its first frame by itself: nobody else is told, and no look at all vehicles is made', async () => {
  const other = await look('admin')
  await until(() => other.frames.length > 0)
  const ticks = vi.spyOn(LiveHub.prototype, 'tick').mockResolvedValue()
  try {
    for (const who of ['carrier', 'shipper', 'branch'] as const) {
      const comer = await look(who)
      await until(() => comer.seen().has(no))
      expect(comer.frames.map(({ isWhole }) => isWhole)).toEqual([true])
      comer.ws.close()
      await comer.closed
    }
  } finally {
    ticks.mockRestore()
  }
  other.ws.close()
})

test('a position behind the end of the shipper’s span is gone for the shipper, and stays for the carrier', async () => {
  const [shipper, carrier] = [await look('shipper'), await look('carrier')]
  await until(() => shipper.seen().has(no) && carrier.seen().has(no))
  await run(`update track_access set to_at = ${now - 60_000} where waybill_id = '${waybillId}' and why = 'waybill'`)
  await until(() => !shipper.seen().has(no))
  expect(carrier.seen().has(no)).toBe(true)
  await run(`update track_access set to_at = null where waybill_id = '${waybillId}' and why = 'waybill'`)
  await until(() => shipper.seen().has(no))
  for (const one of [shipper, carrier]) one.ws.close()
})

test('a session that ends ends its map, and a ticket opens one', async () => {
  const { ticket } = await world.as('shipper2').send(getPushTicket, {})
  const first = await look({ ticket })
  await until(() => first.frames.length > 0)
  const again = await look({ ticket })
  expect(await again.closed).toBe(pushCloses.session)
  const leaving = await world.server.login('shipper2')
  const own = await look(await leaving.send(getPushTicket, {}))
  await until(() => own.frames.length > 0)
  await leaving.send(logout, {})
  expect(await own.closed).toBe(pushCloses.session)
  first.ws.close()
})

test('rights that are taken away end the map within seconds', async () => {
  const finance = await look('shipper-finance')
  await until(() => finance.frames.length > 0)
  await run(`update roles set functions = array_remove(functions, 'track.view')`)
  expect(await finance.closed).toBe(pushCloses.session)
}, 30_000)

test.each([
  ['no JSON', 'x'],
  ['another form', '{"view":[1,2,3]}'],
  ['degrees that are none', '{"view":[0,0,0,91000000]}'],
  ['more than is asked', '{"view":[0,0,0,0],"follow":[1]}'],
])('a message that is no view closes the socket: %s', async (_, text) => {
  const looker = await look('admin', null)
  looker.say(text)
  expect(await looker.closed).toBe(pushCloses.badMessage)
})

test('a branch that is not the person’s is refused', async () => {
  const looker = await look('carrier', null)
  looker.say({ view: china, branchCompanyId: '00000000-0000-4000-8000-000000000001' })
  expect(await looker.closed).toBe(pushCloses.session)
})

test('connections that say nothing count as those of their person', async () => {
  const quiet = await Promise.all(Array.from({ length: 8 }, () => look('carrier2', null)))
  await until(() => quiet.filter(({ ws }) => ws.readyState === WebSocket.CLOSED).length === 3)
  for (const { ws } of quiet) ws.close()
})

test('positions are heard of after the clock was set back', async () => {
  const feed = new LiveFeed(world.server.server.deps.reads)
  await run(`update vehicle_live set received_at = ${now + HOUR_MS} where track_no = ${no}`)
  await feed.refresh(now + HOUR_MS)
  await run(`update vehicle_live set received_at = ${now}, lon_e6 = 109200000, rev = rev + 1 where track_no = ${no}`)
  await feed.refresh(now)
  expect(feed.get(no)?.lon_e6).toBe(109_200_000)
})

/** A viewer at one end of a socket, and a feed that holds as many vehicles as one may see. */
async function crowd(count: number) {
  const wss = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(wss, 'listening')
  const address = wss.address()
  const arrived = once(wss, 'connection')
  const theirs = new WebSocket(`ws://127.0.0.1:${(address as AddressInfo).port}`)
  const [[ws]] = await Promise.all([arrived, once(theirs, 'open')])
  if (!(ws instanceof WebSocket)) throw new Error('no socket')
  theirs.binaryType = 'arraybuffer'
  const rows = new Map<number, FedRow>()
  const move = (rev: number): void => {
    for (let each = 1; each <= count; each++)
      rows.set(each, {
        track_no: each,
        lon_e6: 109_000_000 + each,
        lat_e6: 34_000_000,
        datum: 0,
        speed: 0,
        heading: 0,
        at: now,
        received_at: now,
        state: 1,
        rev,
      })
  }
  move(1)
  const feed = Object.assign(new LiveFeed(world.server.server.deps.reads), { get: (each: number) => rows.get(each) })
  const sight = new Map([...rows.keys()].map(each => [each, [{ from_at: 0, to_at: null }]]))
  const viewer = new LiveViewer(ws, { sessionId: '', userId: '', branchCompanyId: undefined }, undefined as never, now)
  return { wss, ws, theirs, move, viewer, tell: () => viewer.tell(feed, sight, now) }
}

test('a viewer that never reads holds 256 KiB and a frame at most, and is cut off; one that reads again has the newest only', async () => {
  const { wss, ws, theirs, move, viewer, tell } = await crowd(5000)
  viewer.look([...china] as [number, number, number, number], now)
  theirs.pause()
  let most = 0
  let rev = 1
  while (ws.bufferedAmount <= 256 * 1024) {
    move(++rev)
    tell()
    most = Math.max(most, ws.bufferedAmount)
    if (rev > 500) throw new Error('the system takes everything')
  }
  expect(most).toBeLessThan(256 * 1024 + 16 + 5000 * 24 + 64)
  move(++rev)
  expect(tell()).toBe(0)
  const got: LiveFrame[] = []
  theirs.on('message', (data: ArrayBuffer) => {
    const frame = readLiveFrame(data)
    if (frame) got.push(frame)
  })
  theirs.resume()
  await until(() => ws.bufferedAmount === 0)
  expect(tell()).toBe(16 + 5000 * 24)
  // nothing changed since: nothing to say
  expect(tell()).toBe(0)
  theirs.pause()
  while (ws.bufferedAmount <= 256 * 1024) {
    move(++rev)
    tell()
  }
  for (let turn = 0; turn < 30; turn++) tell()
  expect(ws.readyState).not.toBe(WebSocket.OPEN)
  theirs.terminate()
  wss.close()
}, 60_000)

test('what lies outside the view is told of every tenth turn only', async () => {
  const { wss, theirs, move, viewer, tell } = await crowd(3)
  viewer.look([109_000_002, 0, 109_000_003, 60_000_000], now)
  expect(tell()).toBe(16 + 3 * 24)
  move(2)
  expect(tell()).toBe(16 + 2 * 24)
  for (let turn = 3; turn <= 10; turn++) expect(tell()).toBe(0)
  expect(tell()).toBe(16 + 24)
  // the view moves: what is new in it comes at once
  move(3)
  viewer.look([109_000_001, 0, 109_000_001, 60_000_000], now)
  expect(tell()).toBe(16 + 24)
  theirs.terminate()
  wss.close()
})
