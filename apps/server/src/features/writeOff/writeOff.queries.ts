// Reads of receivables that are given up: the list with its counts and sums, one record, and one under lock.
import type { Input, Output } from '@yunshu/contract/call'
import type { countWriteOffs, getWriteOff, listWriteOffs, WriteOffRow } from '@yunshu/contract/writeOff/writeOff'
import { fen } from '@yunshu/domain/figures/money'
import { writeOffMovesOf, writeOffStates, type WriteOffOn } from '@yunshu/domain/writeOff'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { WriteOffs } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'

export type WriteOff = Omit<Selectable<WriteOffs>, 'state'> & { state: keyof typeof writeOffStates.states }

/** Rows of the house's books alone; a branch has its own. */
export const ownWriteOffs = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** The amount a write-off gives up now. */
interface Standing {
  readonly standing_fen: number
}
const standingFen = sql<number>`coalesce((select sum(m.amount_fen) from ar_matches m where m.write_off_id = o.id
  and m.reversed_by is null), 0)::bigint`

/** A write-off as the rules of its moves see it. */
export const writeOffOn = (
  { actor: { userId } }: Pick<Ctx, 'actor'>,
  row: Pick<WriteOff, 'state' | 'maker_id' | 'maker_for' | 'undo_asker_id' | 'undo_asker_for'> & Standing,
): WriteOffOn => ({
  state: row.state,
  isMaker: [row.maker_id, row.maker_for].includes(userId),
  isUndoAsker: [row.undo_asker_id, row.undo_asker_for].includes(userId),
  stands: row.standing_fen > 0,
})

const writeOffRows = q
  .selectFrom('write_offs as o')
  .innerJoin('companies as c', 'c.id', 'o.shipper_id')
  .innerJoin('companies as b', 'b.id', 'o.branch_id')
  .selectAll('o')
  .select(['c.name as shipper_name', 'b.name as branch_name', standingFen.as('standing_fen')])
  .select(
    sql<string>`(select min(i.waybill_no collate "C") from write_off_items w
      join ar_items i on i.waybill_id = w.waybill_id where w.write_off_id = o.id)`.as('waybill_no'),
  )
type Named = Selectable<WriteOffs> & Standing & { shipper_name: string; branch_name: string; waybill_no: string }

