// Payment files: one person makes a file of payments, another lets it out, and from then on its orders are with the bank.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/payFile/payFile'
import { fen, printMoney, printYuan, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { faultOfPayFileMove, payFileStates, takesAnswers, type PayFileMove } from '@yunshu/domain/payFile/payFile'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import { xlsxMime } from '../../exports/xlsx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { FileAnswer } from '../../http/serve.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import {
  assertPayeesOf,
  giveUpPayment,
  handOver,
  lockPayments,
  orderLinesOf,
} from '../settlement/fileOrders.commands.ts'
import { payFileBytes } from './content.ts'
import { payFileColumns, waitingPayments, type PayFile } from './payFile.queries.ts'
import { isMakerOf, ownPayRows } from './payRows.queries.ts'
import { readTemplate } from './template.queries.ts'

/** Makes a file of payments of the branch the person works for; those who may let it out are told. */
export async function makePayFile(
  ctx: Ctx,
  { templateId, paymentIds, expectAmount }: Input<typeof calls.makePayFile>,
): Promise<Output<typeof calls.makePayFile>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const template = await readTemplate(ctx, templateId)
  if (paymentIds.length > template.linesMost)
    throw wrongField('paymentIds', `这个模板一份最多 ${template.linesMost} 笔`)
  const payments = await waitingUnderLock(ctx, branchId, paymentIds)
  const amount = sumFen(payments.map(payment => fen(payment.amount_fen)))
  assertAmount(amount, expectAmount)
  await assertPayeesOf(ctx, payments)
  const content = await payFileBytes(template, await orderLinesOf(ctx, payments))
  const id = v7()
  const fileNo = await takeNumber(ctx.tx, 'PF', 'pay_file_number', ctx.now)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await ctx.tx.run(
    q.insertInto('pay_files').values({
      id,
      file_no: fileNo,
      state: payFileStates.start,
      branch_id: branchId,
      template_id: templateId,
      name: `${fileNo}.${template.format === 'CSV' ? 'csv' : 'xlsx'}`,
      content,
      sha256,
      lines: payments.length,
      amount_fen: amount,
      maker_id: ctx.actor.userId,
      maker_for: ctx.actor.actingFor?.userId ?? null,
      maker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  const lines = payments.map((payment, at) => ({
    file_id: id,
    n: at + 1,
    payment_id: payment.id,
    branch_id: branchId,
    is_live: true,
  }))
  await ctx.tx.run(sql`${insertRows('pay_file_lines', lines)}`.compile(q))
  await logEvent(ctx, { entity: 'payFile', entityId: id, action: '生成付款文件', to: payFileStates.start })
  const words = { fileNo, lines: payments.length, amount: printMoney(amount), maker: writtenName(ctx.actor) }
  await tellHouse(ctx, 'payFile.made', { branch: branchId, permit: 'payFile.release' }, words)
  ctx.touched('payFile', id, { fileNo, lines: String(payments.length), amount: printYuan(amount), sha256 })
  return { id, fileNo, version: 1 }
}

/** These payments under lock, each waiting for a file: of two files that want one, the second finds it taken. */
async function waitingUnderLock(ctx: Ctx, branchId: string, ids: readonly string[]) {
  const payments = await lockPayments(ctx, ids)
  // read in a statement of its own: one that waited for the rows sees what was made before
  const waiting = new Set(
    (
      await ctx.tx.rows(
        waitingPayments(ctx)
          .select('p.id')
          .where('p.branch_id', '=', branchId)
          .where(sql<boolean>`p.id = any(${[...ids]}::uuid[])`),
      )
    ).map(({ id }) => id),
  )
  const inReach = payments.filter(payment => payment.branch_id === branchId)
  if (inReach.length !== new Set(ids).size) throw new Problem('row.none')
  const taken = inReach.find(({ id }) => !waiting.has(id))
  if (taken) throw new Problem('payFile.taken', { taskNo: taken.task_no })
  return inReach
}

function assertAmount(amount: Fen, expectAmount: Fen | undefined): void {
  if (amount !== expectAmount) throw wrongField('expectAmount', `合计金额为 ${printMoney(amount)} 元，请核对`)
}

/** One file under lock, without its bytes; of another branch there is none. */
export async function lockPayFile(ctx: Ctx, id: string): Promise<PayFile> {
  const row = await ctx.tx.one(
    q
      .selectFrom('pay_files as f')
      .select(payFileColumns)
      .where('f.id', '=', id)
      .where(ownPayRows(ctx.actor, 'f'))
      .forUpdate('f'),
  )
  return { ...row, state: keyOf(payFileStates.states, row.state) }
}

/** Lets a file out, or takes it back. */
export async function movePayFile(
  ctx: Ctx,
  { id, version, move: name, expectAmount, reason = '' }: Input<typeof calls.movePayFile>,
): Promise<Output<typeof calls.movePayFile>> {
  const file = await lockPayFile(ctx, id)
  const fault = faultOfPayFileMove(name, { isMaker: isMakerOf(ctx, file) })
  if (fault) throw problemOf(fault)
  const moved = await steps[name](ctx, file, { version, reason: reason.trim(), expectAmount })
  ctx.touched('payFile', id, { fileNo: file.file_no, amount: printYuan(fen(file.amount_fen)), sha256: file.sha256 })
  return { id, version: moved.version }
}

interface Asked {
  readonly version: number
  readonly reason: string
  readonly expectAmount: Fen | undefined
}
const steps: Readonly<Record<PayFileMove, (ctx: Ctx, file: PayFile, asked: Asked) => Promise<PayFile>>> = {
  /** Its bytes can be handed out from now on, so that every order of it may be with the bank. */
  release: async (ctx, file, { version, expectAmount }) => {
    assertAmount(fen(file.amount_fen), expectAmount)
    const moved = await move(ctx, payFileStates, file, 'release', {
      version,
      set: { releaser_id: ctx.actor.userId, releaser_name: ctx.actor.name, released_at: ctx.now },
    })
    const ids = await ctx.tx.rows(q.selectFrom('pay_file_lines').select('payment_id').where('file_id', '=', file.id))
    const payments = await lockPayments(
      ctx,
      ids.map(line => line.payment_id),
    )
    const changed = payments.find(({ state }) => state !== 'created')
    if (changed) throw new Problem('payFile.taken', { taskNo: changed.task_no })
    await assertPayeesOf(ctx, payments)
    await handOver(ctx, payments)
    await tellHappening(
      ctx,
      'payFile.released',
      { users: [file.maker_id] },
      {
        fileNo: file.file_no,
        releaser: ctx.actor.name,
      },
    )
    return moved
  },
  withdraw: async (ctx, file, { version, reason }) => {
    if (reason === '') throw wrongField('reason', '不能为空')
    const moved = await move(ctx, payFileStates, file, 'withdraw', { version, reason, set: { reason } })
    await ctx.tx.run(q.updateTable('pay_file_lines').set({ is_live: false }).where('file_id', '=', file.id))
    return moved
  },
}

const mimes = { csv: 'text/csv', xlsx: xlsxMime } as const

/** Hands out the very bytes that were let out; each time is counted and stands in the history. */
export async function handOutPayFile(ctx: Ctx, { id }: Input<typeof calls.downloadPayFile>): Promise<FileAnswer> {
  const file = await lockPayFile(ctx, id)
  if (!takesAnswers(file.state)) throw new Problem('payFile.notOut')
  const { content } = await ctx.tx.one(q.selectFrom('pay_files').select('content').where('id', '=', id))
  await ctx.tx.run(
    q
      .updateTable('pay_files')
      .set({ downloads: file.downloads + 1 })
      .where('id', '=', id),
  )
  await logEvent(ctx, { entity: 'payFile', entityId: id, action: '下载付款文件' })
  ctx.touched('payFile', id, { fileNo: file.file_no, sha256: file.sha256 })
  return {
    name: file.name,
    mime: file.name.endsWith('.csv') ? mimes.csv : mimes.xlsx,
    body: Readable.from([content], { objectMode: false }),
  }
}

/** Gives a payment up that stands in no file. */
export async function cancelPayment(
  ctx: Ctx,
  { id, version, reason }: Input<typeof calls.cancelPayment>,
): Promise<Output<typeof calls.cancelPayment>> {
  const seen = await ctx.tx.one(
    q
      .selectFrom('payments as p')
      .select('p.task_no')
      .where('p.id', '=', id)
      .where('p.channel', 'in', ['FILE', 'OFFLINE'])
      .where(ownPayRows(ctx.actor, 'p')),
  )
  const payment = await giveUpPayment(ctx, { id, version, reason })
  const held = await ctx.tx.first(
    q
      .selectFrom('pay_file_lines as l')
      .innerJoin('pay_files as f', 'f.id', 'l.file_id')
      .select('f.file_no')
      .where('l.payment_id', '=', id)
      .where('l.is_live', '=', true),
  )
  if (held) throw new Problem('payFile.inFile', { taskNo: seen.task_no, fileNo: held.file_no })
  ctx.touched('payment', id, { taskNo: payment.task_no, amount: printYuan(fen(payment.amount_fen)) })
  return {}
}
