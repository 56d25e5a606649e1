// Opening balances: a draft of the branch, booked by another person on the day before its first month, while none is closed.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/opening'
import { fen } from '@yunshu/domain/figures/money'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { credit, debit, type JournalLine } from '@yunshu/domain/voucher/ledger'
import { balanceOfLines, faultOfManualMove } from '@yunshu/domain/voucher/manual'
import {
  faultsOfOpening,
  isOpeningAccount,
  openingCategory,
  openingDay,
  openingEvents,
} from '@yunshu/domain/voucher/opening'
import { periodOf, periodText, shiftPeriod, voucherStates } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { fieldFault, wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { insertDraft, type DraftSet } from './draft.commands.ts'
import { bookEntries } from './ledger.commands.ts'
import { draftLinesOf, lockManual, manualOn, type Manual } from './manual.queries.ts'
import { beginningOf, standingOpening } from './opening.queries.ts'

const title = '期初余额'

/**
 * The month the books begin with, while none of theirs is closed: refused otherwise. No month of the branch is closed
 * until the transaction ends.
 */
export async function assertOpen(ctx: Ctx, branchId: string): Promise<string> {
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`closing ${branchId}`}, 0))`.compile(q))
  const { first, closed } = await beginningOf(ctx, branchId)
  if (closed !== undefined) throw new Problem('opening.closed', { period: periodText(closed) })
  return first
}

/** Keeps the one draft of the branch the person works for. */
export async function saveOpening(
  ctx: Ctx,
  { id, version, lines }: Input<typeof calls.saveOpening>,
): Promise<Output<typeof calls.saveOpening>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const fault = fieldFault(
    Object.fromEntries(
      faultsOfOpening(lines).map(({ at, field, said }) => [`lines.${at}.${field}`, `第${at + 1}行：${said}`]),
    ),
  )
  if (fault) throw fault
  return ctx.tx.elevated(async () => {
    // the draft before the months, as its steps lock them
    const row = id === undefined ? undefined : await lockManual(ctx, id)
    const first = await assertOpen(ctx, branchId)
    const day = openingDay(first)
    const set = {
      kind: 'OTHER',
      category: openingCategory,
      date: day,
      period: periodOf(day),
      summary: title,
      counterparty: '',
      amount_fen: balanceOfLines(lines).debit,
      draft_lines: JSON.stringify(lines.map(line => ({ ...line, summary: title }))),
    }
    if (row === undefined) return insertOnly(ctx, branchId, set)
    if (row.category !== openingCategory) throw new Problem('row.none')
    const against = faultOfManualMove('edit', manualOn(ctx, row))
    if (against) throw problemOf(against)
    if (version === undefined) throw wrongField('version', '不能为空')
    const moved = await move(ctx, voucherStates, row, 'edit', { version, set })
    ctx.touched('voucher', row.id, { voucherNo: row.voucher_no })
    return { id: row.id, version: moved.version, voucherNo: row.voucher_no }
  })
}

/** A new draft; under the lock of the branch's months there is no other. */
async function insertOnly(ctx: Ctx, branchId: string, set: DraftSet) {
  const other = await ctx.tx.first(standingOpening(branchId))
  if (other !== undefined) throw new Problem('opening.exists', { voucherNo: other.voucher_no })
  return insertDraft(ctx, branchId, set)
}

/** The month the books begin with; that before it takes nothing from now on but what opens them. */
async function takeOpeningMonth(ctx: Ctx, branchId: string): Promise<string> {
  const opens = await assertOpen(ctx, branchId)
  await ctx.tx.run(
    q
      .insertInto('periods')
      .values({ branch_id: branchId, period: periodOf(openingDay(opens)), closed_at: ctx.now })
      .onConflict(c => c.columns(['branch_id', 'period']).doUpdateSet({ closed_at: ctx.now })),
  )
  return opens
}

/** The month that posted balances open, which is theirs however late they are taken back; no month is closed since. */
export async function openedBy(ctx: Ctx, { branch_id, period }: Manual): Promise<string> {
  await assertOpen(ctx, branch_id)
  return shiftPeriod(period, 1)
}

/** Books the balances on the day before the first month. */
export async function postOpening(ctx: Ctx, row: Manual): Promise<void> {
  const opens = await takeOpeningMonth(ctx, row.branch_id)
  bookEntries(ctx, row.branch_id, [
    {
      source: { type: 'manual', id: row.id },
      event: openingEvents[0],
      summary: title,
      lines: draftLinesOf(row).map((line): JournalLine => {
        if (!isOpeningAccount(line.account)) throw new Error(`an opening balance of ${line.account}`)
        return line.debit === 0 ? credit(line.account, fen(line.credit)) : debit(line.account, fen(line.debit))
      }),
      opens,
      voucher: { kind: 'OTHER', counterparty: '', draftId: row.id },
    },
  ])
}
