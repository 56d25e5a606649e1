// The log at steady paces, from eight messages a second to ten thousand: what each message costs in write-ahead log and on disk,
// beside a row and a commit for each, and how soon it is acknowledged.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '@yunshu/postgres/launcher'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { keepPartitions } from '../packages/intake/src/partitions.ts'
import { IntakeWriter } from '../packages/intake/src/writer.ts'
import { quantile, type Bench, type Figure } from './figure.ts'

const paces = [8, 100, 1000, 10_000]
const seconds = Number(process.env['SECONDS_OF_PACE'] ?? 10)
/** Fewer messages fill no pages of their own: slow paces take longer. */
const leastMessages = 400
const countAt = (perSecond: number): number => Math.max(perSecond * seconds, leastMessages)
/** Messages are handed in so often, ms. */
const stepMs = 5
const vehicles = 2000
const bodyBytes = 76

interface Held {
  readonly walBytes: number
  readonly diskBytes: number
}

/** The write-ahead log so far, and what the partitions of the log and `singles` take on disk. */
async function heldBy(client: pg.Client): Promise<Held & { readonly singleBytes: number }> {
  const { rows } = await client.query<{ wal: number; disk: number; single: number }>(
    `select (pg_current_wal_lsn() - '0/0')::float8 as wal, pg_total_relation_size('singles')::float8 as single,
       (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('track_intake')) as disk`,
  )
  const [row] = rows
  return { walBytes: row?.wal ?? NaN, diskBytes: row?.disk ?? NaN, singleBytes: row?.single ?? NaN }
}

interface Paced extends Held {
  readonly told: number
  readonly p99Ms: number
}

/** Messages at a pace, spread evenly over the seconds. */
async function runAt(writer: IntakeWriter, client: pg.Client, perSecond: number): Promise<Paced> {
  const before = await heldBy(client)
  const took: number[] = []
  const waiting: Promise<void>[] = []
  const begun = performance.now()
  for (let sent = 0; sent < countAt(perSecond);) {
    const due = Math.min(countAt(perSecond), Math.floor(((performance.now() - begun) / 1000) * perSecond) + 1)
    for (; sent < due; sent++) {
      const at = performance.now(),
        trackNo = sent % vehicles
      const raw = Buffer.alloc(bodyBytes, sent & 0xff)
      waiting.push(
        writer
          .append({ trackNo, terminalNo: trackNo + 1, source: '808', receivedAt: Date.now(), raw })
          .then(() => void took.push(performance.now() - at)),
      )
    }
    await pause(stepMs)
  }
  await Promise.all(waiting)
  const after = await heldBy(client)
  return {
    told: took.length,
    p99Ms: quantile(took, 0.99),
    walBytes: (after.walBytes - before.walBytes) / took.length,
    diskBytes: (after.diskBytes - before.diskBytes) / took.length,
  }
}

/** A row and a commit for each message. */
async function singles(client: pg.Client): Promise<Held> {
  const before = await heldBy(client)
  const count = 5000
  for (let n = 0; n < count; n++)
    await client.query('insert into singles (body) values ($1)', [Buffer.alloc(bodyBytes)])
  const after = await heldBy(client)
  return {
    walBytes: (after.walBytes - before.walBytes) / count,
    diskBytes: (after.singleBytes - before.singleBytes) / count,
  }
}

const inBytes = ({ walBytes, diskBytes }: Held): string =>
  `预写日志 ${walBytes.toFixed(0)}，磁盘 ${diskBytes.toFixed(0)} 字节`

function figureOf(perSecond: number, one: Paced, row: Held): Figure {
  return {
    name: `落库 ${perSecond} 条/秒：每条预写日志`,
    value: one.walBytes,
    unit: '字节',
    baseline: `一行一提交 ${inBytes(row)}`,
    goal: '不多于 1.5 × 基线，100 条/秒起不多于基线；p99 ≤ 250 ms，全部确认',
    reached:
      one.walBytes <= (perSecond < 100 ? 1.5 : 1) * row.walBytes && one.p99Ms <= 250 && one.told === countAt(perSecond),
    detail: `磁盘 ${one.diskBytes.toFixed(0)} 字节，p99 ${one.p99Ms.toFixed(0)} ms，${one.told} 条`,
  }
}

export const trackPacesBench: Bench = {
  name: 'trackPaces',
  run: async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-bench-'))
    fs.chmodSync(dataDir, 0o755)
    const cluster = await startPostgres({ dataDir, log: () => {} })
    try {
      await migrate(cluster.ownerUrl())
      return await withClient(cluster.ownerUrl(), async client => {
        await keepPartitions(client, { now: Date.now(), days: 3, bytes: 10e9, consumers: [] })
        await client.query(
          'create table singles (id bigint generated always as identity primary key, body bytea not null)',
        )
        const options = '-c role=yunshu_app -c app.reach=system'
        const writer = await IntakeWriter.open({
          url: cluster.appUrl(),
          options,
          writer: 'gateway-1',
          log: console.log,
        })
        // the first pages of tables and indexes are written whole
        await runAt(writer, client, 1000)
        await singles(client)
        const row = await singles(client)
        const figures: Figure[] = []
        for (const perSecond of paces) figures.push(figureOf(perSecond, await runAt(writer, client, perSecond), row))
        await writer.close()
        return figures
      })
    } finally {
      await cluster.stop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
