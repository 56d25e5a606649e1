// Packages that name ever new messages: the log is read for few of them.
import { setImmediate } from 'node:timers/promises'
import type { Frame } from '@yunshu/jt808/frame'
import pg from 'pg'
import { expect, test } from 'vitest'
import { Media } from './media.ts'
import { Sessions } from './sessions.ts'

test('a terminal that begins ever new photos in their middle has the log read a few times', async () => {
  let reads = 0
  const pool = Object.assign(new pg.Pool(), { query: () => Promise.resolve({ rows: (reads++, []) }) })
  const now = () => 1_000_000
  const media = new Media({ pool, sessions: new Sessions(0), now, steady: now, say: () => {}, onWhole: () => {} })
  for (let n = 0; n < 100; n++)
    media.hear(
      { terminal: { terminalNo: 1 } } as never,
      {
        id: 0x0801,
        phone: '13500000000',
        serial: 10 + 7 * n,
        encryption: 0,
        part: { total: 9, index: 2 },
        body: new Uint8Array(10),
      } as unknown as Frame,
      undefined,
    )
  await media.look()
  expect(reads).toBeLessThanOrEqual(4)
})

interface Bench {
  readonly media: Media
  /** Places of packages that were asked for. */
  readonly asked: (readonly number[])[]
  readonly said: string[]
  reads: number
  now: number
  hear(id: number, index: number, total: number, serial?: number, phone?: string): void
}

/** Packages of one terminal; the log answers with `read`. */
function bench(read: () => Promise<{ rows: never[] }> = () => Promise.resolve({ rows: [] })): Bench {
  const asked: (readonly number[])[] = []
  const said: string[] = []
  const send = ({ value }: { value: { indexes: number[] } }): number => asked.push(value.indexes)
  const session = { terminal: { terminalNo: 1 }, epoch: 1, send }
  const now = () => it.now
  const query = () => (it.reads++, read())
  const it: Bench = {
    media: new Media({
      pool: Object.assign(new pg.Pool(), { query }),
      sessions: { of: () => session } as never,
      now,
      steady: now,
      say: line => said.push(line),
      onWhole: () => {},
    }),
    asked,
    said,
    reads: 0,
    now: 1_000_000,
    hear: (id, index, total, serial = 100, phone = '13500000000') =>
      it.media.hear(
        session as never,
        {
          id,
          phone,
          serial: serial + index - 1,
          encryption: 0,
          part: { total, index },
          body: new Uint8Array(10),
        } as unknown as Frame,
        undefined,
      ),
  }
  return it
}
const batch = 0x0704,
  params = 0x0104

test('a package that comes again of a message that was whole is no new message, and nothing is asked for', async () => {
  for (const id of [batch, params]) {
    const it = bench()
    it.hear(id, 1, 2)
    await it.media.look()
    it.now += 5000
    await it.media.look()
    expect(it.asked).toEqual([[2]])
    for (let n = 0; n < 2; n++) {
      it.hear(id, 2, 2)
      await setImmediate()
    }
    it.now += 6000
    await it.media.look()
    expect(it.asked).toEqual([[2]])
  }
})

test('the log is read for messages somebody awaits here, and for no batch', async () => {
  const it = bench()
  it.hear(batch, 2, 3)
  await it.media.look()
  expect(it.reads).toBe(0)
  it.hear(params, 2, 3)
  await it.media.look()
  expect(it.reads).toBe(1)
})

test('a message is asked for five times in all, whatever comes of it meanwhile and however many others lack some', async () => {
  const it = bench()
  const look = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) {
      it.now += 5000
      await it.media.look()
    }
  }
  it.hear(batch, 1, 3)
  await look(7)
  expect(it.asked).toEqual(Array.from({ length: 5 }, () => [2, 3]))
  it.hear(batch, 2, 3)
  await it.media.look()
  await look(3)
  expect(it.asked).toHaveLength(5)
  // another one under the same serial, once that is over, is asked for again
  it.now += 300_000
  await it.media.look()
  it.hear(batch, 1, 3)
  await look(1)
  expect(it.asked).toHaveLength(6)
})

test('packages that wait while the log is slow are bounded, and that is said once', async () => {
  const gate = Promise.withResolvers<{ rows: never[] }>()
  const it = bench(() => gate.promise)
  for (let n = 0; n < 6000; n++) it.hear(0x0801, 2, 3, 10 * n)
  expect(it.said).toEqual([expect.stringContaining('packages wait')])
  gate.resolve({ rows: [] })
  await it.media.look()
})

test('a photo that is left whole because too many packages wait is asked for again once they are through', async () => {
  const gate = Promise.withResolvers<{ rows: never[] }>()
  const it = bench(() => gate.promise)
  for (let n = 0; n < 4000; n++) it.hear(0x0801, 2, 3, 10 * n)
  for (const index of [1, 2, 3]) it.hear(0x0801, index, 3, 500, '13600000000')
  gate.resolve({ rows: [] })
  await it.media.look()
  it.asked.length = 0
  it.now += 5000
  await it.media.look()
  expect(it.asked).toContainEqual([1, 2, 3])
  for (const index of [1, 2, 3]) it.hear(0x0801, index, 3, 500, '13600000000')
  await it.media.look()
  it.asked.length = 0
  it.now += 5000
  await it.media.look()
  expect(it.asked).not.toContainEqual([1, 2, 3])
})
