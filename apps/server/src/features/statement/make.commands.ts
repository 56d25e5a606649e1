// Makes the statement of a shipper for a month: its lines are those of the books no statement had, frozen with their sums.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/statement/statement'
import { fen } from '@yunshu/domain/figures/money'
import { isShipper } from '@yunshu/domain/account/account'
import { Problem } from '@yunshu/domain/problems/problems'
import { compensationCodes } from '@yunshu/domain/settlement/treatment'
import { statementKinds, statementStates, sumStatement, type StatementKind } from '@yunshu/domain/statement'
import { periodOf, periodText, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { v7 } from 'uuid'
import { dayOf } from '../../db/conditions.ts'
import { takeNumber } from '../../db/numbers.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { bySide } from '../../work/scope.ts'

/** The books of a shipper with a branch. */
export interface StatementPair {
  readonly shipperId: string
  readonly branchId: string
}

/** Statements of a pair are made and withdrawn one after the other: each goes on from the one before. */
export async function lockPair(ctx: Pick<Ctx, 'tx'>, { shipperId, branchId }: StatementPair): Promise<void> {
  await ctx.tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${branchId} ${shipperId}`}, 0))`.compile(q),
  )
}

/** The newest statement of a pair that stands. */
export const lastStatement = (ctx: Pick<Ctx, 'tx'>, { shipperId, branchId }: StatementPair) =>
  ctx.tx.first(
    q
      .selectFrom('shipper_statements')
      .select(['id', 'statement_no', 'period', 'closing_owed_fen', 'closing_prepaid_fen'])
      .where('shipper_id', '=', shipperId)
      .where('branch_id', '=', branchId)
      .where('state', '<>', 'withdrawn')
      .orderBy('period', 'desc')
      .limit(1),
  )

/** The pair a person means; a branch makes its own alone. */
async function pairOf(ctx: Ctx, { shipperId, branchId }: Input<typeof calls.makeStatement>) {
  const shipper = await ctx.tx.first(
    q.selectFrom('companies').select(['id', 'name', 'role_flags', 'branch_id']).where('id', '=', shipperId),
  )
  if (shipper === undefined || !isShipper(shipper.role_flags)) throw wrongField('shipperId', '请选择货主')
  const own = bySide<string | undefined>(ctx.actor, {
    platform: undefined,
    branch: id => id,
    company: () => nilId,
  })
  if (own !== undefined && branchId !== undefined && branchId !== own) throw new Problem('row.none')
  const branch = own ?? branchId ?? shipper.branch_id
  const isBranch =
    branch !== null &&
    (await ctx.tx.first(q.selectFrom('companies').select('id').where('id', '=', branch).where('kind', '=', 'BRANCH')))
  if (!isBranch) throw wrongField('branchId', '请选择分公司')
  return { shipperId, branchId: branch, name: shipper.name }
}

/** Makes the statement of a month that is over. */
export async function makeStatement(
  ctx: Ctx,
  input: Input<typeof calls.makeStatement>,
): Promise<Output<typeof calls.makeStatement>> {
  const pair = await pairOf(ctx, input)
  const { period } = input
  if (period >= periodOf(ctx.now)) throw new Problem('statement.early', { period: periodText(period) })
  await lockPair(ctx, pair)
  const last = await lastStatement(ctx, pair)
  if (last !== undefined && last.period >= period)
    throw new Problem(last.period === period ? 'statement.exists' : 'statement.order', {
      statementNo: last.statement_no,
    })
  const made = await writeStatement(ctx, { ...pair, id: v7(), period, previous: last?.id })
  await logEvent(ctx, {
    entity: 'statement',
    entityId: made.id,
    action: '生成对账单',
    to: statementStates.start,
  })
  ctx.touched('statement', made.id, { statementNo: made.statementNo, period })
  return { ...made, version: 1 }
}

interface Wish extends StatementPair {
  readonly id: string
  readonly period: string
  /** The statement it goes on from. */
  readonly previous: string | undefined
}
type Writer = Pick<Ctx, 'tx' | 'now'> & { readonly actor: Pick<Ctx['actor'], 'userId' | 'name' | 'actingFor'> }

