// The writer of the log: dense numbers, one owner of a lane, and no answer without a row, whatever is cut and when.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openCutter, type Cutter } from '../../../tests/server/cutter.ts'
import { intakeWorld, message, type Held, type IntakeWorld } from '../../../tests/server/intakeWorld.ts'
import { Fenced, groupOf } from './lanes.ts'
import { isStored } from './writer.ts'

let world: IntakeWorld
beforeAll(async () => {
  world = await intakeWorld()
})
afterAll(() => world.close())
beforeEach(() =>
  world.asOwner(client => client.query('truncate track_intake, track_cursors, track_lanes restart identity')),
)

/** Texts of the log, each as often as it is there. */
const textsOf = (held: readonly Held[]): string[] =>
  held.flatMap(({ texts }) => texts).toSorted((a, b) => a.localeCompare(b))
const sorted = (texts: readonly string[]): string[] => texts.toSorted((a, b) => a.localeCompare(b))
/** Lanes whose numbers are not 1, 2, 3 … */
const holesOf = (held: readonly Held[]): number[] =>
  [...new Set(held.map(({ lane }) => lane))].filter(
    lane => !held.filter(row => row.lane === lane).every(({ seq }, at) => seq === at + 1),
  )

test('messages are stored where their proof says, in lanes without holes, and numbers go on after a restart', async () => {
  const first = await world.open()
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, at) => first.append(message(at, `a${at}`)).then(stored => ({ stored, at }))),
  )
  await first.close()
  const second = await world.open()
  for (let at = 0; at < 5; at++) await second.append(message(at, `b${at}`))
  const held = await world.held()
  const textAt = new Map(held.map(({ lane, seq, texts }) => [`${lane} ${seq}`, texts]))
  expect(answers.filter(({ stored, at }) => !textAt.get(`${stored.lane} ${stored.seq}`)?.includes(`a${at}`))).toEqual(
    [],
  )
  expect(held.flatMap(({ texts }) => texts)).toHaveLength(305)
  expect(holesOf(held)).toEqual([])
  expect(new Set(held.map(({ lane }) => lane)).size).toBe(8)
})

test('many messages at once go in few rows, and a row never holds more than a batch', async () => {
  const writer = await world.open()
  await Promise.all(Array.from({ length: 2500 }, (_, at) => writer.append(message(0, `m${at}`))))
  const held = await world.held()
  expect(held.map(({ texts }) => texts.length)).toEqual([1000, 1000, 500])
  expect(held.flatMap(({ texts }) => texts)).toEqual(Array.from({ length: 2500 }, (_, at) => `m${at}`))
  const big = 'x'.repeat(400_000)
  await Promise.all([1, 2, 3].map(() => writer.append(message(0, big))))
  expect((await world.held()).slice(3).map(({ texts }) => texts.length)).toEqual([2, 1])
})

test('a proof is made by the log alone', async () => {
  const writer = await world.open()
  const stored = await writer.append(message(1, 'one'))
  expect(isStored(stored)).toBe(true)
  expect([{ lane: 1, seq: 1 }, Object.create(stored), undefined, null].filter(isStored)).toEqual([])
})

test('two writers of one lane: the older one stores nothing any more and is told so', async () => {
  const older = await world.open()
  await older.append(message(1, 'older'))
  const newer = await world.open()
  const refused = older.append(message(1, 'late')).catch((error: unknown) => error)
  await newer.append(message(1, 'newer'))
  expect(await refused).toBeInstanceOf(Fenced)
  await expect(older.append(message(1, 'later'))).rejects.toBeInstanceOf(Fenced)
  expect(older.pending).toBe(0)
  const held = await world.held()
  expect(held.map(({ seq, texts }) => [seq, ...texts])).toEqual([
    [1, 'older'],
    [2, 'newer'],
  ])
})

