// Tracking: frames decoded a second, messages stored a second with their acknowledgement, and what each costs.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '@yunshu/postgres/launcher'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'
import type { Arrived } from '../packages/intake/src/envelope.ts'
import { keepPartitions } from '../packages/intake/src/partitions.ts'
import { readLog, takeCursors } from '../packages/intake/src/reader.ts'
import { IntakeWriter } from '../packages/intake/src/writer.ts'
import { isFault } from '../packages/jt808/src/fault.ts'
import { Splitter, writeFrame } from '../packages/jt808/src/frame.ts'
import { readMessage } from '../packages/jt808/src/message.ts'
import { quantile, type Bench, type Figure } from './figure.ts'
import { storeFigures } from './trackFigures.ts'
import { orderFigures } from './trackOrders.ts'

/** A location with seven extras, as terminals send it. */
const location = Buffer.from(
  '00000000 00000003 0262a3a0 06ed6a10 0032 0258 005a 261124083015 01040000c350 0202 01d4 0302 0258 3001 08 3101 09 2504 00000000 2a02 0000'.replaceAll(
    ' ',
    '',
  ),
  'hex',
)
const wire = (serial: number): Uint8Array => {
  const frame = writeFrame(
    {
      id: 0x0200,
      is2019: false,
      protocol: 0,
      phone: '013912345678',
      serial,
      encryption: 0,
      isReserved: false,
      part: undefined,
    },
    location,
  )
  if (isFault(frame)) throw new Error(frame.fault)
  return frame
}

