// Reads of the bank's answers to payment files.
import type { Input, Output } from '@yunshu/contract/call'
import type { getPayAnswer, PayAnswerDetail, PayAnswerRow } from '@yunshu/contract/payFile/payAnswer'
import { fen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { answerFaults, answerMatches, type JudgedRow } from '@yunshu/domain/payFile/answer'
import { payAnswerMovesOf, payAnswerStates } from '@yunshu/domain/payFile/payFile'
import { answerResults, type AnswerResult } from '@yunshu/domain/payFile/template'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import type { PayAnswers } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isMakerOf, ownPayRows, payFilePayments } from './payRows.queries.ts'

export type PayAnswer = Omit<Selectable<PayAnswers>, 'state'> & { state: keyof typeof payAnswerStates.states }

const optionalText = z.optional(z.string())
const Rows = z.array(
  z.object({
    row: z.number(),
    key: optionalText,
    serial: optionalText,
    account: optionalText,
    amount: z.optional(z.number()),
    result: optionalText,
    reason: optionalText,
    date: z.optional(z.number()),
    taskNo: optionalText,
    by: z.optional(z.enum(Object.keys(answerMatches) as (keyof typeof answerMatches)[])),
    outcome: z.optional(z.enum(Object.keys(answerResults) as AnswerResult[])),
    fault: z.optional(z.enum(Object.keys(answerFaults) as (keyof typeof answerFaults)[])),
  }),
)

/** The rows of an answer as they were judged. */
export const judgedRowsOf = (answer: Pick<PayAnswer, 'rows'>): JudgedRow[] =>
  z
    .parse(Rows, answer.rows)
    .map(({ amount, ...row }) => ({ ...row, amount: amount === undefined ? undefined : fen(amount) }))

function show(ctx: Ctx, row: Selectable<PayAnswers>): PayAnswerRow {
  const state = keyOf(payAnswerStates.states, row.state)
  return {
    id: row.id,
    state,
    name: row.name,
    sha256: row.sha256,
    rows: row.rows_n,
    good: row.good_n,
    fault: row.fault ?? undefined,
    maker: row.maker_name,
    checker: row.checker_name ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: payAnswerMovesOf({ state, isMaker: isMakerOf(ctx, row) }, permit => ctx.can(permit)).filter(
      move => move !== 'apply' || (row.fault === null && row.good_n > 0),
    ),
  }
}

/** The most answers of one file that are shown. */
const answersMost = 100

/** The answers read for a file, newest first. */
export async function findAnswersOf(ctx: Ctx, fileId: string): Promise<PayAnswerRow[]> {
  const rows = await ctx.tx.rows(
    q.selectFrom('pay_answers').selectAll().where('file_id', '=', fileId).orderBy('id', 'desc').limit(answersMost),
  )
  return rows.map(row => show(ctx, row))
}

/** One answer row by row, beside the payments as they stand now. */
export async function findPayAnswer(
  ctx: Ctx,
  { id }: Input<typeof getPayAnswer>,
): Promise<Output<typeof getPayAnswer>> {
  const row = await ctx.tx.one(
    q
      .selectFrom('pay_answers as a')
      .innerJoin('pay_files as f', 'f.id', 'a.file_id')
      .selectAll('a')
      .select('f.file_no')
      .where('a.id', '=', id)
      .where(ownPayRows(ctx.actor, 'a')),
  )
  const judged = judgedRowsOf(row)
  const payments = new Map(
    (await ctx.tx.rows(payFilePayments(row.file_id))).map(payment => [payment.task_no, payment] as const),
  )
  const named = new Set(judged.flatMap(({ taskNo }) => taskNo ?? []))
  return {
    ...show(ctx, row),
    fileId: row.file_id,
    fileNo: row.file_no,
    lines: judged.map(({ result, account: _account, taskNo, ...line }): PayAnswerDetail['lines'][number] => {
      const payment = taskNo === undefined ? undefined : payments.get(taskNo)
      return {
        ...line,
        said: result,
        ...(payment === undefined
          ? {}
          : { taskNo, payee: payment.payee, state: keyOf(paymentStates.states, payment.state) }),
      }
    }),
    sums: sumsOf(judged),
    faulty: judged.filter(({ fault }) => fault !== undefined).length,
    silent: [...payments.values()]
      .filter(({ task_no: taskNo }) => !named.has(taskNo))
      .map(payment => ({ taskNo: payment.task_no, payee: payment.payee, amount: fen(payment.amount_fen) })),
  }
}

/** Count and sum of each result among the good rows. */
function sumsOf(rows: readonly JudgedRow[]): { outcome: AnswerResult; count: number; amount: Fen }[] {
  const good = rows.filter(({ fault }) => fault === undefined)
  return (Object.keys(answerResults) as AnswerResult[]).flatMap(outcome => {
    const of = good.filter(row => row.outcome === outcome)
    return of.length === 0
      ? []
      : [{ outcome, count: of.length, amount: sumFen(of.map(({ amount = ZERO_FEN }) => amount)) }]
  })
}
