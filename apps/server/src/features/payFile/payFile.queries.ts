// Reads of payment files: the list, its counts and sums, one file with its lines and answers, and payments that wait.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countPayFiles,
  getPayFile,
  listPayFileCandidates,
  listPayFiles,
  PayFileLine,
  PayFileRow,
} from '@yunshu/contract/payFile/payFile'
import { fen } from '@yunshu/domain/figures/money'
import { payFileMovesOf, payFileStates, takesAnswers } from '@yunshu/domain/payFile/payFile'
import { payFileFormats } from '@yunshu/domain/payFile/template'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { PayFiles } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { shownAccountNo } from '../../work/numbers.ts'
import { allOf } from '../../work/scope.ts'
import { findAnswersOf } from './answer.queries.ts'
import { isMakerOf, ownPayRows, payFilePayments } from './payRows.queries.ts'

export type PayFile = Omit<Selectable<PayFiles>, 'state' | 'content'> & { state: keyof typeof payFileStates.states }

/** Columns of a file without its bytes. */
export const payFileColumns = [
  'f.id',
  'f.file_no',
  'f.state',
  'f.branch_id',
  'f.template_id',
  'f.name',
  'f.sha256',
  'f.lines',
  'f.amount_fen',
  'f.maker_id',
  'f.maker_for',
  'f.maker_name',
  'f.releaser_id',
  'f.releaser_name',
  'f.released_at',
  'f.downloads',
  'f.reason',
  'f.version',
  'f.created_at',
  'f.updated_at',
] as const

const payFileRows = q
  .selectFrom('pay_files as f')
  .innerJoin('companies as b', 'b.id', 'f.branch_id')
  .innerJoin('pay_templates as t', 't.id', 'f.template_id')
  .select(payFileColumns)
  .select([
    'b.name as branch_name',
    't.name as template_name',
    't.format',
    sql<number>`(select count(*) from pay_file_lines l join payments p on p.id = l.payment_id
      where l.file_id = f.id and l.is_live and p.state in ('success', 'failed', 'returned'))`.as('ended'),
    sql<number>`(select count(*) from pay_file_lines l join payments p on p.id = l.payment_id
      where l.file_id = f.id and l.is_live and p.state in ('failed', 'returned'))`.as('failed'),
  ])
type NamedFile = Omit<Selectable<PayFiles>, 'content'> & {
  branch_name: string
  template_name: string
  format: string
  ended: number
  failed: number
}

function show(ctx: Ctx, row: NamedFile): PayFileRow {
  const state = keyOf(payFileStates.states, row.state)
  return {
    id: row.id,
    fileNo: row.file_no,
    state,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    templateName: row.template_name,
    name: row.name,
    sha256: row.sha256,
    lines: row.lines,
    amount: fen(row.amount_fen),
    ended: row.ended,
    failed: row.failed,
    maker: row.maker_name,
    releaser: row.releaser_name ?? undefined,
    releasedAt: row.released_at ?? undefined,
    downloads: row.downloads,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: payFileMovesOf({ state, isMaker: isMakerOf(ctx, row) }, permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listPayFiles>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { branchId, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownPayRows(actor, 'f'),
    branchId === undefined ? undefined : sql<boolean>`f.branch_id = ${branchId}::uuid`,
    between('f.created_at', from, to),
    contains(['f.file_no', 'f.name', 'f.maker_name'], text),
    chosen('f.id', ids),
  ])

/** Payment files in the actor's reach, newest first. */
export async function findPayFiles(ctx: Ctx, input: Input<typeof listPayFiles>): Promise<Output<typeof listPayFiles>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`f.state = ${input.state}`,
    afterCursor(input, 'f.id'),
  ])
  const rows = await ctx.tx.rows(payFileRows.where(where).orderBy('f.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countPayFilesBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countPayFiles>,
): Promise<Output<typeof countPayFiles>> {
  const where = filtered(ctx, filter)
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      payFileStates,
      { table: 'pay_files', alias: 'f', where },
      { person: ctx.actor.userId, hands: { made: ['maker_id', 'maker_for'] } },
    )
  const rows = q
    .selectFrom('pay_files as f')
    .select(['f.amount_fen', 'f.lines'])
    .where(allOf([where, filter.state && sql<boolean>`f.state = ${filter.state}`]))
    .orderBy('f.id', 'desc')
    .limit(countCap)
  const { n, amount, lines } = await ctx.tx.one(
    q
      .selectFrom(rows.as('x'))
      .select([
        sql<number>`count(*)`.as('n'),
        sql<number>`coalesce(sum(x.amount_fen), 0)::bigint`.as('amount'),
        sql<number>`coalesce(sum(x.lines), 0)`.as('lines'),
      ]),
  )
  return { state: {}, summed: n, sums: { amount: fen(amount), lines } }
}