/** Writes the statement with its lines and sums; refuses one with nothing in it, and one the books do not agree with. */
export async function writeStatement(
  ctx: Writer,
  { id, shipperId, branchId, period, previous }: Wish,
): Promise<{ id: string; statementNo: string }> {
  const statementNo = await takeNumber(ctx.tx, 'DZ', 'statement_number', ctx.now)
  const unknown = {
    opening_owed_fen: 0,
    opening_prepaid_fen: 0,
    freight_fen: 0,
    adjusted_fen: 0,
    received_fen: 0,
    refunded_fen: 0,
    set_off_fen: 0,
    invoiced_fen: 0,
    closing_owed_fen: 0,
    closing_prepaid_fen: 0,
    lines: 0,
    late: 0,
  }
  await ctx.tx.run(
    q.insertInto('shipper_statements').values({
      id,
      statement_no: statementNo,
      state: statementStates.start,
      shipper_id: shipperId,
      branch_id: branchId,
      period,
      previous_id: previous ?? null,
      ...unknown,
      maker_id: ctx.actor.userId,
      maker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  const before = previous === undefined ? undefined : await closingOf(ctx, previous)
  const span = { from: startOfPeriod(before?.period ?? period), own: startOfPeriod(period) }
  const totals = await freezeLines(ctx, { id, shipperId, branchId, period, previous }, span)
  const [books] = totals
  if (books === undefined) throw new Error('a statement without kinds')
  const sums = sumStatement(
    {
      openingOwed: fen(before?.closing_owed_fen ?? books.before_owed),
      openingPrepaid: fen(before?.closing_prepaid_fen ?? books.before_prepaid),
    },
    totals.map(({ kind, owed, prepaid, invoiced }) => ({
      kind,
      owed: fen(owed),
      prepaid: fen(prepaid),
      invoiced: fen(invoiced),
    })),
  )
  const count = totals.reduce((sum, { n }) => sum + n, 0)
  if (count === 0 && sums.openingOwed === 0 && sums.openingPrepaid === 0) throw new Problem('statement.empty')
  if (sums.closingOwed !== books.owed_now || sums.closingPrepaid !== books.prepaid_now)
    throw new Problem('statement.differs')
  await ctx.tx.run(
    q
      .updateTable('shipper_statements')
      .set({
        opening_owed_fen: sums.openingOwed,
        opening_prepaid_fen: sums.openingPrepaid,
        freight_fen: sums.freight,
        adjusted_fen: sums.adjusted,
        received_fen: sums.received,
        refunded_fen: sums.refunded,
        set_off_fen: sums.setOff,
        invoiced_fen: sums.invoiced,
        closing_owed_fen: sums.closingOwed,
        closing_prepaid_fen: sums.closingPrepaid,
        lines: count,
        late: totals.reduce((sum, { late }) => sum + late, 0),
      })
      .where('id', '=', id),
  )
  return { id, statementNo }
}

const closingOf = (ctx: Pick<Ctx, 'tx'>, id: string) =>
  ctx.tx.one(
    q
      .selectFrom('shipper_statements')
      .select(['period', 'closing_owed_fen', 'closing_prepaid_fen'])
      .where('id', '=', id),
  )

/** The kind of an event of the books, in SQL. */
const kindOf = sql<StatementKind>`case split_part(e.event, ' ', 1) ${sql.join(
  Object.entries(statementKinds).flatMap(([kind, { events }]) =>
    events.map((event: string) => sql`when ${sql.lit(event)} then ${sql.lit(kind)}`),
  ),
  sql` `,
)} else 'OTHER' end`

interface Total {
  readonly kind: StatementKind
  readonly owed: number
  readonly prepaid: number
  readonly invoiced: number
  readonly n: number
  readonly late: number
  /** The books before the month and at its end. */
  readonly before_owed: number
  readonly before_prepaid: number
  readonly owed_now: number
  readonly prepaid_now: number
}

/**
 * Writes the lines, and answers their sums by kind beside the balances of the books: in one statement, so that both are
 * of one moment. A late entry is dated no further back than the month before its typing, so that lines before
 * `from` stood on the statement before or in its opening.
 */
function freezeLines(
  ctx: Pick<Ctx, 'tx'>,
  { id, shipperId, branchId, period, previous }: Wish,
  { from, own }: { readonly from: number; readonly own: number },
): Promise<Total[]> {
  const end = startOfPeriod(shiftPeriod(period, 1))
  const isOurs = (alias: string) =>
    sql<boolean>`${sql.ref(`${alias}.branch_id`)} = ${branchId}::uuid
      and ${sql.ref(`${alias}.shipper_id`)} = ${shipperId}::uuid`
  const isNew = (source: RawBuilder<unknown>, waybill: RawBuilder<unknown>) =>
    sql<boolean>`not exists (select from shipper_statement_lines x where x.statement_id = ${previous ?? null}::uuid
      and x.source_id = ${source}
      and x.waybill_id is not distinct from ${waybill})`
  const balance = (account: '1122.01' | '2205.01', until: number) => {
    const net = account === '1122.01' ? sql`d.debit_fen - d.credit_fen` : sql`d.credit_fen - d.debit_fen`
    return sql<number>`(select coalesce(sum(${net}), 0)::bigint from account_days d
      where d.branch_id = ${branchId}::uuid and d.account = ${account} and d.party_id = ${shipperId}::uuid
        and d.day < ${until}::bigint)`
  }
  const noWaybill = sql`null::uuid`
  return ctx.tx.rows(
    sql<Total>`with moved as (
      select l.entry_id, l.waybill_id, l.day,
        sum(case when l.account = '1122.01' then l.debit_fen - l.credit_fen else 0 end)::bigint as owed,
        sum(case when l.account = '2205.01' then l.credit_fen - l.debit_fen else 0 end)::bigint as prepaid
      from journal_lines l
      where l.party_id = ${shipperId}::uuid and l.account in ('1122.01', '2205.01') and l.branch_id = ${branchId}::uuid
        and l.day >= ${from}::bigint and l.day < ${end}::bigint
      group by l.entry_id, l.waybill_id, l.day
    ), found as (
      select ${kindOf} as kind, m.entry_id as source_id, m.day, e.entry_no as number, e.summary, m.waybill_id, m.owed,
        m.prepaid, 0::bigint as invoiced
        from moved m join journal_entries e on e.id = m.entry_id
        where (m.owed <> 0 or m.prepaid <> 0) and ${isNew(sql`m.entry_id`, sql`m.waybill_id`)}
      union all select 'INVOICE', i.id, ${dayOf('i.issued_at')}, i.invoice_no, '开具发票 ' || i.title_name, null, 0, 0,
        i.gross_fen
        from invoices i where ${isOurs('i')} and i.state in ('issued', 'partRed', 'red')
        and i.issued_at >= ${from}::bigint and i.issued_at < ${end}::bigint and ${isNew(sql`i.id`, noWaybill)}
      union all select 'RED', r.id, ${dayOf('r.red_at')}, r.red_no, '红字发票 ' || r.confirm_no, null, 0, 0, -r.gross_fen
        from red_confirms r where ${isOurs('r')} and r.issue_state = 'issued'
        and r.red_at >= ${from}::bigint and r.red_at < ${end}::bigint and ${isNew(sql`r.id`, noWaybill)}
    ), written as (
      insert into shipper_statement_lines (statement_id, n, kind, source_id, day, is_late, number, summary, waybill_id,
        waybill_no, upstream_no,
        load_place, unload_place, plate, weight_g, charges, owed_fen, prepaid_fen, invoiced_fen)
      select ${id}::uuid, row_number() over (order by f.day, f.source_id, w.waybill_no), f.kind, f.source_id, f.day,
        f.day < ${own}::bigint, f.number, f.summary,
        f.waybill_id, w.waybill_no, w.upstream_no, w.load_place, w.unload_place, w.plate, coalesce(w.unload_weight_g,
          w.load_weight_g),
        case when f.kind in ('FREIGHT', 'COMPENSATION') then (select jsonb_agg(jsonb_build_object('code', c.code, 'fen',
          c.amount_fen) order by c.created_at, c.id)
          from charges c where c.waybill_id = f.waybill_id and c.side = 'SHIPPER' and (w.compensated_fen = 0
            or (f.kind = 'COMPENSATION') = (c.code = any(${[...compensationCodes]}::text[])))) end,
        f.owed, f.prepaid, f.invoiced
      from found f left join waybills w on w.id = f.waybill_id
      returning kind, owed_fen, prepaid_fen, invoiced_fen, is_late
    )
    select k.kind, coalesce(sum(x.owed_fen), 0)::bigint as owed, coalesce(sum(x.prepaid_fen), 0)::bigint as prepaid,
      coalesce(sum(x.invoiced_fen), 0)::bigint as invoiced,
      count(x.kind)::int as n, (count(*) filter (where x.is_late))::int as late,
      ${balance('1122.01', own)} as before_owed, ${balance('2205.01', own)} as before_prepaid,
      ${balance('1122.01', end)} as owed_now, ${balance('2205.01', end)} as prepaid_now
    from unnest(${Object.keys(statementKinds)}::text[]) as k (kind) left join written x on x.kind = k.kind
      group by k.kind`.compile(q),
  )
}
