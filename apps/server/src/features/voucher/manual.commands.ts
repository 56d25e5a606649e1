// Vouchers made by hand: drafts a person keeps, audited by another, numbered and written into the books when they are
// posted, and taken out of them in red.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/manual'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import {
  balanceOfLines,
  faultOfManualMove,
  faultsOfLines,
  isManualAccount,
  manualLines,
  manualMoves,
  type ManualFault,
  type ManualLine,
  type ManualMove,
} from '@yunshu/domain/voucher/manual'
import { credit, debit, type JournalLine } from '@yunshu/domain/voucher/ledger'
import { openingCategory, openingEvents } from '@yunshu/domain/voucher/opening'
import { backdateMonths, periodOf, shiftPeriod, startOfPeriod, voucherStates } from '@yunshu/domain/voucher/voucher'
import { keyOf } from '../../db/keyOf.ts'
import { fieldFault, wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { openEntriesOf } from './books.queries.ts'
import { insertDraft, type DraftSet } from './draft.commands.ts'
import { bookEntries } from './ledger.commands.ts'
import { draftLinesOf, lockManual, manualOn, waybillsByNumber, type Manual } from './manual.queries.ts'
import { assertOpen, openedBy, postOpening } from './opening.commands.ts'
import { redEntry } from './red.ts'

/** Keeps a draft of the branch the person works for. */
export async function saveVoucher(
  ctx: Ctx,
  input: Input<typeof calls.saveVoucher>,
): Promise<Output<typeof calls.saveVoucher>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  if (input.date >= startOfDay(ctx.now) + DAY_MS) throw wrongField('date', '不能晚于今天')
  // the books take nothing in before last month
  const oldest = startOfPeriod(shiftPeriod(periodOf(ctx.now), -backdateMonths))
  if (input.date < oldest) throw wrongField('date', '不能早于上月')
  if (input.kind === 'OTHER' && input.category === undefined) throw wrongField('category', '请选择类别')
  await assertLines(ctx, branchId, input.lines)
  const set = {
    kind: input.kind,
    category: input.kind === 'OTHER' ? (input.category ?? null) : null,
    date: startOfDay(input.date),
    period: periodOf(input.date),
    summary: input.summary,
    counterparty: input.counterparty ?? '',
    amount_fen: balanceOfLines(input.lines).debit,
    draft_lines: JSON.stringify(input.lines),
  }
  return ctx.tx.elevated(() =>
    input.id === undefined ? insertDraft(ctx, branchId, set) : changeDraft(ctx, input.id, input.version, set),
  )
}

async function changeDraft(ctx: Ctx, id: string, version: number | undefined, set: DraftSet) {
  const row = await lockManual(ctx, id)
  assertMay(ctx, row, 'edit')
  if (row.category === openingCategory) throw wrongField('id', '请在期初余额页修改')
  if (version === undefined) throw wrongField('version', '不能为空')
  const moved = await move(ctx, voucherStates, row, 'edit', { version, set: { ...set } })
  ctx.touched('voucher', id, { voucherNo: row.voucher_no })
  return { id, version: moved.version, voucherNo: row.voucher_no }
}

/** The faults of lines, those that are asked of the books too. */
async function faultsOf(ctx: Ctx, branchId: string, lines: readonly ManualLine[]): Promise<ManualFault[]> {
  const known = await waybillsByNumber(ctx, branchId, lines)
  return [
    ...faultsOfLines(lines),
    ...lines.flatMap(({ waybillNo = '' }, at) =>
      waybillNo === '' || known.has(waybillNo)
        ? []
        : [{ at, field: 'waybillNo' as const, said: '本分公司没有这张运单' }],
    ),
  ]
}

/** Refuses lines with a fault, each at its place. */
async function assertLines(ctx: Ctx, branchId: string, lines: readonly ManualLine[]): Promise<void> {
  const faults = await faultsOf(ctx, branchId, lines)
  const fault = fieldFault(
    Object.fromEntries(faults.map(({ at, field, said }) => [`lines.${at}.${field}`, `第${at + 1}行：${said}`])),
  )
  if (fault) throw fault
}

