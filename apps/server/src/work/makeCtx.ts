// Makes what a handler works with, and does after a transaction what the handler left to be done.
import type { Call } from '@yunshu/contract/call'
import { restingPermits, type Permit } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { inTransaction, type Reach } from '../db/tx.ts'
import { lastSteps, type Actor, type Change, type Ctx, type LastStep } from './ctx.ts'
import { sidesOf } from './scope.ts'

/** The given parts of a Ctx; the others are made. */
export type Work = Pick<Ctx, 'deps' | 'actor' | 'now' | 'requestId' | 'ip' | 'log' | 'files'> & {
  /** The rows go into a file of the person, not into an answer. */
  readonly isForFile?: true
}

/** The record a call changed, for its audit row. */
export interface Touched {
  entity?: string
  id?: string
  diff?: readonly Change[] | object
  readonly noted: Change[]
}

interface Made {
  readonly ctx: Ctx
  readonly touched: Touched
  /** Does what was left to the end of the transaction. */
  end(): Promise<void>
  readonly after: (() => void | Promise<void>)[]
  /** True once what was written is to stay though the call is refused. */
  isKept(): boolean
}

/** True if the person has the function permit. */
export const may = (actor: Actor, permit: Permit): boolean => actor.isAdmin || actor.permits.has(permit)

/** True if the person may call: what the list of interfaces says and the server holds to, before any record is looked at. */
export const mayCall = (actor: Actor, { permit, anyOf, sides }: Pick<Call, 'permit' | 'anyOf' | 'sides'>): boolean =>
  (permit === 'public' || permit === 'session' || may(actor, permit)) &&
  (anyOf === undefined || anyOf.some(each => may(actor, each))) &&
  (sides === undefined || sidesOf(actor).some(side => sides.includes(side)))

/** True while the permit rests: a colleague had a hand in how this person signs in, or in what they may do. */
export const isResting = ({ moneyRestsUntil = 0 }: Actor, permit: Permit, now: number): boolean =>
  now < moneyRestsUntil && restingPermits.has(permit)

/** The Ctx of one transaction or read, and what it collects. */
export function makeCtx(work: Work, tx: Ctx['tx']): Made {
  const after: Made['after'] = []
  const last = new Map<LastStep, () => Promise<void>>()
  const touched: Touched = { noted: [] }
  let isKept = false
  const ctx: Ctx = {
    ...work,
    tx,
    hasWholeNumbers: work.isForFile === true && may(work.actor, 'pii.export'),
    can: permit => may(work.actor, permit) && !isResting(work.actor, permit, work.now),
    touched: (entity, id, diff) => {
      Object.assign(touched, { entity, id, diff })
    },
    noted: changes => {
      touched.noted.push(...changes)
    },
    keep: () => {
      isKept = true
    },
    lastly: (step, end) => {
      last.set(step, end)
    },
    afterCommit: next => {
      after.push(next)
    },
  }
  const end = async (): Promise<void> => {
    for (const step of lastSteps) await last.get(step)?.()
  }
  return { ctx, touched, end, after, isKept: () => isKept }
}

/**
 * Runs `handle` in one transaction; then its pushes leave and what waits for the commit runs.
 */
export async function writing<T>(
  work: Work,
  reach: Reach,
  handle: (ctx: Ctx, touched: Touched) => Promise<T>,
): Promise<T> {
  const { deps, log } = work
  let made: Made | undefined
  const end = await inTransaction(deps.pool, reach, async tx => {
    const mine = (made = makeCtx(work, tx))
    const handled = await handle(mine.ctx, mine.touched).then(
      value => ({ value }),
      (error: unknown) => {
        if (error instanceof Problem && mine.isKept()) return { refusal: error }
        throw error
      },
    )
    await mine.end()
    return handled
  })
  if ('refusal' in end) throw end.refusal
  deps.wake()
  for (const next of made?.after ?? [])
    void Promise.resolve()
      .then(next)
      .catch((error: unknown) => log.error({ err: error }, 'after commit'))
  return end.value
}
