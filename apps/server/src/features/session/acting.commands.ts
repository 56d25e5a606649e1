// Working for an employee: the session takes on their standing, and gives it back when asked or when it may no longer.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/session/acting'
import { logEvent } from '../../work/history.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { findEmployee } from './people.queries.ts'
import type { FoundSession } from './session.queries.ts'

const sessionOf = ({ sessionId, userId }: Ctx['actor']) =>
  q.updateTable('sessions').where('id', '=', sessionId).where('user_id', '=', userId)

/** From the next request on, the session acts for this person. A person the caller may not choose is not found. */
export async function actFor(ctx: Ctx, { userId }: Input<typeof calls.actFor>): Promise<Output<typeof calls.actFor>> {
  const employee = await findEmployee(ctx, userId)
  await ctx.tx.run(sessionOf(ctx.actor).set({ acting_for: userId }))
  // a branch does not see the people of the companies it serves, whose history this is
  await ctx.tx.elevated(() => logEvent(ctx, { entity: 'user', entityId: userId, action: '开始代办' }))
  ctx.touched('user', userId, [{ field: '代员工操作', old: '--', new: `${employee.companyName} ${employee.name}` }])
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget([ctx.actor.userId])
  })
  return {}
}

/** From the next request on, the session is the caller's own again. */
export async function stopActing(
  ctx: Ctx,
  _input: Input<typeof calls.stopActing>,
): Promise<Output<typeof calls.stopActing>> {
  const { actingFor } = ctx.actor
  if (actingFor === undefined) return {}
  await ctx.tx.run(sessionOf(ctx.actor).set({ acting_for: null }))
  await logEvent(ctx, { entity: 'user', entityId: actingFor.userId, action: '结束代办' })
  ctx.touched('user', actingFor.userId, [{ field: '代员工操作', old: actingFor.name, new: '--' }])
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget([ctx.actor.userId])
  })
  return {}
}

/**
 * Ends acting for an employee when its conditions are gone: the employee was disabled, the company suspended, the
 * permit or the company's ties ended. The person's open pages are told once, so that nobody goes on in their own name
 * without knowing.
 */
export async function endActing(
  tx: Tx,
  { session_id: sessionId, user_id: userId, acting_for: employeeId }: FoundSession,
  now: number,
): Promise<void> {
  const ended = await tx.run(
    q
      .updateTable('sessions')
      .set({ acting_for: null })
      .where('id', '=', sessionId)
      .where('acting_for', '=', employeeId)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', now),
  )
  if (ended === 0) return
  const employee = await tx.first(q.selectFrom('users').select('name').where('id', '=', employeeId))
  const teller = { tx, now, actor: { userId } }
  await tellHappening(teller, 'acting.ended', { users: [userId] }, { name: employee?.name ?? '该员工' })
}
