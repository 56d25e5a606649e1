// Laying by hand: one person says that lines of the bank are movements of the books, another agrees; taken back the same way.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/recon/laying'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { reconItemStates } from '@yunshu/domain/recon/recon'
import {
  faultOfLaying,
  faultOfLayingMove,
  reconLayingStates,
  type ReconLayingMove,
} from '@yunshu/domain/recon/reconLaying'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvents, stale } from '../../work/history.ts'
import { move, moveAll } from '../../work/move.ts'
import { layMore, lockRecon, matchBranch } from './match.commands.ts'
import { accountTrades, directionOf, isLaid, isOwnHand, isRemitted, ownRecon } from './reconRows.queries.ts'

/** Lines of the branch that lie on nothing; one whose money came and was made a remittance is found by itself. */
async function openLines(ctx: Ctx, branchId: string, ids: readonly string[]) {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('recon_lines as l')
      .select(['l.id', 'l.direction', 'l.amount_fen', 'l.at', 'l.trade_id', 'l.serial'])
      .select(isRemitted('l').as('is_remitted'))
      .where('l.branch_id', '=', branchId)
      .where(sql<boolean>`l.id = any(${[...ids]}::uuid[])`)
      .orderBy('l.id'),
  )
  if (rows.length < ids.length || rows.some(row => row.trade_id !== null)) throw new Problem('recon.notOpen')
  const remitted = rows.find(row => row.is_remitted)
  if (remitted) throw new Problem('recon.recorded', { made: `来款（流水号 ${remitted.serial}）` })
  return rows
}

/** Movements of the branch's account that lie on no line. */
async function openTrades(ctx: Ctx, branchId: string, ids: readonly string[]) {
  const rows = await ctx.tx.rows(
    accountTrades(branchId)
      .where(sql<boolean>`t.id = any(${[...ids]}::uuid[])`)
      .where(sql<boolean>`not ${isLaid('t.id')}`)
      .orderBy('t.id'),
  )
  if (rows.length < ids.length) throw new Problem('recon.notOpen')
  return rows
}

type Open = readonly { readonly direction: string; readonly amount_fen: number }[]
const piecesOf = (rows: Open) => rows.map(row => ({ direction: directionOf(row), amount: fen(row.amount_fen) }))

/** Differences under lock after that of their branch, as the person saw them; those of several branches are refused. */
async function lockItems(ctx: Ctx, asked: Input<typeof calls.layReconItems>['items']) {
  const ids = [...new Set(asked.map(({ id }) => id))]
  const seen = await ctx.tx.rows(
    q
      .selectFrom('recon_items as i')
      .select('i.branch_id')
      .distinct()
      .where(sql<boolean>`i.id = any(${ids}::uuid[])`)
      .where(ownRecon(ctx.actor, 'i')),
  )
  const [first, ...more] = seen
  if (first === undefined) throw new Problem('row.none')
  if (more.length > 0) throw wrongField('items', '请选择同一分公司的差异')
  await lockRecon(ctx, first.branch_id)
  const items = await ctx.tx.rows(
    q
      .selectFrom('recon_items as i')
      .selectAll('i')
      .where(sql<boolean>`i.id = any(${ids}::uuid[])`)
      .where(ownRecon(ctx.actor, 'i'))
      .orderBy('i.id')
      .forUpdate(),
  )
  if (items.length < ids.length) throw new Problem('row.none')
  const old = items.find(item => asked.some(({ id, version }) => id === item.id && version !== item.version))
  if (old) throw await stale(ctx, old.id)
  if (items.some(item => item.state === 'matched' || item.kind === 'AMOUNT_DIFF')) throw new Problem('recon.notOpen')
  if (items.some(item => item.laying_id !== null)) throw new Problem('recon.laying')
  const made = items.find(item => item.made_note !== null)
  if (made) throw new Problem('recon.recorded', { made: made.made_note ?? '' })
  return { branchId: first.branch_id, items }
}

