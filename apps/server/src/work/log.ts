// The history of one record as people read it, newest first.
import { LogLine } from '@yunshu/contract/goods/goods'
import * as z from 'zod/mini'
import type { Ctx } from './ctx.ts'
import { q } from '../db/tx.ts'

/** How many lines of history a page shows. */
const linesMax = 200

/** Events of a record the caller has already found in the actor's reach: the table itself has no owner columns. */
export async function findLog(ctx: Ctx, entityId: string): Promise<LogLine[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('events')
      .select(['at', 'user_name', 'action', 'remark', 'diff'])
      .where('entity_id', '=', entityId)
      .orderBy('id', 'desc')
      .limit(linesMax),
  )
  return rows.map(row =>
    z.parse(LogLine, {
      at: row.at,
      by: row.user_name,
      action: row.action,
      ...(row.remark === null ? {} : { remark: row.remark }),
      ...(row.diff === null ? {} : { diff: row.diff }),
    }),
  )
}
