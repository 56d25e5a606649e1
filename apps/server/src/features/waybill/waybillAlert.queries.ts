// Marks of a waybill (异常、超期) in SQL alone: the row's marks and the list's filter are one condition; and how it was urged.
import { DAY_MS, dayKey, startOfDay } from '@yunshu/domain/figures/time'
import { waybillAlertKeys, type WaybillAlert, type waybillAlertFilters } from '@yunshu/domain/waybill/alerts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, isCompanyOf, rowsOfSide, unlessHouse } from '../../work/scope.ts'
import { isUnbooked, isUninvoiced } from '../voucher/bookFaults.queries.ts'

type Condition = RawBuilder<boolean>

type Reader = Pick<Ctx, 'actor' | 'now'>

/** Waybills `w` on their way without the carriage agreement that was due at their acceptance; a shipper is told of none. */
export const isUnsigned = (actor: Actor): Condition =>
  allOf([
    sql<boolean>`w.agreement_waits and w.state in ('loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed')`,
    unlessHouse(actor, isCompanyOf(actor, 'w.carrier_id')),
  ])

/**
 * By mark; `w` is the waybill. Days are those of the calendar: the day of the signature and the due day are not late.
 */
function conditions({ actor, now }: Reader): Readonly<Record<WaybillAlert, Condition>> {
  const today = startOfDay(now)
  return {
    interrupted: sql<boolean>`w.state = 'interrupted'`,
    disputed: sql<boolean>`w.state = 'disputed'`,
    rejected: sql<boolean>`(w.receipt_state = 'rejected' and w.state not in ('cancelled', 'void'))`,
    frozen: sql<boolean>`w.settle_state = 'frozen'`,
    answerLate: sql<boolean>`(w.state = 'toAccept' and w.answer_by < ${now}::bigint)`,
    runsLate: sql<boolean>`(w.state in ('toLoad', 'inTransit') and w.late_due_at is not null)`,
    unsigned: isUnsigned(actor),
    receiptLate: sql<boolean>`(w.state = 'signed' and w.receipt_state in ('waiting', 'rejected')
      and w.signed_at < ${today}::bigint - coalesce((w.body -> 'receiptRule' ->> 'returnDays')::int,
      0) * ${DAY_MS}::bigint)`,
    payLate: sql<boolean>`(w.due_at < ${today}::bigint and w.state in ('signed', 'finished')
      and w.settle_state <> 'settled')`,
  }
}

/** The marks of a row, as a selected column. */
export function alertsOf(who: Reader): RawBuilder<WaybillAlert[]> {
  const holds = conditions(who)
  return sql<WaybillAlert[]>`array_remove(array[${sql.join(
    waybillAlertKeys.map(
      key => sql`case when ${holds[key]}
    then ${sql.lit(key)} end`,
    ),
  )}]::text[], null)`
}

/** True where a mark of the filter holds. */
export function hasAlert(alert: keyof typeof waybillAlertFilters, who: Reader): Condition {
  const holds = conditions(who)
  return alert === 'any'
    ? sql<boolean>`(${sql.join(
        waybillAlertKeys.map(key => holds[key]),
        sql` or `,
      )})`
    : holds[alert]
}

/** The times a waybill was urged, and the last of them; null where it never was. */
export const urgedOf = (now: number) => sql<{ count: number; by: string; at: number; isToday: boolean } | null>`(
  select jsonb_build_object('count', count(*) over (), 'by', u.user_name, 'at', u.at, 'isToday', u.day = ${dayKey(now)}) from waybill_urges u where u.waybill_id = w.id order by u.day desc limit 1)`

/** Waybills the books lack something of, as a filter asks; the house's alone. Undefined where it asks for none. */
export function hasBookFault(
  actor: Actor,
  asked: {
    readonly unbooked?: boolean | undefined
    readonly uninvoicedIn?: string | undefined
    readonly branchId?: string | undefined
  },
): Condition | undefined {
  const { unbooked = false, uninvoicedIn, branchId = actor.branchId } = asked
  if (!unbooked && uninvoicedIn === undefined) return undefined
  return allOf([
    rowsOfSide(actor, { branch: 'w.branch_id', company: () => sql<boolean>`false` }),
    unbooked ? isUnbooked('w') : undefined,
    uninvoicedIn === undefined ? undefined : isUninvoiced('w', uninvoicedIn, branchId),
  ])
}