function show(ctx: Ctx, row: Named): WriteOffRow {
  const state = keyOf(writeOffStates.states, row.state)
  return {
    id: row.id,
    writeOffNo: row.write_off_no,
    state,
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    waybills: row.waybills,
    waybillNo: row.waybill_no,
    amount: fen(row.amount_fen),
    standing: fen(row.standing_fen),
    reason: row.reason,
    maker: row.maker_name,
    checker: row.checker_name ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    answer: row.answer ?? undefined,
    undoReason: row.undo_reason ?? undefined,
    undoAsker: row.undo_asker_name ?? undefined,
    undoChecker: row.undo_checker_name ?? undefined,
    undoneAt: row.undone_at ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: writeOffMovesOf(writeOffOn(ctx, { ...row, state }), permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listWriteOffs>, 'limit' | 'cursor'>

/** True where the words are those of the record, its shipper or one of its waybills. */
const said = (text: string | undefined): RawBuilder<boolean> | undefined => {
  const waybill = contains(['i.waybill_no'], text)
  const shipper = contains(['n.name'], text)
  const own = contains(['o.write_off_no', 'o.reason'], text)
  if (waybill === undefined || shipper === undefined || own === undefined) return undefined
  return sql<boolean>`(${own} or exists (select from companies n where n.id = o.shipper_id and ${shipper})
    or exists (select from write_off_items w join ar_items i on i.waybill_id = w.waybill_id
      where w.write_off_id = o.id and ${waybill}))`
}

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, filter: Filter): RawBuilder<boolean> => {
  const { shipperId, branchId, from, to, amountFrom, amountTo, text, ids } = filter
  return allOf([
    ownWriteOffs(actor, 'o'),
    shipperId === undefined ? undefined : sql<boolean>`o.shipper_id = ${shipperId}::uuid`,
    branchId === undefined ? undefined : sql<boolean>`o.branch_id = ${branchId}::uuid`,
    between('o.created_at', from, to),
    amountFrom === undefined ? undefined : sql<boolean>`o.amount_fen >= ${amountFrom}`,
    amountTo === undefined ? undefined : sql<boolean>`o.amount_fen <= ${amountTo}`,
    said(text),
    chosen('o.id', ids),
  ])
}

/** Write-offs in the actor's reach, newest first. */
export const writeOffsQuery = (ctx: Ctx, input: Input<typeof listWriteOffs>) =>
  writeOffRows
    .where(
      allOf([filtered(ctx, input), input.state && sql<boolean>`o.state = ${input.state}`, afterCursor(input, 'o.id')]),
    )
    .orderBy('o.id', 'desc')
    .limit(rowsToAsk(input))

export async function findWriteOffs(
  ctx: Ctx,
  input: Input<typeof listWriteOffs>,
): Promise<Output<typeof listWriteOffs>> {
  return toPage(await ctx.tx.rows(writeOffsQuery(ctx, input)), input, row => show(ctx, row))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countWriteOffsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countWriteOffs>,
): Promise<Output<typeof countWriteOffs>> {
  const where = filtered(ctx, filter)
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      writeOffStates,
      { table: 'write_offs', alias: 'o', where },
      {
        person: ctx.actor.userId,
        hands: { asked: ['maker_id', 'maker_for'], undoing: ['undo_asker_id', 'undo_asker_for'] },
      },
    )
  const rows = q
    .selectFrom('write_offs as o')
    .select(['o.amount_fen', standingFen.as('standing_fen')])
    .where(allOf([where, filter.state && sql<boolean>`o.state = ${filter.state}`]))
    .orderBy('o.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { amount: 'amount_fen', standing: 'standing_fen' })
  return { state: {}, summed: n, sums }
}

/** One write-off with its waybills, papers, history and vouchers; of another branch there is none. */
export async function findWriteOff(ctx: Ctx, { id }: Input<typeof getWriteOff>): Promise<Output<typeof getWriteOff>> {
  const row = await ctx.tx.one(writeOffRows.where('o.id', '=', id).where(ownWriteOffs(ctx.actor, 'o')))
  const items = await ctx.tx.rows(
    q
      .selectFrom('write_off_items as w')
      .innerJoin('ar_items as i', 'i.waybill_id', 'w.waybill_id')
      .select(['w.waybill_id', 'i.waybill_no', 'i.due_at', 'i.open_fen', 'w.amount_fen'])
      .select(
        sql<boolean>`exists (select from ar_matches m where m.write_off_id = w.write_off_id
          and m.waybill_id = w.waybill_id and m.reversed_by is null)`.as('stands'),
      )
      .where('w.write_off_id', '=', id)
      .orderBy('i.due_at')
      .orderBy(sql`i.waybill_no collate "C"`),
  )
  return {
    ...show(ctx, row),
    items: items.map(item => ({
      waybillId: item.waybill_id,
      waybillNo: item.waybill_no,
      dueAt: item.due_at,
      amount: fen(item.amount_fen),
      open: fen(item.open_fen),
      stands: item.stands,
    })),
    files: await findFiles(ctx, 'writeOff', id),
    log: await findLog(ctx, id),
    vouchers: await vouchersOf(ctx, id),
  }
}

/** The vouchers of a write-off: its own, and those that took lines of it back with a waybill. */
async function vouchersOf(ctx: Ctx, id: string): Promise<Output<typeof getWriteOff>['vouchers']> {
  if (!ctx.can('voucher.view')) return []
  const rows = await ctx.tx.rows(
    q
      .selectFrom('vouchers as v')
      .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
      .select(['v.id', 'v.voucher_no'])
      .where(
        sql<boolean>`(e.source_type = 'writeOff' and e.source_id = ${id}::uuid
          or e.id in (select m.reversed_by from ar_matches m where m.write_off_id = ${id}::uuid))`,
      )
      .orderBy('v.id'),
  )
  return rows.map(row => ({ id: row.id, voucherNo: row.voucher_no }))
}

/** One write-off under lock; of another branch there is none. */
export async function lockWriteOff(ctx: Ctx, id: string): Promise<WriteOff & Standing & { shipper_name: string }> {
  const row = await ctx.tx.one(
    q
      .selectFrom('write_offs as o')
      .innerJoin('companies as c', 'c.id', 'o.shipper_id')
      .selectAll('o')
      .select(['c.name as shipper_name', standingFen.as('standing_fen')])
      .where('o.id', '=', id)
      .where(ownWriteOffs(ctx.actor, 'o'))
      .forUpdate('o'),
  )
  return { ...row, state: keyOf(writeOffStates.states, row.state) }
}
