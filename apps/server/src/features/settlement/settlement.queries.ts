// Reads of settlement sheets: the list and its counters, a sheet under lock, and the readers that may act on it.
import type { Input, Output } from '@yunshu/contract/call'
import type { countSettlements, listSettlements, SettlementRow } from '@yunshu/contract/settlement/settlement'
import { missingPosition, type Policies } from '@yunshu/domain/company/company'
import { fen } from '@yunshu/domain/figures/money'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { faultOfSheetMove, type SheetMove, type SheetOn } from '@yunshu/domain/settlement/acts'
import type { Permit } from '@yunshu/domain/permits/permits'
import { isOfHouse, settlementKinds, settlementStates } from '@yunshu/domain/settlement/settlement'
import { listSorts } from '@yunshu/domain/sorting'
import { startOfDay } from '@yunshu/domain/figures/time'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen } from '../../db/conditions.ts'
import { countByState, countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { findMissing, isNumbered, pastedNumbers } from '../../db/pastedNumbers.ts'
import { assertSortable, lastIfNone, pageOrder, type PageOrder } from '../../db/sorted.ts'
import { allOf, bySide, ownSheets, rowsOfSide } from '../../work/scope.ts'
import type { Settlements } from '../../db/tables.gen.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import type { Receivers } from '../../work/receivers.ts'
import { hasDebt } from './debts.queries.ts'
import { isHeld } from './held.queries.ts'

type Condition = RawBuilder<boolean>

/**
 * Rows on the side an actor may act on: those of its own shipper, its branch, or any for the platform. Carriers only
 * read.
 */
export const payerRows = (actor: Actor, alias: string): Condition =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: `${alias}.shipper_id` })

/** Whether the actor stands on the side that makes, checks and pays this sheet. */
export const isPayer = (actor: Actor, sheet: { shipper_id: string; branch_id: string }): boolean =>
  bySide(actor, { platform: true, branch: id => id === sheet.branch_id, company: id => id === sheet.shipper_id })

/** The people who check and pay a sheet: those of its shipper who see the maker's work, or of the house its own. */
export const payersWith = (
  sheet: { shipper_id: string; branch_id: string; maker_id: string },
  permit: Permit,
): Receivers =>
  isOfHouse(sheet) ? { platform: true, permit } : { company: sheet.shipper_id, permit, by: sheet.maker_id }

export type Sheet = Omit<Selectable<Settlements>, 'state'> & { state: keyof typeof settlementStates.states }

/** Whether the actor is one of these people, or works in the place of one. */
const isInPlace = (actor: Actor, people: readonly (string | null)[]): boolean =>
  [actor.userId, actor.actingFor?.userId].some(id => id !== undefined && people.includes(id))

/** A sheet as the rules of acts see it, for a person of its payer; policies are told where a step is left to a position. */
export const sheetOn = async (
  { actor, tx }: Pick<Ctx, 'actor' | 'tx'>,
  sheet: Pick<
    Sheet,
    | 'id'
    | 'state'
    | 'maker_id'
    | 'maker_for'
    | 'submitter_id'
    | 'submitter_for'
    | 'void_asker_id'
    | 'void_asker_for'
    | 'asked_change'
    | 'change_asker_id'
    | 'change_asker_for'
    | 'close_asker_id'
    | 'close_asker_for'
    | 'p_settlement_num'
    | 'auditor_id'
  >,
  policies?: Policies,
): Promise<SheetOn> => ({
  state: sheet.state,
  isMaker: sheet.maker_id === actor.userId || sheet.maker_for === actor.userId,
  isSubmitter: sheet.submitter_id === actor.userId || sheet.submitter_for === actor.userId,
  isBarredApprover: policies?.approverPays === false && sheet.auditor_id === actor.userId,
  isAgain: sheet.p_settlement_num !== null,
  isVoidAsker: sheet.void_asker_id === actor.userId || sheet.void_asker_for === actor.userId,
  isInVoidAskersPlace: isInPlace(actor, [sheet.void_asker_id, sheet.void_asker_for]),
  isChanging: sheet.asked_change !== null,
  isChangeAsker: sheet.change_asker_id === actor.userId || sheet.change_asker_for === actor.userId,
  isInAskersPlace: isInPlace(actor, [sheet.change_asker_id, sheet.change_asker_for]),
  isClosing: sheet.close_asker_id !== null,
  isCloseAsker: sheet.close_asker_id === actor.userId || sheet.close_asker_for === actor.userId,
  isInCloseAskersPlace: isInPlace(actor, [sheet.close_asker_id, sheet.close_asker_for]),
  lacks: policies && (step => missingPosition(policies, step, actor.roles)),
  hasException: await isHeld(tx, sheet.id),
})

