// Test support: a database with an intake log, writers of it, and what it holds.
import { createDatabase, ensureTemplate, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { readEnvelope, type Arrived } from '../../packages/intake/src/envelope.ts'
import { keepPartitions, type Kept, type Retention } from '../../packages/intake/src/partitions.ts'
import { IntakeWriter, type WriterOptions } from '../../packages/intake/src/writer.ts'

/** A row of the log with the texts of its messages. */
export interface Held {
  readonly lane: number
  readonly seq: number
  readonly day: string
  readonly texts: readonly string[]
}
export interface IntakeWorld {
  readonly database: ScratchDatabase
  /** The way writers and readers go: the role of the product, as the system. */
  readonly options: string
  open(fields?: Partial<WriterOptions>): Promise<IntakeWriter>
  keep(fields?: Partial<Retention>): Promise<Kept>
  held(): Promise<Held[]>
  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A message of a vehicle with a text. */
export const message = (trackNo: number, text: string, receivedAt = Date.now()): Arrived => ({
  trackNo,
  terminalNo: trackNo,
  source: '808',
  receivedAt,
  raw: Buffer.from(text),
})

/** A fresh database with partitions around a moment; `close` ends what was opened. */
export async function intakeWorld(now = Date.now()): Promise<IntakeWorld> {
  const template = await ensureTemplate('intake_migrated', async url => {
    await migrate(url)
  })
  const database = await createDatabase('intake', template)
  const opened: IntakeWriter[] = []
  const asOwner: IntakeWorld['asOwner'] = work => withClient(database.ownerUrl, work)
  const world: IntakeWorld = {
    database,
    options: '-c role=yunshu_app -c app.reach=system',
    open: async fields => {
      const writer = await IntakeWriter.open({
        url: database.appUrl,
        options: world.options,
        writer: 'gateway-1',
        log: () => {},
        ...fields,
      })
      opened.push(writer)
      return writer
    },
    keep: fields =>
      asOwner(client => keepPartitions(client, { now: Date.now(), days: 3, bytes: 10e9, consumers: [], ...fields })),
    held: async () => {
      const { rows } = await asOwner(client =>
        client.query<{ lane: number; seq: number; day: string; at: number; body: Buffer }>(
          `select lane, seq::float8 as seq, to_char(day, 'YYYY-MM-DD') as day, received_at::float8 as at, body
           from track_intake order by lane, seq, day`,
        ),
      )
      return rows.map(({ lane, seq, day, at, body }) => ({
        lane,
        seq,
        day,
        texts: (readEnvelope(body, at) ?? []).map(({ raw }) => Buffer.from(raw).toString()),
      }))
    },
    asOwner,
    close: async () => {
      await Promise.all(opened.map(writer => writer.close(0)))
      await database.drop()
    },
  }
  await world.keep({ now })
  return world
}
