// Thousands of people with live sessions, made by the database itself, for the figures of push.
import { createHash } from 'node:crypto'
import { withClient } from '@yunshu/postgres/withClient'

/** A signed-in person: what a browser keeps of a login. */
export interface SignedIn {
  readonly userId: string
  readonly token: string
  readonly account: string
  readonly name: string
}

const sha = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Adds `n` people to the demo carrier, each with one session; their accounts begin with `prefix`. */
export async function makePeople(ownerUrl: string, prefix: string, n: number): Promise<SignedIn[]> {
  const people = Array.from({ length: n }, (_, i) => {
    const handle = sha(`handle ${prefix}${i}`).toString('base64url').slice(0, 22)
    const secret = sha(`secret ${prefix}${i}`).toString('base64url')
    return { account: `${prefix}${i}`, handle, secret, token: `${handle}-${secret}` }
  })
  const rows = await withClient(ownerUrl, async client => {
    await client.query(
      `select set_config('app.reach', 'system', false), set_config('app.user', '00000000-0000-0000-0000-000000000000', false), set_config('app.company', '00000000-0000-0000-0000-000000000000', false), set_config('app.branch', '00000000-0000-0000-0000-000000000000', false)`,
    )
    const { rows: users } = await client.query<{ id: string; account: string }>(
      `
      insert into users (id, handle, account, name, password_hash, type, company_id, created_at, updated_at)
      select gen_random_uuid(), p.handle, p.account, '调度员', '', 2, (select company_id from users where account = 'carrier'), 0, 0
      from unnest($1::text[], $2::text[]) as p (account, handle) returning id, account`,
      [people.map(p => p.account), people.map(p => p.handle)],
    )
    await client.query(
      `
      insert into sessions (id, user_id, secret_hash, binder_hash, ip, agent, created_at, seen_at, ends_at)
      select gen_random_uuid(), u.id, sha256(p.secret::bytea), ''::bytea, '127.0.0.1', 'bench', $3::bigint, $3::bigint, $3::bigint + 36000000
      from unnest($1::text[], $2::text[]) as p (account, secret) join users u on u.account = p.account`,
      [people.map(p => p.account), people.map(p => p.secret), Date.now()],
    )
    await client.query('analyze users, sessions')
    return users
  })
  const ids = new Map(rows.map(({ account, id }) => [account, id]))
  return people.map(({ account, token }) => ({ userId: ids.get(account) ?? '', token, account, name: '调度员' }))
}
