// The list of settleable parts with the numbers somebody asked for that lead to none of them, each with the reason.
import type { Input, Output } from '@yunshu/contract/call'
import type { BarredNumber, listSettleable } from '@yunshu/contract/settlement/settleable'
import { barredReasons, type BarredReason } from '@yunshu/domain/settlement/parts'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { allOf, ownRows } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isHeldWaybill } from './held.queries.ts'
import { findSettleablePage, isReady, isSettleable } from './settleable.queries.ts'
import { payerRows } from './settlement.queries.ts'

interface Found {
  number: string
  waybill_id: string | null
  settlement_num: string | null
  reason: string
  is_paused: boolean
  is_shown: boolean
}

/** True where a part of waybill `w` that could be settled is on hold. */
const isPaused = sql<boolean>`exists (select from waybill_parts a where a.waybill_id = w.id
  and a.part in ('arrive', 'receipt', 'debt', 'adjust') and a.state in ('planned', 'ready') and a.hold_at is not null)`

/** The reason waybill `w` of shipper `p` is settled no further now; the parts of `w` decide, the first that holds is told. */
const reason = sql<BarredReason>`case
  when w.state in ('cancelled', 'void') then 'ended'
  when w.state not in ('signed', 'finished') then 'notSigned'
  when exists (select from waybill_parts a where a.waybill_id = w.id and a.part in ('arrive', 'receipt', 'debt', 'adjust')
    and a.state = 'onSheet') then 'onSheet'
  when ${isHeldWaybill} then 'held'
  when ${isPaused} then 'paused'
  when exists (select from waybill_parts a where a.waybill_id = w.id and a.part = 'receipt' and a.state = 'planned')
    then 'receipt'
  when exists (select from waybill_parts a where a.waybill_id = w.id and a.part in ('arrive', 'receipt', 'debt', 'adjust')
    and a.state = 'ready') then 'policy'
  else 'settled' end`

/** A page of settleable parts; the first one of a search by numbers tells of those that lead to no row. */
export async function findSettleableOrWhy(
  ctx: Ctx,
  input: Input<typeof listSettleable>,
): Promise<Output<typeof listSettleable>> {
  const page = await findSettleablePage(ctx, input)
  const { numbers = [], cursor, ready, advance } = input
  return numbers.length === 0 || cursor !== undefined || advance
    ? page
    : { ...page, barred: await findBarred(ctx, numbers, ready) }
}

/** Of numbers of waybills, goods or customers: those that lead to no row of the list, with the reason. */
async function findBarred(ctx: Ctx, numbers: readonly string[], ready: boolean | undefined): Promise<BarredNumber[]> {
  const listed = allOf([
    isSettleable(ctx.actor),
    ready === undefined ? undefined : ready ? isReady : sql<boolean>`not ${isReady}`,
  ])
  const found = await ctx.tx.rows(
    sql<Found>`select n.number, w.id as waybill_id, w.settlement_num, ${reason} as reason, ${isPaused} as is_paused,
        exists (select from waybill_parts sp where sp.waybill_id = w.id and ${listed}) as is_shown
      from unnest(${[...new Set(numbers)]}::text[]) as n (number)
        join waybills w on n.number in (w.waybill_no, w.upstream_no, w.goods_no)
        join companies p on p.id = w.shipper_id
      where ${allOf([payerRows(ctx.actor, 'w'), ownRows(ctx.actor, 'w')])} order by n.number, w.id desc`.compile(q),
  )
  const byNumber = Map.groupBy(found, row => row.number)
  return [...new Set(numbers)].flatMap((number): BarredNumber[] => {
    const rows = byNumber.get(number) ?? []
    if (rows.some(row => row.is_shown)) return []
    const [row] = rows
    if (row === undefined || row.waybill_id === null) return [{ number, reason: 'notFound' }]
    const is = keyOf(barredReasons, row.reason)
    // a list of what waits says of the others that they do not
    const told = is === 'policy' && ready === false ? 'ready' : is
    return [
      {
        number,
        waybillId: row.waybill_id,
        reason: told,
        ...(told === 'onSheet' && row.settlement_num !== null ? { settlementNum: row.settlement_num } : {}),
        ...(row.is_paused && (told === 'onSheet' || told === 'held') ? { isPaused: true } : {}),
      },
    ]
  })
}
