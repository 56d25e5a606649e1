// Server processes for the bench of sockets, messages sent through them, and the moments these arrive at browsers.
import { v7 } from 'uuid'
import { q } from '../apps/server/src/db/tx.ts'
import type { TestServer } from '../tests/server/testServer.ts'
import { startHelper, type Helper } from './childProcess.ts'
import type { Ask } from './socketClients.ts'

export const secret = 'bench-sign-secret-of-the-sockets'

export const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms)
  })
export const now = (): number => Number(process.hrtime.bigint()) / 1e6

/** Another server process on the database of the first. */
export function startSecond<A extends object = never>(first: TestServer, env: NodeJS.ProcessEnv = {}): Helper<A> {
  const { databaseUrl, migrateUrl, dataDir } = first.server.deps.config
  return startHelper<A>('apps/server/src/main.ts', {
    DATABASE_URL: databaseUrl,
    MIGRATE_DATABASE_URL: migrateUrl,
    DATA_DIR: dataDir,
    SIGN_SECRET: secret,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'fatal',
    ...env,
  })
}
export const addressOf = async (server: Pick<Helper<never>, 'hello'>): Promise<string> =>
  ((await server.hello) as { url: string }).url.replace('localhost', '127.0.0.1')

let written = 0
/** Commits one message and wakes the relay of the first server; answers its text and the moment of the commit. */
export async function commit(test: TestServer, to: object): Promise<{ msg: string; at: number }> {
  const msg = `n${++written}`
  await test.db(tx =>
    tx.run(
      q.insertInto('outbox').values({
        id: v7(),
        created_at: Date.now(),
        receivers: JSON.stringify(to),
        message: null,
        frame: JSON.stringify({
          code: '4',
          title: '运单提醒',
          msg,
          data: {
            title: '运单提醒',
            content: '川A00001 已到达卸货地，请尽快确认签收并上传回单',
            topics: ['/auth/v1/waybill/list'],
          },
        }),
      }),
    ),
  )
  const at = now()
  test.server.deps.wake()
  return { msg, at }
}

export type Browsers = Helper<Ask>
/** Waits until a message arrived at whole groups, at most `ms`; answers the moments, Infinity where it did not. */
export async function awaitAll(
  browsers: Browsers,
  groups: Readonly<Record<string, number>>,
  msg: string,
  ms = 20_000,
): Promise<number[]> {
  const end = now() + ms
  for (const [group, size] of Object.entries(groups))
    while (Number(await browsers.ask({ ask: 'count', group, msg })) < size && now() < end) await pause(50)
  const all = await Promise.all(
    Object.keys(groups).map(async group => (await browsers.ask({ ask: 'arrivals', group, msg })) as (number | null)[]),
  )
  return all.flat().map(at => at ?? Infinity)
}
