// Reads of shifts of stock: the list with its counts and sums, one record, and one under lock.
import type { Input, Output } from '@yunshu/contract/call'
import type { countFuelShifts, FuelShiftRow, getFuelShift, listFuelShifts } from '@yunshu/contract/fuel/shift'
import { fen } from '@yunshu/domain/figures/money'
import { fuelKinds } from '@yunshu/domain/fuel/fuel'
import { fuelShiftKinds, fuelShiftMovesOf, fuelShiftStates, type FuelShiftOn } from '@yunshu/domain/fuel/fuelShift'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { FuelShifts } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf } from '../../work/scope.ts'
import { ownFuel } from './account.queries.ts'

export type FuelShift = Omit<Selectable<FuelShifts>, 'kind' | 'state'> & {
  kind: keyof typeof fuelShiftKinds
  state: keyof typeof fuelShiftStates.states
}

/** A shift as the rules of its moves see it. */
export const shiftOn = (
  { actor: { userId } }: Pick<Ctx, 'actor'>,
  row: Pick<FuelShift, 'state' | 'maker_id' | 'maker_for' | 'undo_asker_id' | 'undo_asker_for'>,
): FuelShiftOn => ({
  state: row.state,
  isMaker: [row.maker_id, row.maker_for].includes(userId),
  isUndoAsker: [row.undo_asker_id, row.undo_asker_for].includes(userId),
})

const shiftRows = q
  .selectFrom('fuel_shifts as s')
  .innerJoin('fuel_accounts as a', 'a.id', 's.account_id')
  .innerJoin('companies as b', 'b.id', 's.branch_id')
  .leftJoin('fuel_accounts as t', 't.id', 's.to_account_id')
  .leftJoin('fuel_uses as u', 'u.id', 's.use_id')
  .selectAll('s')
  .select(['a.provider', 'a.account_no', 'a.kind as of', 'b.name as branch_name'])
  .select(['t.account_no as to_account_no', 'u.serial as use_serial'])
type NamedShift = Selectable<FuelShifts> & {
  provider: string
  account_no: string
  of: string
  branch_name: string
  to_account_no: string | null
  use_serial: string | null
}

function show(ctx: Ctx, row: NamedShift): FuelShiftRow {
  const state = keyOf(fuelShiftStates.states, row.state)
  return {
    id: row.id,
    shiftNo: row.shift_no,
    kind: keyOf(fuelShiftKinds, row.kind),
    state,
    of: keyOf(fuelKinds, row.of),
    branchName: row.branch_name,
    provider: row.provider,
    accountNo: row.account_no,
    toAccountNo: row.to_account_no ?? undefined,
    useSerial: row.use_serial ?? undefined,
    amount: fen(row.amount_fen),
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
    moves: fuelShiftMovesOf(shiftOn(ctx, { ...row, state }), permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listFuelShifts>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { kind, accountId, branchId, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownFuel(actor, 's'),
    kind && sql<boolean>`s.kind = ${kind}`,
    accountId === undefined ? undefined : sql<boolean>`${accountId}::uuid in (s.account_id, s.to_account_id)`,
    branchId === undefined ? undefined : sql<boolean>`s.branch_id = ${branchId}::uuid`,
    between('s.created_at', from, to),
    contains(['s.shift_no', 's.reason'], text),
    chosen('s.id', ids),
  ])

/** Shifts in the actor's reach, newest first. */
export async function findFuelShifts(
  ctx: Ctx,
  input: Input<typeof listFuelShifts>,
): Promise<Output<typeof listFuelShifts>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`s.state = ${input.state}`,
    afterCursor(input, 's.id'),
  ])
  const rows = await ctx.tx.rows(shiftRows.where(where).orderBy('s.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countFuelShiftsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countFuelShifts>,
): Promise<Output<typeof countFuelShifts>> {
  const where = filtered(ctx, filter)
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      fuelShiftStates,
      { table: 'fuel_shifts', alias: 's', where },
      {
        person: ctx.actor.userId,
        hands: { asked: ['maker_id', 'maker_for'], undoing: ['undo_asker_id', 'undo_asker_for'] },
      },
    )
  const rows = q
    .selectFrom('fuel_shifts as s')
    .select('s.amount_fen')
    .where(allOf([where, filter.state && sql<boolean>`s.state = ${filter.state}`]))
    .orderBy('s.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { amount: 'amount_fen' })
  return { state: {}, summed: n, sums }
}

/** One shift with its history and vouchers; of another branch there is none. */
export async function findFuelShift(
  ctx: Ctx,
  { id }: Input<typeof getFuelShift>,
): Promise<Output<typeof getFuelShift>> {
  const row = await ctx.tx.one(shiftRows.where('s.id', '=', id).where(ownFuel(ctx.actor, 's')))
  const vouchers = ctx.can('voucher.view')
    ? await ctx.tx.rows(
        q
          .selectFrom('vouchers as v')
          .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
          .select(['v.id', 'v.voucher_no', 'v.kind'])
          .where('e.source_type', '=', 'fuelShift')
          .where('e.source_id', '=', id)
          .orderBy('v.id'),
      )
    : []
  return {
    ...show(ctx, row),
    log: await findLog(ctx, id),
    vouchers: vouchers.map(each => ({ id: each.id, voucherNo: each.voucher_no, isFuel: each.kind === 'FUEL' })),
  }
}

/** One shift under lock; of another branch there is none. */
export async function lockShift(ctx: Ctx, id: string): Promise<FuelShift> {
  const row = await ctx.tx.one(
    q.selectFrom('fuel_shifts as s').selectAll('s').where('s.id', '=', id).where(ownFuel(ctx.actor, 's')).forUpdate(),
  )
  return { ...row, kind: keyOf(fuelShiftKinds, row.kind), state: keyOf(fuelShiftStates.states, row.state) }
}
