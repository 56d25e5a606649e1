// The ledger of debts as people see it: the list, counts and sums, ages, one debt, and the reminder of a carrier.
import type { Input, Output } from '@yunshu/contract/call'
import type { ageDebts, countDebts, DebtRow, getDebt, getDebtLetter, listDebts } from '@yunshu/contract/debt/debt'
import {
  ageOfDebt,
  debtAges,
  debtMovesOf,
  debtOrigins,
  debtStages,
  debtStates,
  debtTabs,
  layOnDebts,
  type DebtAge,
  type DebtOn,
  type DebtState,
  type DebtTab,
} from '@yunshu/domain/debt'
import { fen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { listSorts } from '@yunshu/domain/sorting'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { chosenOrder, type PageOrder } from '../../db/sorted.ts'
import type { Debts } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, companyRows } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'

type Condition = RawBuilder<boolean>
export type Debt = Omit<Selectable<Debts>, 'state'> & { state: DebtState }

/** Debts `d` that stand and no sheet has taken; the literals are those of the index debts_open. */
export const isOwed = sql<boolean>`(d.taken_by is null and d.returned_at is null and d.state = 'open'
  and d.open_fen > 0)`

const tabRows: Readonly<Record<DebtTab, Condition>> = {
  open: isOwed,
  taking: sql<boolean>`(d.taken_by is not null and t.state not in ('paid', 'closed'))`,
  asking: sql<boolean>`(d.state = 'asking')`,
  done: sql<boolean>`(d.returned_at is not null or d.taken_by is not null and t.state in ('paid', 'closed')
    or d.state = 'open' and d.open_fen = 0)`,
  written: sql<boolean>`(d.state = 'written')`,
}

/** The stage of debt `d` with the sheet `t` that takes it off. */
const stage = sql<keyof typeof debtStages>`(case
  when d.returned_at is not null then 'returned'
  when d.taken_by is not null then case when t.state in ('paid', 'closed') then 'offset' else 'taking' end
  when d.state <> 'open' then d.state
  when d.open_fen = 0 then 'collected'
  when d.collected_fen > 0 then 'partly'
  else 'open' end)`
/** Taken off by a sheet that is paid, fen; and still to come. */
const offsetFen = sql<number>`(case when d.taken_by is not null and t.state in ('paid', 'closed') then d.open_fen
  else 0 end)`
const restFen = sql<number>`(case when d.returned_at is not null or d.taken_by is not null
  and t.state in ('paid', 'closed') then 0 else d.open_fen end)`

/** Debts the actor's side reaches: the house's, and those of companies that owe or are owed through the house. */
export const ownDebts = (actor: Actor): Condition => companyRows(actor, 'd')

const joins = sql`left join settlements t on t.id = d.taken_by
  join companies c on c.id = d.carrier_id join companies s on s.id = d.shipper_id
  join companies b on b.id = d.branch_id left join settlements o on o.id = d.settlement_id left
    join waybills w on w.id = d.waybill_id`
const joined = sql`from debts d ${joins}`

/** The day the next instalment of debt `d` falls due; null without a plan. */
export const nextDue = sql<
  number | null
>`(select min(x.due_at) from (select i.due_at, sum(i.amount_fen) over (order by i.n) as until
    from debt_instalments i where i.debt_id = d.id) x where x.until > d.collected_fen)`

type Filter = Omit<Input<typeof countDebts>, 'part' | 'state'>

/** The days of an age as moments in which its debts arose. */
const arose = (age: DebtAge, now: number): Condition => {
  const { from, to } = debtAges[age]
  return sql<boolean>`(d.created_at <= ${now - from * DAY_MS}::bigint ${to === undefined ? sql`` : sql`and d.created_at > ${now - (to + 1) * DAY_MS}::bigint`})`
}

const filtered = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>, filter: Filter): Condition =>
  allOf([
    ownDebts(actor),
    filter.origin === undefined ? undefined : sql<boolean>`d.origin = ${filter.origin}`,
    filter.age === undefined ? undefined : arose(filter.age, now),
    filter.carrierId === undefined ? undefined : sql<boolean>`d.carrier_id = ${filter.carrierId}::uuid`,
    filter.branchId === undefined ? undefined : sql<boolean>`d.branch_id = ${filter.branchId}::uuid`,
    filter.amountFrom === undefined ? undefined : sql<boolean>`d.amount_fen >= ${filter.amountFrom}`,
    filter.amountTo === undefined ? undefined : sql<boolean>`d.amount_fen <= ${filter.amountTo}`,
    between('d.created_at', filter.from, filter.to),
    contains(['d.debt_no', 'o.settlement_num', 'w.waybill_no', 'c.name'], filter.text),
    chosen('d.id', filter.ids),
  ])