/** The same by what the company of the sheet has decided. */
export const decidedSheetOn = async (ctx: Ctx, sheet: Sheet): Promise<SheetOn> =>
  sheetOn(ctx, sheet, await policiesOfCompany(ctx.tx, sheet.shipper_id))

/** The columns of a sheet whose closing nobody asks for. */
export const noClosing = { close_asker_id: null, close_asker_for: null, close_reason: null }

/** Refuses a move the rules stand against. */
export function assertSheetMove(name: SheetMove, on: SheetOn): void {
  const fault = faultOfSheetMove(name, on)
  if (fault) throw problemOf(fault)
}

/**
 * Locks the sheets a sheet was made of, the first one first: a sheet and those that pay it again are always taken in the
 * order in which they were made. Nothing for a sheet made of waybills.
 */
export async function lockAncestors(tx: Tx, by: RawBuilder<boolean>): Promise<void> {
  await tx.rows(
    sql`with recursive up as (
        select p_settlement_num from settlements where ${by} and p_settlement_num is not null
        union all select s.p_settlement_num from settlements s join up on s.settlement_num = up.p_settlement_num
          where s.p_settlement_num is not null)
      select s.id from settlements s where s.settlement_num in (select p_settlement_num from up)
        order by s.id for update`.compile(q),
  )
}

/** One sheet under lock, if the actor may act on it. */
export async function lockSettlement(ctx: Ctx, settlementNum: string): Promise<Sheet> {
  await lockAncestors(ctx.tx, sql<boolean>`settlement_num = ${settlementNum}`)
  const row = await ctx.tx.one(
    q
      .selectFrom('settlements as st')
      .selectAll('st')
      .where('st.settlement_num', '=', settlementNum)
      .where(payerRows(ctx.actor, 'st'))
      .where(ownSheets(ctx.actor, 'st'))
      .forUpdate(),
  )
  return { ...row, state: keyOf(settlementStates.states, row.state) }
}

/** A line of a sheet with facts of its waybill. */
export type SheetLine = Awaited<ReturnType<typeof findLines>>[number]

/** Some of the lines of a sheet, where not all of them are asked for. */
interface LinesOf {
  /** Those this payment pays. */
  readonly paymentId?: string
  /** Those this condition holds for; the line is `l`, its waybill `w`. */
  readonly where?: Condition | undefined
  /** The most of them. */
  readonly limit?: number
}

/** The lines of a sheet with the numbers of their waybills and their parts, in the order waybills are locked. */
export const findLines = (ctx: Ctx, settlementId: string, of: LinesOf = {}) =>
  linesWhere(ctx, sql<boolean>`l.settlement_id = ${settlementId}::uuid`, of)

/** The lines of many sheets, in the same order. */
export const findLinesOf = (ctx: Ctx, ids: readonly string[]) =>
  linesWhere(ctx, sql<boolean>`l.settlement_id = any(${[...ids]}::uuid[])`)

async function linesWhere(ctx: Ctx, isOfSheet: Condition, { paymentId, where, limit }: LinesOf = {}) {
  return ctx.tx.rows(
    q
      .selectFrom('settlement_lines as l')
      .innerJoin('waybills as w', 'w.id', 'l.waybill_id')
      .innerJoin('waybill_parts as part', 'part.id', 'l.part_id')
      .select([
        'l.settlement_id',
        'l.waybill_id',
        'l.part_id',
        'part.part',
        'part.rides_on',
        'part.due_at',
        'l.freight_fen',
        'l.deducted_fen',
        'l.penalty_fen',
        'l.oil_fen',
        'l.advanced_fen',
        'l.due_fen',
        'l.set_off_fen',
        'l.pay_fen',
        'l.payee_id',
        'l.payee',
        'l.payment_id',
        'l.is_open',
        'l.late',
        'w.waybill_no',
        'w.driver_id',
        'w.state as waybill_state',
        'w.plate',
        'w.driver_name',
        'w.load_place',
        'w.unload_place',
        'w.load_weight_g',
        'w.unload_weight_g',
      ])
      .where(allOf([isOfSheet, where]))
      .$if(paymentId !== undefined, of => of.where('l.payment_id', '=', paymentId ?? null))
      .$if(limit !== undefined, of => of.limit(limit ?? 0))
      .orderBy('l.waybill_id')
      .orderBy('l.part_id'),
  )
}

