// The figures of a row of profit, added up anew from its lines by class.
import type { Input } from '@yunshu/contract/call'
import type { explainBooks } from '@yunshu/contract/explain'
import { profitPlaceOf } from '@yunshu/contract/report/profitPlace'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { explainAmount, linkedAmount } from '@yunshu/domain/amount/explanation'
import { largestTold, type ToldSum } from '@yunshu/domain/amount/ledger'
import { profitFigures } from '@yunshu/domain/amount/explained'
import { explainProfitFigure, profitParts, type ProfitPart } from '@yunshu/domain/amount/profit'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findProfitOf, profitLinesOf } from '../report/profit.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf } from './figureOf.ts'

type Asked = Input<typeof explainBooks>

/** A figure of a row under the filter of its list; its profit where none is named. */
export async function explainProfitRow(ctx: Ctx, { by = 'waybill', key, figure, ...asked }: Asked): Promise<Explained> {
  if (key === undefined || key === '') throw wrongField('key', '不能为空')
  const of = figureOf(profitFigures, figure ?? 'profit')
  const { period, periodTo, from, to, branchId, shipperId, carrierId, line, text } = asked
  const filter = { by, period, periodTo, from, to, branchId, shipperId, carrierId, line, text }
  const row = { by, key }
  const kept = await findProfitOf(ctx, filter, row)
  const rows = await ctx.tx.rows(
    sql<{
      class: string
      amount: number
      count: number
      total: number
      summary: string
      id: string
      voucher_no: string
      kind: string
      branch_id: string
    }>`with x as (${profitLinesOf(ctx, filter, row)}), ranked as (
        select x.*, row_number() over (partition by x.class order by abs(x.amount) desc, x.entry_id, x.n) as k,
          count(*) over (partition by x.class) as count, (sum(x.amount) over (partition by x.class))::bigint as total
        from x where x.class is not null)
      select r.class, r.amount, r.count, r.total, r.summary, v.id, v.voucher_no, v.kind, v.branch_id
      from ranked r join vouchers v on v.entry_id = r.entry_id where r.k <= ${largestTold}
        order by r.class, r.k`.compile(q),
  )
  const link = profitPlaceOf(by, key, asked)
  const told = Object.fromEntries(
    [...Map.groupBy(rows, each => keyOf(profitParts, each.class))].map(([part, lines]): [ProfitPart, ToldSum] => [
      part,
      {
        largest: lines.map(each =>
          linkedAmount(
            explainAmount(each.voucher_no, fen(each.amount), each.summary),
            voucherUrl({ id: each.id, kind: each.kind, branchCompanyId: each.branch_id }),
          ),
        ),
        count: lines[0]?.count ?? 0,
        total: fen(lines[0]?.total ?? 0),
        link: by === 'waybill' ? undefined : link,
      },
    ]),
  )
  return { amount: explainProfitFigure(of, told, link), kept: kept[of] }
}
