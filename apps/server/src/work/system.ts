// Transactions of the product itself: acts of jobs and of partners' notices carry the name 系统.
import type { FastifyBaseLogger } from 'fastify'
import { v7 } from 'uuid'
import { nilId, systemReach } from '../db/tx.ts'
import type { Actor, Ctx, Deps } from './ctx.ts'
import { assertLease } from './lease.ts'
import { writing } from './makeCtx.ts'

const actor: Actor = {
  sessionId: nilId,
  userId: nilId,
  handle: '',
  account: 'system',
  name: '系统',
  type: 0,
  side: 'platform',
  companyId: undefined,
  companyName: undefined,
  branchId: undefined,
  branchName: undefined,
  businessType: 0,
  wlhyType: 0,
  isTf: false,
  isAdmin: false,
  isHead: false,
  dataScope: 'ALL',
  roles: [],
  permits: new Set(),
  actingFor: undefined,
  hasSecondFactor: false,
  passwordMust: undefined,
  moneyRestsUntil: undefined,
}

/** A logger for work that no request asked for: faults go to the error stream, the rest nowhere. */
export const errorStream: FastifyBaseLogger = (() => {
  const tell = (...said: unknown[]): void => {
    console.error(...said)
  }
  const hush = (): void => {}
  return {
    level: 'warn',
    fatal: tell,
    error: tell,
    warn: tell,
    info: hush,
    debug: hush,
    trace: hush,
    silent: hush,
    child: () => errorStream,
  }
})()

/**
 * Runs `work` in one transaction as the product itself, sees all rows, and makes only the moves that are the product's.
 * A job whose lease another process has by now writes nothing: it throws.
 */
export function asSystem<T>(
  deps: Deps,
  work: (ctx: Ctx) => Promise<T>,
  log: FastifyBaseLogger = errorStream,
): Promise<T> {
  const { lease } = deps
  return writing(
    { deps, actor, now: Date.now(), requestId: `job-${v7()}`, ip: '', log, files: [] },
    systemReach,
    async ctx => {
      if (lease !== undefined) await assertLease(ctx.tx, lease)
      return work(ctx)
    },
  )
}
