// Readers and retention: cursors move with what they caused, partitions go only behind all of them, and nobody stops the intake.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { intakeWorld, message, type IntakeWorld } from '../../../tests/server/intakeWorld.ts'
import { dayOf } from './partitions.ts'
import { moveCursors, readLog, StaleCursor, takeCursors, type Cursor } from './reader.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 24, 4)
const groups = [0, 1, 2, 3, 4, 5, 6, 7]
const consumers = ['live', 'trail']

let world: IntakeWorld
let client: pg.Client
beforeEach(async () => {
  world = await intakeWorld(now)
  client = new pg.Client({ connectionString: world.database.appUrl, options: world.options })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await world.close()
})

const textsOf = ({ rows }: Awaited<ReturnType<typeof readLog>>): string[] =>
  rows.flatMap(({ messages = [] }) => messages.map(({ raw }) => Buffer.from(raw).toString()))

/** Reads everything as a consumer and moves its cursors behind it. */
async function readAll(consumer: string): Promise<string[]> {
  const cursors = await takeCursors(client, consumer, groups)
  const read = await readLog(client, cursors, 1000)
  const last = new Map(read.rows.map(({ lane, seq }) => [lane, seq]))
  await moveCursors(
    client,
    consumer,
    cursors.map(one => ({ ...one, seq: last.get(one.lane) ?? one.seq })),
  )
  return textsOf(read)
}

/** A log with a message of each day from `days` ago until now, as a writer that ran all the time left it. */
async function olderLog(days: number): Promise<void> {
  for (let ago = days; ago >= 0; ago--) {
    const at = now - ago * dayMs
    await world.keep({ now: at, days: 100 })
    const writer = await world.open({ now: () => at })
    await writer.append(message(1, `${ago} days ago`, at))
    await writer.close()
  }
}
const daysHeld = async (): Promise<string[]> => (await world.held()).map(({ day }) => day)

test('rows are read in order, in pieces, once for each consumer, also by one that begins later', async () => {
  const writer = await world.open()
  for (let at = 0; at < 7; at++) await writer.append(message(1, `m${at}`))
  const [cursor] = (await takeCursors(client, 'live', [0])) as [Cursor]
  const first = await readLog(client, [cursor], 4)
  expect([textsOf(first), first.gaps]).toEqual([['m0', 'm1', 'm2', 'm3'], []])
  await moveCursors(client, 'live', [{ ...cursor, seq: 4 }])
  expect(await readAll('live')).toEqual(['m4', 'm5', 'm6'])
  expect(await readAll('live')).toEqual([])
  expect(await readAll('trail')).toHaveLength(7)
  // a cursor never goes back
  const [again] = (await takeCursors(client, 'live', [0])) as [Cursor]
  await moveCursors(client, 'live', [{ ...again, seq: 1 }])
  expect(await readAll('live')).toEqual([])
})

