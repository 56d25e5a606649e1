// Reconciliation: a person reads the bank's file of a day, another takes it; differences are explained by two people, or
// ended by the record they were missing.
import { createHash } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/recon/recon'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, startOfDay } from '@yunshu/domain/figures/time'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { faultOfReconMove, keysIn, reconFileStates, reconItemStates } from '@yunshu/domain/recon/recon'
import { sql, type Selectable } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { keyOf } from '../../db/keyOf.ts'
import type { ReconLines } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx, type Deps } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { asSystem } from '../../work/system.ts'
import { openSilentOrders } from '../settlement/decision.commands.ts'
import { judgeFacts, keepFileFacts, type FileFact } from '../settlement/fileOrders.commands.ts'
import { bankFileOf, type BankFile } from './bankFile.ts'
import { lockRecon, matchBranch } from './match.commands.ts'
import { exceptionNote, isOwnHand, ownRecon } from './reconRows.queries.ts'
import { tellDiffers, tellRead } from './told.commands.ts'
import { simulatedSheet } from './simulated.queries.ts'

/** Keeps the bank's file of a day of the branch the person works for; nothing is laid on anything yet. */
export async function keepReconFile(
  ctx: Ctx,
  _input: Input<typeof calls.readReconFile>,
  file: BankFile,
): Promise<Output<typeof calls.readReconFile>> {
  return keepFile(ctx, file, 'FILE')
}

/** Fetches the file of a day from the simulated bank. */
export async function fetchReconFile(
  ctx: Ctx,
  { day: at }: Input<typeof calls.fetchReconFile>,
): Promise<Output<typeof calls.fetchReconFile>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  if (ctx.deps.channels.of('SIM') === undefined) throw new Problem('row.none')
  const sheet = await ctx.tx.elevated(() => simulatedSheet(ctx, branchId, startOfDay(at)))
  const sha256 = createHash('sha256').update(JSON.stringify(sheet.lines)).digest('hex')
  return keepFile(ctx, bankFileOf(sheet, { name: sheet.sheet, sha256 }), 'SIM')
}

