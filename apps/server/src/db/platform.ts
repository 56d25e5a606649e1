// The platform's own companies: its head company and its branches carry bit 1 of role_flags.
import { sql, type RawBuilder } from 'kysely'
import { q, type Tx } from './tx.ts'

/** True where the company of this alias is the platform's. */
export const isPlatforms = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.role_flags`)} & 1 <> 0)`

/** True where the company of this alias is the head company of the platform. */
export const isPlatformHead = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.kind`)} = 'HEAD' and ${isPlatforms(alias)})`

/** Id of the head company of the platform. */
export async function findPlatformHead(tx: Tx): Promise<string> {
  return (await tx.one(q.selectFrom('companies as h').select('h.id').where(isPlatformHead('h')))).id
}
