// Saying what a carrier invoices from now on, with the reason, in the carrier's history.
import type { Input, Output } from '@yunshu/contract/call'
import type { setInputBase } from '@yunshu/contract/invoice/inputBase'
import { inputBases } from '@yunshu/domain/invoice/inputClass'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'

/** Changes the base of a carrier; waybills that were signed keep the one they had. */
export async function changeInputBase(
  ctx: Ctx,
  { carrierId, version, base, reason }: Input<typeof setInputBase>,
): Promise<Output<typeof setInputBase>> {
  const carrier = await ctx.tx.one(
    q
      .selectFrom('companies')
      .select(['id', 'version', 'input_base'])
      .where('id', '=', carrierId)
      .where(sql<boolean>`role_flags & 2 > 0`)
      .forUpdate(),
  )
  if (carrier.version !== version) throw await stale(ctx, carrierId)
  const before = keyOf(inputBases, carrier.input_base)
  if (before === base) throw wrongField('base', `已经是${inputBases[base]}`)
  await ctx.tx.run(
    q
      .updateTable('companies')
      .set({ input_base: base, version: version + 1, updated_at: ctx.now })
      .where('id', '=', carrierId),
  )
  await logEvent(ctx, {
    entity: 'company',
    entityId: carrierId,
    action: '修改进项口径',
    reason,
    diff: [{ field: '承运商开票', old: inputBases[before], new: inputBases[base] }],
  })
  ctx.touched('company', carrierId, { base })
  return { id: carrierId, version: version + 1 }
}