function assertMay(ctx: Ctx, row: Manual, name: ManualMove): void {
  if (!ctx.can(manualMoves[name])) throw new Problem('permit.missing')
  const fault = faultOfManualMove(name, manualOn(ctx, row))
  if (fault) throw problemOf(fault)
}

/** A step of a voucher made by hand, in the branch the person works for. */
export async function moveVoucher(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveVoucher>,
): Promise<Output<typeof calls.moveVoucher>> {
  if (ctx.actor.branchId === undefined) throw new Problem('branch.only')
  return ctx.tx.elevated(async () => {
    const row = await lockManual(ctx, id)
    assertMay(ctx, row, name)
    const asked = { version, ...(reason === '' ? {} : { reason }) }
    ctx.touched('voucher', id, { voucherNo: row.voucher_no })
    if ('ask' in voucherStates.moves[name] && reason.trim() === '') throw wrongField('reason', '请填写原因')
    if (name === 'reverse') return reverse(ctx, row, version, reason)
    if (name === 'audit' || name === 'post') await assertReady(ctx, row)
    const { userId, name: person } = ctx.actor
    const set = {
      audit: { auditor_id: userId, auditor_name: person },
      sendBack: { auditor_id: null, auditor_name: null },
      post: { poster_name: person },
      void: {},
    }[name]
    const moved = await move(ctx, voucherStates, row, name, { ...asked, set })
    if (name === 'post') await (row.category === openingCategory ? postOpening(ctx, row) : post(ctx, row))
    return { id, version: moved.version }
  })
}

/**
 * Refuses lines that do not balance, or are only one; those with an account that went or a waybill the branch has no more
 * since they were kept; and opening balances of books that have a closed month.
 */
async function assertReady(ctx: Ctx, row: Manual): Promise<void> {
  const lines = draftLinesOf(row)
  if (row.category === openingCategory) await assertOpen(ctx, row.branch_id)
  const { debit: debits, credit: credits, difference } = balanceOfLines(lines)
  if (lines.length < manualLines.least || difference !== 0)
    throw new Problem('voucher.unbalanced', { debit: printMoney(debits), credit: printMoney(credits) })
  const [fault] = row.category === openingCategory ? [] : await faultsOf(ctx, row.branch_id, lines)
  if (fault) throw new Problem('voucher.lineFault', { n: fault.at + 1, said: fault.said })
}

/** Writes its lines into the books; its number comes with them. */
async function post(ctx: Ctx, row: Manual): Promise<void> {
  const lines = draftLinesOf(row)
  const waybills = await waybillsByNumber(ctx, row.branch_id, lines)
  bookEntries(ctx, row.branch_id, [
    {
      source: { type: 'manual', id: row.id },
      event: 'M1',
      summary: row.summary,
      lines: lines.map((line): JournalLine => {
        if (!isManualAccount(line.account)) throw new Error(`a line by hand on ${line.account}`)
        const of = line.waybillNo ? { waybillId: waybills.get(line.waybillNo) } : {}
        return line.debit === 0 ? credit(line.account, fen(line.credit), of) : debit(line.account, fen(line.debit), of)
      }),
      happenedAt: row.date,
      voucher: {
        kind: keyOf({ ACCOUNTING: true, OTHER: true }, row.kind),
        counterparty: row.counterparty,
        draftId: row.id,
      },
    },
  ])
}

/** Takes its entry out of the books in red, on a voucher of its own. */
async function reverse(
  ctx: Ctx,
  row: Manual,
  version: number,
  reason: string,
): Promise<{ id: string; version: number }> {
  if (row.version !== version) throw await stale(ctx, row.id)
  const isOpening = row.category === openingCategory
  const [entry] = await openEntriesOf(ctx, 'manual', [row.id], [isOpening ? openingEvents[0] : 'M1'])
  if (entry === undefined)
    throw new Problem('state.wrong', { state: voucherStates.states[row.state].label, move: '冲销' })
  const maker = { id: ctx.actor.userId, name: ctx.actor.name }
  const red = redEntry(entry, `冲销 ${row.voucher_no}：${reason.trim()}`)
  const opens = isOpening ? { opens: await openedBy(ctx, row) } : {}
  bookEntries(ctx, row.branch_id, [{ ...red, ...opens, voucher: { ...red.voucher, maker } }])
  return { id: row.id, version: version + 1 }
}
