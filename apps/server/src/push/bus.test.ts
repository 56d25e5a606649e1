// The words between processes: their form and size, the way over PostgreSQL through a lost connection, and over NATS.
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newsOf, readWord, writeWord, type Bus, type Ear, type Word } from './bus.ts'
import { startBroker } from '../../../../tests/server/broker.ts'
import { openNatsBus } from './natsBus.ts'
import { openPostgresBus } from './postgresBus.ts'

let database: ScratchDatabase
const open: Bus[] = []
beforeAll(async () => {
  database = await createDatabase('bus')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(bus => bus.close()))
})
afterAll(async () => {
  await database.drop()
})

interface Process {
  readonly bus: Bus
  readonly heard: Word[]
  readonly lines: string[]
  readonly lost: () => number
}
/** One process on a bus: what it heard, logged, and how often it was told that words may be lost. */
function join(openBus: (options: { log: (line: string) => void; ear: Ear }) => Bus): Process {
  const heard: Word[] = []
  const lines: string[] = []
  let lost = 0
  const bus = openBus({
    log: line => lines.push(line),
    ear: {
      hear: word => heard.push(word),
      lost: () => {
        lost++
      },
    },
  })
  open.push(bus)
  return { bus, heard, lines, lost: () => lost }
}
const live = async (...processes: Process[]): Promise<void> => {
  await expect.poll(() => processes.every(({ lost }) => lost() > 0)).toBe(true)
}
const news = (seq: number, count = 1): Word => ({
  kind: 'news',
  news: Array.from({ length: count }, () => ({ userId: v7(), seq })),
})
const peopleOf = (words: readonly Word[]): number =>
  words.reduce((sum, word) => sum + (word.kind === 'news' ? word.news.length : word.userIds.length), 0)

test('a word for any number of people travels in texts a notification can hold, and reads back the same', () => {
  const word: Word = {
    kind: 'news',
    news: Array.from({ length: 2001 }, () => ({ userId: v7(), seq: Number.MAX_SAFE_INTEGER })),
  }
  const texts = writeWord(word)
  expect(texts).toHaveLength(17)
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8000)
  expect(
    texts.flatMap(text => {
      const read = readWord(text)
      return read?.kind === 'news' ? read.news : []
    }),
  ).toEqual(word.news)
  const changed: Word = { kind: 'sessions', userIds: [v7(), v7()] }
  expect(writeWord(changed).map(readWord)).toEqual([changed])
})

test('what is no word is not heard', () => {
  for (const text of [
    '',
    'x',
    '[]',
    'null',
    '{}',
    '{"news":[["not an id",1]]}',
    `{"news":[["${v7()}",1.5]]}`,
    `{"news":[["${v7()}"]]}`,
    '{"sessions":[1]}',
    '{"sessions":[],"news":[]}',
  ])
    expect(readWord(text), text).toBeUndefined()
})

test('of several frames for one person the newest counts', () => {
  expect(
    newsOf([
      { userId: 'a', seq: 2 },
      { userId: 'b', seq: 9 },
      { userId: 'a', seq: 3 },
    ]),
  ).toEqual([
    { userId: 'a', seq: 3 },
    { userId: 'b', seq: 9 },
  ])
})

test('over PostgreSQL each process hears the others, two thousand people at once too', async () => {
  const [a, b] = [
    join(o => openPostgresBus({ url: database.appUrl, ...o })),
    join(o => openPostgresBus({ url: database.appUrl, ...o })),
  ]
  await live(a, b)
  const one = news(7)
  a.bus.tell(one)
  await expect.poll(() => b.heard).toEqual([one])
  b.bus.tell(news(1, 2000))
  await expect.poll(() => peopleOf(a.heard)).toBe(2001)
})

test('a PostgreSQL connection that is cut comes back by itself, says that words may be lost, and is told what waited', async () => {
  const [a, b] = [
    join(o => openPostgresBus({ url: database.appUrl, ...o })),
    join(o => openPostgresBus({ url: database.appUrl, ...o })),
  ]
  await live(a, b)
  for (let round = 1; round <= 5; round++) {
    const before = [a.lost(), b.lost()]
    const { rowCount } = await withClient(database.ownerUrl, client =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yunshu push' and datname = current_database()",
      ),
    )
    expect(rowCount).toBe(2)
    await expect.poll(() => [a.lost(), b.lost()]).toEqual(before.map(lost => lost + 1))
  }
  const later = news(8)
  a.bus.tell(later)
  await expect.poll(() => b.heard.at(-1)).toEqual(later)
})

test('while PostgreSQL is away the bus says so once and goes on trying', async () => {
  const away = database.appUrl.replace(database.name, 'bus_that_is_not_there')
  const { bus, lines } = join(o => openPostgresBus({ url: away, ...o }))
  bus.tell(news(1))
  await sleep(1000)
  expect(lines).toEqual([expect.stringContaining('push bus waits')])
})

test('over NATS each process hears the others, also after the broker was away', async () => {
  const broker = await startBroker()
  const [a, b] = [join(o => openNatsBus({ url: broker.url, ...o })), join(o => openNatsBus({ url: broker.url, ...o }))]
  await live(a, b)
  const one = news(7)
  a.bus.tell(one)
  await expect.poll(() => b.heard).toEqual([one])
  broker.publish('yunshu.push', 'from a stranger')
  const before = [a.lost(), b.lost()]
  broker.cut()
  await expect.poll(() => [a.lost(), b.lost()]).toEqual(before.map(lost => lost + 1))
  b.bus.tell(news(1, 2000))
  await expect.poll(() => peopleOf(a.heard)).toBe(2001)
  expect(b.lines).toEqual(['push bus: broker away', 'push bus: connected again'])
  await broker.stop()
})

test('a broker that is not there yet stops nothing; it is joined when it comes', async () => {
  const gone = await startBroker()
  await gone.stop()
  const a = join(o => openNatsBus({ url: gone.url, ...o }))
  a.bus.tell(news(1))
  await expect.poll(() => a.lines).toEqual([expect.stringContaining('push bus waits')])
  const broker = await startBroker(Number(new URL(gone.url).port))
  await live(a)
  await broker.stop()
})