interface Found extends Selectable<Debts> {
  stage: string
  offset_fen: number
  rest_fen: number
  carrier_name: string
  shipper_name: string
  branch_name: string
  settlement_num: string | null
  waybill_no: string | null
  taken_num: string | null
  next_due_at: number | null
  sort_key: number | null
}

const debtRows = (where: Condition, { key, by }: Pick<PageOrder, 'key' | 'by'>, rows: number) =>
  sql<Found>`select d.*, ${stage} as stage, ${offsetFen}::bigint as offset_fen, ${restFen}::bigint as rest_fen,
    c.name as carrier_name,
      s.name as shipper_name, b.name as branch_name, o.settlement_num, w.waybill_no, t.settlement_num as taken_num,
      ${nextDue} as next_due_at, ${key} as sort_key
    ${joined} where ${where} order by ${by} limit ${rows}`.compile(q)

/** As they arose. */
const oldestFirst = { key: sql<null>`null::bigint`, by: sql`d.id` }

/** A debt as the rules of its moves see it. */
export const debtOn = (
  { actor }: Pick<Ctx, 'actor'>,
  row: Pick<Debt, 'state' | 'taken_by' | 'returned_at' | 'open_fen' | 'asker_id' | 'asker_for'>,
): DebtOn => ({
  state: row.state,
  isOver: row.taken_by !== null || row.returned_at !== null || row.open_fen === 0,
  isAsker: [row.asker_id, row.asker_for].includes(actor.userId),
})

function show(ctx: Ctx, row: Found): DebtRow {
  const state = keyOf(debtStates.states, row.state)
  return {
    id: row.id,
    debtNo: row.debt_no,
    state,
    stage: keyOf(debtStages, row.stage),
    origin: keyOf(debtOrigins, row.origin),
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    settlementNum: row.settlement_num ?? undefined,
    waybillNo: row.waybill_no ?? undefined,
    waybillId: row.waybill_id ?? undefined,
    takenBy: row.taken_num ?? undefined,
    amount: fen(row.amount_fen),
    offset: fen(row.offset_fen),
    collected: fen(row.collected_fen),
    writtenOff: fen(row.written_off_fen),
    open: fen(row.rest_fen),
    ...(row.rest_fen === 0 ? {} : { age: ageOfDebt(row.created_at, ctx.now) }),
    ...(row.rest_fen === 0 ? {} : { nextDueAt: row.next_due_at ?? undefined }),
    asker: row.asker_name ?? undefined,
    checker: row.checker_name ?? undefined,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    ...(row.told_days > row.chased_days && row.rest_fen > 0 && ctx.can('debt.collect')
      ? { chaseDue: row.told_days }
      : {}),
    version: row.version,
    moves: debtMovesOf(debtOn(ctx, { ...row, state }), permit => ctx.can(permit)),
  }
}

/** Debts in the actor's reach, newest first. */
export async function findDebts(ctx: Ctx, input: Input<typeof listDebts>): Promise<Output<typeof listDebts>> {
  const { state } = input
  const where = allOf([filtered(ctx, input), state && tabRows[state]])
  const order = await chosenOrder(ctx, input, {
    table: 'debts',
    alias: 'd',
    joins,
    where,
    kept: listSorts.debts,
    keys: sortKeys,
  })
  const rows = await ctx.tx.rows(debtRows(allOf([where, order.after]), order, rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row), order.place)
}

const sortKeys = {
  dueAt: {
    key: sql<number>`coalesce(case when ${restFen} > 0 then ${nextDue} end, ${sql.lit(Number.MAX_SAFE_INTEGER)})`,
    changed: sql<number>`d.updated_at`,
  },
  open: { key: sql<number>`${restFen}::bigint`, changed: sql<number>`d.updated_at` },
} as const

