// Ending a difference by what was missing: the suggested movement agreed to, a remittance made of money that came, a
// payment exception of money that went.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/recon/recon'
import { remittanceSerialMax } from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { faultOfReconAdoption, faultOfReconRecord } from '@yunshu/domain/recon/recon'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { enterRemittance } from '../remittance/remittance.commands.ts'
import { isWordAtWork, judgeFacts, keepForeignFact } from '../settlement/fileOrders.commands.ts'
import { matchBranch } from './match.commands.ts'
import { lockReconItem, wordOf } from './recon.commands.ts'
import { exceptionNote, isRemitted, ties } from './reconRows.queries.ts'
import { lineOn } from './recon.queries.ts'

/** The line of a difference that waits, at the version the person saw. */
export async function openLine(ctx: Ctx, { id, version }: { id: string; version: number }) {
  const item = await lockReconItem(ctx, id)
  if (item.version !== version) throw await stale(ctx, id)
  if (item.line_id === null) throw new Problem('recon.notOpen')
  const line = await ctx.tx.one(
    q
      .selectFrom('recon_lines as l')
      .selectAll('l')
      .select(isRemitted('l').as('is_remitted'))
      .where('l.id', '=', item.line_id),
  )
  return { item, line }
}

/** Agrees that a line is the one movement it is like; the difference ends. */
export async function adoptReconItem(
  ctx: Ctx,
  input: Input<typeof calls.adoptReconItem>,
): Promise<Output<typeof calls.adoptReconItem>> {
  const { item, line } = await openLine(ctx, input)
  const taken =
    line.suggested_id === null
      ? undefined
      : await ctx.tx.first(
          sql<{
            line_id: string
          }>`select line_id from ${ties} x where x.trade_id = ${line.suggested_id}::uuid limit 1`.compile(q),
        )
  const hasSuggestion = line.suggested_id !== null && taken === undefined
  const fault = faultOfReconAdoption(lineOn(item, { ...line, hasSuggestion }))
  if (fault) throw problemOf(fault)
  await ctx.tx.run(
    q
      .updateTable('recon_lines')
      .set({ trade_id: line.suggested_id, matched_by: 'HAND', suggested_id: null })
      .where('id', '=', line.id),
  )
  await logEvent(ctx, { entity: 'reconItem', entityId: item.id, action: '采纳建议' })
  await matchBranch(ctx, item.branch_id)
  ctx.touched('reconItem', item.id, { day: formatDate(item.day), serial: line.serial })
  const { version } = await ctx.tx.one(q.selectFrom('recon_items').select('version').where('id', '=', item.id))
  return { id: item.id, version }
}

/** Makes the record a line of the bank is missing, once; the line is found by its serial when that record is booked. */
export async function recordReconItem(
  ctx: Ctx,
  { remark, ...input }: Input<typeof calls.recordReconItem>,
): Promise<Output<typeof calls.recordReconItem>> {
  const opened = await openLine(ctx, input)
  const { line } = opened
  await assertRecordable(ctx, opened)
  const made = line.direction === 'IN' ? await makeRemittance(ctx, line, remark) : await makeException(ctx, line)
  return noteMade(ctx, opened, made, '补记')
}

export type OpenedLine = Awaited<ReturnType<typeof openLine>>
type Line = OpenedLine['line']

/** Refuses a line no record can be made of, and one of another branch. */
export async function assertRecordable(ctx: Ctx, { item, line }: OpenedLine): Promise<void> {
  const fault = faultOfReconRecord(lineOn(item, { ...line, hasSuggestion: line.suggested_id !== null }))
  if (fault) throw problemOf(fault)
  if (item.branch_id !== ctx.actor.branchId) throw new Problem('row.none')
  // a payment of ours: its word went to the payment or to people who judge it, and is money booked once
  const { sha256 } = await ctx.tx.one(q.selectFrom('recon_files').select('sha256').where('id', '=', line.file_id))
  if (await isWordAtWork(ctx, wordOf(sha256, line))) throw new Problem('recon.recorded', { made: exceptionNote })
}

/** Writes down what was made of a line. */
export async function noteMade(
  ctx: Ctx,
  { item, line }: OpenedLine,
  made: string,
  action: string,
): Promise<{ id: string; version: number; made: string }> {
  await ctx.tx.run(
    q
      .updateTable('recon_items')
      .set({ made_note: made, version: item.version + 1, updated_at: ctx.now })
      .where('id', '=', item.id),
  )
  await logEvent(ctx, { entity: 'reconItem', entityId: item.id, action, reason: made })
  ctx.touched('reconItem', item.id, { made, serial: line.serial })
  return { id: item.id, version: item.version + 1, made }
}

/** Money that came: a remittance another person confirms and somebody claims. */
async function makeRemittance(ctx: Ctx, line: Line, remark: string | undefined): Promise<string> {
  if (!ctx.can('remittance.record')) throw new Problem('permit.missing')
  if (line.other_name === null || line.other_account === null)
    throw wrongField('remark', '对账文件没有付款方户名和账号，请在来款认领中登记')
  const said = {
    payerName: line.other_name.slice(0, 60),
    payerAccount: line.other_account,
    amount: fen(line.amount_fen),
    date: line.day,
    serial: line.serial.slice(0, remittanceSerialMax),
    bankNote: remark ?? line.order_key ?? '对账补记',
  }
  const { remittanceNo } = await enterRemittance(ctx, said, { id: line.id })
  return `来款 ${remittanceNo}`
}

/** Money that went and is no payment of ours: people look at it as an exception. */
async function makeException(ctx: Ctx, line: Line): Promise<string> {
  const kept = await keepForeignFact(ctx, {
    branchId: line.branch_id,
    // no order of ours: branches and days may share a serial
    orderKey: `${line.serial} ${line.id}`,
    amountFen: line.amount_fen,
    bankSerial: line.serial,
    reason: `对账文件 ${formatDate(line.day)} 第 ${line.n} 笔：${line.other_name ?? '对方不明'}`,
    happenedAt: line.at,
    raw: { reconLine: line.id, serial: line.serial },
  })
  ctx.afterCommit(() => judgeFacts(ctx.deps, kept))
  return exceptionNote
}
