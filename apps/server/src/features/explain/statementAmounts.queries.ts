// Sums and lines of shippers' statements, worked out anew: sums from their lines, lines from the books and invoices.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { explainAmount, linkedAmount, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import {
  statementFigures,
  statementLineFigures,
  type StatementFigure,
  type StatementLineFigure,
} from '@yunshu/domain/amount/explained'
import { largestTold, type ToldSum } from '@yunshu/domain/amount/ledger'
import {
  explainStatement,
  explainStatementLine,
  type LineTerm,
  type StatementPart,
} from '@yunshu/domain/amount/statement'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { ShipperStatements } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownStatements } from '../statement/statement.queries.ts'
import { accountName } from '../voucher/voucher.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf, givenField } from './figureOf.ts'

interface Asked {
  readonly id?: string | undefined
  readonly n?: number | undefined
  readonly figure?: string | undefined
}

/** Statements with the one each goes on from. */
export const explainedStatements = q
  .selectFrom('shipper_statements as m')
  .leftJoin('shipper_statements as p', 'p.id', 'm.previous_id')
  .selectAll('m')
  .select([
    'p.statement_no as previous_no',
    'p.closing_owed_fen as previous_owed',
    'p.closing_prepaid_fen as previous_prepaid',
  ])
type Stated = Awaited<ReturnType<typeof explainedStatements.execute>>[number]

interface PartRow {
  readonly statement_id: string
  readonly part: string
  readonly n: number
  readonly value: number
  readonly number: string
  readonly summary: string
  readonly waybill_id: string | null
  readonly waybill_no: string | null
  readonly count: number
  readonly total: number
}

/** The lines of statements `of` by the sum they go into, the largest of each; as `sumStatement` adds them. */
const partRows = (of: RawBuilder<unknown>) =>
  sql<PartRow>`
  with x as (
    select l.statement_id, f.part, l.n, f.value, l.number, l.summary, l.waybill_id, l.waybill_no
    from shipper_statement_lines l cross join lateral (values
      ('freight', case when l.kind in ('FREIGHT', 'VOID') then l.owed_fen else 0 end),
      ('setOff', case when l.kind in ('SET_OFF', 'PAID') then -l.owed_fen when l.kind = 'COMPENSATION' then -l.prepaid_fen else 0 end),
      ('refunded', case when l.kind = 'REFUND' then -l.prepaid_fen else 0 end),
      ('adjusted', case when l.kind in ('FREIGHT', 'VOID', 'SET_OFF', 'PAID') then 0 when l.kind = 'COMPENSATION'
        then l.owed_fen - l.prepaid_fen else l.owed_fen end),
      ('received', case when l.kind in ('REFUND', 'COMPENSATION') then 0
        when l.kind in ('SET_OFF', 'PAID') then l.prepaid_fen - l.owed_fen else l.prepaid_fen end),
      ('invoiced', l.invoiced_fen)) as f (part, value)
    where l.statement_id in (${of}) and f.value <> 0
  ), ranked as (
    select x.*, row_number() over (partition by statement_id, part order by abs(value) desc, n) as k,
      (count(*) over (partition by statement_id, part))::int as count,
      (sum(value) over (partition by statement_id, part))::bigint as total
    from x)
  select * from ranked where k <= ${largestTold} order by statement_id, part, k`.compile(q)

const partNames = { freight: '', setOff: '', refunded: '', adjusted: '', received: '', invoiced: '' } as const