/** The insert of a writer, with the fence or without it. */
const insertOf = (lane: number, epoch: number, seq: number, isFenced: boolean): string =>
  `insert into track_intake select current_date, ${lane}, ${seq}, 1, 1, '\\x010000'
   ${isFenced ? `from track_lanes l where l.id = ${lane} and l.epoch = ${epoch} for share of l` : ''}`

test('control: without the fence the older writer takes the number of the newer one', async () => {
  await (await world.open()).append(message(1, 'older'))
  await world.open()
  const [{ lane } = { lane: 0 }] = await world.held()
  const rowsOf = async (isFenced: boolean) =>
    world.asOwner(async client => (await client.query(insertOf(lane, 1, 2, isFenced))).rowCount)
  expect(await rowsOf(true)).toBe(0)
  expect(await rowsOf(false)).toBe(1)
})

test('whoever takes a lane over waits for the append under way and goes on behind it', async () => {
  const older = await world.open()
  const { lane, seq } = await older.append(message(1, 'one'))
  const slow = new pg.Client({ connectionString: world.database.appUrl, options: world.options })
  await slow.connect()
  await slow.query('begin')
  expect((await slow.query(insertOf(lane, 1, seq + 1, true))).rowCount).toBe(1)
  const opening = world.open()
  const waits = () =>
    world.asOwner(async client => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where application_name like 'yunshu-intake%' and wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length
    })
  await expect.poll(waits).toBe(1)
  await slow.query('commit')
  await slow.end()
  const stored = await (await opening).append(message(1, 'two'))
  expect([stored.lane, stored.seq]).toEqual([lane, seq + 2])
})

test('a writer whose machine is gone in the middle of a look keeps its lanes from nobody', async () => {
  const cutter = await openCutter(world.database.appUrl)
  const gone = await world.open({ url: cutter.url, silentMs: 300 })
  const { seq } = await gone.append(message(1, 'one'))
  // its answer is lost, and then nothing it sends arrives any more
  let isGone = false
  cutter.cutsDown = bytes => cutter.cuts < 1 && has(bytes, 'INSERT 0 ')
  cutter.swallowsUp = bytes => (isGone ||= has(bytes, 'i.body = x.body'))
  const waiting = gone.append(message(1, 'two')).catch((error: unknown) => error)
  await expect.poll(() => isGone).toBe(true)
  const stored = await (await world.open()).append(message(1, 'three'))
  expect(stored.seq).toBe(seq + 2)
  await gone.close(0)
  expect(await waiting).toBeInstanceOf(Error)
  await cutter.close()
})

const has = (bytes: Buffer, ...words: string[]): boolean => words.some(word => bytes.includes(word))
/** Moments of an append, each as what is cut. */
const moments: Readonly<Record<string, Partial<Pick<Cutter, 'cutsUp' | 'cutsDown'>>>> = {
  'the insert is not sent': { cutsUp: bytes => has(bytes, 'intake-insert') },
  'the answer of the COMMIT is swallowed': { cutsDown: bytes => has(bytes, 'INSERT 0 ') },
  'the look for the row is not sent': {
    cutsDown: bytes => has(bytes, 'INSERT 0 '),
    cutsUp: bytes => has(bytes, 'i.body = x.body'),
  },
  'the beat is not answered': {
    cutsDown: bytes => has(bytes, 'INSERT 0 ', 'UPDATE '),
  },
  'the commit behind the look is not answered': {
    cutsDown: bytes => has(bytes, 'INSERT 0 ', 'COMMIT'),
  },
}

