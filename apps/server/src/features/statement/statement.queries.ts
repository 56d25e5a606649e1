// Reads of shippers' statements: the list, its counts and sums, one record, its lines, and the paper.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countStatements,
  getStatement,
  getStatementPaper,
  listStatementLines,
  listStatements,
  StatementLine,
  StatementRow,
} from '@yunshu/contract/statement/statement'
import type { Awaited } from '@yunshu/contract/urged'
import { absoluteFen, fen, subtractFen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { grams } from '@yunshu/domain/figures/weight'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import {
  lineActsOf,
  lineMarks,
  statementKinds,
  statementLimits,
  statementMovesOf,
  statementStates,
  statementTurns,
  type StatementState,
} from '@yunshu/domain/statement'
import { offeredFrom } from '@yunshu/domain/states'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { chosen, contains } from '../../db/conditions.ts'
import { countByState, countCap, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, placeFault, rowsToAsk, toPage, type PageInput } from '../../db/page.ts'
import type { ShipperStatementLines, ShipperStatements } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { urgedBefore, urgesOf } from '../../work/urging.ts'

export type Statement = Omit<Selectable<ShipperStatements>, 'state'> & { state: StatementState }

/** Statements the actor's side reaches: those of the house, and of a shipper its own that were sent. */
export const ownStatements = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, {
    branch: `${alias}.branch_id`,
    company: id =>
      sql<boolean>`(${sql.ref(`${alias}.shipper_id`)} = ${id}::uuid and ${sql.ref(`${alias}.sent_at`)} is not null)`,
  })

const statementRows = q
  .selectFrom('shipper_statements as m')
  .innerJoin('companies as s', 's.id', 'm.shipper_id')
  .innerJoin('companies as b', 'b.id', 'm.branch_id')
  .selectAll('m')
  .select(['s.name as shipper_name', 'b.name as branch_name'])
type Named = Selectable<ShipperStatements> & { shipper_name: string; branch_name: string }

function show(ctx: Ctx, row: Named): StatementRow {
  const state = keyOf(statementStates.states, row.state)
  return {
    id: row.id,
    statementNo: row.statement_no,
    state,
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    period: row.period,
    openingOwed: fen(row.opening_owed_fen),
    openingPrepaid: fen(row.opening_prepaid_fen),
    freight: fen(row.freight_fen),
    adjusted: fen(row.adjusted_fen),
    received: fen(row.received_fen),
    refunded: fen(row.refunded_fen),
    setOff: fen(row.set_off_fen),
    invoiced: fen(row.invoiced_fen),
    closingOwed: fen(row.closing_owed_fen),
    closingPrepaid: fen(row.closing_prepaid_fen),
    lines: row.lines,
    late: row.late,
    maker: row.maker_name,
    createdAt: row.created_at,
    sentAt: row.sent_at ?? undefined,
    answerer: row.answerer_name ?? undefined,
    answeredAt: row.answered_at ?? undefined,
    reason: row.reason ?? undefined,
    version: row.version,
    moves: statementMovesOf(state, permit => ctx.can(permit)),
    mayExplain: offeredFrom(statementStates, state, permit => ctx.can(permit)).includes('explain'),
    awaits: statementAwaits(ctx, { ...row, state }),
  }
}

/** The side a statement waits for, as the actor sees it. */
export function statementAwaits(
  { actor }: Pick<Ctx, 'actor'>,
  row: { readonly state: StatementState; readonly shipper_name: string; readonly branch_name: string },
): Awaited | undefined {
  const turn = statementTurns[row.state]
  if (turn === undefined) return undefined
  const isHouse = isHouseSide(actor.side)
  return {
    name: turn.side === 'shipper' ? row.shipper_name : row.branch_name,
    act: turn.act,
    isOwn: isHouse === (turn.side === 'house'),
  }
}

type Filter = Omit<Input<typeof listStatements>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { period, branchId, shipperId, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownStatements(actor, 'm'),
    period === undefined ? undefined : sql<boolean>`m.period = ${period}`,
    branchId === undefined ? undefined : sql<boolean>`m.branch_id = ${branchId}::uuid`,
    shipperId === undefined ? undefined : sql<boolean>`m.shipper_id = ${shipperId}::uuid`,
    text
      ? sql<boolean>`(${contains(['m.statement_no'], text)} or exists (select from companies n
        where n.id = m.shipper_id and ${contains(['n.name'], text)}))`
      : undefined,
    chosen('m.id', ids),
  ])

/** The list's condition, for a table `shipper_statements` named `m`. */
export const statementsUnder = (ctx: Ctx, filter: Filter): RawBuilder<boolean> =>
  allOf([filtered(ctx, filter), filter.state && sql<boolean>`m.state = ${filter.state}`])

/** Statements in the actor's reach, newest first. */
export async function findStatements(
  ctx: Ctx,
  input: Input<typeof listStatements>,
): Promise<Output<typeof listStatements>> {
  const where = allOf([statementsUnder(ctx, input), afterCursor(input, 'm.id')])
  const rows = await ctx.tx.rows(statementRows.where(where).orderBy('m.id', 'desc').limit(rowsToAsk(input)))
  const urges = await urgesOf(
    ctx,
    rows.filter(({ state }) => statementTurns[keyOf(statementStates.states, state)] !== undefined).map(({ id }) => id),
  )
  return toPage(rows, input, row => ({ ...show(ctx, row), urged: urges.get(row.id) }))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countStatementsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countStatements>,
): Promise<Output<typeof countStatements>> {
  const where = filtered(ctx, filter)
  if (part !== 'sums')
    return { state: await countByState(ctx.tx, statementStates, { table: 'shipper_statements', alias: 'm', where }) }
  const rows = q
    .selectFrom('shipper_statements as m')
    .select(['m.freight_fen', 'm.received_fen', 'm.invoiced_fen'])
    .where(allOf([where, filter.state && sql<boolean>`m.state = ${filter.state}`]))
    .orderBy('m.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, {
    freight: 'freight_fen',
    received: 'received_fen',
    invoiced: 'invoiced_fen',
  })
  return { state: {}, summed: n, sums }
}