/** Seconds of CPU that `work` takes. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function decoding(): Figure[] {
  const chunk = Buffer.concat(Array.from({ length: 20 }, (_, serial) => wire(serial)))
  const chunks = 50_000
  let decoded = 0,
    flags = 0
  const decode = (): void => {
    const splitter = new Splitter()
    for (let at = 0; at < chunks; at++)
      for (const frame of splitter.push(chunk)) if (!isFault(frame) && !isFault(readMessage(frame))) decoded++
  }
  const walk = (): void => {
    for (let each = 0; each < chunks; each++)
      for (let at = chunk.indexOf(0x7e); at !== -1; at = chunk.indexOf(0x7e, at + 1)) flags++
  }
  decode()
  decoded = 0
  const rate = (chunks * 20) / cpuOf(decode) / 1e6,
    walked = (chunks * 20) / cpuOf(walk) / 1e6
  if (decoded !== chunks * 20 || flags !== chunks * 40) throw new Error(`decoded ${decoded}, flags ${flags}`)
  return [
    {
      name: 'F1 位置报文解码',
      value: rate,
      unit: '百万帧/CPU 秒',
      baseline: `只找 7E ${walked.toFixed(1)}`,
      goal: '≥ 1.5，且 ≥ 0.25 × 基线',
      reached: rate >= 1.5 && rate >= 0.25 * walked,
      detail: `${(rate / walked).toFixed(2)} ×`,
    },
  ]
}

const asSystem = '-c role=yunshu_app -c app.reach=system'
const messageOf = (trackNo: number, text: string): Arrived => ({
  trackNo,
  terminalNo: trackNo,
  source: '808',
  receivedAt: Date.now(),
  raw: Buffer.from(text.padEnd(76, '.')),
})
const walOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ at: number }>(`select (pg_current_wal_lsn() - '0/0')::float8 as at`)
  return rows[0]?.at ?? 0
}

interface Loop {
  readonly rate: number
  readonly p99Ms: number
  readonly walBytes: number
  readonly told: readonly string[]
}

/** Terminals that each send the next message when the one before was acknowledged. */
async function closedLoop(writer: IntakeWriter, client: pg.Client, terminals: number, most: number): Promise<Loop> {
  const took: number[] = [],
    told: string[] = []
  let sent = 0
  const wal = await walOf(client),
    begun = performance.now()
  await Promise.all(
    Array.from({ length: terminals }, async (_, trackNo) => {
      while (sent < most) {
        const text = `${most} ${++sent}`,
          at = performance.now()
        await writer.append(messageOf(trackNo, text))
        took.push(performance.now() - at)
        told.push(text)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  return {
    rate: told.length / seconds,
    p99Ms: quantile(took, 0.99),
    walBytes: ((await walOf(client)) - wal) / told.length,
    told,
  }
}

/** One row, one commit, one answer, for three seconds. */
async function singleRows(client: pg.Client): Promise<number> {
  await client.query('create table singles (id bigint generated always as identity primary key, body bytea not null)')
  const begun = performance.now()
  let count = 0
  for (; performance.now() - begun < 3000; count++)
    await client.query('insert into singles (body) values ($1)', [Buffer.alloc(76)])
  return count / ((performance.now() - begun) / 1000)
}

/** A row for each position, 1,000 in a commit: rows a second, and bytes of the write-ahead log for each. */
async function rowPerPoint(client: pg.Client): Promise<{ rate: number; walBytes: number }> {
  await client.query(
    'create table points (track_no int, at bigint, lon int, lat int, speed int, heading int, alt int, alarm int, status int, odo int); create index on points (track_no, at)',
  )
  const wal = await walOf(client),
    begun = performance.now()
  const commits = 40
  for (let commit = 0; commit < commits; commit++)
    await client.query(
      'insert into points select n, t, x, y, 1, 2, 3, 4, 5, 6 from unnest($1::int[], $2::bigint[], $3::int[], $4::int[]) u(n, t, x, y)',
      [0, 1, 2, 3].map(column => Array.from({ length: 1000 }, (_, at) => at * 7 + commit + column)),
    )
  const rows = commits * 1000
  return {
    rate: rows / ((performance.now() - begun) / 1000),
    walBytes: ((await walOf(client)) - wal) / rows,
  }
}

/** Acknowledged texts the log has lost, and those it has twice. */
async function proof(client: pg.Client, told: readonly string[]): Promise<{ lost: number; doubled: number }> {
  const times = new Map<string, number>()
  let cursors = (await takeCursors(client, 'bench', [0, 1, 2, 3, 4, 5, 6, 7])).map(({ lane, seq }) => ({ lane, seq }))
  for (;;) {
    const { rows } = await readLog(client, cursors, 200)
    if (rows.length === 0) break
    for (const { messages = [] } of rows)
      for (const { raw } of messages) {
        const text = Buffer.from(raw).toString().replace(/\.+$/, '')
        times.set(text, (times.get(text) ?? 0) + 1)
      }
    const last = new Map(rows.map(({ lane, seq }) => [lane, seq]))
    cursors = cursors.map(({ lane, seq }) => ({ lane, seq: last.get(lane) ?? seq }))
  }
  return {
    lost: told.filter(text => !times.has(text)).length,
    doubled: [...times.values()].filter(count => count > 1).length,
  }
}

async function storing(): Promise<Figure[]> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-bench-'))
  fs.chmodSync(dataDir, 0o755)
  const cluster = await startPostgres({ dataDir, log: () => {} })
  try {
    await migrate(cluster.ownerUrl())
    return await withClient(cluster.ownerUrl(), async client => {
      await keepPartitions(client, { now: Date.now(), days: 3, bytes: 10e9, consumers: [] })
      const writer = await IntakeWriter.open({
        url: cluster.appUrl(),
        options: asSystem,
        writer: 'gateway-1',
        log: console.log,
      })
      await closedLoop(writer, client, 2000, 20_000)
      const loop = await closedLoop(writer, client, 2000, 100_000)
      await writer.close()
      const single = await singleRows(client),
        points = await rowPerPoint(client)
      const { lost, doubled } = await proof(client, loop.told)
      return [
        {
          name: 'F2 落库后确认（无套接字），2,000 台',
          value: loop.rate,
          unit: '条/秒',
          baseline: `一行一提交 ${Math.round(single)} 条/秒`,
          goal: '≥ 6 × 基线，p99 ≤ 250 ms',
          reached: loop.rate >= 6 * single && loop.p99Ms <= 250,
          detail: `p99 ${loop.p99Ms.toFixed(0)} ms`,
        },
        {
          name: 'F2 已确认而未落库或重复',
          value: lost + doubled,
          unit: '条',
          goal: '0',
          reached: lost + doubled === 0,
          detail: `${loop.told.length} 条已确认`,
        },
        {
          name: 'F3 每条预写日志',
          value: loop.walBytes,
          unit: '字节',
          baseline: `一点一行 ${points.walBytes.toFixed(0)} 字节，${Math.round(points.rate)} 行/秒`,
          goal: '≤ 0.5 × 基线',
          reached: loop.walBytes <= 0.5 * points.walBytes,
        },
      ]
    })
  } finally {
    await cluster.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

export const trackBench: Bench = {
  name: 'track',
  run: async () => [...decoding(), ...(await storing()), ...(await storeFigures()), ...(await orderFigures())],
}