test.each(Object.entries(moments))('cut while %s: stored once, and told', async (_, cut) => {
  const cutter = await openCutter(world.database.appUrl)
  const writer = await world.open({ url: cutter.url })
  await writer.append(message(1, 'before'))
  // each connection is cut at each of its moments, four times in all
  const limited = (isCut?: (bytes: Buffer) => boolean) => (bytes: Buffer) => cutter.cuts < 4 && isCut?.(bytes) === true
  cutter.cutsUp = limited(cut.cutsUp)
  cutter.cutsDown = limited(cut.cutsDown)
  const texts = Array.from({ length: 6 }, (_one, at) => `m${at}`)
  for (const text of texts) expect(isStored(await writer.append(message(1, text)))).toBe(true)
  const held = await world.held()
  expect(cutter.cuts).toBe(4)
  expect(held.flatMap(one => one.texts)).toEqual(['before', ...texts])
  expect(holesOf(held)).toEqual([])
  await writer.close()
  await cutter.close()
})

test('control: a writer that repeats under a new number stores twice what it was not told', async () => {
  const { lane } = await (await world.open()).append(message(1, 'before'))
  const cutter = await openCutter(world.database.appUrl)
  cutter.cutsDown = bytes => cutter.cuts < 1 && has(bytes, 'INSERT 0 ')
  for (let seq = 2, isTold = false; !isTold; seq++) {
    const client = new pg.Client({ connectionString: cutter.url, options: world.options })
    client.on('error', () => {})
    await client.connect()
    isTold = await client.query(insertOf(lane, 1, seq, true)).then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
  }
  await cutter.close()
  expect((await world.held()).filter(({ seq }) => seq > 1)).toHaveLength(2)
})

test('the backend is killed again and again: whatever was told is stored, and everything once', async () => {
  const writer = await world.open()
  let kills = 0,
    isOver = false
  const killing = world.asOwner(async client => {
    while (!isOver) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yunshu-intake gateway-1' and datname = current_database()`,
      )
      kills += rowCount ?? 0
      await new Promise(resolve => {
        setTimeout(resolve, 60 + Math.random() * 100)
      })
    }
  })
  const told: string[] = []
  for (let round = 0; round < 30 || (kills < 5 && round < 1000); round++)
    await Promise.all(
      [1, 9, 17, 60].map(async trackNo => {
        const text = `${round} ${trackNo}`
        await writer.append(message(trackNo, text))
        told.push(text)
      }),
    )
  isOver = true
  await killing
  const held = await world.held()
  expect(kills).toBeGreaterThan(4)
  expect(textsOf(held)).toEqual(sorted(told))
  expect(holesOf(held)).toEqual([])
})

test('while nothing can be stored nobody is told, and all is stored once it can be again', async () => {
  const lines: string[] = []
  const writer = await world.open({ log: line => lines.push(line) })
  await world.asOwner(client => client.query('revoke insert on track_intake from yunshu_app'))
  let told = 0
  const waiting = Array.from({ length: 50 }, async (_, at) => {
    await writer.append(message(at, `m${at}`))
    told++
  })
  await expect.poll(() => lines.length).toBe(1)
  expect([told, writer.pending]).toEqual([0, 50])
  await world.asOwner(client => client.query('grant insert on track_intake to yunshu_app'))
  await Promise.all(waiting)
  expect([told, writer.pending]).toEqual([50, 0])
  expect(lines.map(line => line.includes('permission denied') || line.endsWith('stores again'))).toEqual([true, true])
  expect(textsOf(await world.held())).toEqual(sorted(Array.from({ length: 50 }, (_, at) => `m${at}`)))
})

test('a writer that is closed tells nobody any more; what it could store it has stored', async () => {
  const writer = await world.open()
  const last = writer.append(message(1, 'last'))
  await writer.close()
  expect(isStored(await last)).toBe(true)
  await expect(writer.append(message(1, 'too late'))).rejects.toThrow('closed')
  expect(textsOf(await world.held())).toEqual(['last'])
})

test('vehicles are spread over eight groups, and a group stays with its vehicle', () => {
  const groups = Array.from({ length: 128 }, (_, trackNo) => groupOf(trackNo))
  expect([...new Set(groups)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(groups.slice(0, 64)).toEqual(groups.slice(64))
})