/** Counts by tab under the list's filter, or the sums of its rows. */
export async function countDebtsBy(
  ctx: Ctx,
  { part, state, ...filter }: Input<typeof countDebts>,
): Promise<Output<typeof countDebts>> {
  const where = filtered(ctx, filter)
  if (part === 'sums') return { state: {}, ...(await sumsOf(ctx, allOf([where, state && tabRows[state]]))) }
  const counts = Object.keys(debtTabs).map(
    name =>
      sql`(select count(*)::int from (select 1 ${joined} where ${allOf([where, tabRows[keyOf(debtTabs, name)]])}
        limit ${countCap}) as capped) as ${sql.ref(name)}`,
  )
  return { state: await ctx.tx.one(sql<Record<string, number>>`select ${sql.join(counts)}`.compile(q)) }
}

async function sumsOf(ctx: Ctx, where: Condition) {
  const row = await ctx.tx.one(
    sql<Record<'n' | 'amount' | 'offset_fen' | 'collected' | 'written' | 'open', number>>`select count(*)::int as n,
      coalesce(sum(x.amount_fen), 0)::bigint as amount, coalesce(sum(x.offset_fen), 0)::bigint as offset_fen,
      coalesce(sum(x.collected_fen), 0)::bigint as collected, coalesce(sum(x.written_off_fen), 0)::bigint as written,
      coalesce(sum(x.rest_fen), 0)::bigint as open
    from (select d.amount_fen, d.collected_fen, d.written_off_fen, ${offsetFen} as offset_fen, ${restFen} as rest_fen
      ${joined} where ${where} order by d.id desc limit ${countCap}) as x`.compile(q),
  )
  return {
    summed: row.n,
    sums: {
      amount: fen(row.amount),
      offset: fen(row.offset_fen),
      collected: fen(row.collected),
      writtenOff: fen(row.written),
      open: fen(row.open),
    },
  }
}

/** The most carriers the table of ages shows, and the most debts a reminder lists. */
const most = { carriers: 500, letter: 300 } as const

/** Open amounts by carrier and age, most first. */
export async function findDebtAges(
  ctx: Ctx,
  { branchId, text }: Input<typeof ageDebts>,
): Promise<Output<typeof ageDebts>> {
  const ages = Object.keys(debtAges).map(name => {
    const age = keyOf(debtAges, name)
    return sql`coalesce(sum(${restFen}) filter (where ${arose(age, ctx.now)}), 0)::bigint as ${sql.ref(age)}`
  })
  const rows = await ctx.tx.rows(
    sql<Record<DebtAge | 'total' | 'oldest_at', number> & { carrier_id: string; carrier_name: string }>`
      select d.carrier_id, c.name as carrier_name, ${sql.join(ages)}, sum(${restFen})::bigint as total,
        min(d.created_at) as oldest_at
      ${joined} where ${allOf([filtered(ctx, { branchId, text }), sql<boolean>`${restFen} > 0`])}
      group by d.carrier_id, c.name order by total desc, d.carrier_id limit ${most.carriers + 1}`.compile(q),
  )
  const shown = rows.slice(0, most.carriers).map(row => ({
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    d30: fen(row.d30),
    d60: fen(row.d60),
    d90: fen(row.d90),
    older: fen(row.older),
    total: fen(row.total),
    oldestAt: row.oldest_at,
  }))
  const sum = (of: DebtAge | 'total') => sumFen(shown.map(row => row[of]))
  return {
    rows: shown,
    sums: { d30: sum('d30'), d60: sum('d60'), d90: sum('d90'), older: sum('older'), total: sum('total') },
    isCut: rows.length > most.carriers,
  }
}

/** The debts of a carrier in the books of a branch, and since when; undefined where it owes nothing. */
export async function findOwed(
  ctx: Ctx,
  { carrierId, branchId }: { readonly carrierId: string; readonly branchId: string },
): Promise<{ owed: Fen; count: number; oldestAt: number } | undefined> {
  const {
    owed,
    count,
    oldest_at: oldestAt,
  } = await ctx.tx.one(
    q
      .selectFrom('debts as d')
      .select([
        sql<number>`coalesce(sum(d.open_fen), 0)::bigint`.as('owed'),
        sql<number>`count(*)::int`.as('count'),
        sql<number | null>`min(d.created_at)`.as('oldest_at'),
      ])
      .where('d.carrier_id', '=', carrierId)
      .where('d.branch_id', '=', branchId)
      .where(isOwed)
      .where(ownDebts(ctx.actor)),
  )
  return oldestAt === null ? undefined : { owed: fen(owed), count, oldestAt }
}

