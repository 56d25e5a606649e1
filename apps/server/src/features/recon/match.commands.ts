// Laying the bank's lines on movements of a branch: what is found is written down, what differs becomes a difference, and
// one that is found later ends by itself.
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { fen } from '@yunshu/domain/figures/money'
import { bankRuleOf, matchLines, reconItemStates, reconKinds } from '@yunshu/domain/recon/recon'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { keyOf } from '../../db/keyOf.ts'
import { lockMovements } from '../../db/movementLock.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { moveAll } from '../../work/move.ts'
import { asSystem } from '../../work/system.ts'
import { postBankLines } from '../voucher/bankBooks.commands.ts'
import { accountTrades, bankLineOf, bookLineOf, isLaid } from './reconRows.queries.ts'

/** Movements are looked for from so many days before the first open line on, ms. */
const backMs = 31 * DAY_MS
const linesMost = 10_000

/** One at a time for a branch. */
export const lockRecon = (ctx: Ctx, branchId: string): Promise<void> => lockMovements(ctx.tx, branchId)

/** Lays what is open on both sides of a branch; its lock is held. */
export async function matchBranch(ctx: Ctx, branchId: string): Promise<void> {
  const open = await openLines(ctx, branchId)
  const first = await firstDay(ctx, branchId)
  if (first === undefined) return
  const since = Math.min(first, ...open.map(({ day }) => day)) - backMs
  const trades = await ctx.tx.rows(
    accountTrades(branchId)
      .where('t.happened_at', '>=', since)
      .where(sql<boolean>`not ${isLaid('t.id')}`)
      .orderBy('t.happened_at')
      .limit(linesMost),
  )
  const { matches, suggestions } = matchLines(open.map(bankLineOf), trades.map(bookLineOf))
  const found = matches.flatMap(({ n, ...match }) => {
    const line = open[n]
    return line ? [{ id: line.id, trade_id: match.tradeId, matched_by: match.by, differs: match.differs }] : []
  })
  await ctx.tx.run(
    sql`update recon_lines l
      set trade_id = r.trade_id, matched_by = r.matched_by, differs = r.differs, suggested_id = null
      from json_to_recordset(${JSON.stringify(found)}::json) as r (id uuid, trade_id uuid, matched_by text,
        differs boolean) where l.id = r.id`.compile(q),
  )
  await layMore(
    ctx,
    branchId,
    matches.flatMap(({ n, more }) => more.map(tradeId => ({ line_id: open[n]?.id, trade_id: tradeId }))),
  )
  const likely = suggestions.flatMap(({ n, tradeId }) => {
    const line = open[n]
    return line ? [{ id: line.id, trade_id: tradeId }] : []
  })
  await ctx.tx.run(
    sql`update recon_lines l set suggested_id = r.trade_id
      from json_to_recordset(${JSON.stringify(likely)}::json) as r (id uuid, trade_id uuid) where l.id = r.id`.compile(
      q,
    ),
  )
  await endItems(ctx, branchId)
  const laid = new Set(found.map(({ id }) => id))
  const booked = await bookByRule(
    ctx,
    branchId,
    open.filter(({ id }) => !laid.has(id)),
  )
  await openItems(ctx, branchId, first, booked)
}

