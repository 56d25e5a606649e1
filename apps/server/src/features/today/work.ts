// Work of one kind as a statement finds it, and the words it is shown in.
import { businessSight, isCompanyOf, unlessHouse } from '../../work/scope.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql, type RawBuilder } from 'kysely'
import { freightNow } from '../waybill/waybillAmounts.queries.ts'

type Condition = RawBuilder<boolean>

/** A piece of work as every statement of a kind selects it. */
export interface FoundWork {
  readonly id: string
  /** Changes whenever the record does: work put off comes back then. */
  readonly version: number
  /** The number or name of the record. */
  readonly no: string
  /** Words beside the number, such as plate and driver. */
  readonly beside: string | null
  readonly load_place?: string
  readonly unload_place?: string
  /** Its subject, on a line of its own. */
  readonly about: string | null
  /** The month of the books it is of, said after its subject. */
  readonly period?: string
  /** The other company. */
  readonly whose: string | null
  readonly deadline: number | null
  /** fen; null where there is none, or the reader may not see it. */
  readonly amount: number | null
  /** True where the amount is a freight that is not known yet. */
  readonly is_estimate?: boolean
  readonly since: number
  /** The key its page is opened by. */
  readonly link: string
}

/** Names of keys in SQL. */
export const labelOf = (
  column: RawBuilder<unknown>,
  table: Readonly<Record<string, string | { readonly label: string }>>,
) =>
  sql<string>`case ${column} ${sql.join(
    Object.entries(table).map(
      ([key, word]) => sql`when ${sql.lit(key)} then ${sql.lit(typeof word === 'string' ? word : word.label)}`,
    ),
    sql` `,
  )} else ${column} end`

/** The work of one kind. */
export interface TodaySource {
  /** Every piece of it that waits for the caller, as a statement of `FoundWork` without order or limit. */
  readonly find: (ctx: Ctx) => RawBuilder<FoundWork>
  /** The page where it is done, with the dialog of the act open where it has one. */
  readonly path: (found: Pick<FoundWork, 'id' | 'link'>) => string
  /** Its number is a month of the books. */
  readonly isMonth?: true
  /** It is read past the walls: the statement itself keeps to the reader's rows. */
  readonly isElevated?: true
  /** The same with the dialog of its refusal; for kinds whose row names one. */
  readonly refuse?: (found: Pick<FoundWork, 'id' | 'link'>) => string
}

/** Rows of a party of the market as one of its sides: a company of both stands on one of them in each row. */
export const asSide = (actor: Actor, side: 'shipper' | 'carrier', alias: string): Condition | undefined =>
  unlessHouse(actor, isCompanyOf(actor, `${alias}.${side}_id`))

/** The freight of waybill `w` on the reader's own side; null where the reader sees no price. */
export function ownFreight(ctx: Ctx): RawBuilder<number | null> {
  const sees = businessSight(ctx)
  const none = sql<number | null>`null::bigint`
  const shipper = sees.shipper ? freightNow('shipper') : none
  const carrier = sees.carrier ? freightNow('carrier') : none
  if (isHouseSide(ctx.actor.side)) return sees.shipper ? shipper : carrier
  return sql<number | null>`case when ${isCompanyOf(ctx.actor, 'w.shipper_id')} then ${shipper} else ${carrier} end`
}

/** True while the freight of waybill `w` is an estimate (`freightMark`). */
export const isEstimate = sql<boolean>`(w.state not in ('signed', 'finished')
  and not (w.state = 'toSign' and w.load_weight_g is not null and w.unload_weight_g is not null))`

/** The end of the day in China of a moment in SQL: what is due that day is late from then on, as lists count it. */
export const endOfDay = (moment: RawBuilder<number | null>): RawBuilder<number | null> =>
  sql<number | null>`((${moment} + ${8 * HOUR_MS}) / ${DAY_MS} + 1) * ${DAY_MS} - ${8 * HOUR_MS}`
