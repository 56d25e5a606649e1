// Reads of vouchers made by hand: one under lock, its lines while it is a draft, and the waybills its lines name.
import { isFen, type Fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { manualMovesOf, type ManualMove, type ManualOn, type VoucherTurn } from '@yunshu/domain/voucher/manual'
import { openingCategory } from '@yunshu/domain/voucher/opening'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import type { Vouchers } from '../../db/tables.gen.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, isAnothers } from '../../work/scope.ts'

export type Manual = Omit<Selectable<Vouchers>, 'state'> & { state: keyof typeof voucherStates.states }

/** One voucher of the branch the actor works for, under lock; of another branch there is none. */
export async function lockManual(ctx: Ctx, id: string): Promise<Manual> {
  const row = await ctx.tx.one(
    q
      .selectFrom('vouchers')
      .selectAll()
      .where('id', '=', id)
      .where('branch_id', '=', ctx.actor.branchId ?? nilId)
      .forUpdate(),
  )
  return { ...row, state: keyOf(voucherStates.states, row.state) }
}

/** A voucher as the rules of its steps see it. */
export const manualOn = (
  { actor }: Pick<Ctx, 'actor'>,
  row: Pick<Manual, 'state' | 'draft_lines' | 'maker_id' | 'maker_for'>,
): ManualOn => ({
  state: row.state,
  isManual: row.draft_lines !== null,
  isMaker: [row.maker_id, row.maker_for].includes(actor.userId),
})

/** The steps the reader can take with a voucher: people of companies take none. */
export const voucherMovesOf = (ctx: Pick<Ctx, 'actor' | 'can'>, on: ManualOn): ManualMove[] =>
  isHouseSide(ctx.actor.side) ? manualMovesOf(on, permit => ctx.can(permit)) : []

/** Vouchers made by hand, in a state, that wait for another person than their maker. */
const anothersIn = (actor: Actor, state: 'draft' | 'audited', alias: string): RawBuilder<boolean> =>
  allOf([
    sql<boolean>`${sql.ref(`${alias}.state`)} = ${sql.lit(state)}`,
    sql<boolean>`${sql.ref(`${alias}.draft_lines`)} is not null`,
    isAnothers(actor, `${alias}.maker_id`, `${alias}.maker_for`),
  ])
const stateOf = { audit: 'draft', post: 'audited' } as const satisfies Readonly<Record<VoucherTurn, string>>

/** Those of them that are no opening balances. */
export const vouchersWaiting = (actor: Actor, turn: VoucherTurn, alias: string): RawBuilder<boolean> =>
  allOf([
    anothersIn(actor, stateOf[turn], alias),
    sql<boolean>`${sql.ref(`${alias}.category`)} is distinct from ${openingCategory}`,
  ])

/** Opening balances that wait so. */
export const openingsWaiting = (actor: Actor, turn: VoucherTurn, alias: string): RawBuilder<boolean> =>
  allOf([anothersIn(actor, stateOf[turn], alias), sql<boolean>`${sql.ref(`${alias}.category`)} = ${openingCategory}`])

/** Lines as the row keeps them: amounts in fen. */
const StoredLines = z.array(
  z.object({
    summary: z.string(),
    account: z.string(),
    waybillNo: z.optional(z.string()),
    debit: z.custom<Fen>(isFen),
    credit: z.custom<Fen>(isFen),
  }),
)

/** The lines of a draft as they were typed; none for vouchers of the product. */
export const draftLinesOf = ({ draft_lines: lines }: { readonly draft_lines: unknown }): z.output<typeof StoredLines> =>
  lines === null ? [] : z.parse(StoredLines, lines)

/** Ids of the waybills of a branch that lines name, by number. */
export async function waybillsByNumber(
  ctx: Ctx,
  branchId: string,
  lines: readonly { readonly waybillNo?: string | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = [...new Set(lines.flatMap(({ waybillNo }) => (waybillNo ? [waybillNo] : [])))]
  if (numbers.length === 0) return new Map()
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybills')
      .select(['id', 'waybill_no'])
      .where('waybill_no', 'in', numbers)
      .where('branch_id', '=', branchId),
  )
  return new Map(rows.map(row => [row.waybill_no, row.id]))
}