/** One statement with its history; another company's is none. */
export async function findStatement(
  ctx: Ctx,
  { id }: Input<typeof getStatement>,
): Promise<Output<typeof getStatement>> {
  const row = await ctx.tx.one(
    statementRows
      .leftJoin('shipper_statements as p', 'p.id', 'm.previous_id')
      .select(['p.statement_no as previous_no'])
      .select(e =>
        e
          .selectFrom('shipper_statement_lines as l')
          .select(sql<number>`count(*)::int`.as('n'))
          .whereRef('l.statement_id', '=', 'm.id')
          .where('l.mark', '=', 'disputed')
          .as('disputed'),
      )
      .where('m.id', '=', id)
      .where(ownStatements(ctx.actor, 'm')),
  )
  const shown = show(ctx, row)
  const closing = subtractFen(shown.closingOwed, shown.closingPrepaid)
  return {
    ...shown,
    closing,
    closingInWords: moneyInWords(absoluteFen(closing)),
    ...(row.previous_id === null ? {} : { previousId: row.previous_id, previousNo: row.previous_no ?? '' }),
    sender: row.sender_name ?? undefined,
    disputed: row.disputed ?? 0,
    mayMark: offeredFrom(statementStates, shown.state, permit => ctx.can(permit)).includes('dispute'),
    log: await findLog(ctx, id),
    urged: await urgedBefore(ctx, id),
  }
}

const Charges = z.array(z.object({ code: z.string(), fen: z.number() }))

const showLine =
  (ctx: Ctx, state: StatementState) =>
  (row: Selectable<ShipperStatementLines>): StatementLine => {
    const mark = keyOf(lineMarks, row.mark)
    return {
      n: row.n,
      kind: keyOf(statementKinds, row.kind),
      day: row.day,
      isLate: row.is_late,
      number: row.number,
      summary: row.summary,
      waybillId: row.waybill_id ?? undefined,
      waybillNo: row.waybill_no ?? undefined,
      upstreamNo: row.upstream_no ?? undefined,
      loadPlace: row.load_place ?? undefined,
      unloadPlace: row.unload_place ?? undefined,
      plate: row.plate ?? undefined,
      ...(row.weight_g === null ? {} : { weightG: grams(row.weight_g) }),
      charges: z
        .parse(Charges, row.charges ?? [])
        .map(({ code, fen: amount }) => ({ code: keyOf(chargeCodes, code), amount: fen(amount) })),
      owed: fen(row.owed_fen),
      prepaid: fen(row.prepaid_fen),
      invoiced: fen(row.invoiced_fen),
      mark,
      dispute: row.dispute ?? undefined,
      disputedBy: row.disputed_by ?? undefined,
      disputedAt: row.disputed_at ?? undefined,
      answer: row.answer ?? undefined,
      answeredBy: row.answered_by ?? undefined,
      acts: lineActsOf(state, mark, permit => ctx.can(permit)),
    }
  }

const lineCursor = /^[1-9]\d{0,8}$/

/** The condition of the next page of lines, which go by their number. */
function afterLine({ cursor }: PageInput): RawBuilder<boolean> | undefined {
  if (cursor === undefined) return undefined
  if (!lineCursor.test(cursor)) throw placeFault()
  return sql<boolean>`l.n > ${Number(cursor)}`
}

/** Lines of a statement in their order. */
export async function findStatementLines(
  ctx: Ctx,
  { statementId, kind, mark, text, ...page }: Input<typeof listStatementLines>,
): Promise<Output<typeof listStatementLines>> {
  const { state } = await ctx.tx.one(
    q
      .selectFrom('shipper_statements as m')
      .select('m.state')
      .where('m.id', '=', statementId)
      .where(ownStatements(ctx.actor, 'm')),
  )
  const where = allOf([
    sql<boolean>`l.statement_id = ${statementId}::uuid`,
    kind && sql<boolean>`l.kind = ${kind}`,
    mark && sql<boolean>`l.mark = ${mark}`,
    contains(['l.waybill_no', 'l.upstream_no', 'l.plate', 'l.number', 'l.summary'], text),
    afterLine(page),
  ])
  const rows = await ctx.tx.rows(
    q.selectFrom('shipper_statement_lines as l').selectAll().where(where).orderBy('l.n').limit(rowsToAsk(page)),
  )
  const found = rows.map(row => ({ ...row, id: String(row.n) }))
  return toPage(found, page, showLine(ctx, keyOf(statementStates.states, state)))
}

/** The statement for paper: its first lines, and whether there are more. */
export async function findStatementPaper(
  ctx: Ctx,
  { id }: Input<typeof getStatementPaper>,
): Promise<Output<typeof getStatementPaper>> {
  const statement = await findStatement(ctx, { id })
  const { rows, next } = await findStatementLines(ctx, { statementId: id, limit: statementLimits.linesOnPaper })
  return { statement, rows, isCut: next !== undefined }
}
