// Payment files of the demo: each branch made one and took it back, for its payments went through the simulated bank.
import { createHash } from 'node:crypto'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { payFileStates } from '@yunshu/domain/payFile/payFile'
import type { Insertable } from 'kysely'
import { takeNumber } from '../src/db/numbers.ts'
import type { PayFileLines, PayFiles } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { payFileBytes } from '../src/features/payFile/content.ts'
import { insertAll } from './bulk.ts'
import { idMaker, type MakeId } from './ids.ts'
import { demoBranches, demoCompanyId, demoUserId } from './people.ts'

const columns = [
  { title: '收款账号', field: 'account' },
  { title: '收款户名', field: 'payee' },
  { title: '金额', field: 'amount' },
  { title: '附言', field: 'remark' },
] as const
const template = {
  format: 'CSV',
  encoding: 'UTF8_BOM',
  hasHeading: true,
  columns,
  remarkBytes: 60,
  linesMost: 500,
} as const
const linesEach = 3
const withdrawn = '改用在线支付通道'

/** Writes the files with their lines, which hold no payment any more. */
export async function seedPayFiles(tx: Tx, now: number): Promise<number> {
  const makeId = idMaker(105)
  const { id: templateId } = await tx.one(q.selectFrom('pay_templates').select('id').orderBy('id').limit(1))
  const { name: makerName } = await tx.one(
    q.selectFrom('users').select('name').where('id', '=', demoUserId('platform-finance')),
  )
  const files: Insertable<PayFiles>[] = []
  const lines: Insertable<PayFileLines>[] = []
  // the oldest first: numbers go up with the days
  for (const [n, { key }] of [...demoBranches.entries()].toReversed()) {
    const at = now - (60 + n * 7) * HOUR_MS
    const payments = await tx.rows(
      q
        .selectFrom('payments')
        .selectAll()
        .where('branch_id', '=', demoCompanyId(key))
        .where('state', '=', 'success')
        .orderBy('id', 'desc')
        .limit(linesEach),
    )
    if (payments.length === 0) continue
    const content = await payFileBytes(
      template,
      payments.map(payment => ({
        taskNo: payment.task_no,
        payee: payment.payee,
        account: payment.account_no,
        bank: payment.bank,
        amount: fen(payment.amount_fen),
        word: '运费',
      })),
    )
    const id = makeId(at)
    const fileNo = await takeNumber(tx, 'PF', 'pay_file_number', at)
    files.push({
      id,
      file_no: fileNo,
      state: 'withdrawn',
      branch_id: demoCompanyId(key),
      template_id: templateId,
      name: `${fileNo}.csv`,
      content,
      sha256: createHash('sha256').update(content).digest('hex'),
      lines: payments.length,
      amount_fen: sumFen(payments.map(payment => fen(payment.amount_fen))),
      maker_id: demoUserId('platform-finance'),
      maker_name: makerName,
      reason: withdrawn,
      version: 2,
      created_at: at,
      updated_at: at + HOUR_MS,
    })
    for (const [index, payment] of payments.entries())
      lines.push({ file_id: id, n: index + 1, payment_id: payment.id, branch_id: payment.branch_id, is_live: false })
  }
  for (const file of files) {
    await tx.run(q.insertInto('pay_files').values(file))
    await addHistory(tx, file.id, file.created_at, makerName, makeId)
  }
  return files.length + (await insertAll(tx, 'pay_file_lines', lines))
}

/** It was made, and taken back an hour later. */
async function addHistory(tx: Tx, id: string, at: number, name: string, makeId: MakeId): Promise<void> {
  const steps = [
    { action: '生成付款文件', from_state: null, to_state: payFileStates.start, remark: null },
    {
      action: payFileStates.moves.withdraw.label,
      from_state: payFileStates.start,
      to_state: 'withdrawn',
      remark: withdrawn,
    },
  ]
  for (const [turn, step] of steps.entries())
    await tx.run(
      q.insertInto('events').values({
        id: makeId(at + turn * HOUR_MS),
        entity: 'payFile',
        entity_id: id,
        user_id: demoUserId('platform-finance'),
        user_name: name,
        at: at + turn * HOUR_MS,
        ...step,
      }),
    )
}
