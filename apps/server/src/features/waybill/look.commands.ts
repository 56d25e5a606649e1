// Looks at receipts in the desk: a person passes in a batch only what they had open as it stands.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/waybill/receipt'
import { Problem } from '@yunshu/domain/problems/problems'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isLookedAt, receiptStamp } from './look.queries.ts'
import { findWaybill } from './waybill.queries.ts'
import { assertAct } from './waybillActs.queries.ts'

/** Notes what was on the screen; a record somebody changed meanwhile was not. */
export async function lookAtReceipt(
  ctx: Ctx,
  { id, version }: Input<typeof calls.lookAtReceipt>,
): Promise<Output<typeof calls.lookAtReceipt>> {
  const row = await findWaybill(ctx, id)
  assertAct(ctx, 'confirmReceipt', { state: keyOf(waybillStates.states, row.state), carrier_id: row.carrier_id })
  const noted = await ctx.tx.run(
    sql`insert into receipt_looks (user_id, waybill_id, stamp, at)
      select ${ctx.actor.userId}::uuid, w.id, ${receiptStamp('w')}, ${ctx.now}::bigint from waybills w
        where w.id = ${id}::uuid and w.version = ${version}
      on conflict (user_id, waybill_id) do update set stamp = excluded.stamp, at = excluded.at`.compile(q),
  )
  return { isNoted: noted > 0 }
}

/** Refuses what the person did not have open as it stands now. */
export async function assertLooked(ctx: Ctx, id: string): Promise<void> {
  const { looked } = await ctx.tx.one(
    sql<{ looked: boolean }>`select ${isLookedAt(ctx, 'w')} as looked from waybills w where w.id = ${id}::uuid`.compile(
      q,
    ),
  )
  if (!looked) throw new Problem('batch.notLooked')
}
