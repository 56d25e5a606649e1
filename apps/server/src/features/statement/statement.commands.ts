// Statements on their way between the house and a shipper: sent, checked and disputed line by line, explained, confirmed,
// withdrawn.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/statement/statement'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { lineActs, lineActsOf, lineMarks, statementStates, type LineAct } from '@yunshu/domain/statement'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { columnsOfMark, hasDisputedLine } from '../../work/lineMarks.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { urgeRecord } from '../../work/urging.ts'
import { lastStatement, lockPair } from './make.commands.ts'
import { ownStatements, statementAwaits, type Statement } from './statement.queries.ts'

interface Locked extends Statement {
  shipper_name: string
  branch_name: string
}

/** One statement under lock; another company's is none. */
async function lockStatement(ctx: Ctx, id: string): Promise<Locked> {
  const row = await ctx.tx.one(
    q
      .selectFrom('shipper_statements as m')
      .innerJoin('companies as s', 's.id', 'm.shipper_id')
      .innerJoin('companies as b', 'b.id', 'm.branch_id')
      .selectAll('m')
      .select(['s.name as shipper_name', 'b.name as branch_name'])
      .where('m.id', '=', id)
      .where(ownStatements(ctx.actor, 'm'))
      .forUpdate('m'),
  )
  return { ...row, state: keyOf(statementStates.states, row.state) }
}

const wordsOf = (row: Locked) => ({
  id: row.id,
  statementNo: row.statement_no,
  shipper: row.shipper_name,
  period: periodText(row.period),
  owed: printMoney(fen(row.closing_owed_fen)),
})

/** The people of the house who keep statements of a branch. */
const houseOf = (row: Locked) => ({ branch: row.branch_id, permit: 'statement.make' }) as const
const shipperOf = (row: Locked) => ({ company: row.shipper_id, permit: 'statement.confirm' }) as const

/** Sends a statement, confirms what was seen, or withdraws it: then the month can be made anew. */
export async function stepStatement(
  ctx: Ctx,
  { id, version, move: name, expectOwed, expectPrepaid, reason = '' }: Input<typeof calls.moveStatement>,
): Promise<Output<typeof calls.moveStatement>> {
  if (name === 'withdraw') await lockChain(ctx, id)
  const row = await lockStatement(ctx, id)
  const words = wordsOf(row)
  const why = reason.trim()
  if (name === 'withdraw' && why === '') throw wrongField('reason', '不能为空')
  if (name === 'confirm') {
    if (expectOwed !== row.closing_owed_fen) throw wrongField('expectOwed', `期末应收为 ${words.owed} 元，请核对`)
    if (expectPrepaid !== row.closing_prepaid_fen)
      throw wrongField('expectPrepaid', `期末预收为 ${printMoney(fen(row.closing_prepaid_fen))} 元，请核对`)
  }
  const set = {
    send: { sent_at: ctx.now, sender_name: writtenName(ctx.actor) },
    confirm: { answered_at: ctx.now, answerer_name: writtenName(ctx.actor) },
    withdraw: { reason: why },
  }[name]
  const moved = await move(ctx, statementStates, row, name, {
    version,
    set,
    ...(name === 'withdraw' ? { reason: why } : {}),
  })
  if (name === 'send') await tellHappening(ctx, 'statement.sent', shipperOf(row), words)
  if (name === 'confirm') await tellHouse(ctx, 'statement.confirmed', houseOf(row), words)
  if (name === 'withdraw' && row.sent_at !== null)
    await tellHappening(ctx, 'statement.withdrawn', shipperOf(row), { ...words, reason: why })
  ctx.touched('statement', id, { statementNo: row.statement_no })
  return { id, version: moved.version }
}