export const sheetRows = q
  .selectFrom('settlements as st')
  .innerJoin('companies as p', 'p.id', 'st.shipper_id')
  .innerJoin('companies as c', 'c.id', 'st.carrier_id')
  .selectAll('st')
  .select(['p.name as shipper_name', 'c.name as carrier_name'])
type NamedSheet = Selectable<Settlements> & { shipper_name: string; carrier_name: string }

/** A row as the wire shows it. */
export function toSettlementRow(row: NamedSheet): SettlementRow {
  return {
    id: row.id,
    settlementNum: row.settlement_num,
    kind: keyOf(settlementKinds, row.kind),
    state: keyOf(settlementStates.states, row.state),
    ...(row.p_settlement_num === null ? {} : { pSettlementNum: row.p_settlement_num }),
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    branchCompanyId: row.branch_id,
    period: row.period,
    lineCount: row.line_count,
    payable: fen(row.payable_fen),
    oil: fen(row.oil_fen),
    advanced: fen(row.advanced_fen),
    deducted: fen(row.deducted_fen),
    penalty: fen(row.penalty_fen),
    due: fen(row.due_fen),
    carriedIn: fen(row.carried_in_fen),
    carriedOut: fen(row.carried_out_fen),
    ...(row.due_at === null ? {} : { dueAt: row.due_at }),
    maker: row.maker_name,
    ...(row.auditor_name === null ? {} : { auditor: row.auditor_name }),
    ...(row.payer_name === null ? {} : { payer: row.payer_name }),
    createdAt: row.created_at,
    ...(row.state_since === null ? {} : { stateSince: row.state_since }),
    version: row.version,
  }
}

type Filter = Omit<Input<typeof listSettlements>, 'limit' | 'cursor' | 'sort'>

/** Sheets of a kind; the few that are not of the usual kind have an index of their own, settlements_kind. */
const ofKind = (kind: Filter['kind']): Condition | undefined => {
  if (kind === undefined) return undefined
  if (kind !== 'ADJUST') return sql<boolean>`st.kind = ${sql.lit(kind)}`
  return sql<boolean>`exists (select from settlement_lines l join waybill_parts sp on sp.id = l.part_id
    where l.settlement_id = st.id and sp.part = 'adjust')`
}

