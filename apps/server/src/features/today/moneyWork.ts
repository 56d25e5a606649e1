// Work around settlement: sheets at their next step, payments without a good end, statements and letters.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { exceptionKinds, moneyExceptionStates } from '@yunshu/domain/settlement/channelFacts'
import type { PaymentTaskKind } from '@yunshu/domain/settlement/paymentTask'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import type { LetterState } from '@yunshu/domain/letter'
import type { StatementState } from '@yunshu/domain/statement'
import type { SheetMove } from '@yunshu/domain/settlement/acts'
import type { TodayKind } from '@yunshu/domain/today/today'
import { sql, type RawBuilder } from 'kysely'
import { allOf } from '../../work/scope.ts'
import { tasksOfKind } from '../paymentTask/paymentTask.queries.ts'
import { exceptionsInReach, waitsFor } from '../settlement/moneyException.queries.ts'
import { ownLetters } from '../letter/letter.queries.ts'
import { ownStatements } from '../statement/statement.queries.ts'
import { endOfDay, labelOf, type FoundWork, type TodaySource } from './work.ts'

const sheetPath = ({ link }: Pick<FoundWork, 'link'>): string => screenUrl('SettlementNormal', { settlementNum: link })

/** Sheets `st` as rows of work. */
const sheetsOf = (from: RawBuilder<unknown>) =>
  sql<FoundWork>`select st.id, st.version, st.settlement_num as no, st.line_count || ' 单' as beside,
    '制单 ' || st.maker_name as about, st.period,
    (select o.name from companies o
      where o.id = st.carrier_id) as whose, ${endOfDay(sql`st.due_at`)} as deadline, st.due_fen as amount,
      st.updated_at as since, st.settlement_num as link
    ${from}`

/** `act`: the move whose dialog the sheet opens; none where people have to read it first. */
const sheets = (kind: PaymentTaskKind, act?: SheetMove, refuse?: SheetMove): TodaySource => ({
  find: ({ actor }) => sheetsOf(tasksOfKind(actor, kind)),
  path: found => (act ? actUrl(sheetPath(found), act) : sheetPath(found)),
  ...(refuse ? { refuse: found => actUrl(sheetPath(found), refuse) } : {}),
})

/** Statements in a state, as their number; they are read before they are answered. */
const statements = (state: StatementState): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select m.id, m.version, m.statement_no as no, null as beside, m.lines || ' 行' as about, m.period,
    (select o.name from companies o
      where o.id = ${isHouseSide(actor.side) ? sql`m.shipper_id` : sql`m.branch_id`}) as whose,
    null::bigint as deadline, m.closing_owed_fen as amount, m.updated_at as since, m.id::text as link
    from shipper_statements m where ${allOf([ownStatements(actor, 'm'), sql<boolean>`m.state = ${state}`])}`,
  path: ({ link }) => screenUrl('StatementDetails', { id: link }),
})

/** Letters of balances in a state; the amount is what the company owes the house, less what the house owes it. */
const letters = (state: LetterState): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select m.id, m.version, m.letter_no as no, null as beside, m.lines || ' 个账户' as about, m.period,
    (select o.name from companies o
      where o.id = ${isHouseSide(actor.side) ? sql`m.party_id` : sql`m.branch_id`}) as whose,
    null::bigint as deadline, m.closing_fen as amount, m.updated_at as since, m.id::text as link
    from balance_letters m where ${allOf([ownLetters(actor, 'm'), sql<boolean>`m.state = ${state}`])}`,
  path: ({ link }) => screenUrl('LetterDetails', { id: link }),
})

export const moneyWork = {
  exception: {
    find: ctx =>
      sql<FoundWork>`${exceptionsInReach(ctx)
        .where('x.state', '<>', 'resolved')
        .where(waitsFor(ctx.actor, 'x'))
        .select(e => [
          'x.id',
          'x.version',
          sql<string>`coalesce(st.settlement_num, p.task_no, x.id::text)`.as('no'),
          labelOf(sql`x.kind`, exceptionKinds).as('beside'),
          labelOf(sql`x.state`, moneyExceptionStates.states).as('about'),
          sql<null>`null`.as('whose'),
          sql<null>`null::bigint`.as('deadline'),
          'p.amount_fen as amount',
          'x.created_at as since',
          e.fn.coalesce('st.settlement_num', sql<string>`''`).as('link'),
        ])}`,
    path: ({ link }) => (link === '' ? screenUrl('MoneyExceptions') : sheetPath({ link })),
  },
  unknown: sheets('unknown'),
  failed: sheets('failed'),
  closeSheet: sheets('closing', 'confirmClose', 'refuseClose'),
  confirmOffline: sheets('slip'),
  recordOffline: sheets('record'),
  explainStatement: statements('disputed'),
  checkStatement: statements('sent'),
  explainLetter: letters('disputed'),
  checkLetter: letters('sent'),
  receiptSheet: sheets('receipt'),
  submit: sheets('submit', 'submit'),
  approve: sheets('approve', 'approve', 'reject'),
  // the entries its voiding takes back are read first
  confirmVoid: sheets('voiding', undefined, 'refuseVoid'),
  confirmChange: sheets('change', 'confirmChange', 'refuseChange'),
  pay: sheets('pay', 'pay'),
} satisfies Partial<Record<TodayKind, TodaySource>>