/** Writes the movements that lie on lines besides the first of each. */
export async function layMore(
  ctx: Ctx,
  branchId: string,
  rows: readonly { readonly line_id: string | undefined; readonly trade_id: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.tx.run(
    sql`insert into recon_line_trades (line_id, trade_id, branch_id)
      select r.line_id, r.trade_id, ${branchId}::uuid
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (line_id uuid, trade_id uuid)`.compile(q),
  )
}

/**
 * Posts money the bank itself took or gave, of lines nobody has looked at yet, and lays them on what that brings into the
 * books once it is there; answers those lines.
 */
async function bookByRule(
  ctx: Ctx,
  branchId: string,
  lines: readonly Awaited<ReturnType<typeof openLines>>[number][],
): Promise<string[]> {
  const ruled = lines.flatMap(line => {
    const rule = line.is_new
      ? bankRuleOf({ ...bankLineOf(line, 0), otherName: line.other_name ?? undefined })
      : undefined
    const { id, serial, at } = line
    const maker = { id: line.maker_id, name: line.maker_name }
    return rule ? [{ id, branchId, rule, serial, at, amount: fen(line.amount_fen), maker }] : []
  })
  if (ruled.length === 0) return []
  postBankLines(ctx, branchId, ruled)
  ctx.afterCommit(() =>
    asSystem(ctx.deps, async later => {
      await lockRecon(later, branchId)
      await matchBranch(later, branchId)
    }),
  )
  return ruled.map(({ id }) => id)
}

/** Lines of taken files that lie on no movement yet, oldest first. */
async function openLines(ctx: Ctx, branchId: string) {
  return ctx.tx.rows(
    q
      .selectFrom('recon_lines as l')
      .innerJoin('recon_files as f', 'f.id', 'l.file_id')
      .selectAll('l')
      .select(['f.maker_id', 'f.maker_name'])
      // neither a difference nor an entry came of it yet
      .select(
        sql<boolean>`not exists (select from recon_items i where i.line_id = l.id)
          and not exists (select from journal_entries e where e.source_type = 'reconLine' and e.source_id = l.id)`.as(
          'is_new',
        ),
      )
      .where('l.branch_id', '=', branchId)
      .where('f.state', '=', 'taken')
      .where('l.trade_id', 'is', null)
      .orderBy('l.day')
      .orderBy('l.n')
      .limit(linesMost),
  )
}

/** The day of the first file that was taken: what was before it is no difference. */
export async function firstDay(ctx: Pick<Ctx, 'tx'>, branchId: string): Promise<number | undefined> {
  const { day } = await ctx.tx.one(
    q
      .selectFrom('recon_files')
      .select(({ fn }) => fn.min('day').as('day'))
      .where('branch_id', '=', branchId)
      .where('state', '=', 'taken'),
  )
  return day ?? undefined
}

/** Differences that are none any more: their line or movement was found. */
async function endItems(ctx: Ctx, branchId: string): Promise<void> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('recon_items as i')
      .select(['i.id', 'i.state', 'i.version'])
      .where('i.branch_id', '=', branchId)
      .where('i.state', '<>', 'matched')
      .where(
        sql<boolean>`((i.kind = 'THEIRS_ONLY' and exists (select from recon_lines l where l.id = i.line_id
          and l.trade_id is not null))
          or (i.kind = 'OURS_ONLY' and ${isLaid('i.trade_id')}))`,
      )
      .forUpdate(),
  )
  const items = rows.map(row => ({ ...row, state: keyOf(reconItemStates.states, row.state) }))
  await moveAll(ctx, reconItemStates, items, 'match')
}

/** Differences nobody wrote down yet: of the bank's lines at once, of movements once the day after theirs is in. */
async function openItems(ctx: Ctx, branchId: string, first: number, booked: readonly string[]): Promise<void> {
  const theirs = await ctx.tx.rows(
    sql<{ line_id: string; trade_id: string | null; day: number; kind: string }>`
      select l.id as line_id, l.trade_id, l.day, case when l.trade_id is null then 'THEIRS_ONLY' else 'AMOUNT_DIFF' end as kind
      from recon_lines l join recon_files f on f.id = l.file_id
      where l.branch_id = ${branchId}::uuid and f.state = 'taken' and (l.trade_id is null or l.differs)
        and l.id <> all(${[...booked]}::uuid[])
        and not exists (select from recon_items i where i.line_id = l.id and (i.state <> 'matched' or not l.differs))`.compile(
      q,
    ),
  )
  const ours = await ctx.tx.rows(
    accountTrades(branchId)
      .where('t.happened_at', '>=', first)
      .where(
        sql<boolean>`t.happened_at < (select max(day) from recon_files where branch_id = ${branchId}::uuid
          and state = 'taken')`,
      )
      .where(sql<boolean>`not ${isLaid('t.id')}`)
      .where(sql<boolean>`not exists (select from recon_items i where i.trade_id = t.id and i.line_id is null)`)
      .limit(linesMost),
  )
  const made = [
    ...theirs.map(row => ({ ...row, kind: keyOf(reconKinds, row.kind) })),
    ...ours.map(row => ({
      line_id: null,
      trade_id: row.id,
      day: startOfDay(row.happened_at),
      kind: 'OURS_ONLY' as const,
    })),
  ]
  if (made.length === 0) return
  const rows = made.map(row => ({
    ...row,
    id: v7(),
    branch_id: branchId,
    state: reconItemStates.start,
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  }))
  await ctx.tx.run(sql`${insertRows('recon_items', rows)} on conflict do nothing`.compile(q))
}
