// The effects of a signed agreement, however it came to be signed.
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { Receivers } from '../../work/receivers.ts'
import type { Agreement } from './agreement.queries.ts'

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

/** Companies with a signed frame may publish and work together (`isContract`); the parties are told. */
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
  for (const to of partiesTold(row)) await tellHappening(ctx, 'agreement.signed', to, agreementWords(row))
}
