// Reads of remittances: the list, its counts and sums, one record, and the shippers money can be claimed for.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countRemittances,
  getRemittance,
  listRemittances,
  listRemittanceShippers,
  RemittanceRow,
} from '@yunshu/contract/remittance/remittance'
import { addFen, fen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { openRemittances, remittanceMovesOf, remittanceStates, type RemittanceOn } from '@yunshu/domain/remittance'
import { listSorts } from '@yunshu/domain/sorting'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { findMissing, isNumbered, pastedNumbers, type PastedNumbers } from '../../db/pastedNumbers.ts'
import { chosenOrder } from '../../db/sorted.ts'
import type { Remittances } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { shownAccountNo } from '../../work/numbers.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'
import { findFundShippers } from '../fund/fund.queries.ts'
import { findVouchersOf } from '../voucher/sourceVouchers.queries.ts'
import { findClaims, findPaid } from './claimed.queries.ts'
import { findRemittanceRefunds } from './refunds.queries.ts'
import { findReturnOf } from './returnOf.queries.ts'
import { findSuggestions } from './suggestions.queries.ts'

export type Remittance = Omit<Selectable<Remittances>, 'state'> & { state: keyof typeof remittanceStates.states }

/** The money that neither claims nor returns have taken. */
export const restOf = (row: Pick<Remittance, 'amount_fen' | 'claimed_fen' | 'refunded_fen'>): Fen =>
  subtractFen(fen(row.amount_fen), addFen(fen(row.claimed_fen), fen(row.refunded_fen)))

/** Remittances the actor's side reaches: they are the house's alone. */
export const ownRemittances = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** A remittance as the rules of its moves see it. */
export const remittanceOn = (
  { actor }: Pick<Ctx, 'actor'>,
  row: Pick<
    Remittance,
    'state' | 'maker_id' | 'maker_for' | 'asker_id' | 'asker_for' | 'claimed_fen' | 'refunded_fen' | 'return_payment_id'
  > & {
    readonly is_held: boolean
  },
): RemittanceOn => ({
  state: row.state,
  isMaker: [row.maker_id, row.maker_for].includes(actor.userId),
  isAsker: [row.asker_id, row.asker_for].includes(actor.userId),
  isDeposit: row.is_held,
  isParted: row.claimed_fen > 0,
  isRefunded: row.refunded_fen > 0,
  isPointed: row.return_payment_id !== null,
})

/** Whether remittance `r` is the money of a deposit. */
export const isHeld = sql<boolean>`exists (select from remittance_claims held where held.remittance_id = r.id
  and held.deposit_id is not null and held.undone_at is null)`

const namesOf = (of: RawBuilder<unknown>, isMeant = sql`true`): RawBuilder<string | null> =>
  sql<string | null>`string_agg(distinct ${of}, '、' order by ${of}) filter (where ${isMeant})`

const remittanceRows = q
  .selectFrom('remittances as r')
  .innerJoin('companies as b', 'b.id', 'r.branch_id')
  .leftJoin('payments as pb', 'pb.id', 'r.return_payment_id')
  .leftJoinLateral(
    eb =>
      eb
        .selectFrom('remittance_claims as m')
        .leftJoin('companies as p', 'p.id', 'm.shipper_id')
        .leftJoin('companies as k', 'k.id', 'm.carrier_id')
        .leftJoin('deposits as d', 'd.id', 'm.deposit_id')
        .whereRef('m.remittance_id', '=', 'r.id')
        .where('m.undone_at', 'is', null)
        .select([
          namesOf(sql`p.name`).as('shipper_name'),
          namesOf(sql`k.name`, sql`m.deposit_id is null`).as('debtor_name'),
          namesOf(sql`d.deposit_no`).as('deposit_no'),
          sql<string | null>`(array_agg(m.claimer_name order by m.claimed_at desc, m.id desc))[1]`.as('claimer_name'),
          sql<number | null>`max(m.claimed_at)`.as('claimed_at'),
          sql<boolean>`coalesce(bool_or(m.deposit_id is not null), false)`.as('is_held'),
        ])
        .as('c'),
    join => join.onTrue(),
  )
  .leftJoinLateral(
    eb =>
      eb
        .selectFrom('remittance_refunds as f')
        .whereRef('f.remittance_id', '=', 'r.id')
        .select(sql<string | null>`string_agg(f.serial, '、' order by f.id)`.as('refund_serial'))
        .as('f'),
    join => join.onTrue(),
  )
  .selectAll('r')
  .select(['b.name as branch_name', 'pb.task_no as return_task_no'])
  .select([
    'c.shipper_name',
    'c.debtor_name',
    'c.deposit_no',
    'c.claimer_name',
    'c.claimed_at',
    'c.is_held',
    'f.refund_serial',
  ])
type NamedRemittance = Selectable<Remittances> & {
  branch_name: string
  return_task_no: string | null
  shipper_name: string | null
  debtor_name: string | null
  deposit_no: string | null
  claimer_name: string | null
  claimed_at: number | null
  is_held: boolean | null
  refund_serial: string | null
}

/** The money that lies in the books as nobody's. */
const nobodysOf = (row: Remittance): Fen =>
  openRemittances.some(state => state === row.state) ? restOf(row) : ZERO_FEN

function show(ctx: Ctx, row: NamedRemittance): RemittanceRow {
  const state = keyOf(remittanceStates.states, row.state)
  return {
    id: row.id,
    remittanceNo: row.remittance_no,
    state,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    payerName: row.payer_name,
    payerAccount: shownAccountNo(ctx, row.payer_account),
    bankNote: row.bank_note ?? undefined,
    amount: fen(row.amount_fen),
    claimed: fen(row.claimed_fen),
    refunded: fen(row.refunded_fen),
    rest: nobodysOf({ ...row, state }),
    date: row.date,
    serial: row.serial,
    shipperName: row.shipper_name ?? undefined,
    debtorName: row.debtor_name ?? undefined,
    depositNo: row.deposit_no ?? undefined,
    returnTaskNo: row.return_task_no ?? undefined,
    maker: row.maker_name,
    checker: row.checker_name ?? undefined,
    claimer: row.claimer_name ?? undefined,
    claimedAt: row.claimed_at ?? undefined,
    reason: row.reason ?? undefined,
    refundSerial: row.refund_serial ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: remittanceMovesOf(remittanceOn(ctx, { ...row, state, is_held: row.is_held === true }), permit =>
      ctx.can(permit),
    ),
  }
}

type Filter = Omit<Input<typeof listRemittances>, 'limit' | 'cursor' | 'sort'>

/** Remittances with one of these numbers: their own, the bank's, or the bank's of a return. */
export const rowsOfNumbers = ({ own, bank }: PastedNumbers): RawBuilder<unknown> => {
  const serials = sql`any(${bank})`
  return sql`select x.id, x.remittance_no from remittances x where x.remittance_no = any(${own})
    union all select x.id, x.serial_upper from remittances x where x.serial_upper = ${serials}
    union all select f.remittance_id, f.serial_upper from remittance_refunds f where f.serial_upper = ${serials}`
}

/** The list's condition without its state, which the counters run through. */
const filtered = (
  { actor }: Ctx,
  { numbers = [], branchId, from, to, amountFrom, amountTo, text, ids, open }: Filter,
): RawBuilder<boolean> =>
  allOf([
    ownRemittances(actor, 'r'),
    numbers.length === 0 ? undefined : isNumbered('r', rowsOfNumbers(pastedNumbers(numbers))),
    branchId === undefined ? undefined : sql<boolean>`r.branch_id = ${branchId}::uuid`,
    open === undefined ? undefined : sql<boolean>`(r.state = any(${[...openRemittances]}::text[])) = ${open}`,
    between('r.date', from, to),
    amountFrom === undefined ? undefined : sql<boolean>`r.amount_fen >= ${amountFrom}`,
    amountTo === undefined ? undefined : sql<boolean>`r.amount_fen <= ${amountTo}`,
    contains(['r.remittance_no', 'r.serial', 'r.payer_name', 'r.bank_note'], text),
    chosen('r.id', ids),
  ])

/** Remittances in the actor's reach, newest first. */
export async function findRemittancesPage(
  ctx: Ctx,
  input: Input<typeof listRemittances>,
): Promise<Output<typeof listRemittances>> {
  const { state } = input
  const inState = state && sql<boolean>`r.state = ${state}`
  const where = allOf([filtered(ctx, input), inState])
  const { key, after, by, place } = await chosenOrder(ctx, input, {
    table: 'remittances',
    alias: 'r',
    where,
    kept: listSorts.remittances,
    keys: sortKeys,
  })
  const rows = await ctx.tx.rows(
    remittanceRows
      .select(key.as('sort_key'))
      .where(allOf([where, after]))
      .orderBy(by)
      .limit(rowsToAsk(input)),
  )
  const missing = await findMissing(ctx.tx, input, {
    table: 'remittances',
    alias: 'r',
    reach: ownRemittances(ctx.actor, 'r'),
    others: allOf([filtered(ctx, { ...input, numbers: [] }), inState]),
    rowsOf: rowsOfNumbers,
  })
  return { ...toPage(rows, input, row => show(ctx, row), place), ...missing }
}

const sortKeys = {
  amount: { key: sql<number>`r.amount_fen`, changed: sql<number>`r.updated_at` },
} as const

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countRemittancesBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countRemittances>,
): Promise<Output<typeof countRemittances>> {
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      remittanceStates,
      { table: 'remittances', alias: 'r', where: filtered(ctx, filter) },
      {
        person: ctx.actor.userId,
        hands: {
          recorded: ['maker_id', 'maker_for'],
          refunding: ['asker_id', 'asker_for'],
          returning: ['asker_id', 'asker_for'],
        },
      },
    )
  const rows = q
    .selectFrom('remittances as r')
    .select(['r.amount_fen', 'r.claimed_fen', 'r.refunded_fen'])
    .select(
      sql<number>`case when r.state = any(${[...openRemittances]}::text[]) then r.amount_fen - r.claimed_fen - r.refunded_fen else 0 end`.as(
        'rest_fen',
      ),
    )
    .where(allOf([filtered(ctx, filter), filter.state && sql<boolean>`r.state = ${filter.state}`]))
    .orderBy('r.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, {
    amount: 'amount_fen',
    claimed: 'claimed_fen',
    refunded: 'refunded_fen',
    rest: 'rest_fen',
  })
  return { state: {}, summed: n, sums }
}