/** One file with its lines, answers and history; of another branch there is none. */
export async function findPayFile(ctx: Ctx, { id }: Input<typeof getPayFile>): Promise<Output<typeof getPayFile>> {
  const row = await ctx.tx.one(payFileRows.where('f.id', '=', id).where(ownPayRows(ctx.actor, 'f')))
  const state = keyOf(payFileStates.states, row.state)
  const payments = await ctx.tx.rows(payFilePayments(id))
  return {
    ...show(ctx, row),
    format: keyOf(payFileFormats, row.format),
    canDownload: takesAnswers(state) && (ctx.can('payFile.make') || ctx.can('payFile.release')),
    canRead: takesAnswers(state) && ctx.can('payFile.make'),
    rows: payments.map((payment): PayFileLine => ({
      n: payment.n,
      paymentId: payment.id,
      taskNo: payment.task_no,
      settlementNum: payment.settlement_num,
      payee: payment.payee,
      account: shownAccountNo(ctx, payment.account_no),
      bank: payment.bank,
      amount: fen(payment.amount_fen),
      state: keyOf(paymentStates.states, payment.state),
      bankSerial: payment.bank_serial ?? undefined,
      reason: payment.reason ?? undefined,
    })),
    answers: await findAnswersOf(ctx, id),
    log: await findLog(ctx, id),
  }
}

/** Payments that wait for a file, by their alias. */
export const withoutFile = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.channel`)} = 'FILE' and ${sql.ref(`${alias}.state`)} = 'created'
    and not exists (select from pay_file_lines l where l.payment_id = ${sql.ref(`${alias}.id`)} and l.is_live))`

/** Those of them in the actor's reach. */
export const waitingPayments = ({ actor }: Pick<Ctx, 'actor'>) =>
  q
    .selectFrom('payments as p')
    .innerJoin('settlements as st', 'st.id', 'p.settlement_id')
    .innerJoin('companies as s', 's.id', 'p.shipper_id')
    .innerJoin('companies as b', 'b.id', 'p.branch_id')
    .where(withoutFile('p'))
    .where(ownPayRows(actor, 'p'))

/** A page of them, newest first. */
export async function findCandidates(
  ctx: Ctx,
  input: Input<typeof listPayFileCandidates>,
): Promise<Output<typeof listPayFileCandidates>> {
  const { branchId, from, to, text, ids } = input
  const rows = await ctx.tx.rows(
    waitingPayments(ctx)
      .selectAll('p')
      .select(['st.settlement_num', 's.name as shipper_name', 'b.name as branch_name'])
      .where(
        allOf([
          branchId === undefined ? undefined : sql<boolean>`p.branch_id = ${branchId}::uuid`,
          between('p.created_at', from, to),
          contains(['p.task_no', 'p.payee', 'st.settlement_num'], text),
          chosen('p.id', ids),
          afterCursor(input, 'p.id'),
        ]),
      )
      .orderBy('p.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  return toPage(rows, input, row => ({
    id: row.id,
    taskNo: row.task_no,
    settlementNum: row.settlement_num,
    payee: row.payee,
    account: shownAccountNo(ctx, row.account_no),
    bank: row.bank,
    amount: fen(row.amount_fen),
    shipperName: row.shipper_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    createdAt: row.created_at,
    version: row.version,
  }))
}
