// Reads of months: the list, one month with its checks, and what changed since it was closed before.
import type { Input, Output } from '@yunshu/contract/call'
import { pageDefault } from '@yunshu/contract/fields'
import type * as calls from '@yunshu/contract/voucher/closing'
import { fen } from '@yunshu/domain/figures/money'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import {
  closingMovesOf,
  closingStates,
  isOver,
  lapsesAt,
  lapsedReason,
  type ClosingOn,
} from '@yunshu/domain/voucher/closing'
import { periodOf, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { placeFault } from '../../db/page.ts'
import type { PeriodClosings } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { findChecks } from './closeChecks.queries.ts'
import { monthsTo, nextMonth } from './months.queries.ts'
import { holdsOpening } from './opening.queries.ts'
import { accountName } from './voucher.queries.ts'

export type Closing = Omit<Selectable<PeriodClosings>, 'state'> & { state: keyof typeof closingStates.states }

/** Months the actor's side reaches: they are the house's alone. */
export const ownPeriods = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** A closing as the rules of its moves see it. */
export const closingOn = (
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  row: Pick<Closing, 'state' | 'asker_id' | 'asker_for' | 'asked_at' | 'reopener_id' | 'reopener_for'>,
): ClosingOn => ({
  state: row.state,
  isAsker: [row.asker_id, row.asker_for].includes(actor.userId),
  isReopener: [row.reopener_id, row.reopener_for].includes(actor.userId),
  isLate: isLate(row, now),
})

/** True for an application nobody confirmed in time, whether the job has written it down or not. */
const isLate = ({ state, asked_at }: Pick<Closing, 'state' | 'asked_at'>, now: number): boolean =>
  state === 'asked' && lapsesAt(asked_at) <= now

/** A closing as people see it: one that is late has lapsed. */
const seen = (ctx: Ctx, row: Closing): Closing =>
  isLate(row, ctx.now) ? { ...row, state: 'lapsed', reason: lapsedReason } : row

interface MonthRow {
  branch_id: string
  branch_name: string
  period: string
  vouchers: number
  is_next: boolean
  /** The month before the books began, which holds their opening balances. */
  is_opening: boolean
  /** A later month is closed: this one can be only once that is open again. */
  is_passed: boolean
}

/** True for a month, of any table with branch and period, after which another is closed. */
const isPassed = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from periods later where later.branch_id = ${sql.ref(`${alias}.branch_id`)}
    and later.period > ${sql.ref(`${alias}.period`)} and later.closed_at is not null)`

/** Months up to one that is over, and later ones somebody booked in. */
const monthsOf = (conditions: RawBuilder<boolean>, lastOver: string, limit: number) => sql<MonthRow>`
  select p.branch_id, b.name as branch_name, p.period,
    (select count(*) from vouchers v where v.branch_id = p.branch_id and v.period = p.period
      and v.entry_id is not null) as vouchers,
    p.period = ${nextMonth(sql`p.branch_id`)} as is_next, ${holdsOpening('p')} as is_opening,
      ${isPassed('p')} as is_passed
  from ${monthsTo(lastOver)} p join companies b on b.id = p.branch_id where ${conditions}
  order by p.period desc, p.branch_id limit ${limit}`

const lastOverOf = ({ now }: Pick<Ctx, 'now'>): string => shiftPeriod(periodOf(now), -1)

/** The closings that stand, or the last one, by branch and month. */
async function closingsOf(ctx: Ctx, months: readonly MonthRow[]): Promise<Map<string, Closing>> {
  if (months.length === 0) return new Map()
  const rows = await ctx.tx.rows(
    q
      .selectFrom('period_closings as c')
      .selectAll('c')
      .where(ownPeriods(ctx.actor, 'c'))
      .where('c.period', 'in', [...new Set(months.map(month => month.period))])
      .orderBy('c.id'),
  )
  return new Map(
    rows.map(row => [row.branch_id + row.period, seen(ctx, { ...row, state: keyOf(closingStates.states, row.state) })]),
  )
}

type Row = Output<typeof calls.listPeriods>['rows'][number]

function show(ctx: Ctx, month: MonthRow, closing: Closing | undefined): Row {
  const isLive = closing !== undefined && ['asked', 'closed', 'reopening'].includes(closing.state)
  return {
    branchCompanyId: month.branch_id,
    branchName: month.branch_name,
    period: month.period,
    vouchers: month.vouchers,
    ...(closing === undefined
      ? {}
      : {
          closing: {
            id: closing.id,
            state: closing.state,
            asker: closing.asker_name,
            askedAt: closing.asked_at,
            ...(closing.confirmer_name === null ? {} : { confirmer: closing.confirmer_name }),
            ...(closing.confirmed_at === null ? {} : { confirmedAt: closing.confirmed_at }),
            ...(closing.reopener_name === null ? {} : { reopener: closing.reopener_name }),
            ...(closing.reason === null ? {} : { reason: closing.reason }),
            ...(closing.snapshot === null ? {} : { snapshot: closing.snapshot }),
            uninvoiced: closing.uninvoiced,
            carries: closing.carries,
            version: closing.version,
            ...(closing.state === 'asked' ? { lapsesAt: lapsesAt(closing.asked_at) } : {}),
            moves: closingMovesOf(closingOn(ctx, closing), permit => ctx.can(permit)),
          },
        }),
    isOpening: month.is_opening,
    isNext: month.is_next,
    isDue: month.is_next && isOver(month.period, ctx.now),
    mayAsk:
      !isLive && !month.is_opening && !month.is_passed && isOver(month.period, ctx.now) && ctx.can('period.close'),
  }
}

const cursorForm = new RegExp(`^(20\\d{4})\\.(${uuidPattern})$`)

/** Months of the branches in the actor's reach, newest first. */
export async function findPeriods(
  ctx: Ctx,
  { branchId, before, limit = pageDefault, cursor }: Input<typeof calls.listPeriods>,
): Promise<Output<typeof calls.listPeriods>> {
  const [, period, last] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? [])
  if (cursor !== undefined && last === undefined) throw placeFault()
  const where = allOf([
    ownPeriods(ctx.actor, 'p'),
    branchId === undefined ? undefined : sql<boolean>`p.branch_id = ${branchId}::uuid`,
    before === undefined
      ? undefined
      : sql<boolean>`(p.period < ${before} and p.period >= ${nextMonth(sql`p.branch_id`, before)})`,
    last === undefined
      ? undefined
      : sql<boolean>`(p.period < ${period} or (p.period = ${period} and p.branch_id > ${last}::uuid))`,
  ])
  const months = await ctx.tx.rows<MonthRow>(monthsOf(where, lastOverOf(ctx), limit + 1).compile(q))
  const shown = months.slice(0, limit)
  const closings = await closingsOf(ctx, shown)
  const end = shown.at(-1)
  return {
    rows: shown.map(month => show(ctx, month, closings.get(month.branch_id + month.period))),
    ...(months.length > limit && end ? { next: `${end.period}.${end.branch_id}` } : {}),
  }
}

/** A month with its checks; of another branch there is none. */
export async function findPeriod(
  ctx: Ctx,
  { branchId, period }: Input<typeof calls.getPeriod>,
): Promise<Output<typeof calls.getPeriod>> {
  const where = allOf([
    ownPeriods(ctx.actor, 'p'),
    sql<boolean>`p.branch_id = ${branchId}::uuid and p.period = ${period}`,
  ])
  const month = await ctx.tx.one<MonthRow>(monthsOf(where, lastOverOf(ctx), 1).compile(q))
  const closing = (await closingsOf(ctx, [month])).get(branchId + period)
  return {
    ...show(ctx, month, closing),
    checks: await findChecks(ctx, branchId, period),
    earlier: closing === undefined ? [] : await earlierThan(ctx, closing),
    changes: closing === undefined ? [] : await changesSince(ctx, closing),
  }
}

/** The most applications of one month that are told. */
const earlierMost = 50

/** The applications of a month before one of them. */
async function earlierThan(ctx: Ctx, { id, branch_id, period }: Closing) {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('period_closings as c')
      .selectAll('c')
      .where(ownPeriods(ctx.actor, 'c'))
      .where('c.branch_id', '=', branch_id)
      .where('c.period', '=', period)
      .where('c.id', '<', id)
      .orderBy('c.id', 'desc')
      .limit(earlierMost),
  )
  return rows.map(row => ({
    id: row.id,
    state: keyOf(closingStates.states, row.state),
    asker: row.asker_name,
    askedAt: row.asked_at,
    ...(row.confirmer_name === null ? {} : { confirmer: row.confirmer_name }),
    ...(row.reopener_name === null ? {} : { reopener: row.reopener_name }),
    endedAt: row.updated_at,
    ...(row.reason === null ? {} : { reason: row.reason }),
  }))
}

/** Closing balances that differ between a snapshot and the one of the closing before it. */
async function changesSince(ctx: Ctx, { id, branch_id: branchId, period }: Closing) {
  const rows = await ctx.tx.rows(
    sql<{ account: string; party: string | null; before: number; after: number }>`
    with own as (select account, party_id, opening_fen + debit_fen - credit_fen as net from period_snapshots where closing_id = ${id}::uuid),
    old as (select account, party_id, opening_fen + debit_fen - credit_fen as net from period_snapshots where closing_id = (
      select c.id from period_closings c where c.branch_id = ${branchId}::uuid and c.period = ${period} and c.id < ${id}::uuid and c.snapshot is not null order by c.id desc limit 1))
    select account, c.name as party, coalesce(old.net, 0)::bigint as before, coalesce(own.net, 0)::bigint as after
    from own full join old using (account, party_id) left join companies c on c.id = party_id
    where coalesce(own.net, 0) <> coalesce(old.net, 0) and exists (select from old) and exists (select from own)
    order by 1, 2 limit 500`.compile(q),
  )
  return rows.map(row => ({
    account: row.account,
    accountName: accountName(row.account),
    ...(row.party === null ? {} : { party: row.party }),
    before: fen(row.before),
    after: fen(row.after),
  }))
}