async function keepFile(
  ctx: Ctx,
  { name, sha256, head, lines }: BankFile,
  channel: 'SIM' | 'FILE',
): Promise<{ id: string; day: number; version: number }> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  if (head.day + DAY_MS > ctx.now) throw wrongField('files', '当天结束以后才能对账')
  await lockRecon(ctx, branchId)
  await assertNew(ctx, branchId, { sha256, day: head.day })
  await assertChained(ctx, branchId, head)
  const id = v7()
  await ctx.tx.run(
    q.insertInto('recon_files').values({
      id,
      branch_id: branchId,
      day: head.day,
      channel,
      name,
      sha256,
      state: reconFileStates.start,
      lines: lines.length,
      income_fen: head.income,
      outgo_fen: head.outgo,
      opening_fen: head.opening,
      closing_fen: head.closing,
      maker_id: ctx.actor.userId,
      maker_for: ctx.actor.actingFor?.userId ?? null,
      maker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  const rows = lines.map(line => ({
    id: v7(),
    file_id: id,
    branch_id: branchId,
    day: head.day,
    n: line.n,
    serial: line.serial,
    order_key: line.orderKey ?? null,
    direction: line.direction,
    amount_fen: line.amount,
    at: line.at,
    other_name: line.otherName ?? null,
    other_account: line.otherAccount ?? null,
    differs: false,
  }))
  if (rows.length > 0) await ctx.tx.run(sql`${insertRows('recon_lines', rows)}`.compile(q))
  await logEvent(ctx, {
    entity: 'reconFile',
    entityId: id,
    action: '读取对账文件',
    to: reconFileStates.start,
    reason: name,
  })
  ctx.touched('reconFile', id, { day: formatDate(head.day), lines: String(lines.length), sha256 })
  await tellRead(ctx, { id, branchId, day: head.day }, lines.length)
  return { id, day: head.day, version: 1 }
}

/** The same bytes, and a day, are read once in a branch. */
async function assertNew(ctx: Ctx, branchId: string, { sha256, day }: { sha256: string; day: number }): Promise<void> {
  const same = await ctx.tx.first(
    q
      .selectFrom('recon_files')
      .select(['name', 'day'])
      .where('branch_id', '=', branchId)
      .where('state', '<>', 'dropped')
      .where(e => e.or([e('sha256', '=', sha256), e('day', '=', day)])),
  )
  if (same) throw new Problem('recon.fileTwice', { day: formatDate(same.day), name: same.name })
}

/** A file begins where the one before it ended: a day that is missing is noticed. */
async function assertChained(
  ctx: Ctx,
  branchId: string,
  head: { day: number; opening: number; closing: number },
): Promise<void> {
  const taken = q
    .selectFrom('recon_files')
    .selectAll()
    .where('branch_id', '=', branchId)
    .where('state', '<>', 'dropped')
  const before = await ctx.tx.first(taken.where('day', '<', head.day).orderBy('day', 'desc').limit(1))
  const after = await ctx.tx.first(taken.where('day', '>', head.day).orderBy('day').limit(1))
  const broken =
    before && before.closing_fen !== head.opening
      ? `期初余额 ${printMoney(fen(head.opening))} 元，${formatDate(before.day)}的期末余额是 ${printMoney(fen(before.closing_fen))} 元，中间可能缺少文件`
      : after && after.opening_fen !== head.closing
        ? `期末余额 ${printMoney(fen(head.closing))} 元，${formatDate(after.day)}的期初余额是 ${printMoney(fen(after.opening_fen))} 元`
        : undefined
  if (broken !== undefined) throw wrongField('files', broken)
}

/** Takes a file or gives it up. */
export async function moveReconFile(
  ctx: Ctx,
  { id, version, move: name }: Input<typeof calls.moveReconFile>,
): Promise<Output<typeof calls.moveReconFile>> {
  const seen = await ctx.tx.one(
    q.selectFrom('recon_files as f').selectAll().where('f.id', '=', id).where(ownRecon(ctx.actor, 'f')),
  )
  await lockRecon(ctx, seen.branch_id)
  const row = await ctx.tx.one(q.selectFrom('recon_files').selectAll().where('id', '=', id).forUpdate())
  const fault = faultOfReconMove(name, { isMaker: isOwnHand(ctx, row.maker_id, row.maker_for) })
  if (fault) throw problemOf(fault)
  const by = { checker_id: ctx.actor.userId, checker_name: ctx.actor.name, checked_at: ctx.now }
  const file = { ...row, state: keyOf(reconFileStates.states, row.state) }
  const moved = await move(ctx, reconFileStates, file, name, { version, set: name === 'take' ? by : {} })
  ctx.touched('reconFile', id, { day: formatDate(row.day), sha256: row.sha256 })
  if (name === 'drop') return { id, version: moved.version }
  await matchBranch(ctx, row.branch_id)
  const kept = await keepFileFacts(ctx, await unheard(ctx, row))
  if (kept.length === 0) await tellDiffers(ctx, { branchId: row.branch_id, day: row.day })
  ctx.afterCommit(() => hearAndMatch(ctx.deps, row, kept))
  return { id, version: moved.version }
}

/** Judges the words and lays what they brought into the books; a line that became an exception needs no other record. */
async function hearAndMatch(
  deps: Deps,
  file: { readonly id: string; readonly branch_id: string; readonly day: number },
  facts: readonly string[],
): Promise<void> {
  await judgeFacts(deps, facts)
  await openSilentOrders(deps, file.branch_id)
  if (facts.length === 0) return
  await asSystem(deps, async ctx => {
    await lockRecon(ctx, file.branch_id)
    await matchBranch(ctx, file.branch_id)
    await ctx.tx.run(
      sql`update recon_items i set made_note = ${exceptionNote}, version = i.version + 1, updated_at = ${ctx.now}
        from recon_lines l, channel_facts f
        where f.id = any(${[...facts]}::uuid[]) and f.verdict = 'EXCEPTION' and l.file_id = ${file.id}::uuid
          and l.n = (f.raw ->> 'n')::int
          and i.line_id = l.id and i.state <> 'matched' and i.made_note is null`.compile(q),
    )
    await tellDiffers(ctx, { branchId: file.branch_id, day: file.day })
  })
}

/** The word of a line about a payment of ours, as it is kept: read again it is the same. */
export const wordOf = (
  sha256: string,
  line: Pick<Selectable<ReconLines>, 'n' | 'serial' | 'order_key' | 'amount_fen'>,
) => ({
  file: sha256,
  n: line.n,
  serial: line.serial,
  orderKey: line.order_key,
  amount: line.amount_fen,
})

/** Lines of a taken file about payments of ours that lie on no movement: the bank's word about them. */
async function unheard(
  ctx: Ctx,
  file: { readonly id: string; readonly sha256: string; readonly branch_id: string },
): Promise<FileFact[]> {
  const lines = await ctx.tx.rows(
    q
      .selectFrom('recon_lines')
      .selectAll()
      .where('file_id', '=', file.id)
      .where('trade_id', 'is', null)
      .where('order_key', 'is not', null),
  )
  const keys = lines.flatMap(line => keysIn(line.order_key ?? undefined))
  const payments = await ctx.tx.rows(
    q
      .selectFrom('payments')
      .selectAll()
      .where('branch_id', '=', file.branch_id)
      .where(sql<boolean>`(task_no = any(${keys}::text[]) or idem_key = any(${keys}::text[]))`),
  )
  return lines.flatMap((line): FileFact[] => {
    const own = keysIn(line.order_key ?? undefined)
    const [payment, ...more] = payments.filter(each => own.includes(each.task_no) || own.includes(each.idem_key))
    if (payment === undefined || more.length > 0) return []
    return [
      {
        payment,
        kind: line.direction === 'OUT' ? 'SUCCESS' : 'RETURNED',
        amountFen: line.amount_fen,
        bankSerial: line.serial,
        reason: line.direction === 'OUT' ? undefined : '对账文件：款项退回',
        happenedAt: line.at,
        raw: wordOf(file.sha256, line),
      },
    ]
  })
}

/** Explains a difference, agrees, or puts the explanation back. */
export async function moveReconItem(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveReconItem>,
): Promise<Output<typeof calls.moveReconItem>> {
  const item = await lockReconItem(ctx, id)
  const fault = faultOfReconMove(name, { isMaker: isOwnHand(ctx, item.asker_id, item.asker_for) })
  if (fault) throw problemOf(fault)
  const why = reason.trim()
  if (name !== 'confirm' && why === '') throw wrongField('reason', '不能为空')
  const { userId, actingFor } = ctx.actor
  const none = { asker_id: null, asker_for: null, asker_name: null }
  const set = {
    explain: {
      reason: why,
      asker_id: userId,
      asker_for: actingFor?.userId ?? null,
      asker_name: writtenName(ctx.actor),
    },
    confirm: { checker_id: userId, checker_name: ctx.actor.name },
    putBack: { reason: null, ...none },
  }[name]
  const moved = await move(ctx, reconItemStates, item, name, {
    version,
    set,
    ...(name === 'confirm' ? {} : { reason: why }),
  })
  ctx.touched('reconItem', id, { day: formatDate(item.day) })
  return { id, version: moved.version }
}

/** One difference under lock, after that of its branch; of another branch there is none. */
export async function lockReconItem(ctx: Ctx, id: string) {
  const seen = await ctx.tx.one(
    q.selectFrom('recon_items as i').select('i.branch_id').where('i.id', '=', id).where(ownRecon(ctx.actor, 'i')),
  )
  await lockRecon(ctx, seen.branch_id)
  const row = await ctx.tx.one(q.selectFrom('recon_items').selectAll().where('id', '=', id).forUpdate())
  return { ...row, state: keyOf(reconItemStates.states, row.state) }
}
