// The reasons of deductions and of adjustments on settlement details: the lines of the account their parts bear.
import type { SettleDetailRow } from '@yunshu/contract/settlement/settleDetail'
import { fen } from '@yunshu/domain/figures/money'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

type Reason = SettleDetailRow['reasons'][number]
interface Line {
  readonly part_id: string
  readonly code: string
  readonly amount_fen: number
  readonly reason: string | null
}

/**
 * By part its reasons: the deductions of its waybill's signature where it bears any, and the claim an adjustment came of.
 * A part of several bears a share of the deductions, whose amounts are those of the waybill.
 */
export async function findDetailReasons(ctx: Ctx, partIds: readonly string[]): Promise<ReadonlyMap<string, Reason[]>> {
  const rows = await ctx.tx.rows(
    sql<Line>`
      select sp.id as part_id, k.code, k.amount_fen, coalesce(m.reason, k.remark) as reason
      from waybill_parts sp join charges k on k.waybill_id = sp.waybill_id and k.side = 'CARRIER' and k.amount_fen < 0
        left join waybill_claims m on m.charge_id = k.id
      where sp.id = any(${[...partIds]}::uuid[]) and sp.deducted_fen <> 0 and m.part_id is null
      union all
      select m.part_id, m.code, m.amount_fen, m.reason from waybill_claims m
      where m.part_id = any(${[...partIds]}::uuid[]) and m.side = 'CARRIER'
      order by 1, 3, 2`.compile(q),
  )
  const byPart = Map.groupBy(rows, row => row.part_id)
  return new Map([...byPart].map(([id, lines]) => [id, lines.map(reasonOf)]))
}

const reasonOf = ({ code, amount_fen: amount, reason }: Line): Reason => ({
  label: chargeCodes[keyOf(chargeCodes, code)].label,
  amount: fen(amount),
  ...(reason === null ? {} : { reason }),
})
