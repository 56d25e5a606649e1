// Reads of the base of one waybill: as it is now, how it was changed, and whatever bears its cost.
import type { Input, Output } from '@yunshu/contract/call'
import type { BaseChange, getWaybillBase } from '@yunshu/contract/invoice/baseChange'
import { baseChangeStates, baseMovesOf } from '@yunshu/domain/invoice/baseChange'
import { inputBases } from '@yunshu/domain/invoice/inputClass'
import { isSignedState } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { BaseChanges } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, isAskerOf, rowsOfSide } from '../../work/scope.ts'

/** Rows of the house's books alone; a branch has its own. */
export const ownBases = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** One signed waybill in the actor's reach with its base. */
export const baseRows = (ctx: Ctx, waybillId: string) =>
  q
    .selectFrom('waybills as w')
    .select(['w.id', 'w.waybill_no', 'w.branch_id', 'w.input_base', 'w.state'])
    .where(allOf([sql<boolean>`w.id = ${waybillId}::uuid`, ownBases(ctx.actor, 'w')]))

function show(ctx: Ctx, row: Selectable<BaseChanges>): BaseChange {
  const state = keyOf(baseChangeStates.states, row.state)
  return {
    id: row.id,
    state,
    from: keyOf(inputBases, row.from_base),
    to: keyOf(inputBases, row.to_base),
    reason: row.reason,
    asker: row.asker_name,
    askedAt: row.created_at,
    checker: row.checker_name ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    answer: row.answer ?? undefined,
    version: row.version,
    moves: baseMovesOf({ state, isAsker: isAskerOf(ctx, row) }, permit => ctx.can(permit)),
  }
}

/** The most changes of a waybill that are told. */
const toldMost = 20

/** The base of a waybill and its changes; of another branch there is none. */
export async function findWaybillBase(
  ctx: Ctx,
  { waybillId }: Input<typeof getWaybillBase>,
): Promise<Output<typeof getWaybillBase>> {
  const waybill = await ctx.tx.one(baseRows(ctx, waybillId))
  const rows = await ctx.tx.rows(
    q.selectFrom('base_changes').selectAll().where('waybill_id', '=', waybillId).orderBy('id', 'desc').limit(toldMost),
  )
  return {
    base: waybill.input_base === null ? undefined : keyOf(inputBases, waybill.input_base),
    canAsk: isSignedState(waybill.state) && waybill.input_base !== null && rows.every(({ state }) => state !== 'asked'),
    changes: rows.map(row => show(ctx, row)),
  }
}

/** Invoices and vouchers that bear some of the cost of a waybill, in words; undefined where none does. */
export async function bearersOf({ tx }: Ctx, waybillId: string): Promise<string | undefined> {
  const { inputs, vouchers } = await tx.elevated(() =>
    tx.one(
      sql<{ inputs: string | null; vouchers: string | null }>`select
        (select string_agg(i.invoice_no, '、' order by i.invoice_no) from input_bindings n
          join input_invoices i on i.id = n.input_id where n.waybill_id = ${waybillId}::uuid and n.unbound_at is null) as inputs,
        (select string_agg(v.voucher_no, '、' order by v.voucher_no) from voucher_waybills b
          join vouchers v on v.id = b.voucher_id where b.waybill_id = ${waybillId}::uuid and b.unbound_at is null) as vouchers`.compile(
        q,
      ),
    ),
  )
  const words = [inputs && `进项发票 ${inputs}`, vouchers && `凭证 ${vouchers}`].filter(Boolean)
  return words.length === 0 ? undefined : words.join('、')
}
