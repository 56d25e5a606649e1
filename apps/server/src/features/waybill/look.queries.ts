// Receipts a person had open in the desk, as they stood.
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../work/ctx.ts'

/** The name of a receipt as it stands: its state and photos, and the weights it has to agree with. */
export const receiptStamp = (alias: string): RawBuilder<string> => {
  const of = (column: string) => sql`coalesce(${sql.ref(`${alias}.${column}`)}::text, '')`
  return sql<string>`md5(${of('receipt_state')} || '|' || ${of('receipt')} || '|' || ${of('load_weight_g')} || '|' || ${of('unload_weight_g')})`
}

/** True for a waybill whose receipt the person had open in the desk since it last changed. */
export const isLookedAt = ({ actor }: Pick<Ctx, 'actor'>, alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from receipt_looks seen where seen.user_id = ${actor.userId}::uuid
    and seen.waybill_id = ${sql.ref(`${alias}.id`)} and seen.stamp = ${receiptStamp(alias)})`