/** Urges the side whose turn it is, once a day. */
export async function urgeStatement(
  ctx: Ctx,
  { id }: Input<typeof calls.urgeStatement>,
): Promise<Output<typeof calls.urgeStatement>> {
  const row = await lockStatement(ctx, id)
  const awaits = statementAwaits(ctx, row)
  return urgeRecord(ctx, {
    entity: 'statement',
    id,
    awaits,
    tell: async () => {
      const words = { ...wordsOf(row), by: writtenName(ctx.actor), act: awaits?.act ?? '' }
      if (row.state === 'sent') await tellHappening(ctx, 'statement.urged', shipperOf(row), words)
      else await tellHouse(ctx, 'statement.urged', houseOf(row), words)
    },
  })
}

/** Takes the lock of the chain first, as making does, and refuses while a later month goes on from this statement. */
async function lockChain(ctx: Ctx, id: string): Promise<void> {
  const {
    shipper_id: shipperId,
    branch_id: branchId,
    ...row
  } = await ctx.tx.one(
    q
      .selectFrom('shipper_statements as m')
      .select(['m.id', 'm.shipper_id', 'm.branch_id', 'm.period'])
      .where('m.id', '=', id)
      .where(ownStatements(ctx.actor, 'm')),
  )
  await lockPair(ctx, { shipperId, branchId })
  const last = await lastStatement(ctx, { shipperId, branchId })
  if (last !== undefined && last.id !== row.id && last.period > row.period)
    throw new Problem('statement.order', { statementNo: last.statement_no })
}

const moveOf = { dispute: 'dispute', drop: 'drop', explain: 'explain' } as const

/** The word of one side about lines; a dispute is over once its last line is explained or taken back. */
export async function markStatementLines(
  ctx: Ctx,
  { id, version, act, lineNos, reason = '' }: Input<typeof calls.markStatementLines>,
): Promise<Output<typeof calls.markStatementLines>> {
  const row = await lockStatement(ctx, id)
  if (!ctx.can(act === 'explain' ? 'statement.make' : 'statement.confirm')) throw new Problem('permit.missing')
  if (version !== row.version) throw await stale(ctx, id)
  const why = reason.trim()
  if ('ask' in lineActs[act] && why === '') throw wrongField('reason', '不能为空')
  const wanted = [...new Set(lineNos)]
  await assertLines(ctx, row, act, wanted)
  await ctx.tx.run(
    q
      .updateTable('shipper_statement_lines')
      .set(columnsOfMark(ctx, act, why))
      .where('statement_id', '=', id)
      .where('n', 'in', wanted),
  )
  if (act === 'check') {
    ctx.touched('statement', id, { statementNo: row.statement_no })
    return { id, version }
  }
  const said = `第 ${wanted.slice(0, 20).join('、')}${wanted.length > 20 ? ' 等' : ''} 行${why === '' ? '' : `：${why}`}`
  let moved = await move(ctx, statementStates, row, moveOf[act], { version, reason: said })
  const words = { ...wordsOf(row), said }
  if (act === 'dispute') await tellHouse(ctx, 'statement.disputed', houseOf(row), words)
  if (act === 'explain') await tellHappening(ctx, 'statement.explained', shipperOf(row), words)
  if (act !== 'dispute' && !(await hasDisputedLine(ctx, 'shipper_statement_lines', id)))
    moved = await move(ctx, statementStates, moved, 'settle')
  ctx.touched('statement', id, { statementNo: row.statement_no })
  return { id, version: moved.version }
}

/** Refuses lines that are none of the statement's, or cannot take the act now. */
async function assertLines(ctx: Ctx, row: Locked, act: LineAct, wanted: readonly number[]): Promise<void> {
  const found = new Map(
    (
      await ctx.tx.rows(
        q
          .selectFrom('shipper_statement_lines')
          .select(['n', 'mark'])
          .where('statement_id', '=', row.id)
          .where('n', 'in', wanted),
      )
    ).map(line => [line.n, keyOf(lineMarks, line.mark)]),
  )
  for (const [at, n] of wanted.entries()) {
    const mark = found.get(n)
    if (mark === undefined) throw wrongField(`lineNos.${at}`, '没有这一行')
    if (!lineActsOf(row.state, mark, permit => ctx.can(permit)).includes(act))
      throw new Problem('statement.mark', { n, act: lineActs[act].label })
  }
}