/** The sums the lines of statements come to, by statement. */
export async function findParts(
  ctx: Pick<Ctx, 'tx'>,
  of: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, Partial<Record<StatementPart, ToldSum>>>> {
  const rows = await ctx.tx.rows(partRows(of))
  return new Map(
    [...Map.groupBy(rows, row => row.statement_id)].map(([id, lines]) => [
      id,
      Object.fromEntries(
        [...Map.groupBy(lines, line => keyOf(partNames, line.part))].map(([part, told]): [StatementPart, ToldSum] => [
          part,
          {
            largest: told.map(line =>
              linkedAmount(
                explainAmount(`第 ${line.n} 行 ${line.waybill_no ?? line.number}`, fen(line.value), line.summary),
                line.waybill_id === null ? undefined : screenUrl('WaybillDetails', { id: line.waybill_id }),
              ),
            ),
            count: told[0]?.count ?? 0,
            total: fen(told[0]?.total ?? 0),
            link: screenUrl('StatementDetails', { id }),
            unit: '行',
          },
        ]),
      ),
    ]),
  )
}

/** The balances the books had of the shipper before the month of a first statement. */
async function booksBefore(
  ctx: Pick<Ctx, 'tx'>,
  row: Selectable<ShipperStatements>,
): Promise<{ owed: number; prepaid: number }> {
  return ctx.tx.one(
    sql<{ owed: number; prepaid: number }>`select
      coalesce(sum(d.debit_fen - d.credit_fen) filter (where d.account = '1122.01'), 0)::bigint as owed,
      coalesce(sum(d.credit_fen - d.debit_fen) filter (where d.account = '2205.01'), 0)::bigint as prepaid
      from account_days d where d.branch_id = ${row.branch_id}::uuid and d.party_id = ${row.shipper_id}::uuid
        and d.account in ('1122.01', '2205.01') and d.day < ${startOfPeriod(row.period)}::bigint`.compile(q),
  )
}

/** A sum of a statement, worked out anew; `parts` are what its lines come to. */
export async function workStatement(
  ctx: Pick<Ctx, 'tx'>,
  row: Stated,
  parts: Partial<Record<StatementPart, ToldSum>>,
): Promise<(figure: StatementFigure) => ExplainedAmount> {
  const books = row.previous_id === null ? await booksBefore(ctx, row) : undefined
  const opening = {
    owed: fen(books?.owed ?? row.previous_owed ?? 0),
    prepaid: fen(books?.prepaid ?? row.previous_prepaid ?? 0),
    source: books === undefined ? `上期对账单 ${row.previous_no ?? ''} 的期末` : '首张，取自总账',
    link: row.previous_id === null ? undefined : screenUrl('StatementDetails', { id: row.previous_id }),
  }
  return figure => explainStatement(figure, { opening, parts })
}

/** The figure a statement holds. */
export const keptFigure = (row: Selectable<ShipperStatements>, figure: StatementFigure): Fen =>
  fen(
    {
      openingOwed: row.opening_owed_fen,
      openingPrepaid: row.opening_prepaid_fen,
      freight: row.freight_fen,
      adjusted: row.adjusted_fen,
      received: row.received_fen,
      refunded: row.refunded_fen,
      setOff: row.set_off_fen,
      invoiced: row.invoiced_fen,
      closingOwed: row.closing_owed_fen,
      closingPrepaid: row.closing_prepaid_fen,
    }[figure],
  )

/** A sum of a statement in the caller's reach. */
export async function explainStatementSum(ctx: Ctx, { id, figure }: Asked): Promise<Explained> {
  const of = figureOf(statementFigures, figure)
  const row = await ctx.tx.one(
    explainedStatements.where('m.id', '=', givenField('id', id)).where(ownStatements(ctx.actor, 'm')),
  )
  const parts = await findParts(ctx, sql`${row.id}::uuid`)
  const work = await workStatement(ctx, row, parts.get(row.id) ?? {})
  return { amount: work(of), kept: keptFigure(row, of) }
}

interface TermRow {
  readonly statement_id: string
  readonly n: number
  readonly figure: string
  readonly account: string | null
  readonly number: string
  readonly amount: number
  readonly voucher_id: string | null
  readonly kind: string | null
  readonly branch_id: string
}

/** The terms of each figure of lines `l` of statements `m`: lines of the books, or the invoice. */
export const lineTerms = (where: RawBuilder<unknown>) =>
  sql<TermRow>`
  with found as (
    select l.statement_id, l.n, l.kind, l.source_id, l.waybill_id, m.shipper_id, m.branch_id
    from shipper_statement_lines l join shipper_statements m on m.id = l.statement_id where ${where})
  select f.statement_id, f.n, case j.account when '1122.01' then 'owed' else 'prepaid' end as figure, j.account,
      coalesce(v.voucher_no, '') as number, v.id as voucher_id, v.kind, f.branch_id,
      case j.account when '1122.01' then j.debit_fen - j.credit_fen else j.credit_fen - j.debit_fen end as amount
    from found f join journal_lines j on j.entry_id = f.source_id and j.party_id = f.shipper_id
      and j.account in ('1122.01', '2205.01') and j.waybill_id is not distinct from f.waybill_id
    left join vouchers v on v.entry_id = j.entry_id
    where f.kind not in ('INVOICE', 'RED')
  union all select f.statement_id, f.n, 'invoiced', null, coalesce(i.invoice_no, ''), null, null, f.branch_id, i.gross_fen
    from found f join invoices i on i.id = f.source_id where f.kind = 'INVOICE'
  union all select f.statement_id, f.n, 'invoiced', null, coalesce(r.red_no, ''), null, null, f.branch_id, -r.gross_fen
    from found f join red_confirms r on r.id = f.source_id where f.kind = 'RED'`.compile(q)

/** A figure of a line of a statement. */
export const workStatementLine = (
  figure: StatementLineFigure,
  { n, summary }: { readonly n: number; readonly summary: string },
  rows: readonly TermRow[],
): ExplainedAmount =>
  explainStatementLine(
    `第 ${n} 行 ${statementLineFigures[figure]}`,
    rows.filter(row => row.figure === figure).map(termOf),
    summary,
  )

const termOf = (row: TermRow): LineTerm =>
  row.account === null
    ? { label: `发票 ${row.number}`, amount: fen(row.amount) }
    : {
        label: `${row.number} ${accountName(row.account)}`.trim(),
        amount: fen(row.amount),
        ...(row.voucher_id === null
          ? {}
          : {
              link: voucherUrl({ id: row.voucher_id, kind: row.kind ?? 'ACCOUNTING', branchCompanyId: row.branch_id }),
            }),
      }

/** A figure of a line of a statement in the caller's reach. */
export async function explainStatementRow(ctx: Ctx, { id, n, figure }: Asked): Promise<Explained> {
  const of = figureOf(statementLineFigures, figure)
  const line = await ctx.tx.one(
    q
      .selectFrom('shipper_statement_lines as l')
      .innerJoin('shipper_statements as m', 'm.id', 'l.statement_id')
      .select(['l.statement_id', 'l.n', 'l.summary', 'l.owed_fen', 'l.prepaid_fen', 'l.invoiced_fen'])
      .where('l.statement_id', '=', givenField('id', id))
      .where('l.n', '=', givenField('n', n))
      .where(ownStatements(ctx.actor, 'm')),
  )
  const rows = await ctx.tx.rows(lineTerms(sql`l.statement_id = ${line.statement_id}::uuid and l.n = ${line.n}::int`))
  const kept = { owed: line.owed_fen, prepaid: line.prepaid_fen, invoiced: line.invoiced_fen }[of]
  return { amount: workStatementLine(of, line, rows), kept: fen(kept) }
}
