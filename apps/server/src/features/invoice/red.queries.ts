// Reads of red confirmations: the list, its counts and sums, one of them, and those whose time has come.
import type { Input, Output } from '@yunshu/contract/call'
import type { countReds, getRed, listReds, RedRow } from '@yunshu/contract/invoice/red'
import { fen } from '@yunshu/domain/figures/money'
import {
  redIssueMovesOf,
  redIssueStates,
  redMovesOf,
  redReasons,
  redSides,
  redStates,
  type RedOn,
} from '@yunshu/domain/invoice/red'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { RedConfirms } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'
import { ownInvoices } from './application.queries.ts'

/** True while a confirmation of an invoice is under way; the states are those of the unique index that holds one. */
export const hasOpenRed = async (ctx: Pick<Ctx, 'tx'>, invoiceId: string): Promise<boolean> =>
  (await ctx.tx.first(
    q
      .selectFrom('red_confirms')
      .select('id')
      .where('invoice_id', '=', invoiceId)
      .where('state', 'in', ['asking', 'noNeed', 'sellerAsked', 'buyerAsked', 'agreed'])
      .where('issue_state', '<>', 'issued'),
  )) !== undefined

export type Red = Omit<Selectable<RedConfirms>, 'state'> & { state: keyof typeof redStates.states }

/** A confirmation as the rules of its moves see it. */
export const redOn = (
  ctx: Pick<Ctx, 'actor' | 'deps'>,
  row: Pick<
    Red,
    'state' | 'issue_state' | 'side' | 'maker_id' | 'maker_for' | 'recorder_id' | 'recorder_for' | 'is_used'
  >,
): RedOn => ({
  state: row.state,
  issueState: keyOf(redIssueStates.states, row.issue_state),
  side: keyOf(redSides, row.side),
  isMaker: [row.maker_id, row.maker_for].includes(ctx.actor.userId),
  isRecorder: [row.recorder_id, row.recorder_for].includes(ctx.actor.userId),
  isUsed: row.is_used,
  hasGateway: ctx.deps.invoices !== undefined,
})

const redRows = q
  .selectFrom('red_confirms as r')
  .innerJoin('invoices as i', 'i.id', 'r.invoice_id')
  .innerJoin('companies as b', 'b.id', 'r.branch_id')
  .selectAll('r')
  .select(['i.invoice_no', 'i.title_name', 'b.name as branch_name'])
type NamedRed = Awaited<ReturnType<typeof redRows.execute>>[number]

function show(ctx: Ctx, row: NamedRed): RedRow {
  const on = redOn(ctx, { ...row, state: keyOf(redStates.states, row.state) })
  const can = (permit: Parameters<Ctx['can']>[0]): boolean => ctx.can(permit)
  return {
    id: row.id,
    confirmNo: row.confirm_no,
    state: on.state,
    issueState: on.issueState,
    side: on.side,
    reasonCode: keyOf(redReasons, row.reason_code),
    isUsed: row.is_used,
    invoiceId: row.invoice_id,
    invoiceNo: row.invoice_no ?? '',
    titleName: row.title_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    gross: fen(row.gross_fen),
    tax: fen(row.tax_fen),
    deadlineAt: row.deadline_at ?? undefined,
    redNo: row.red_no ?? undefined,
    redAt: row.red_at ?? undefined,
    fault: row.fault ?? undefined,
    maker: row.maker_name,
    reason: row.reason ?? undefined,
    note: row.note || undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: redMovesOf(on, can),
    issueMoves: isHouseSide(ctx.actor.side) ? redIssueMovesOf(on, can) : [],
  }
}

type Filter = Omit<Input<typeof listReds>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { branchId, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownInvoices(actor, 'r'),
    branchId === undefined ? undefined : sql<boolean>`r.branch_id = ${branchId}::uuid`,
    between('r.created_at', from, to),
    text
      ? sql<boolean>`(${contains(['r.confirm_no', 'r.red_no'], text)}
        or exists (select from invoices b where b.id = r.invoice_id
        and ${contains(['b.invoice_no', 'b.title_name'], text)}))`
      : undefined,
    chosen('r.id', ids),
  ])

/** Confirmations in the actor's reach, newest first. */
export async function findReds(ctx: Ctx, input: Input<typeof listReds>): Promise<Output<typeof listReds>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`r.state = ${input.state}`,
    afterCursor(input, 'r.id'),
  ])
  const rows = await ctx.tx.rows(redRows.where(where).orderBy('r.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countRedsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countReds>,
): Promise<Output<typeof countReds>> {
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      redStates,
      { table: 'red_confirms', alias: 'r', where: filtered(ctx, filter) },
      {
        person: ctx.actor.userId,
        hands: { asking: ['maker_id', 'maker_for'], buyerAsked: ['maker_id', 'maker_for'] },
      },
    )
  const rows = q
    .selectFrom('red_confirms as r')
    .select(['r.gross_fen', 'r.tax_fen'])
    .where(allOf([filtered(ctx, filter), filter.state && sql<boolean>`r.state = ${filter.state}`]))
    .orderBy('r.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { gross: 'gross_fen', tax: 'tax_fen' })
  return { state: {}, summed: n, sums }
}

/** The lines a confirmation takes back. */
export const redLinesOf = (ctx: Ctx, id: string) =>
  ctx.tx.rows(
    q
      .selectFrom('red_lines as l')
      .innerJoin('waybills as w', 'w.id', 'l.waybill_id')
      .select(['l.n', 'l.waybill_id', 'w.waybill_no', 'l.gross_fen', 'l.tax_fen'])
      .where('l.confirm_id', '=', id)
      .orderBy('l.n')
      .limit(2000),
  )

/** One confirmation with its lines, files and history; of another company there is none. */
export async function findRed(ctx: Ctx, { id }: Input<typeof getRed>): Promise<Output<typeof getRed>> {
  const row = await ctx.tx.one(redRows.where('r.id', '=', id).where(ownInvoices(ctx.actor, 'r')))
  const lines = await redLinesOf(ctx, id)
  return {
    ...show(ctx, row),
    lines: lines.map(line => ({
      n: line.n,
      waybillId: line.waybill_id,
      waybillNo: line.waybill_no,
      gross: fen(line.gross_fen),
      tax: fen(line.tax_fen),
    })),
    files: await findFiles(ctx, 'redConfirm', id),
    log: await findLog(ctx, id),
  }
}

/** Confirmations nobody answered in time, and red invoices to ask about. */
export const findDueReds = (ctx: Ctx) =>
  ctx.tx.rows<{ id: string; late: boolean }>(
    sql<{ id: string; late: boolean }>`
      select id, true as late from red_confirms where state in ('sellerAsked', 'buyerAsked') and deadline_at <= ${ctx.now}
      union all select id, false from red_confirms where issue_state in ('sent', 'unknown') and next_at <= ${ctx.now}
      limit 50`.compile(q),
  )
