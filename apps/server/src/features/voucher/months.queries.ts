// Months of a branch's books: each from the first, those nobody booked in too, and the one that is closed next.
import { sql, type RawBuilder } from 'kysely'
import { holdsOpening } from './opening.queries.ts'

const firstDay = (period: RawBuilder<string>): RawBuilder<Date> => sql`to_date(${period}, 'YYYYMM')::timestamp`
const monthAfter = (period: RawBuilder<string>): RawBuilder<string> =>
  sql`to_char(${firstDay(period)} + interval '1 month', 'YYYYMM')`
const latest = sql<string>`max(mp.period)`

/** The first month of a branch that people close: that after its opening balances, or else the first somebody booked in. */
export const firstMonth = (branch: RawBuilder<string>): RawBuilder<string | null> =>
  sql`coalesce((select ${monthAfter(latest)} from periods mp where mp.branch_id = ${branch} and ${holdsOpening('mp')}),
    (select min(mp.period) from periods mp where mp.branch_id = ${branch}))`

/** The month of a branch that is closed next: the one after the latest closed one, of those before a month where one is named. */
export const nextMonth = (branch: RawBuilder<string>, before?: string): RawBuilder<string | null> =>
  sql`greatest(${firstMonth(branch)}, (select ${monthAfter(latest)} from periods mp where mp.branch_id = ${branch}
    and mp.closed_at is not null and ${before === undefined ? sql`true` : sql`mp.period < ${before}`}))`

/** The number of months that are to be closed before one. */
export const monthsBefore = (branch: RawBuilder<string>, period: string): RawBuilder<number> =>
  sql`select count(*) from generate_series(${firstDay(sql`${nextMonth(branch, period)}`)},
    ${firstDay(sql`${period}::text`)} - interval '1 month', interval '1 month')`

/** Every month of each branch with books, as rows of branch and period, up to one, or the latest booked in if it is later. */
export const monthsTo = (period: string): RawBuilder<unknown> =>
  sql`(select f.branch_id, to_char(m.day, 'YYYYMM') as period
    from (select branch_id, min(period) as first, greatest(max(period), ${period}) as last from periods
      group by branch_id) f,
      generate_series(${firstDay(sql`f.first`)}, ${firstDay(sql`f.last`)}, interval '1 month') as m(day))`
