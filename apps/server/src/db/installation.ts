// The facts an installation keeps about itself in its database: whether it is a demo, whether anybody is in it, secrets.
import { randomBytes } from 'node:crypto'
import { q, type Tx } from './tx.ts'

/** True while there is neither a company nor a person: nothing real could be covered by a demo. */
export async function isEmptyInstallation(tx: Tx): Promise<boolean> {
  const company = await tx.first(q.selectFrom('companies').select('id').limit(1))
  return company === undefined && (await tx.first(q.selectFrom('users').select('id').limit(1))) === undefined
}

/** True if the rows of this database are a demo's. */
export async function isMarkedDemo(tx: Tx): Promise<boolean> {
  return (await tx.first(q.selectFrom('installation').select('key').where('key', '=', 'demo'))) !== undefined
}

/** Marks the rows of this database as a demo's, for good. */
export async function markDemo(tx: Tx): Promise<void> {
  await keep(tx, 'demo', '1')
}

/** A secret all servers of the installation share, made by the first that asks for it. */
export async function installationSecret(tx: Tx, key: 'fileSecret' | 'factorSecret'): Promise<string> {
  await keep(tx, key, randomBytes(32).toString('base64url'))
  return (await tx.one(q.selectFrom('installation').select('value').where('key', '=', key))).value
}

/** The hash of the secret by which an empty installation is set up, in hex, and when it ends. */
export interface SetupCode {
  readonly hash: string
  readonly expiresAt: number
}

/** The secret of the last start; undefined when none opens. */
export async function findSetupCode(tx: Tx): Promise<SetupCode | undefined> {
  const row = await tx.first(q.selectFrom('installation').select('value').where('key', '=', 'setupCode'))
  const [hash, expiresAt] = row?.value.split(' ') ?? []
  return hash === undefined || expiresAt === undefined ? undefined : { hash, expiresAt: Number(expiresAt) }
}

/** Keeps this secret alone; without one, none opens any more. */
export async function keepSetupCode(tx: Tx, code: SetupCode | undefined): Promise<void> {
  const value = code === undefined ? '' : `${code.hash} ${code.expiresAt}`
  await tx.run(
    q
      .insertInto('installation')
      .values({ key: 'setupCode', value })
      .onConflict(c => c.column('key').doUpdateSet({ value })),
  )
}

/** Writes a fact unless it is there. */
async function keep(tx: Tx, key: string, value: string): Promise<void> {
  await tx.run(
    q
      .insertInto('installation')
      .values({ key, value })
      .onConflict(c => c.column('key').doNothing()),
  )
}