const oneDebt = async (ctx: Ctx, id: string): Promise<Found> =>
  ctx.tx.one(debtRows(allOf([ownDebts(ctx.actor), sql<boolean>`d.id = ${id}::uuid`]), oldestFirst, 1))

/** One debt with its plan, its money, papers, history and vouchers; another company's is none. */
export async function findDebt(ctx: Ctx, { id }: Input<typeof getDebt>): Promise<Output<typeof getDebt>> {
  const row = await oneDebt(ctx, id)
  const planned = await ctx.tx.rows(
    q.selectFrom('debt_instalments').select(['due_at', 'amount_fen']).where('debt_id', '=', id).orderBy('n'),
  )
  const { laid } = layOnDebts(
    planned.map((each, n) => ({ n, open: each.amount_fen })),
    row.collected_fen,
  )
  const paid = new Map(laid.map(({ debt, amount }) => [debt.n, amount]))
  const today = startOfDay(ctx.now)
  return {
    ...show(ctx, row),
    instalments: planned.map((each, n) => ({
      dueAt: each.due_at,
      amount: fen(each.amount_fen),
      paid: fen(paid.get(n) ?? 0),
      isLate: each.due_at < today && (paid.get(n) ?? 0) < each.amount_fen && row.rest_fen > 0,
    })),
    payments: await paymentsOf(ctx, id),
    files: await findFiles(ctx, 'debt', id),
    log: await findLog(ctx, id),
    vouchers: await vouchersOf(ctx, id),
  }
}

async function paymentsOf(ctx: Ctx, debtId: string) {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('debt_moves as m')
      .leftJoin('remittances as r', 'r.id', 'm.remittance_id')
      .leftJoin('deposit_backs as k', 'k.id', 'm.deposit_back_id')
      .select(['m.created_at', 'm.amount_fen', 'm.kind', 'm.by_name', 'r.remittance_no', 'k.back_no'])
      .where('m.debt_id', '=', debtId)
      .orderBy('m.id', 'desc'),
  )
  // companies see that money came, not the house's record of it
  return rows.map(row => ({
    at: row.created_at,
    remittanceNo: row.remittance_no ?? row.back_no ?? '--',
    isDeposit: row.back_no !== null,
    amount: fen(row.amount_fen),
    isUndone: row.kind === 'UNDONE',
    by: row.by_name,
  }))
}

async function vouchersOf(ctx: Ctx, debtId: string) {
  if (!ctx.can('voucher.view')) return []
  const rows = await ctx.tx.rows(
    sql<{
      id: string
      voucher_no: string
    }>`select v.id, v.voucher_no from vouchers v join journal_entries e on e.id = v.entry_id
      where e.source_type = 'debt' and e.source_id = ${debtId}::uuid
        or e.source_type in ('remittance', 'depositBack') and e.source_id in (select claim_id from debt_moves
          where debt_id = ${debtId}::uuid)
      order by v.id`.compile(q),
  )
  return rows.map(row => ({ id: row.id, voucherNo: row.voucher_no }))
}

/** All that the carrier of a debt owes in the books of its branch, oldest first. */
export async function findDebtLetter(
  ctx: Ctx,
  { id }: Input<typeof getDebtLetter>,
): Promise<Output<typeof getDebtLetter>> {
  const of = await oneDebt(ctx, id)
  const where = allOf([
    ownDebts(ctx.actor),
    isOwed,
    sql<boolean>`d.carrier_id = ${of.carrier_id}::uuid and d.branch_id = ${of.branch_id}::uuid`,
  ])
  const rows = await ctx.tx.rows(debtRows(where, oldestFirst, most.letter + 1))
  const { sums } = await sumsOf(ctx, where)
  return {
    carrierName: of.carrier_name,
    branchName: of.branch_name,
    rows: rows.slice(0, most.letter).map(row => show(ctx, row)),
    open: sums.open,
    openInWords: moneyInWords(sums.open),
    isCut: rows.length > most.letter,
  }
}
