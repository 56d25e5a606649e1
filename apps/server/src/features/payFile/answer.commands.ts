// The bank's answers to payment files: read by one person as a preview, taken by another; each good row is a word of the
// bank like any other, judged against its payment.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/payFile/payAnswer'
import { fen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { faultOfAnswer, isTotalRow, judgeAnswer, type AnswerRow, type JudgedRow } from '@yunshu/domain/payFile/answer'
import { faultOfPayFileMove, payAnswerStates, takesAnswers } from '@yunshu/domain/payFile/payFile'
import type { AnswerResult } from '@yunshu/domain/payFile/template'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import type { FactKind } from '@yunshu/domain/settlement/channelFacts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHouse } from '../../work/outbox.ts'
import type { UploadedSheet } from '../../imports/uploadedSheet.ts'
import { judgeFacts, keepFileFacts, type FileFact } from '../settlement/fileOrders.commands.ts'
import { answerRowsOf } from './answerFile.ts'
import { findPayAnswer, judgedRowsOf, type PayAnswer } from './answer.queries.ts'
import { lockPayFile } from './payFile.commands.ts'
import { isMakerOf, ownPayRows, payFilePayments } from './payRows.queries.ts'
import { answerHeadsOf } from './template.queries.ts'

/** Keeps an answer as a preview: nothing is applied. The same file is read once. */
export async function keepPayAnswer(
  ctx: Ctx,
  { id: fileId }: Input<typeof calls.readPayAnswer>,
  { name, sha256, sheet }: UploadedSheet,
): Promise<Output<typeof calls.readPayAnswer>> {
  const file = await lockPayFile(ctx, fileId)
  if (!takesAnswers(file.state)) throw new Problem('payFile.notOut')
  await assertNew(ctx, file.branch_id, sha256)
  const template = await ctx.tx.one(q.selectFrom('pay_templates').select('answer').where('id', '=', file.template_id))
  const heads = answerHeadsOf(template.answer)
  const all = answerRowsOf(heads, sheet)
  const fault = faultOfAnswer(all, heads.total)
  const judged = await judgeRows(
    ctx,
    file.id,
    all.filter(row => !isTotalRow(row, heads.total)),
    heads.words,
  )
  const good = fault === undefined ? judged.filter(row => row.fault === undefined) : []
  const id = v7()
  await ctx.tx.run(
    q.insertInto('pay_answers').values({
      id,
      file_id: file.id,
      branch_id: file.branch_id,
      state: payAnswerStates.start,
      name,
      sha256,
      rows: JSON.stringify(judged),
      rows_n: judged.length,
      good_n: good.length,
      fault: fault ?? null,
      maker_id: ctx.actor.userId,
      maker_for: ctx.actor.actingFor?.userId ?? null,
      maker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logEvent(ctx, { entity: 'payFile', entityId: file.id, action: '读取银行结果', reason: name })
  const words = {
    fileNo: file.file_no,
    maker: writtenName(ctx.actor),
    good: good.length,
    faulty: judged.length - good.length,
  }
  await tellHouse(ctx, 'payFile.answered', { branch: file.branch_id, permit: 'payFile.release' }, words)
  ctx.touched('payFile', file.id, { fileNo: file.file_no, sha256 })
  return findPayAnswer(ctx, { id })
}

/** The same bytes are one answer, for whichever file of the branch they were read. */
async function assertNew(ctx: Ctx, branchId: string, sha256: string): Promise<void> {
  const key = `pay answer ${branchId} ${sha256}`
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.compile(q))
  const same = await ctx.tx.first(
    q
      .selectFrom('pay_answers as a')
      .innerJoin('pay_files as f', 'f.id', 'a.file_id')
      .select(['a.name', 'f.file_no'])
      .where('a.branch_id', '=', branchId)
      .where('a.sha256', '=', sha256)
      .where('a.state', '<>', 'dropped'),
  )
  if (same) throw new Problem('payFile.answerTwice', { fileNo: same.file_no, name: same.name })
}

/** Rows against the payments of the file; numbers of other payments in the branch are known to be elsewhere. */
async function judgeRows(
  ctx: Ctx,
  fileId: string,
  rows: readonly AnswerRow[],
  words: Parameters<typeof judgeAnswer>[2],
): Promise<JudgedRow[]> {
  const payments = await ctx.tx.rows(payFilePayments(fileId))
  const lines = payments.map(payment => ({
    taskNo: payment.task_no,
    account: payment.account_no,
    amount: fen(payment.amount_fen),
    bankSerial: payment.bank_serial ?? undefined,
  }))
  const numbers = [...new Set(rows.flatMap(({ key }) => key?.toUpperCase().match(/ZF\d+/g) ?? []))]
  const known = await ctx.tx.rows(
    q
      .selectFrom('payments as p')
      .select('p.task_no')
      .where(sql<boolean>`p.task_no = any(${numbers}::text[])`)
      .where(ownPayRows(ctx.actor, 'p')),
  )
  const elsewhere = new Set(known.map(({ task_no: taskNo }) => taskNo))
  return judgeAnswer(rows, lines, words, taskNo => elsewhere.has(taskNo))
}

/** One answer with its file under lock; of another branch there is none. */
async function lockAnswer(ctx: Ctx, id: string): Promise<PayAnswer> {
  const seen = await ctx.tx.one(
    q.selectFrom('pay_answers as a').select('a.file_id').where('a.id', '=', id).where(ownPayRows(ctx.actor, 'a')),
  )
  await lockPayFile(ctx, seen.file_id)
  const row = await ctx.tx.one(q.selectFrom('pay_answers').selectAll().where('id', '=', id).forUpdate())
  return { ...row, state: keyOf(payAnswerStates.states, row.state) }
}

/** Takes the good rows of an answer, or gives it up. */
export async function movePayAnswer(
  ctx: Ctx,
  { id, version, move: name, expectRows }: Input<typeof calls.movePayAnswer>,
): Promise<Output<typeof calls.movePayAnswer>> {
  const answer = await lockAnswer(ctx, id)
  const fault = faultOfPayFileMove(name, { isMaker: isMakerOf(ctx, answer) })
  if (fault) throw problemOf(fault)
  const by = { checker_id: ctx.actor.userId, checker_name: ctx.actor.name, checked_at: ctx.now }
  const moved = await move(ctx, payAnswerStates, answer, name, {
    version,
    entityId: answer.file_id,
    reason: answer.name,
    set: name === 'apply' ? by : {},
  })
  ctx.touched('payFile', answer.file_id, { sha256: answer.sha256, rows: String(answer.good_n) })
  if (name === 'drop') return { id, version: moved.version }
  if (answer.fault !== null) throw new Problem('payFile.answerBroken', { fault: answer.fault })
  if (answer.good_n === 0 || answer.good_n !== expectRows)
    throw new Problem('payFile.answerRows', { count: answer.good_n })
  const kept = await keepFileFacts(ctx, await factsOf(ctx, answer))
  ctx.afterCommit(() => judgeFacts(ctx.deps, kept))
  return { id, version: moved.version }
}

const kinds: Readonly<Record<AnswerResult, FactKind | undefined>> = {
  success: 'SUCCESS',
  failed: 'FAILED',
  returned: 'RETURNED',
  // nothing is known by it that was not before
  processing: undefined,
}

/** The words of the good rows about their payments. */
async function factsOf(ctx: Ctx, answer: PayAnswer): Promise<FileFact[]> {
  const payments = new Map(
    (await ctx.tx.rows(payFilePayments(answer.file_id))).map(payment => [payment.task_no, payment] as const),
  )
  return judgedRowsOf(answer).flatMap(({ fault, outcome, taskNo = '', ...row }): FileFact[] => {
    const payment = payments.get(taskNo)
    const kind = outcome && kinds[outcome]
    if (fault !== undefined || payment === undefined || kind === undefined) return []
    return [
      {
        payment,
        kind,
        amountFen: row.amount ?? ZERO_FEN,
        bankSerial: row.serial,
        reason: row.reason ?? (outcome === 'success' ? undefined : row.result),
        happenedAt: row.date,
        raw: { file: answer.sha256, ...row, taskNo },
      },
    ]
  })
}
