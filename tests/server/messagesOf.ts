// Test support: titles and pages of what people were told, the newest first.
import { sql } from 'kysely'
import { q } from '../../apps/server/src/db/tx.ts'
import type { TestServer } from './testServer.ts'

/** Title and page of each line in the message centre of an account. */
export async function messagesOf(
  server: TestServer,
  account: string,
): Promise<{ title: string; path: string | null }[]> {
  await server.relayed()
  return server.db(tx =>
    tx.rows(
      sql<{
        title: string
        path: string | null
      }>`select m.title, m.path from messages m join users u on u.id = m.user_id
        where u.account = ${account} order by m.id desc`.compile(q),
    ),
  )
}
