// The statement that explains the bank's balance at the end of a day by that of the books (余额调节表).
import type { Input, Output } from '@yunshu/contract/call'
import type { getReconStatement } from '@yunshu/contract/recon/recon'
import { fen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { adjustBalances, reconMatches, signedAmount, type OpenPiece } from '@yunshu/domain/recon/recon'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { bankDayBalance, datedElsewhere, ledgerBalance } from './balance.queries.ts'
import { showReconFile } from './recon.queries.ts'
import { accountTrades, directionOf, isLaidLater, laidFen, laidNos, ownRecon, ties } from './reconRows.queries.ts'

/** The most pieces and lines that are shown. */
const shownMost = 1000

interface Piece extends OpenPiece {
  readonly day: number
  readonly what: string
}

/** The statement as of the end of a file's day: a pair of which one side came later counts as open on the other. */
export async function findReconStatement(
  ctx: Ctx,
  { id }: Input<typeof getReconStatement>,
): Promise<Output<typeof getReconStatement>> {
  const file = await ctx.tx.one(
    q
      .selectFrom('recon_files as f')
      .innerJoin('companies as b', 'b.id', 'f.branch_id')
      .selectAll('f')
      .select('b.name as branch_name')
      .where('f.id', '=', id)
      .where(ownRecon(ctx.actor, 'f')),
  )
  const first = await ctx.tx.first(
    q
      .selectFrom('recon_files')
      .select(['day', 'opening_fen'])
      .where('branch_id', '=', file.branch_id)
      .where('state', '=', 'taken')
      .orderBy('day')
      .limit(1),
  )
  const begin = first && first.day <= file.day ? first : { day: file.day, opening_fen: file.opening_fen }
  const end = file.day + DAY_MS
  const book = await ledgerBalance(ctx, file.branch_id, end)
  const before = subtractFen(fen(begin.opening_fen), await bankDayBalance(ctx, file.branch_id, begin.day))
  const span = { branchId: file.branch_id, fileId: file.id, begin: begin.day, end }
  const pieces = [...(await oursOf(ctx, span)), ...(await theirsOf(ctx, span)), ...(await datedOf(ctx, span))]
  const sums = adjustBalances(fen(file.closing_fen), book, before, pieces)
  return {
    file: showReconFile(ctx, file),
    branchName: file.branch_name,
    bank: sums.bank,
    book: sums.book,
    before: sums.before,
    adjustedBank: sums.adjustedBank,
    adjustedBook: sums.adjustedBook,
    pieces: pieces.slice(0, shownMost),
    more: Math.max(0, pieces.length - shownMost),
    lines: await linesOf(ctx, file.id),
  }
}

interface Span {
  readonly branchId: string
  /** A file that was not taken yet is read with its own lines. */
  readonly fileId: string
  readonly begin: number
  readonly end: number
}

/** Movements up to the day that no line up to the day is. */
async function oursOf(ctx: Ctx, { branchId, begin, end }: Span): Promise<Piece[]> {
  const rows = await ctx.tx.rows(
    accountTrades(branchId)
      .where('t.happened_at', '>=', begin)
      .where('t.happened_at', '<', end)
      .where(sql<boolean>`not exists (select from ${ties} x where x.trade_id = t.id and x.day < ${end}
        and not ${isLaidLater('x.line_id', end)})`)
      .orderBy('t.happened_at'),
  )
  return rows.map(row => ({
    side: 'OURS',
    amount: signedAmount({ direction: directionOf(row), amount: fen(row.amount_fen) }),
    day: startOfDay(row.happened_at),
    what: `${row.trade_no} ${directionOf(row) === 'IN' ? row.payer : row.payee}`,
  }))
}

/** Lines up to the day that no movement of the span is, and the differences of pairs. */
async function theirsOf(ctx: Ctx, { branchId, fileId, begin, end }: Span): Promise<Piece[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('recon_lines as l')
      .innerJoin('recon_files as f', 'f.id', 'l.file_id')
      .leftJoin('trades as t', join =>
        join
          .onRef('t.id', '=', 'l.trade_id')
          .on('t.happened_at', '>=', begin)
          .on('t.happened_at', '<', end)
          .on(sql<boolean>`not ${isLaidLater('l.id', end)}`),
      )
      .select(['l.day', 'l.serial', 'l.other_name', 'l.direction', 'l.amount_fen', 't.id as trade_id'])
      .select(sql<number | null>`case when t.id is not null then ${laidFen} end`.as('ours_fen'))
      .where('l.branch_id', '=', branchId)
      .where('l.day', '>=', begin)
      .where('l.day', '<', end)
      .where(e => e.or([e('f.state', '=', 'taken'), e('f.id', '=', fileId)]))
      .where(e => e.or([e('t.id', 'is', null), e('l.differs', '=', true)]))
      .orderBy('l.day')
      .orderBy('l.n'),
  )
  return rows.map(row => {
    const direction = directionOf(row)
    const theirs = signedAmount({ direction, amount: fen(row.amount_fen) })
    const amount: Fen =
      row.ours_fen === null ? theirs : subtractFen(theirs, signedAmount({ direction, amount: fen(row.ours_fen) }))
    return {
      side: row.trade_id === null ? 'THEIRS' : 'DIFF',
      amount,
      day: row.day,
      what: `${row.serial} ${row.other_name ?? ''}`.trim(),
    }
  })
}

/** Movements of the bank's days that the books date otherwise. */
async function datedOf(ctx: Ctx, { branchId, end }: Span): Promise<Piece[]> {
  const rows = await datedElsewhere(ctx, branchId, end)
  return rows.map(({ amount, happenedAt, tradeNo, other }) => ({
    side: 'DATED',
    amount,
    day: startOfDay(happenedAt),
    what: `${tradeNo} ${other}`,
  }))
}

async function linesOf(ctx: Ctx, fileId: string): Promise<Output<typeof getReconStatement>['lines']> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('recon_lines as l')
      .selectAll('l')
      .select(laidNos.as('trade_no'))
      .where('l.file_id', '=', fileId)
      .orderBy('l.n')
      .limit(shownMost),
  )
  return rows.map(row => ({
    n: row.n,
    serial: row.serial,
    orderKey: row.order_key ?? undefined,
    direction: directionOf(row),
    amount: fen(row.amount_fen),
    at: row.at,
    other: row.other_name ?? undefined,
    by: row.matched_by === null ? undefined : keyOf(reconMatches, row.matched_by),
    tradeNo: row.trade_no ?? undefined,
    differs: row.differs,
  }))
}
