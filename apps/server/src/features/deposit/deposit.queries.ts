// Reads of deposits: the list with its counts and sums, one record, one under lock, and the carriers a deposit can be of.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countDeposits,
  DepositRow,
  getDeposit,
  listDepositCarriers,
  listDeposits,
} from '@yunshu/contract/deposit/deposit'
import { businessBits } from '@yunshu/domain/account/account'
import {
  canBeAskedBack,
  depositBackKinds,
  depositBackStates,
  depositMeans,
  type DepositMeans,
  depositMovesOf,
  type DepositOn,
  type DepositPurpose,
  depositPurposes,
  type DepositState,
  depositStates,
} from '@yunshu/domain/deposit'
import { fen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { Deposits } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { findVouchersOf } from '../voucher/sourceVouchers.queries.ts'
import { findFiles } from '../file/file.queries.ts'

export type Deposit = Omit<Selectable<Deposits>, 'state' | 'purpose' | 'means'> & {
  state: DepositState
  purpose: DepositPurpose
  means: DepositMeans
}

/** Deposits the actor's side reaches: those of the house, and a carrier's own. */
export const ownDeposits = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: `${alias}.carrier_id` })

/** A deposit as the rules of its moves see it. */
export const depositOn = (
  { actor: { userId } }: Pick<Ctx, 'actor'>,
  row: Pick<
    Deposit,
    'state' | 'maker_id' | 'maker_for' | 'undo_asker_id' | 'undo_asker_for' | 'asked_fen' | 'gone_fen'
  >,
): DepositOn => ({
  state: row.state,
  isMaker: [row.maker_id, row.maker_for].includes(userId),
  isUndoAsker: [row.undo_asker_id, row.undo_asker_for].includes(userId),
  isTouched: row.asked_fen + row.gone_fen > 0,
})

const depositRows = q
  .selectFrom('deposits as d')
  .innerJoin('companies as c', 'c.id', 'd.carrier_id')
  .innerJoin('companies as b', 'b.id', 'd.branch_id')
  .leftJoin('remittances as r', 'r.id', 'd.remittance_id')
  .selectAll('d')
  .select(['c.name as carrier_name', 'b.name as branch_name', 'r.remittance_no'])
type NamedDeposit = Selectable<Deposits> & { carrier_name: string; branch_name: string; remittance_no: string | null }

function show(ctx: Ctx, row: NamedDeposit): DepositRow {
  const state = keyOf(depositStates.states, row.state)
  return {
    id: row.id,
    depositNo: row.deposit_no,
    state,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    purpose: keyOf(depositPurposes, row.purpose),
    means: keyOf(depositMeans, row.means),
    remittanceNo: row.remittance_no ?? undefined,
    amount: fen(row.amount_fen),
    asked: fen(row.asked_fen),
    gone: fen(row.gone_fen),
    // money outside the books cannot be asked back
    left: fen(state === 'standing' || state === 'undoing' || state === 'ended' ? row.left_fen : 0),
    date: row.date,
    serial: row.serial,
    remark: row.remark ?? undefined,
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
    moves: depositMovesOf(depositOn(ctx, { ...row, state, ...keysOf(row) }), permit => ctx.can(permit)),
    canAskBack: canBeAskedBack({ state, left: fen(row.left_fen) }) && ctx.can('fund.record'),
  }
}

const keysOf = (row: Pick<Selectable<Deposits>, 'purpose' | 'means'>) => ({
  purpose: keyOf(depositPurposes, row.purpose),
  means: keyOf(depositMeans, row.means),
})

type Filter = Omit<Input<typeof listDeposits>, 'limit' | 'cursor'>

/** True where the words are those of the record or its carrier's name. */
export const saidOfCarrier = (alias: string, own: readonly string[], text: string | undefined) => {
  const [of, carrier] = [contains(own, text), contains(['n.name'], text)]
  return (
    of &&
    carrier &&
    sql<boolean>`(${of} or exists (select from companies n
    where n.id = ${sql.ref(`${alias}.carrier_id`)} and ${carrier}))`
  )
}

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { purpose, carrierId, branchId, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownDeposits(actor, 'd'),
    purpose && sql<boolean>`d.purpose = ${purpose}`,
    carrierId === undefined ? undefined : sql<boolean>`d.carrier_id = ${carrierId}::uuid`,
    branchId === undefined ? undefined : sql<boolean>`d.branch_id = ${branchId}::uuid`,
    between('d.date', from, to),
    saidOfCarrier('d', ['d.deposit_no', 'd.serial', 'd.remark'], text),
    chosen('d.id', ids),
  ])

