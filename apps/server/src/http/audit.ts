// The audit row of every write, in the same transaction.
import type { Call } from '@yunshu/contract/call'
import { v7 } from 'uuid'
import { q } from '../db/tx.ts'
import type { Ctx } from './ctx.ts'

/** Writes who did what to which record; `diff` is what the handler named by `ctx.touched`. */
export async function writeAudit(ctx: Ctx, call: Call, touched: { entity?: string; id?: string; diff?: unknown }): Promise<void> {
  await ctx.tx.run(q.insertInto('audit_log').values({
    id: v7(), at: ctx.now, user_id: ctx.actor.userId, company_id: ctx.actor.companyId ?? null, branch_id: ctx.actor.branchId ?? null,
    ip: ctx.ip, action: call.path, title: call.title, entity: touched.entity ?? null, entity_id: touched.id ?? null,
    diff: touched.diff === undefined ? null : JSON.stringify(touched.diff), request_id: ctx.requestId,
  }))
}
