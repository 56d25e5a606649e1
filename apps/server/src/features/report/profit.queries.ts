// Profit by the lines of the ledger: one truth for rows, sums, what no waybill bears and the statement they come to.
import type { Input, Output } from '@yunshu/contract/call'
import { pageDefault } from '@yunshu/contract/fields'
import {
  profitMonths,
  type chartProfit,
  type listProfit,
  type ProfitFiguresShown,
  type ProfitRow,
  type sumProfit,
} from '@yunshu/contract/report/profit'
import { addFen, fen, negateFen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import {
  accountsOf,
  costOf,
  estimateAccount,
  feeEvent,
  marginOf,
  outputTaxAccounts,
  profitAccounts,
  profitClasses,
  profitKeys,
  profitOf,
  type ProfitClass,
  type ProfitGroup,
} from '@yunshu/domain/report/profit'
import { Problem } from '@yunshu/domain/problems/problems'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf, periodText, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { namesInCodes } from '@yunshu/regions/codeTable'
import { loadRegions } from '@yunshu/regions/load'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { placeFault } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { carried, inSpan, keptCredits, ownBooks, spanOf, type ProfitSpan } from './profitSpan.queries.ts'

type Filter = Input<typeof sumProfit>
type Condition = RawBuilder<boolean>

const read = [...profitAccounts, ...outputTaxAccounts, estimateAccount]
const codes = (of: readonly string[]) => sql`any(${[...of]}::text[])`

/** Lines `l` of entries `e` that a class is made of. */
function isOf(of: ProfitClass): Condition {
  const isFee = sql`e.event like ${`${feeEvent}%`}`
  if (of === 'fee')
    return sql<boolean>`(l.account = ${codes(accountsOf('fee'))} or l.account = ${codes(accountsOf('freight'))}
      and ${isFee})`
  const own = sql<boolean>`l.account = ${codes(accountsOf(of))}`
  return of === 'freight' ? sql<boolean>`(${own} and not ${isFee})` : own
}

/** The amount of a line `l` on the side of its class. */
const onSideOf = (of: ProfitClass) =>
  profitClasses[of].isIncome ? sql`l.credit_fen - l.debit_fen` : sql`l.debit_fen - l.credit_fen`

const isTax = sql<boolean>`(l.account = ${codes(outputTaxAccounts)} and l.waybill_id is not null)`
const isEstimate = sql<boolean>`(l.account = ${estimateAccount})`

/** The amount of a class in the lines `l` of entries `e`, on its own side. */
const amountOf = (of: ProfitClass): RawBuilder<number> =>
  sql<number>`coalesce(sum(${onSideOf(of)}) filter (where ${isOf(of)}), 0)::bigint`

/** Class and amount of each line of a row; output tax of waybills and estimates are told apart beside the classes. */
export const profitLinesOf = (ctx: Pick<Ctx, 'actor' | 'now'>, filter: Filter, row: RowOfProfit): RawBuilder<unknown> =>
  sql`select l.entry_id, l.n, e.summary, w.waybill_no,
      case ${sql.join(
        profitKeys.map(key => sql`when ${isOf(key)} then ${key}::text`),
        sql` `,
      )} when ${isTax} then 'tax' when ${isEstimate} then 'estimated' end as class,
      case ${sql.join(
        profitKeys.map(key => sql`when ${isOf(key)} then ${onSideOf(key)}`),
        sql` `,
      )} else l.credit_fen - l.debit_fen end as amount
    ${lines(ctx, filter, isRow(row))}`

/** A row of the list: its group and key. */
export interface RowOfProfit {
  readonly by: ProfitGroup
  readonly key: string
}
const isRow = ({ by, key }: RowOfProfit): Condition => sql<boolean>`(${ofWaybills} and ${keyOfGroup[by]} = ${key})`

/** The figures of a row of the list; where no line makes it, there is no such row. */
export async function findProfitOf(
  ctx: Ctx,
  filter: Filter,
  row: RowOfProfit,
): Promise<ProfitFiguresShown & { estimated: Fen }> {
  const found = await ctx.tx.one(profitSumsQuery(ctx, filter, isRow(row)))
  if (found.waybills === 0) throw new Problem('row.none')
  return { ...show(found), estimated: fen(found.estimated) }
}
/** Output tax of waybills, and estimates that stand: what the days brought, less what they took back. */
const taxOf = sql<number>`coalesce(sum(l.credit_fen - l.debit_fen) filter (where ${isTax}), 0)::bigint`
const estimatedOf = sql<number>`coalesce(sum(l.credit_fen - l.debit_fen) filter (where ${isEstimate}), 0)::bigint`

const sums = sql`${sql.join(profitKeys.map(key => sql`${amountOf(key)} as ${sql.ref(key)}`))}, ${taxOf} as tax,
  ${estimatedOf} as estimated,
  count(distinct l.waybill_id) as waybills`
type Sums = Readonly<Record<ProfitClass | 'tax' | 'estimated' | 'waybills', number>>

const keyOfGroup: Readonly<Record<ProfitGroup, RawBuilder<string>>> = {
  waybill: sql<string>`l.waybill_id::text`,
  line: sql<string>`left(w.load_region, 4) || '-' || left(w.unload_region, 4)`,
  shipper: sql<string>`w.shipper_id::text`,
  carrier: sql<string>`w.carrier_id::text`,
  branch: sql<string>`l.branch_id::text`,
  month: sql<string>`l.period`,
}

/** The lines of the days under the filter, with the waybills they are about. */
function lines(ctx: Pick<Ctx, 'actor' | 'now'>, filter: Filter, more: Condition): RawBuilder<unknown> {
  const { branchId, shipperId, carrierId, line, text } = filter
  const where = allOf([
    ownBooks(ctx.actor, 'l'),
    sql<boolean>`l.account = ${codes(read)}`,
    inSpan(spanOf(ctx, filter)),
    branchId === undefined ? undefined : sql<boolean>`l.branch_id = ${branchId}::uuid`,
    shipperId === undefined ? undefined : sql<boolean>`w.shipper_id = ${shipperId}::uuid`,
    carrierId === undefined ? undefined : sql<boolean>`w.carrier_id = ${carrierId}::uuid`,
    line === undefined ? undefined : sql<boolean>`${keyOfGroup.line} = ${line}`,
    contains(['w.waybill_no', 's.name', 'c.name'], text),
    more,
  ])
  return sql`from journal_lines l join journal_entries e on e.id = l.entry_id left
    join waybills w on w.id = l.waybill_id
    ${
      text === undefined || text === ''
        ? sql``
        : sql`left join companies s on s.id = w.shipper_id left
      join companies c on c.id = w.carrier_id`
    }
    where ${where}`
}
const ofWaybills = sql<boolean>`l.waybill_id is not null`

/** The sums of the lines of the days under the filter. */
export const profitSumsQuery = (ctx: Pick<Ctx, 'actor' | 'now'>, filter: Filter, more: Condition = ofWaybills) =>
  sql<Sums>`select ${sums} ${lines(ctx, filter, more)}`.compile(q)

function show(row: Sums): ProfitFiguresShown {
  const of = (key: ProfitClass): Fen => fen(row[key])
  const figures = {
    net: of('net'),
    freight: of('freight'),
    fuel: of('fuel'),
    toll: of('toll'),
    other: of('other'),
    fee: of('fee'),
    penalty: of('penalty'),
    compensation: of('compensation'),
    expense: of('expense'),
  }
  const tax = fen(row.tax)
  return { ...figures, tax, gross: addFen(figures.net, tax), cost: costOf(figures), profit: profitOf(figures) }
}

/** Profit in SQL, for the order of rows: the same sum as `profitOf`. */
const profitOfRow = sql<number>`(0 ${sql.join(
  profitKeys.map(key => (profitClasses[key].isIncome ? sql`+ ${sql.ref(`g.${key}`)}` : sql`- ${sql.ref(`g.${key}`)}`)),
  sql` `,
)})::bigint`

const cursorForm = /^(-?\d{1,16})\.([0-9a-f-]{6,36})$/

/** Rows of a group, the least profit first: losses are what people look for. */
export async function findProfit(
  ctx: Ctx,
  { limit = pageDefault, cursor, ...filter }: Input<typeof listProfit>,
): Promise<Output<typeof listProfit>> {
  const { by = 'waybill' } = filter
  const [, profit, last] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? [])
  if (cursor !== undefined && last === undefined) throw placeFault()
  const after =
    last === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(x.profit, x.key) > (${Number(profit)}::bigint, ${last}::text)`
  const rows = await ctx.tx.rows(
    sql<Sums & { key: string; profit: number }>`select * from (
      select g.*, ${profitOfRow} as profit from (
        select ${keyOfGroup[by]} collate "C" as key, ${sums} ${lines(ctx, filter, ofWaybills)} group by 1
      ) as g where g.key is not null
    ) as x where ${after} order by x.profit, x.key limit ${limit + 1}`.compile(q),
  )
  const shown = rows.slice(0, limit)
  const names = await namesOf(
    ctx,
    by,
    shown.map(row => row.key),
  )
  const end = shown.at(-1)
  return {
    rows: shown.map((row): ProfitRow => {
      const figures = show(row)
      const margin = marginOf(figures.profit, figures.net)
      return {
        key: row.key,
        name: names.get(row.key)?.name ?? row.key,
        ...partiesOf(names.get(row.key)),
        waybills: row.waybills,
        ...figures,
        ...(margin === undefined ? {} : { margin }),
        estimated: fen(row.estimated),
        mark: row.estimated > 0 ? 'estimated' : 'actual',
      }
    }),
    ...(rows.length > limit && end ? { next: `${end.profit}.${end.key}` } : {}),
  }
}

/** A line of two divisions by their first four digits, in words; the code itself where no division has it. */
function lineName(line: string): string {
  const { codes } = loadRegions()
  const nameOf = (digits = ''): string => namesInCodes(codes, `${digits}00`).at(-1) ?? digits
  const [load, unload] = line.split('-')
  return `${nameOf(load)} → ${nameOf(unload)}`
}

interface Named {
  readonly name: string
  readonly shipper_name?: string
  readonly carrier_name?: string
}
const partiesOf = ({ shipper_name: shipperName, carrier_name: carrierName }: Partial<Named> = {}) => ({
  ...(shipperName === undefined ? {} : { shipperName }),
  ...(carrierName === undefined ? {} : { carrierName }),
})

/** Names of the keys of a group, of waybills with their two sides. */
async function namesOf(ctx: Ctx, by: ProfitGroup, keys: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  if (by === 'month') return new Map(keys.map(key => [key, { name: periodText(key) }]))
  if (by === 'line') return new Map(keys.map(key => [key, { name: lineName(key) }]))
  const rows = await ctx.tx.rows(
    by === 'waybill'
      ? sql<Named & { id: string }>`select w.id, w.waybill_no as name, s.name as shipper_name, c.name as carrier_name
          from waybills w join companies s on s.id = w.shipper_id join companies c on c.id = w.carrier_id
          where w.id = any(${[...keys]}::uuid[])`.compile(q)
      : sql<Named & { id: string }>`select id, name from companies where id = any(${[...keys]}::uuid[])`.compile(q),
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Sums of the rows; without a filter of waybills also the rest of the ledger's statement. */
export async function findProfitSums(ctx: Ctx, filter: Filter): Promise<Output<typeof sumProfit>> {
  const found = await ctx.tx.one(profitSumsQuery(ctx, filter))
  const shown = { ...show(found), waybills: found.waybills, estimated: fen(found.estimated) }
  const { shipperId, carrierId, line, text = '' } = filter
  if ([shipperId, carrierId, line].some(each => each !== undefined) || text !== '') return { sums: shown }
  const unallocated = show(
    await ctx.tx.one(profitSumsQuery(ctx, filter, sql<boolean>`l.waybill_id is null and not ${carried}`)),
  )
  const statement = await statementOf(ctx, filter)
  const difference = subtractFen(statement.profit, addFen(shown.profit, unallocated.profit))
  const isEqual = ([...profitKeys, 'cost', 'profit'] as const)
    // the ledger's accounts do not tell fees from freight
    .filter(key => key !== 'fee' && key !== 'freight')
    .every(key => statement[key] === addFen(shown[key], unallocated[key]))
  return { sums: shown, check: { unallocated, statement, difference, isEqual } }
}

/** The income statement of the days by the kept balances of the accounts, which other writers keep. */
async function statementOf(ctx: Ctx, filter: Filter): Promise<ProfitFiguresShown> {
  const rows = await keptCredits(ctx, spanOf(ctx, filter), filter.branchId)
  return show(statementSums(creditsOf(rows)))
}

function creditsOf(rows: readonly { readonly account: string; readonly credit: number }[]): Map<string, number> {
  const credits = new Map<string, number>()
  for (const { account, credit } of rows) credits.set(account, (credits.get(account) ?? 0) + credit)
  return credits
}

function statementSums(credits: ReadonlyMap<string, number>): Sums {
  const of = (key: ProfitClass): number => {
    const credit = accountsOf(key).reduce((sum, code) => sum + (credits.get(code) ?? 0), 0)
    return profitClasses[key].isIncome ? credit : negateFen(fen(credit))
  }
  return {
    net: of('net'),
    freight: of('freight'),
    fuel: of('fuel'),
    toll: of('toll'),
    other: of('other'),
    fee: of('fee'),
    penalty: of('penalty'),
    compensation: of('compensation'),
    expense: of('expense'),
    tax: 0,
    estimated: 0,
    waybills: 0,
  }
}

/** Revenue, cost and profit of the last months by the ledger, oldest first; the last one up to the day asked for. */
export async function findProfitMonths(
  ctx: Ctx,
  { branchId, to }: Input<typeof chartProfit>,
): Promise<Output<typeof chartProfit>> {
  const asked = to === undefined ? undefined : spanOf(ctx, { to })
  const last = periodOf(asked === undefined ? ctx.now : asked.end - 1)
  const first = shiftPeriod(last, 1 - profitMonths)
  const months = (of: string): ProfitSpan => ({
    from: startOfPeriod(first),
    end: startOfPeriod(shiftPeriod(of, 1)),
    isMonths: true,
  })
  const isCut = asked !== undefined && asked.end < startOfPeriod(shiftPeriod(last, 1))
  const whole = await keptCredits(ctx, months(isCut ? shiftPeriod(last, -1) : last), branchId)
  const cut = isCut ? (await keptCredits(ctx, asked, branchId)).map(row => ({ ...row, period: last })) : []
  const byMonth = Map.groupBy([...whole, ...cut], row => row.period)
  return {
    months: Array.from({ length: profitMonths }, (_, n) => {
      const period = shiftPeriod(first, n)
      const { net, cost, profit } = show(statementSums(creditsOf(byMonth.get(period) ?? [])))
      return { period, net, cost, profit, ...(isCut && period === last ? { upTo: asked.end - DAY_MS } : {}) }
    }),
  }
}