/** Deposits in the actor's reach, newest first. */
export async function findDeposits(ctx: Ctx, input: Input<typeof listDeposits>): Promise<Output<typeof listDeposits>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`d.state = ${input.state}`,
    afterCursor(input, 'd.id'),
  ])
  const rows = await ctx.tx.rows(depositRows.where(where).orderBy('d.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countDepositsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countDeposits>,
): Promise<Output<typeof countDeposits>> {
  const where = filtered(ctx, filter)
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      depositStates,
      { table: 'deposits', alias: 'd', where },
      {
        person: ctx.actor.userId,
        hands: { recorded: ['maker_id', 'maker_for'], undoing: ['undo_asker_id', 'undo_asker_for'] },
      },
    )
  const isBooked = sql<boolean>`d.state in ('standing', 'undoing', 'ended')`
  const rows = q
    .selectFrom('deposits as d')
    .select(['d.amount_fen', 'd.asked_fen', 'd.gone_fen'])
    .select(sql<number>`case when ${isBooked} then d.left_fen else 0 end`.as('left_fen'))
    .where(allOf([where, filter.state && sql<boolean>`d.state = ${filter.state}`]))
    .orderBy('d.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, {
    amount: 'amount_fen',
    asked: 'asked_fen',
    gone: 'gone_fen',
    left: 'left_fen',
  })
  return { state: {}, summed: n, sums }
}

/** One deposit with its ways out, slips, history and vouchers; another company's is none. */
export async function findDeposit(ctx: Ctx, { id }: Input<typeof getDeposit>): Promise<Output<typeof getDeposit>> {
  const row = await ctx.tx.one(depositRows.where('d.id', '=', id).where(ownDeposits(ctx.actor, 'd')))
  const backs = await ctx.tx.rows(
    q
      .selectFrom('deposit_backs')
      .select(['id', 'back_no', 'kind', 'state', 'amount_fen', 'created_at'])
      .where('deposit_id', '=', id)
      .orderBy('id', 'desc'),
  )
  return {
    ...show(ctx, row),
    amountInWords: moneyInWords(fen(row.amount_fen)),
    backs: backs.map(back => ({
      id: back.id,
      backNo: back.back_no,
      kind: keyOf(depositBackKinds, back.kind),
      state: keyOf(depositBackStates.states, back.state),
      amount: fen(back.amount_fen),
      createdAt: back.created_at,
    })),
    files: await findFiles(ctx, 'deposit', id),
    log: await findLog(ctx, id),
    vouchers: await findVouchersOf(ctx, 'deposit', [id]),
  }
}

/** One deposit under lock; another company's is none. */
export async function lockDeposit(ctx: Ctx, id: string): Promise<Deposit> {
  const row = await ctx.tx.one(
    q.selectFrom('deposits as d').selectAll('d').where('d.id', '=', id).where(ownDeposits(ctx.actor, 'd')).forUpdate(),
  )
  return { ...row, state: keyOf(depositStates.states, row.state), ...keysOf(row) }
}

/** The carriers a deposit can be of, whatever else stands against them. */
export const depositingCarriers = q
  .selectFrom('companies as c')
  .select(['c.id', 'c.name'])
  .where('c.kind', '=', 'HEAD')
  .where(sql<boolean>`c.role_flags & ${sql.lit(businessBits.carrier)} <> 0`)

/** The most carriers one answer names: who does not find theirs types more of its name. */
const carriersMax = 50

/** Carriers by name. */
export async function findDepositCarriers(
  ctx: Ctx,
  { text }: Input<typeof listDepositCarriers>,
): Promise<Output<typeof listDepositCarriers>> {
  return {
    rows: await ctx.tx.rows(
      depositingCarriers
        .where(allOf([contains(['c.name'], text)]))
        .orderBy('c.name')
        .limit(carriersMax),
    ),
  }
}