test('whoever lost its cursor fails with all it wrote in the transaction', async () => {
  const writer = await world.open()
  await writer.append(message(1, 'one'))
  const [mine] = (await takeCursors(client, 'live', [0])) as [Cursor]
  const attempt = async (): Promise<void> => {
    await client.query('begin')
    try {
      await client.query(`insert into track_cursors values ('effect', ${mine.lane}, 0, 1)`)
      await moveCursors(client, 'live', [{ ...mine, seq: 1 }])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  const effects = async () => (await client.query(`select 1 from track_cursors where consumer = 'effect'`)).rowCount
  await takeCursors(client, 'live', [0])
  await expect(attempt()).rejects.toBeInstanceOf(StaleCursor)
  expect(await effects()).toBe(0)
  // control: with the epoch of now the same goes through
  const [current] = (await takeCursors(client, 'live', [0])) as [Cursor]
  Object.assign(mine, { epoch: current.epoch })
  await attempt()
  expect(await effects()).toBe(1)
})

test('a partition that somebody has not read stays and is told of, the intake goes on, and it goes once it was read', async () => {
  await olderLog(5)
  await readAll('live')
  const held = await world.keep({ now, consumers })
  // the day before the first message has a partition too, in which nothing is
  expect([held.dropped, held.isBusy]).toEqual([[dayOf(now - 6 * dayMs)], false])
  expect(held.held).toEqual([{ day: dayOf(now - 5 * dayMs), consumer: 'trail', lane: 1, behind: 1 }])
  const writer = await world.open({ now: () => now })
  await writer.append(message(1, 'in spite of it', now))
  expect(await daysHeld()).toHaveLength(7)
  expect(await readAll('trail')).toHaveLength(7)
  await readAll('live')
  const after = await world.keep({ now, consumers })
  expect([after.dropped.slice(-2), after.held]).toEqual([[dayOf(now - 5 * dayMs), dayOf(now - 4 * dayMs)], []])
  expect((await daysHeld())[0]).toBe(dayOf(now - 3 * dayMs))
})

test('control: without the look at cursors the unread partition goes', async () => {
  await olderLog(5)
  expect((await world.keep({ now, consumers: [] })).dropped).toContain(dayOf(now - 5 * dayMs))
})

test('numbers go on where retention has dropped every row, and who lags is told of the gap', async () => {
  await olderLog(5)
  await world.keep({ now: now + 30 * dayMs, consumers: [] })
  expect(await daysHeld()).toEqual([])
  // control: the rows alone would begin at 1 again
  expect((await world.asOwner(owner => owner.query('select max(seq) from track_intake'))).rows).toEqual([{ max: null }])
  const writer = await world.open({ now: () => now + 30 * dayMs })
  const { lane, seq } = await writer.append(message(1, 'later', now + 30 * dayMs))
  expect([lane, seq]).toEqual([1, 7])
  const late = await readLog(client, [{ lane, seq: 2 }], 10)
  expect([textsOf(late), late.gaps]).toEqual([['later'], [{ lane, from: 3, to: 6 }]])
})

test('a partition a run took out and did not drop goes in again when somebody has not read it', async () => {
  await olderLog(5)
  const table = `track_intake_${dayOf(now - 5 * dayMs).replaceAll('-', '')}`
  await world.asOwner(owner => owner.query(`alter table track_intake detach partition ${table}`))
  expect(await daysHeld()).toHaveLength(5)
  expect((await world.keep({ now, consumers })).held).toHaveLength(2)
  expect(await daysHeld()).toHaveLength(6)
  // read by all it is dropped like any other
  await world.asOwner(owner => owner.query(`alter table track_intake detach partition ${table}`))
  expect((await world.keep({ now, consumers: [] })).dropped).toContain(dayOf(now - 5 * dayMs))
})

test('too many bytes: the oldest days go first, today never', async () => {
  await olderLog(4)
  expect((await world.keep({ now, days: 30 })).dropped).toEqual([])
  const { dropped } = await world.keep({ now, days: 30, bytes: 1 })
  expect(dropped.at(-1)).toBe(dayOf(now - dayMs))
  expect(await daysHeld()).toEqual([dayOf(now)])
})

test('a dump that holds the oldest partition stops neither retention for long nor one append', async () => {
  await olderLog(5)
  await client.query('begin')
  await client.query('select count(*) from track_intake')
  // it comes back although nobody lets go
  const busy = await world.keep({ now, consumers: [] })
  expect([busy.isBusy, busy.dropped.includes(dayOf(now - 5 * dayMs))]).toEqual([true, false])
  const writer = await world.open({ now: () => now })
  await writer.append(message(1, 'meanwhile', now))
  await client.query('commit')
  // the next run ends what the one before began
  const later = await world.keep({ now, consumers: [] })
  expect([later.isBusy, later.dropped.includes(dayOf(now - 5 * dayMs))]).toEqual([false, true])
  expect((await daysHeld()).at(-1)).toBe(dayOf(now))
})

test('a clock that goes back keeps the partition, one far ahead or behind takes the nearest', async () => {
  const midnight = Date.UTC(2026, 10, 23, 16)
  await world.keep({ now: midnight })
  let clock = midnight + 60_000
  const writer = await world.open({ now: () => clock })
  await writer.append(message(1, 'after midnight', clock))
  clock -= 3_600_000
  await writer.append(message(1, 'an hour back', clock))
  clock = Date.UTC(2040, 0)
  await writer.append(message(1, 'far ahead', clock))
  clock = 0
  await writer.append(message(9, 'of 1970', clock))
  const days = new Map((await world.held()).map(({ day, texts }) => [texts[0], day]))
  const all = await world.asOwner(owner =>
    owner.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'track_intake'::regclass order by 1`,
    ),
  )
  const first = all.rows[0]?.name.slice(-8),
    last = all.rows.at(-1)?.name.slice(-8)
  expect([...days].map(([text, day]) => [text, day.replaceAll('-', '')])).toEqual([
    ['after midnight', '20261124'],
    ['an hour back', '20261124'],
    ['far ahead', last],
    ['of 1970', first],
  ])
})

test('the role of the product neither changes nor deletes what was said, and without the reach of the system sees none of it', async () => {
  await (await world.open()).append(message(1, 'one'))
  for (const statement of ['update track_intake set n = 2', 'delete from track_intake', 'truncate track_intake'])
    await expect(client.query(statement), statement).rejects.toThrow('permission denied')
  expect((await client.query('select 1 from track_intake')).rowCount).toBe(1)
  await client.query(`set app.reach = 'company'`)
  for (const table of ['track_intake', 'track_lanes', 'track_cursors'])
    expect((await client.query(`select 1 from ${table}`)).rowCount, table).toBe(0)
})

test('reading goes by the key of each partition, however many rows there are', async () => {
  await world.asOwner(owner =>
    owner.query(
      `insert into track_intake select date '2026-11-24', lane, seq, 1, 1, '\\x010000' from generate_series(1, 4) lane, generate_series(1, 4000) seq; analyze track_intake`,
    ),
  )
  const text =
    /text: `(select c\.lane[^`]+)`/.exec(readFileSync(new URL('reader.ts', import.meta.url), 'utf8'))?.[1] ?? ''
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain ${text.replace('$1', `'{1,2}'`).replace('$2', `'{3990,10}'`).replace('$3', '50')}`,
  )
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index')
  expect(plan).not.toContain('Seq Scan on track_intake_20261124')
})
