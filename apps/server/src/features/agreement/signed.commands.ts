// The effects of a signed agreement, however it came to be signed.
import { agreementStates } from '@yunshu/domain/agreement/agreement'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { Receivers } from '../../work/receivers.ts'
import { agreementOf, type Agreement } from './agreement.queries.ts'

/** The words an agreement is told by. */
export const agreementWords = ({ id, agreement_no: agreementNo, title }: Agreement) => ({ id, agreementNo, title })

/** The people of the parties, and the one who drafted it. */
export function partiesTold(row: Agreement): Receivers[] {
  const market = [row.shipper_id, row.carrier_id].filter(id => id !== null)
  return [
    ...market.map(company => ({ company, permit: 'agreement.sign' as const })),
    ...(row.branch_id === null || row.kind === 'FRAME'
      ? []
      : [{ branch: row.branch_id, permit: 'agreement.sign' as const }]),
    { users: [row.maker_id] },
  ]
}

/**
 * The agreement that is signed gives way to the next one of the same waybill or relation, before that one is signed. The
 * caller holds the lock of the next one, of which there is one at a time.
 */
export async function replaceSigned(ctx: Ctx, next: Agreement): Promise<void> {
  // it may be of the branch or the carrier that had the subject before
  await ctx.tx.elevated(async () => {
    const old = await ctx.tx.first(
      q
        .selectFrom('agreements')
        .selectAll()
        .where('kind', '=', next.kind)
        .where('state', '=', 'signed')
        .where(e =>
          next.waybill_id === null ? e('relation_id', '=', next.relation_id) : e('waybill_id', '=', next.waybill_id),
        )
        .forUpdate(),
    )
    if (old) await move(ctx, agreementStates, agreementOf(old), 'replace', { reason: `由 ${next.agreement_no} 替代` })
  })
}

/** Companies with a signed frame may publish and work together (`isContract`); a waybill waits for its agreement no more; the parties are told. */
export async function endSigned(ctx: Ctx, row: Agreement): Promise<void> {
  if (row.kind === 'FRAME')
    await ctx.tx.elevated(() =>
      ctx.tx.run(
        q
          .updateTable('companies')
          .set({ is_contract: true })
          .where(
            'id',
            'in',
            [row.shipper_id, row.carrier_id].filter(id => id !== null),
          ),
      ),
    )
  if (row.kind === 'CARRY' && row.waybill_id !== null) await endWaiting(ctx, row.waybill_id)
  for (const to of partiesTold(row)) await tellHappening(ctx, 'agreement.signed', to, agreementWords(row))
}

/** A waybill waits for its carriage agreement no more. */
async function endWaiting({ tx }: Ctx, waybillId: string): Promise<void> {
  await tx.elevated(() => tx.run(q.updateTable('waybills').set({ agreement_waits: false }).where('id', '=', waybillId)))
}

/** A waybill waits for its carriage agreement, however that came to be due, unless one of it is signed. */
export async function waitForCarriage({ tx }: Ctx, waybillId: string): Promise<void> {
  const signed = q
    .selectFrom('agreements')
    .select('id')
    .where('waybill_id', '=', waybillId)
    .where('kind', '=', 'CARRY')
    .where('state', '=', 'signed')
  await tx.elevated(() =>
    tx.run(
      q
        .updateTable('waybills')
        .set({ agreement_waits: true })
        .where('id', '=', waybillId)
        .where(e => e.not(e.exists(signed))),
    ),
  )
}
