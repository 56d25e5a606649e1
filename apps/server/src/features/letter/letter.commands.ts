// Letters of balances on their way between the house and a company: confirmed, disputed account by account, explained,
// withdrawn.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/letter/letter'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { letterActsOf, letterPermitOf, letterStates } from '@yunshu/domain/letter'
import { Problem } from '@yunshu/domain/problems/problems'
import { lineActs, lineMarks, type LineAct } from '@yunshu/domain/statement'
import { flowAccounts, type FlowAccount } from '@yunshu/domain/voucher/chart'
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
import { letterAwaits, ownLetters, type Letter } from './letter.queries.ts'
import { netWords } from './send.commands.ts'

interface Locked extends Letter {
  party_name: string
  branch_name: string
}

/** One letter under lock; another company's is none. */
async function lockLetter(ctx: Ctx, id: string): Promise<Locked> {
  const row = await ctx.tx.one(
    q
      .selectFrom('balance_letters as m')
      .innerJoin('companies as c', 'c.id', 'm.party_id')
      .innerJoin('companies as b', 'b.id', 'm.branch_id')
      .selectAll('m')
      .select(['c.name as party_name', 'b.name as branch_name'])
      .where('m.id', '=', id)
      .where(ownLetters(ctx.actor, 'm'))
      .forUpdate('m'),
  )
  return { ...row, state: keyOf(letterStates.states, row.state) }
}

const wordsOf = (row: Locked) => ({
  id: row.id,
  letterNo: row.letter_no,
  party: row.party_name,
  period: periodText(row.period),
  closing: netWords(fen(row.closing_fen), '对方'),
})

/** The people of the house who keep the books of a branch. */
const houseOf = (row: Locked) => ({ branch: row.branch_id, permit: 'statement.make' }) as const
const partyOf = (row: Locked) => ({ company: row.party_id, permit: 'letter.answer' }) as const

/** Urges the side whose turn it is, once a day. */
export async function urgeLetter(
  ctx: Ctx,
  { id }: Input<typeof calls.urgeLetter>,
): Promise<Output<typeof calls.urgeLetter>> {
  const row = await lockLetter(ctx, id)
  const awaits = letterAwaits(ctx, row)
  return urgeRecord(ctx, {
    entity: 'letter',
    id,
    awaits,
    tell: async () => {
      const words = { ...wordsOf(row), by: writtenName(ctx.actor), act: awaits?.act ?? '' }
      if (row.state === 'sent') await tellHappening(ctx, 'letter.urged', partyOf(row), words)
      else await tellHouse(ctx, 'letter.urged', houseOf(row), words)
    },
  })
}

/** Confirms the closing that was seen, with every account, or withdraws: then the month can be sent anew. */
export async function stepLetter(
  ctx: Ctx,
  { id, version, move: name, expectClosing, reason = '' }: Input<typeof calls.moveLetter>,
): Promise<Output<typeof calls.moveLetter>> {
  const row = await lockLetter(ctx, id)
  const words = wordsOf(row)
  const why = reason.trim()
  if (name === 'withdraw' && why === '') throw wrongField('reason', '不能为空')
  if (name === 'confirm' && expectClosing !== row.closing_fen)
    throw wrongField('expectClosing', `期末净额为 ${printMoney(fen(row.closing_fen))} 元，请核对`)
  const moved = await move(ctx, letterStates, row, name, {
    version,
    set: name === 'confirm' ? { answered_at: ctx.now, answerer_name: writtenName(ctx.actor) } : { reason: why },
    ...(name === 'withdraw' ? { reason: why } : {}),
  })
  if (name === 'confirm') {
    await ctx.tx.run(q.updateTable('balance_letter_lines').set({ mark: 'checked' }).where('letter_id', '=', id))
    await tellHouse(ctx, 'letter.confirmed', houseOf(row), words)
  } else await tellHappening(ctx, 'letter.withdrawn', partyOf(row), { ...words, reason: why })
  ctx.touched('letter', id, { letterNo: row.letter_no })
  return { id, version: moved.version }
}

const moveOf = { dispute: 'dispute', drop: 'drop', explain: 'explain' } as const

/** The word of one side about accounts; a dispute is over once its last account is explained or taken back. */
export async function markLetterLines(
  ctx: Ctx,
  { id, version, act, accounts, reason = '' }: Input<typeof calls.markLetterLines>,
): Promise<Output<typeof calls.markLetterLines>> {
  const row = await lockLetter(ctx, id)
  if (!ctx.can(letterPermitOf(act))) throw new Problem('permit.missing')
  if (version !== row.version) throw await stale(ctx, id)
  const why = reason.trim()
  if ('ask' in lineActs[act] && why === '') throw wrongField('reason', '不能为空')
  const wanted = [...new Set(accounts)]
  await assertAccounts(ctx, row, act, wanted)
  await ctx.tx.run(
    q
      .updateTable('balance_letter_lines')
      .set(columnsOfMark(ctx, act, why))
      .where('letter_id', '=', id)
      .where('account', 'in', wanted),
  )
  ctx.touched('letter', id, { letterNo: row.letter_no })
  if (act === 'check') return { id, version }
  const said = `${wanted.map(account => flowAccounts[account]).join('、')}${why === '' ? '' : `：${why}`}`
  let moved = await move(ctx, letterStates, row, moveOf[act], { version, reason: said })
  const words = { ...wordsOf(row), said }
  if (act === 'dispute') await tellHouse(ctx, 'letter.disputed', houseOf(row), words)
  if (act === 'explain') await tellHappening(ctx, 'letter.explained', partyOf(row), words)
  if (act !== 'dispute' && !(await hasDisputedLine(ctx, 'balance_letter_lines', id)))
    moved = await move(ctx, letterStates, moved, 'settle')
  return { id, version: moved.version }
}

/** Refuses accounts that are none of the letter's, or cannot take the act now. */
async function assertAccounts(ctx: Ctx, row: Locked, act: LineAct, wanted: readonly FlowAccount[]): Promise<void> {
  const marks = new Map(
    (
      await ctx.tx.rows(
        q.selectFrom('balance_letter_lines').select(['account', 'mark']).where('letter_id', '=', row.id),
      )
    ).map(line => [line.account, keyOf(lineMarks, line.mark)]),
  )
  for (const [at, account] of wanted.entries()) {
    const mark = marks.get(account)
    if (mark === undefined) throw wrongField(`accounts.${at}`, '对账函没有这个账户')
    if (!letterActsOf(row.state, mark, permit => ctx.can(permit)).includes(act))
      throw new Problem('letter.mark', { account: flowAccounts[account], act: lineActs[act].label })
  }
}
