// Reads of opening balances: the month the books of a branch begin with, whether one is closed, and what was typed.
import type { Input, Output } from '@yunshu/contract/call'
import type { getOpening } from '@yunshu/contract/voucher/opening'
import { Problem } from '@yunshu/domain/problems/problems'
import { manualMovesOf } from '@yunshu/domain/voucher/manual'
import { openingCategory, openingDay, openingEvents } from '@yunshu/domain/voucher/opening'
import { periodOf, voucherStates } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { draftLinesOf, manualOn } from './manual.queries.ts'
import { accountName } from './voucher.queries.ts'

/** True for a month, of any table with branch and period, that holds nothing but what the books begin with. */
export const holdsOpening = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from vouchers ob where ob.branch_id = ${sql.ref(`${alias}.branch_id`)}
    and ob.period = ${sql.ref(`${alias}.period`)} and ob.category = ${openingCategory} and ob.entry_id is not null)`

/** The month the books of a branch begin with, and its latest month that is closed. */
export async function beginningOf(ctx: Ctx, branchId: string): Promise<{ first: string; closed: string | undefined }> {
  const found = await ctx.tx.one<{ first: string | null; closed: string | null }>(
    sql<{ first: string | null; closed: string | null }>`select
      (select min(e.period) from journal_entries e where e.branch_id = ${branchId}::uuid
        and e.event not in (${sql.join(openingEvents.map(event => sql.lit(event)))})) as first,
      (select max(p.period) from periods p where p.branch_id = ${branchId}::uuid and p.closed_at is not null
        and not ${holdsOpening('p')}) as closed`.compile(q),
  )
  return { first: found.first ?? periodOf(ctx.now), closed: found.closed ?? undefined }
}

/** The voucher of a branch's opening balances that stands: draft, audited or booked. */
export const standingOpening = (branchId: string) =>
  q
    .selectFrom('vouchers')
    .selectAll()
    .where('branch_id', '=', branchId)
    .where('category', '=', openingCategory)
    .where('state', 'in', ['draft', 'audited', 'posted', 'partly'])

/** The opening balances of the branch the person works for. */
export async function findOpening(ctx: Ctx, _input: Input<typeof getOpening>): Promise<Output<typeof getOpening>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  return ctx.tx.elevated(async () => {
    const { first, closed } = await beginningOf(ctx, branchId)
    const row = await ctx.tx.first(standingOpening(branchId))
    const state = row && keyOf(voucherStates.states, row.state)
    const moves =
      row && state && (closed === undefined || state === 'draft' || state === 'audited')
        ? manualMovesOf(manualOn(ctx, { ...row, state }), permit => ctx.can(permit))
        : []
    return {
      firstPeriod: first,
      day: openingDay(first),
      ...(row && state
        ? {
            voucher: {
              id: row.id,
              voucherNo: row.voucher_no,
              state,
              maker: row.maker_name,
              version: row.version,
              moves,
            },
          }
        : {}),
      lines: row
        ? draftLinesOf(row).map(({ account, debit, credit }) => ({
            account,
            accountName: accountName(account),
            debit,
            credit,
          }))
        : [],
      ...(closed === undefined ? {} : { closedPeriod: closed }),
      mayEdit: closed === undefined && (row === undefined ? ctx.can('voucher.make') : moves.includes('edit')),
    }
  })
}
