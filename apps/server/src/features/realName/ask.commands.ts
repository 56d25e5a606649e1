// The talk with the seal partner about a real-name check: handed over, then asked about until it ends. States change here
// alone, by answers to our own questions about the one who was sent.
import { HOUR_MS } from '@yunshu/domain/figures/time'
import {
  faultOfRealName,
  realNameKinds,
  realNameStates,
  type RealNameAnswer,
  type RealNameOrder,
} from '@yunshu/domain/identity/realName'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { RealNames } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { readRealNameAnswer } from '../../partners/sealAnswer.ts'
import { sealHeard, type SealDesk } from '../../partners/sealDesk.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { unsealText } from '../../work/seal.ts'
import { asSystem } from '../../work/system.ts'

const firstWaitMs = 5000
const open = ['pending', 'unknown'] as const

type RealName = Omit<Selectable<RealNames>, 'state'> & { state: keyof typeof realNameStates.states }

async function lockOpen(ctx: Ctx, id: string): Promise<RealName | undefined> {
  const row = await ctx.tx.first(
    q.selectFrom('real_names').selectAll().where('id', '=', id).where('state', 'in', open).forUpdate(),
  )
  return row && { ...row, state: keyOf(realNameStates.states, row.state) }
}

/** The order of a check as it is sent. */
export const orderOf = (deps: Pick<Deps, 'factorSecret'>, row: Selectable<RealNames>): RealNameOrder => ({
  orderNo: row.order_no,
  kind: keyOf(realNameKinds, row.kind),
  name: row.name,
  no: unsealText(deps.factorSecret, row.id, row.no_sealed),
})

/** Hands a check over, or asks about it; several at once do no harm. */
export async function askCheck(deps: Deps, id: string): Promise<void> {
  const { seal } = deps
  if (!seal) return
  const asked = await asSystem(deps, async ctx => {
    const row = await lockOpen(ctx, id)
    if (!row) return undefined
    const wait = Math.min(HOUR_MS, firstWaitMs * 2 ** Math.min(row.tries, 12))
    await ctx.tx.run(
      q
        .updateTable('real_names')
        .set({ asked_at: ctx.now, tries: row.tries + 1, next_at: ctx.now + wait })
        .where('id', '=', id),
    )
    return { order: orderOf(deps, row), isNew: row.heard_at === null }
  })
  if (!asked) return
  const answer = (await sealHeard(() => talk(seal, asked.order, asked.isNew))) ?? { state: 'unknown' as const }
  await asSystem(deps, async ctx => {
    const row = await lockOpen(ctx, id)
    if (row) await hear(ctx, row, asked.order, readRealNameAnswer(answer))
  })
}

async function talk(seal: SealDesk, order: RealNameOrder, isNew: boolean): Promise<RealNameAnswer> {
  if (isNew) return seal.verify(order)
  const answer = await seal.queryRealName(order.orderNo)
  return answer.state === 'notFound' ? seal.verify(order) : answer
}

/** Writes what was heard; an answer about somebody else is none. */
async function hear(ctx: Ctx, row: RealName, order: RealNameOrder, answer: RealNameAnswer): Promise<void> {
  const fault = 'orderNo' in answer ? faultOfRealName(order, answer) : '签章平台没有应答'
  if (!('orderNo' in answer) || fault !== undefined) {
    const reason = fault ?? ''
    if (row.state === 'pending') await move(ctx, realNameStates, row, 'lose', { reason, set: { reason } })
    return
  }
  const heard = { heard_at: ctx.now, reason: null }
  if (answer.state === 'pending') {
    if (row.state === 'unknown') await move(ctx, realNameStates, row, 'find', { set: heard })
    else await ctx.tx.run(q.updateTable('real_names').set(heard).where('id', '=', row.id))
    return
  }
  const reason = answer.reason ?? realNameStates.states[answer.state].label
  const ended = { ...heard, ended_at: ctx.now }
  if (answer.state === 'passed') await move(ctx, realNameStates, row, 'pass', { set: ended })
  else
    await move(ctx, realNameStates, row, answer.state === 'failed' ? 'fail' : 'expire', {
      reason,
      set: { ...ended, reason },
    })
  const result = answer.state === 'passed' ? '已通过' : `未通过：${reason}`
  await tellHappening(
    ctx,
    'realName.ended',
    { company: row.company_id, permit: 'agreement.sign' },
    { who: row.name, result },
  )
}

/** Asks about every check whose turn it is; one that was left open for a day has expired. */
export async function runChecks(deps: Deps, signal?: AbortSignal): Promise<void> {
  if (!deps.seal) return
  const due = await asSystem(deps, ({ tx, now }) =>
    tx.rows(
      q
        .selectFrom('real_names')
        .select(['id', 'until_at'])
        .where('state', 'in', open)
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(50),
    ),
  )
  const faults: unknown[] = []
  for (const { id, until_at: until } of due) {
    if (signal?.aborted) return
    try {
      await askCheck(deps, id)
    } catch (error) {
      faults.push(error)
    }
    if (until <= Date.now()) await asSystem(deps, ctx => expire(ctx, id))
  }
  if (faults.length > 0) throw new AggregateError(faults, `checks that cannot be asked about now: ${faults.length}`)
}

async function expire(ctx: Ctx, id: string): Promise<void> {
  const row = await lockOpen(ctx, id)
  const reason = '一天内没有完成'
  if (row) await move(ctx, realNameStates, row, 'expire', { reason, set: { reason, ended_at: ctx.now } })
}

/** The open check of an order the partner has. */
export async function findOpenCheck(ctx: Ctx, orderNo: string): Promise<string | undefined> {
  const row = await ctx.tx.first(
    q.selectFrom('real_names').select('id').where('order_no', '=', orderNo).where('state', 'in', open),
  )
  return row?.id
}
