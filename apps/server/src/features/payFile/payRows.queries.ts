// Rows of payment files: whose they are, who made them, and the payments they order.
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { rowsOfSide } from '../../work/scope.ts'

/** Rows with a branch the actor's side reaches: they are the house's alone. */
export const ownPayRows = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** Whether a person made a row, or it was made for them. */
export const isMakerOf = (
  { actor }: Pick<Ctx, 'actor'>,
  row: { readonly maker_id: string; readonly maker_for: string | null },
): boolean => [row.maker_id, row.maker_for].includes(actor.userId)

/** The payments of a file in the order of its lines, with the number of their sheet. */
export const payFilePayments = (fileId: string) =>
  q
    .selectFrom('pay_file_lines as l')
    .innerJoin('payments as p', 'p.id', 'l.payment_id')
    .innerJoin('settlements as st', 'st.id', 'p.settlement_id')
    .selectAll('p')
    .select(['l.n', 'st.settlement_num'])
    .where('l.file_id', '=', fileId)
    .orderBy('l.n')
