// The audit row of every write, in the same transaction: who, for whom, which record, and what changed.
import type { Call } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import { v7 } from 'uuid'
import { q } from '../db/tx.ts'
import type { Change, Ctx } from '../work/ctx.ts'
import type { Touched } from '../work/makeCtx.ts'

/** A call that changes hundreds of rows says the first of its changes; each record's own history has them all. */
const changesMax = 100

/** Writes the audit row; changes noted by the histories of the touched records are part of it. */
export async function writeAudit(ctx: Ctx, call: Call, touched: Touched): Promise<void> {
  const changes = changesOf(touched)
  await ctx.tx.run(
    q.insertInto('audit_log').values({
      id: v7(),
      at: ctx.now,
      user_id: ctx.actor.userId,
      acting_for: ctx.actor.actingFor?.userId ?? null,
      company_id: ctx.actor.companyId ?? null,
      branch_id: ctx.actor.branchId ?? null,
      ip: ctx.ip,
      action: call.path,
      title: call.title,
      entity: touched.entity ?? null,
      entity_id: touched.id ?? null,
      diff: changes.length === 0 ? null : JSON.stringify(changes.slice(0, changesMax)),
      request_id: ctx.requestId,
    }),
  )
}

/** Changes the command named, then those its lines of history noted, each once. */
function changesOf({ diff, noted }: Touched): Change[] {
  const seen = new Set<string>()
  return [...namedOf(diff), ...noted].filter(change => {
    const text = JSON.stringify(change)
    return !seen.has(text) && seen.add(text)
  })
}

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'field' in value && 'old' in value && 'new' in value

/** Facts that are no changes are shown as new values: the number of a sheet, whom a notice went to. */
function namedOf(diff: Touched['diff']): Change[] {
  if (diff === undefined) return []
  if (Array.isArray(diff)) return diff.filter(isChange)
  return Object.entries(diff).map(([name, value]) => ({
    field: fieldLabel(name),
    old: '--',
    new: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}
