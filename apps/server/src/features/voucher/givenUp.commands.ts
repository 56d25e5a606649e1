// Words about write-offs whose waybills were voided or lowered: their history says what went back, and who asked for them hears it.
import { addFen, fen, printMoney, sumFen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { tellHappening } from '../../work/outbox.ts'

interface Returned {
  readonly write_off_id: string
  readonly write_off_no: string
  readonly maker_id: string
  readonly shipper: string
  readonly waybill_no: string
  readonly amount_fen: number
  readonly standing_fen: number
}

/** The most waybills the words name. */
const namedMost = 3

/** Notes and tells what went back of write-offs with these matches, which are taken back already. */
export async function noteReturned(ctx: Ctx, matchIds: readonly string[]): Promise<void> {
  if (matchIds.length === 0) return
  const rows = await ctx.tx.rows(
    sql<Returned>`select o.id as write_off_id, o.write_off_no, o.maker_id, c.name as shipper, i.waybill_no, m.amount_fen,
        coalesce((select sum(x.amount_fen) from ar_matches x where x.write_off_id = o.id and x.reversed_by is null),
          0)::bigint as standing_fen
      from ar_matches m join write_offs o on o.id = m.write_off_id join ar_items i on i.waybill_id = m.waybill_id
        join companies c on c.id = o.shipper_id
      where m.id = any(${[...matchIds]}::uuid[]) order by o.id, i.waybill_no`.compile(q),
  )
  for (const some of Map.groupBy(rows, row => row.write_off_id).values()) {
    const [first] = some
    if (first === undefined) continue
    const [back, standing] = [sumFen(some.map(row => fen(row.amount_fen))), fen(first.standing_fen)]
    const named = some.slice(0, namedMost).map(row => row.waybill_no)
    const waybillNo = named.join('、') + (some.length > namedMost ? ` 等 ${some.length} 单` : '')
    await logEvent(ctx, {
      entity: 'writeOff',
      entityId: first.write_off_id,
      action: '核销退回',
      reason: `运单${waybillNo}作废或红冲`,
      diff: [
        { field: '现核销金额', old: `${printMoney(addFen(standing, back))} 元`, new: `${printMoney(standing)} 元` },
      ],
    })
    const { write_off_no: writeOffNo, shipper } = first
    const words = { writeOffNo, shipper, waybillNo, amount: printMoney(back), standing: printMoney(standing) }
    await tellHappening(ctx, 'writeOff.returned', { users: [first.maker_id] }, words)
  }
}