/** Asks to lay the lines of differences on the movements of others. */
export async function layReconItems(
  ctx: Ctx,
  { items: asked, reason }: Input<typeof calls.layReconItems>,
): Promise<Output<typeof calls.layReconItems>> {
  const { branchId, items } = await lockItems(ctx, asked)
  const lineIds = items.flatMap(item => item.line_id ?? [])
  const tradeIds = items.flatMap(item => (item.line_id === null ? (item.trade_id ?? []) : []))
  const [lines, trades] = [await openLines(ctx, branchId, lineIds), await openTrades(ctx, branchId, tradeIds)]
  const fault = faultOfLaying(piecesOf(lines), piecesOf(trades))
  if (fault !== undefined) throw wrongField('items', fault)
  const id = v7()
  await ctx.tx.run(
    q.insertInto('recon_layings').values({
      id,
      branch_id: branchId,
      state: reconLayingStates.start,
      line_ids: lineIds,
      trade_ids: tradeIds,
      amount_fen: sumFen(lines.map(line => fen(line.amount_fen))),
      last_at: Math.max(...lines.map(line => line.at), ...trades.map(trade => trade.happened_at)),
      reason,
      asker_id: ctx.actor.userId,
      asker_for: ctx.actor.actingFor?.userId ?? null,
      asker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await writeItems(
    ctx,
    items.map(item => item.id),
    { layingId: id, action: '申请合并对平', reason },
  )
  ctx.touched('reconItem', items[0]?.id ?? id, { lines: String(lines.length), movements: String(trades.length) })
  return { id, version: 1 }
}

/** Writes the laying of differences, and a line in the history of each. */
async function writeItems(
  ctx: Ctx,
  ids: readonly string[],
  { layingId, action, reason }: { layingId: string | null; action: string; reason: string | undefined },
): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('recon_items')
      .set({ laying_id: layingId, version: sql<number>`version + 1`, updated_at: ctx.now })
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`),
  )
  await logEvents(
    ctx,
    ids.map(entityId => ({ entity: 'reconItem', entityId, action, ...(reason === undefined ? {} : { reason }) })),
  )
}

/** A laying under lock, after that of its branch; of another branch there is none. */
async function lockLaying(ctx: Ctx, id: string) {
  const seen = await ctx.tx.one(
    q.selectFrom('recon_layings as g').select('g.branch_id').where('g.id', '=', id).where(ownRecon(ctx.actor, 'g')),
  )
  await lockRecon(ctx, seen.branch_id)
  const row = await ctx.tx.one(q.selectFrom('recon_layings').selectAll().where('id', '=', id).forUpdate())
  return { ...row, state: keyOf(reconLayingStates.states, row.state) }
}
type Laying = Awaited<ReturnType<typeof lockLaying>>

/** Lays the lines on the movements, where both are open still. */
async function lay(ctx: Ctx, laying: Laying): Promise<void> {
  const { id, branch_id, line_ids, trade_ids } = laying
  const [lines, trades] = [await openLines(ctx, branch_id, line_ids), await openTrades(ctx, branch_id, trade_ids)]
  const fault = faultOfLaying(piecesOf(lines), piecesOf(trades))
  if (fault !== undefined) throw wrongField('id', fault)
  const [first, ...more] = trade_ids
  await ctx.tx.run(
    sql`update recon_lines
      set trade_id = ${first ?? null}::uuid, matched_by = 'HAND', differs = false, suggested_id = null,
      laying_id = ${id}::uuid where id = any(${line_ids}::uuid[])`.compile(q),
  )
  await layMore(
    ctx,
    branch_id,
    more.map(trade_id => ({ line_id: line_ids[0], trade_id })),
  )
}

/** Takes lines off the movements again: both are differences as before. */
async function unlay(ctx: Ctx, { id, line_ids }: Laying): Promise<void> {
  const these = sql<boolean>`line_id = any(${line_ids}::uuid[])`
  await ctx.tx.run(q.deleteFrom('recon_line_trades').where(these))
  await ctx.tx.run(
    sql`update recon_lines set trade_id = null, matched_by = null, laying_id = null
      where id = any(${line_ids}::uuid[])`.compile(q),
  )
  const rows = await ctx.tx.rows(
    q
      .selectFrom('recon_items')
      .select(['id', 'state', 'version'])
      .where('laying_id', '=', id)
      .where('state', '=', 'matched')
      .orderBy('id')
      .forUpdate(),
  )
  const items = rows.map(row => ({ ...row, state: keyOf(reconItemStates.states, row.state) }))
  await moveAll(ctx, reconItemStates, items, 'reopen')
}

/** The columns a move of a laying writes. */
const written = (ctx: Ctx, name: ReconLayingMove, reason: string) => {
  const { userId, name: own, actingFor } = ctx.actor
  const nobody = { undo_reason: null, undo_asker_id: null, undo_asker_for: null, undo_asker_name: null }
  return {
    confirm: { checker_id: userId, checker_name: own },
    putBack: {},
    askUndo: {
      undo_reason: reason,
      undo_asker_id: userId,
      undo_asker_for: actingFor?.userId ?? null,
      undo_asker_name: writtenName(ctx.actor),
    },
    confirmUndo: { undo_checker_id: userId },
    refuseUndo: nobody,
  }[name]
}

/** Agrees to a laying or puts it back; asks to take it back, agrees to that or refuses. */
export async function moveReconLaying(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveReconLaying>,
): Promise<Output<typeof calls.moveReconLaying>> {
  const laying = await lockLaying(ctx, id)
  const fault = faultOfLayingMove(name, {
    isAsker: isOwnHand(ctx, laying.asker_id, laying.asker_for),
    isUndoAsker: isOwnHand(ctx, laying.undo_asker_id, laying.undo_asker_for),
  })
  if (fault) throw problemOf(fault)
  const why = reason.trim()
  const { label } = reconLayingStates.moves[name]
  if ('ask' in reconLayingStates.moves[name] && why === '') throw wrongField('reason', '不能为空')
  const moved = await move(ctx, reconLayingStates, laying, name, {
    version,
    set: written(ctx, name, why),
    ...(why === '' ? {} : { reason: why }),
  })
  const items = await ctx.tx.rows(
    q.selectFrom('recon_items').select(['id', 'day']).where('laying_id', '=', id).orderBy('id').forUpdate(),
  )
  if (name === 'confirm') await lay(ctx, laying)
  if (name === 'confirmUndo') await unlay(ctx, laying)
  const isOver = name === 'putBack' || name === 'confirmUndo'
  await writeItems(
    ctx,
    items.map(item => item.id),
    { layingId: isOver ? null : id, action: label, reason: why === '' ? undefined : why },
  )
  if (name === 'confirm' || name === 'confirmUndo') await matchBranch(ctx, laying.branch_id)
  ctx.touched('reconItem', items[0]?.id ?? id, { day: formatDate(items[0]?.day ?? ctx.now) })
  return { id, version: moved.version }
}
