// Leases of jobs: one process at a time holds the lease of a name, for a while. Its writes later than that are refused.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { q, type Tx } from '../db/tx.ts'

/** A lease as it was taken: `epoch` is one more than that of the owner before. */
export interface JobLease {
  readonly name: string
  readonly owner: string
  readonly epoch: number
}

/** The time a lease is good for without being renewed, ms: a process that dies keeps its job from others so long. */
export const leaseMs = 15_000

/** The clock of the database, ms: those of several machines differ. */
const nowMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** Takes the lease of this name; undefined while another has it, or while a transaction under it is not over. */
export async function takeLease(pool: pg.Pool, name: string): Promise<JobLease | undefined> {
  const owner = randomUUID()
  const take = async (): Promise<number | undefined> =>
    (
      await pool.query<{ epoch: number }>(
        `
        update job_leases set owner = $2, epoch = epoch + 1, until_at = ${nowMs} + $3::bigint
        where name = (select name from job_leases where name = $1 and until_at <= ${nowMs} for update skip locked) returning epoch`,
        [name, owner, leaseMs],
      )
    ).rows[0]?.epoch
  const epoch = await take()
  if (epoch !== undefined) return { name, owner, epoch }
  const { rowCount } = await pool.query(
    'insert into job_leases (name, owner, epoch, until_at) values ($1, $2, 0, 0) on conflict do nothing',
    [name, owner],
  )
  const first = rowCount === 1 ? await take() : undefined
  return first === undefined ? undefined : { name, owner, epoch: first }
}

/** Holds a lease for another while; false once somebody else has taken it. */
export async function renewLease(pool: pg.Pool, { name, owner, epoch }: JobLease): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update job_leases set until_at = ${nowMs} + $4::bigint where name = $1 and owner = $2 and epoch = $3`,
    [name, owner, epoch, leaseMs],
  )
  return rowCount === 1
}

/** Gives a lease back. */
export async function endLease(pool: pg.Pool, { name, owner, epoch }: JobLease): Promise<void> {
  await pool.query('update job_leases set until_at = 0 where name = $1 and owner = $2 and epoch = $3', [
    name,
    owner,
    epoch,
  ])
}

/**
 * Lets nobody take the lease until this transaction ends. Throws when somebody has taken it already: a process that
 * stood still for longer than its lease must write nothing more.
 */
export async function assertLease(tx: Tx, { name, owner, epoch }: JobLease): Promise<void> {
  const held = await tx.first(
    sql`select 1 from job_leases where name = ${name} and owner = ${owner} and epoch = ${epoch} for share`.compile(q),
  )
  if (held === undefined) throw new Error(`the lease of job ${name} went to another process`)
}