/** Sheets with one of these numbers: their own, or of one of their waybills. */
const rowsOfNumbers = (numbers: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select x.id, x.settlement_num from settlements x where x.settlement_num = any(${numbers})
    union all select l.settlement_id, w.waybill_no from waybills w join settlement_lines l on l.waybill_id = w.id
      where w.waybill_no = any(${numbers})`

/** The list's condition without its state, which the counters run through. */
function filtered(ctx: Pick<Ctx, 'actor' | 'now'>, filter: Filter): Condition {
  const numbers = filter.numbers ?? []
  const late = sql<boolean>`(st.due_at < ${startOfDay(ctx.now)} and st.state not in ('paid', 'closed', 'void'))`
  return allOf([
    ownSheets(ctx.actor, 'st'),
    numbers.length === 0 ? undefined : isNumbered('st', rowsOfNumbers(pastedNumbers(numbers).typed)),
    filter.carrierId === undefined ? undefined : sql<boolean>`st.carrier_id = ${filter.carrierId}::uuid`,
    ofKind(filter.kind),
    between('st.created_at', filter.from, filter.to),
    chosen('st.id', filter.ids),
    filter.owed === undefined ? undefined : filter.owed ? hasDebt('st') : sql<boolean>`not ${hasDebt('st')}`,
    filter.overdue === undefined ? undefined : filter.overdue ? late : sql<boolean>`${late} is not true`,
  ])
}

/** Sheets in the actor's reach, newest first. */
export async function findSettlementsPage(
  ctx: Ctx,
  input: Input<typeof listSettlements>,
): Promise<Output<typeof listSettlements>> {
  const { sort, state } = input
  const where = listedSheets(ctx, input)
  if (sort !== undefined)
    await assertSortable(ctx.tx, { table: 'settlements', alias: 'st', where, kept: listSorts.settlements[sort], state })
  const page = toPage(await ctx.tx.rows(settlementsPage(ctx, input)), input, toSettlementRow, orderOf(ctx, input).place)
  const missing = await findMissing(ctx.tx, input, {
    table: 'settlements',
    alias: 'st',
    reach: ownSheets(ctx.actor, 'st'),
    others: listedSheets(ctx, { ...input, numbers: [] }),
    rowsOf: ({ typed }) => rowsOfNumbers(typed),
  })
  return { ...page, ...missing }
}

/** The condition of the list with its state, as the literal of the partial indexes. */
export const listedSheets = (ctx: Pick<Ctx, 'actor' | 'now'>, { state, ...filter }: Filter): Condition =>
  allOf([filtered(ctx, filter), state === undefined ? undefined : sql<boolean>`st.state = ${sql.lit(state)}`])

type Sorted = Input<typeof listSettlements>
const sortKeys: Readonly<Record<keyof typeof listSorts.settlements, RawBuilder<number>>> = {
  dueAt: lastIfNone('st.due_at'),
  amount: sql<number>`st.due_fen`,
  stateSince: lastIfNone('st.state_since'),
}
function orderOf({ now }: Pick<Ctx, 'now'>, { sort, ...page }: Sorted): PageOrder {
  const changed = sort === 'stateSince' ? sql<number>`coalesce(st.state_since, 0)` : sql<number>`st.updated_at`
  return pageOrder(now, page, 'st.id', sort && { order: sort, key: sortKeys[sort], changed })
}

/** The statement of the list; a test asks the planner about it. */
export function settlementsPage(ctx: Pick<Ctx, 'actor' | 'now'>, input: Sorted) {
  const { key, after, by } = orderOf(ctx, input)
  return sheetRows
    .select(key.as('sort_key'))
    .where(allOf([listedSheets(ctx, input), after]))
    .orderBy(by)
    .limit(rowsToAsk(input))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countSettlementsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countSettlements>,
): Promise<Output<typeof countSettlements>> {
  if (part === 'sums') return { state: {}, ...(await sumsOf(ctx, filter)) }
  return {
    state: await countByState(ctx.tx, settlementStates, {
      table: 'settlements',
      alias: 'st',
      where: filtered(ctx, filter),
    }),
  }
}

async function sumsOf(ctx: Ctx, filter: Filter): Promise<Pick<Output<typeof countSettlements>, 'summed' | 'sums'>> {
  const rows = q
    .selectFrom('settlements as st')
    .select([
      'st.payable_fen',
      'st.oil_fen',
      'st.advanced_fen',
      'st.deducted_fen',
      'st.penalty_fen',
      'st.carried_in_fen',
      'st.carried_out_fen',
      'st.due_fen',
    ])
    .where(allOf([filtered(ctx, filter), filter.state && sql<boolean>`st.state = ${filter.state}`]))
    .orderBy('st.id', 'desc')
    .limit(countCap)
  const row = await ctx.tx.one(
    q
      .selectFrom(rows.as('x'))
      .select(sql<number>`count(*)`.as('n'))
      .select(
        (['payable', 'oil', 'advanced', 'deducted', 'penalty', 'carried_in', 'carried_out', 'due'] as const).map(name =>
          sql<number>`coalesce(sum(${sql.ref(`x.${name}_fen`)}), 0)::bigint`.as(name),
        ),
      ),
  )
  return {
    summed: row.n,
    sums: {
      payable: fen(row.payable),
      oil: fen(row.oil),
      advanced: fen(row.advanced),
      deducted: fen(row.deducted),
      penalty: fen(row.penalty),
      carriedIn: fen(row.carried_in),
      carriedOut: fen(row.carried_out),
      due: fen(row.due),
    },
  }
}

/** A line as far as an advance is told by it. */
type AdvanceLine = Pick<SheetLine, 'part' | 'rides_on' | 'waybill_state' | 'waybill_no'>

const isSigned = ({ waybill_state }: AdvanceLine): boolean => ['signed', 'finished'].includes(waybill_state)

/** True for an advance a signature counted on: it goes along with the freight it is taken off. */
export const isAdvanceUsed = (line: AdvanceLine): boolean =>
  line.part === 'pre' && isSigned(line) && line.rides_on !== null

/** Refuses with `advance.late` to bring an advance nearer to its payment that is part of the freight by now. */
export function assertNoLateAdvance(lines: readonly AdvanceLine[]): void {
  const late = lines.find(line => line.part === 'pre' && isSigned(line) && line.rides_on === null)
  if (late !== undefined) throw new Problem('advance.late', { waybillNo: late.waybill_no })
}
