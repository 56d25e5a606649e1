// Work around money: settlement sheets at their next step, payments without a good end, and fund records.
import { actUrl } from '@yunshu/contract/actLink'
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { exceptionKinds, moneyExceptionStates } from '@yunshu/domain/settlement/channelFacts'
import type { PaymentTaskKind } from '@yunshu/domain/settlement/paymentTask'
import { fundKinds } from '@yunshu/domain/fund'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import type { LetterState } from '@yunshu/domain/letter'
import type { StatementState } from '@yunshu/domain/statement'
import type { SheetMove } from '@yunshu/domain/settlement/acts'
import type { TodayKind } from '@yunshu/domain/today/today'
import { sql, type RawBuilder } from 'kysely'
import { allOf } from '../../work/scope.ts'
import { ownFunds } from '../fund/fund.queries.ts'
import { tasksOfKind } from '../paymentTask/paymentTask.queries.ts'
import { exceptionsInReach } from '../settlement/moneyException.queries.ts'
import { ownLetters } from '../letter/letter.queries.ts'
import { ownStatements } from '../statement/statement.queries.ts'
import { endOfDay, type FoundWork, type TodaySource } from './work.ts'

/** Names of keys in SQL. */
const labelOf = (column: RawBuilder<unknown>, table: Readonly<Record<string, { readonly label: string }>>) =>
  sql<string>`case ${column} ${sql.join(
    Object.entries(table).map(([key, { label }]) => sql`when ${sql.lit(key)} then ${sql.lit(label)}`),
    sql` `,
  )} else ${column} end`

const sheetPath = ({ link }: Pick<FoundWork, 'link'>): string => screenUrl('SettlementNormal', { settlementNum: link })

/** `act`: the move whose dialog the sheet opens; none where people have to read it first. */
const sheets = (kind: PaymentTaskKind, act?: SheetMove, refuse?: SheetMove): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select st.id, st.version, st.settlement_num as no, st.line_count || ' 单' as beside,
    concat_ws('　', '制单 ' || st.maker_name, st.period) as about,
    (select o.name from companies o
      where o.id = st.carrier_id) as whose, ${endOfDay(sql`st.due_at`)} as deadline, st.due_fen as amount,
      st.updated_at as since, st.settlement_num as link
    ${tasksOfKind(actor, kind)}`,
  path: found => (act ? actUrl(sheetPath(found), act) : sheetPath(found)),
  ...(refuse ? { refuse: found => actUrl(sheetPath(found), refuse) } : {}),
})

/** Statements in a state, as their number; they are read before they are answered. */
const statements = (state: StatementState): TodaySource => ({
  find: ({
    actor,
  }) => sql<FoundWork>`select m.id, m.version, m.statement_no as no, m.period as beside, m.lines || ' 行' as about,
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
  }) => sql<FoundWork>`select m.id, m.version, m.letter_no as no, m.period as beside, m.lines || ' 个账户' as about,
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
  fund: {
    find: ({
      actor,
    }) => sql<FoundWork>`select f.id, f.version, f.record_no as no, ${labelOf(sql`f.kind`, fundKinds)} as beside,
      concat_ws('　', f.serial, '登记 ' || f.maker_name) as about, (select o.name from companies o
        where o.id = coalesce(f.shipper_id, f.branch_id)) as whose,
      null::bigint as deadline, f.amount_fen as amount, f.created_at as since, f.record_no as link
      from fund_records f where ${allOf([
        ownFunds(actor, 'f'),
        sql<boolean>`f.state = 'recorded' and f.maker_id <> ${actor.userId}::uuid
          and f.maker_for is distinct from ${actor.userId}::uuid`,
      ])}`,
    path: ({ link }) => actUrl(listUrl('FundList', { text: link }), 'confirm'),
    refuse: ({ link }) => actUrl(listUrl('FundList', { text: link }), 'reject'),
  },
  explainStatement: statements('disputed'),
  checkStatement: statements('sent'),
  explainLetter: letters('disputed'),
  checkLetter: letters('sent'),
  receiptSheet: sheets('receipt'),
  submit: sheets('submit', 'submit'),
  approve: sheets('approve', 'approve', 'reject'),
  pay: sheets('pay', 'pay'),
} satisfies Partial<Record<TodayKind, TodaySource>>
