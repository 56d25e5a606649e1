// Letters of balances of the demo: of the month before last all that were confirmed, of the last one in every state.
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { letterStates, type LetterState } from '@yunshu/domain/letter'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { q, type Tx } from '../src/db/tx.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoUserId } from './people.ts'

/** Letters of the last month by company; the first of two of a company was withdrawn. */
const plans: readonly { company: string; states: readonly LetterState[] }[] = [
  { company: 'shipper', states: ['confirmed'] },
  { company: 'carrier', states: ['confirmed'] },
  { company: 'shipper2', states: ['sent'] },
  { company: 'carrier2', states: ['sent'] },
  { company: 'shipper3', states: ['withdrawn', 'sent'] },
  { company: 'carrier3', states: ['disputed'] },
  { company: 'shipper4', states: ['disputed'] },
  { company: 'carrier4', states: ['withdrawn', 'disputed'] },
]
const withdrawn = '补记一笔油费，改正后重发'
const disputed = '我方账上少一笔上月付款，请核对银行回单'

interface Ground {
  readonly tx: Tx
  readonly maker: Person
  readonly ids: { readonly letter: (at: number) => string; readonly event: (at: number) => string }
}
interface Person {
  readonly id: string
  readonly name: string
}

/** Writes them with their lines and histories; answers the number of letters. */
export async function seedLetters(tx: Tx, now: number): Promise<number> {
  const maker = await tx.one(
    q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId('platform-finance')),
  )
  const ground: Ground = { tx, maker, ids: { letter: idMaker(151), event: idMaker(152) } }
  const month = periodOf(now)
  const madeAt = Math.min(now - 6 * HOUR_MS, startOfPeriod(month) + 2 * DAY_MS)
  let n = 0
  for (const { company, states } of plans) {
    n += await addLetter(ground, { company, period: shiftPeriod(month, -2), at: madeAt - 28 * DAY_MS }, 'confirmed')
    for (const [turn, state] of states.entries())
      n += await addLetter(ground, { company, period: shiftPeriod(month, -1), at: madeAt + turn * HOUR_MS }, state)
  }
  return n
}

interface Place {
  readonly company: string
  readonly period: string
  readonly at: number
}
interface Moved {
  readonly branch_id: string
  readonly account: string
  readonly before: number
  readonly debit: number
  readonly credit: number
}

/** The accounts of a company at the end of a month, with the branch that has most of them. */
async function accountsOf(tx: Tx, { company, period }: Place): Promise<Moved[]> {
  const [from, end] = [startOfPeriod(period), startOfPeriod(shiftPeriod(period, 1))]
  const all = await tx.rows(
    sql<Moved>`select branch_id, account,
      coalesce(sum(debit_fen - credit_fen) filter (where day < ${from}::bigint), 0)::bigint as before,
      coalesce(sum(debit_fen) filter (where day >= ${from}::bigint), 0)::bigint as debit,
      coalesce(sum(credit_fen) filter (where day >= ${from}::bigint), 0)::bigint as credit
      from account_days where party_id = ${demoCompanyId(company)}::uuid and day < ${end}::bigint
        and account = any(${Object.keys(flowAccounts)}::text[])
      group by 1, 2 having sum(debit_fen - credit_fen) <> 0 or bool_or(day >= ${from}::bigint) order by 1, 2`.compile(
      q,
    ),
  )
  const sizes = Map.groupBy(all, row => row.branch_id)
  return [...sizes.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
}

async function addLetter(ground: Ground, place: Place, state: LetterState): Promise<number> {
  const { tx, maker, ids } = ground
  const { company, period, at } = place
  const lines = await accountsOf(tx, place)
  const [first] = lines
  if (first === undefined) return 0
  const asker = await tx.one(q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId(company)))
  const sum = (key: 'before' | 'debit' | 'credit'): number => lines.reduce((all, line) => all + line[key], 0)
  const [opening, debit, credit] = [sum('before'), sum('debit'), sum('credit')]
  const id = ids.letter(at)
  const answeredAt = at + HOUR_MS / 2
  const { n } = await tx.one(q.selectNoFrom(sql<number>`nextval('letter_number')`.as('n')))
  await tx.run(
    q.insertInto('balance_letters').values({
      id,
      letter_no: `DH${period}${String(n).padStart(10, '0')}`,
      state,
      party_id: demoCompanyId(company),
      branch_id: first.branch_id,
      period,
      opening_fen: opening,
      debit_fen: debit,
      credit_fen: credit,
      closing_fen: opening + debit - credit,
      lines: lines.length,
      sender_id: maker.id,
      sender_name: maker.name,
      answered_at: state === 'confirmed' ? answeredAt : null,
      answerer_name: state === 'confirmed' ? asker.name : null,
      reason: state === 'withdrawn' ? withdrawn : null,
      version: state === 'sent' ? 1 : 2,
      created_at: at,
      updated_at: state === 'sent' ? at : answeredAt,
    }),
  )
  for (const [turn, { account, before, debit: debited, credit: credited }] of lines.entries()) {
    const isDisputed = state === 'disputed' && turn === 0
    await tx.run(
      q.insertInto('balance_letter_lines').values({
        letter_id: id,
        account,
        before_fen: before,
        debit_fen: debited,
        credit_fen: credited,
        mark: isDisputed ? 'disputed' : state === 'confirmed' ? 'checked' : 'none',
        ...(isDisputed ? { dispute: disputed, disputed_by: asker.name, disputed_at: answeredAt } : {}),
      }),
    )
  }
  await addHistory(ground, { id, at, state, asker })
  return 1
}

interface Told {
  readonly id: string
  readonly at: number
  readonly state: LetterState
  readonly asker: Person
}
async function addHistory({ tx, maker, ids }: Ground, { id, at, state, asker }: Told): Promise<void> {
  const answers: Readonly<Record<LetterState, readonly [action: string, by: Person, remark: string | null][]>> = {
    sent: [],
    confirmed: [['确认无误', asker, null]],
    disputed: [['提异议', asker, disputed]],
    withdrawn: [['撤回', maker, withdrawn]],
  }
  const first: [string, Person, string | null] = ['发送对账函', maker, null]
  for (const [turn, [action, by, remark]] of [first, ...answers[state]].entries()) {
    const when = at + (turn * HOUR_MS) / 2
    await tx.run(
      q.insertInto('events').values({
        id: ids.event(when),
        entity: 'letter',
        entity_id: id,
        action,
        user_id: by.id,
        user_name: by.name,
        remark,
        from_state: turn === 0 ? null : letterStates.start,
        to_state: turn === 0 ? letterStates.start : state,
        at: when,
      }),
    )
  }
}