/** One remittance with its suggestions, history and vouchers; of another branch there is none. */
export async function findRemittance(
  ctx: Ctx,
  { id }: Input<typeof getRemittance>,
): Promise<Output<typeof getRemittance>> {
  const row = await ctx.tx.one(remittanceRows.where('r.id', '=', id).where(ownRemittances(ctx.actor, 'r')))
  const claims = await findClaims(ctx, id)
  const refunds = await findRemittanceRefunds(ctx, id)
  return {
    ...show(ctx, row),
    claims,
    refunds,
    receivables: await findPaid(
      ctx,
      claims.filter(({ undone }) => undone === undefined).map(claim => claim.id),
    ),
    files: await findFiles(ctx, 'remittance', id),
    isOfFile: row.recon_line_id !== null,
    returnOf: await findReturnOf(ctx, row),
    suggestions: row.state === 'unclaimed' ? await findSuggestions(ctx, row) : [],
    log: await findLog(ctx, id),
    vouchers: await findVouchersOf(
      ctx,
      'remittance',
      [{ id }, ...claims, ...refunds].map(each => each.id),
    ),
  }
}

/** Shippers by name. */
export const findRemittanceShippers = (
  ctx: Ctx,
  input: Input<typeof listRemittanceShippers>,
): Promise<Output<typeof listRemittanceShippers>> => findFundShippers(ctx, input)
