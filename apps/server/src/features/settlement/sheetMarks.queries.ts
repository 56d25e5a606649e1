// Marks of sheets before money leaves: a first payment, a new account, and what of their waybills is not as usual.
import type { SheetMarks } from '@yunshu/contract/settlement/settlement'
import { batchLimits, type BatchFlag } from '@yunshu/domain/batch'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { cutCodes } from '@yunshu/domain/settlement/charges'
import { GRAMS_PER_TON } from '@yunshu/domain/goods/freight'
import { sql, type RawBuilder } from 'kysely'
import { madeBetween } from '../../db/conditions.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownSheets } from '../../work/scope.ts'
import { payeeText, type Payee } from './linePayees.queries.ts'
import { cutFen, receiptOk } from './settleable.queries.ts'
import { payerRows } from './settlement.queries.ts'

type Flagged = { id: string } & Record<BatchFlag, boolean>

/** A waybill of a sheet that differs, as the statement answers it. */
interface MarkedLine {
  waybill_id: string
  waybill_no: string
  freight_fen: number
  cut_fen: number
  median: number | null
  n: number
  is_disputed: boolean
  lacks_receipt: boolean
}

/** The tons a fee by weight was paid for, of waybill `alias`; 1 where it was paid for the truck, the way or the volume. */
const paidTons = (alias: string): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(`${alias}.pricing`)} = 'PER_TON'
    then nullif(coalesce(${sql.ref(`${alias}.unload_weight_g`)}, ${sql.ref(`${alias}.load_weight_g`)}),
    0) / ${GRAMS_PER_TON}::float8 else 1 end`

/**
 * The sheets `chosen`, and their waybills `marked`: the median of the fees of a lane over the waybills its shipper had
 * signed of late, and where a fee is too far from it. Fees by weight are compared by the ton: a small truck earns less.
 */
function markedLines(ctx: Ctx, ids: readonly string[]): RawBuilder<unknown> {
  const { share, least, days } = batchLimits.usual
  const since = ctx.now - days * DAY_MS
  // deductions agreed on after the signature are cut on its own sheet alone
  const isOnSheet = sql<boolean>`(k.part_id is null or exists (select from settlement_lines o
    where o.settlement_id = chosen.id and o.part_id = k.part_id))`
  return sql`with chosen as materialized (
      select st.id, st.shipper_id, st.carrier_id from settlements st where st.id = any(${ids}::uuid[])
    ), line as materialized (
      select distinct chosen.id, w.id as waybill_id, w.waybill_no, w.shipper_id, w.load_region, w.unload_region,
        w.pricing, ${paidTons('w')} as tons, w.payable_fen as freight_fen, ${cutFen(isOnSheet)} as cut_fen,
        not ${receiptOk} as lacks_receipt,
        w.settle_state = 'frozen' or exists (select from waybill_claims k where k.waybill_id = w.id
          and k.state = 'proposed' and k.code = any(${[...cutCodes]}::text[])) as is_disputed
      from chosen join settlement_lines l on l.settlement_id = chosen.id join waybills w on w.id = l.waybill_id
    ), usual as materialized (
      select o.shipper_id, o.load_region, o.unload_region, o.pricing, percentile_cont(0.5) within
        group (order by o.payable_fen / ${paidTons('o')}) as price, count(${paidTons('o')}) as n
      from (select distinct shipper_id, load_region, unload_region, pricing from line) lane
        join waybills o using (shipper_id, load_region, unload_region, pricing)
      where o.state in ('signed', 'finished') and o.signed_at >= ${since}
        and ${madeBetween('o.id', since - 30 * DAY_MS, undefined)}
      group by 1, 2, 3, 4
    ), marked as materialized (
      select line.*, usual.price * line.tons as median, usual.n,
        coalesce(usual.n >= ${least}
          and abs(line.freight_fen - usual.price * line.tons) > ${share}::float8 * usual.price * line.tons,
          false) as is_unusual
      from line left join usual using (shipper_id, load_region, unload_region, pricing)
    )`
}

const paidTo = sql`from payments y where y.shipper_id = chosen.shipper_id and y.carrier_id = chosen.carrier_id
  and y.state = 'success'`
/** The most accounts a mark names. */
const namedAccounts = 20
/**
 * Line `l` of a chosen sheet is paid to an account that is new: the carrier's own that its shipper never paid, or another
 * one than a payee was paid to before. The first payment to a payee is none: the house has verified the account.
 */
const paidPayee = sql`from settlement_lines b join payments y on y.id = b.payment_id and y.state = 'success'
  where b.payee_id = l.payee_id`
const isNewAccount = sql`(l.pay_fen > 0 and l.payee is not null and case when l.payee_id is null
    then not exists (select ${paidTo} and y.account_no = l.payee ->> 'account')
    else exists (select ${paidPayee}) and not exists (select ${paidPayee}
      and y.account_no = l.payee ->> 'account') end)`
const flagColumns = sql`chosen.id,
      not exists (select ${paidTo}) as "firstPayment",
      exists (select from settlement_lines l where l.settlement_id = chosen.id and ${isNewAccount}) as "newAccount",
      exists (select from marked where marked.id = chosen.id and is_unusual) as unusual,
      exists (select from marked where marked.id = chosen.id and is_disputed) as disputed`

/** An account is new only to somebody paid before. */
const flagsOf = ({ firstPayment, newAccount, unusual, disputed }: Flagged): BatchFlag[] => [
  ...(firstPayment ? (['firstPayment'] as const) : newAccount ? (['newAccount'] as const) : []),
  ...(unusual ? (['unusual'] as const) : []),
  ...(disputed ? (['disputed'] as const) : []),
]

/** The flags of sheets in the actor's reach, by their id; one statement for all. */
export async function findSheetFlags(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly BatchFlag[]>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.rows(sql<Flagged>`${markedLines(ctx, ids)} select ${flagColumns} from chosen`.compile(q))
  return new Map(rows.map(row => [row.id, flagsOf(row)]))
}

/** The flags of one sheet and those of its waybills that differ, for the side that checks and pays it. */
export async function findSheetMarks(ctx: Ctx, settlementNum: string): Promise<SheetMarks> {
  const { id } = await ctx.tx.one(
    q
      .selectFrom('settlements as st')
      .select('st.id')
      .where('st.settlement_num', '=', settlementNum)
      .where(allOf([ownSheets(ctx.actor, 'st'), payerRows(ctx.actor, 'st')])),
  )
  const found = await ctx.tx.one(
    sql<
      Flagged & {
        lines: MarkedLine[] | null
        new_accounts: Pick<Payee, 'name' | 'account'>[] | null
        first_payees: number
      }
    >`${markedLines(ctx, [id])} select ${flagColumns},
      (select json_agg(json_build_object('waybill_id', waybill_id, 'waybill_no', waybill_no, 'freight_fen',
        freight_fen, 'cut_fen', cut_fen,
        'median', case when is_unusual
          then round(median) end, 'n', n, 'is_disputed', is_disputed, 'lacks_receipt', lacks_receipt)
          order by waybill_id)
        from marked where is_unusual or is_disputed or lacks_receipt or cut_fen > 0) as lines,
      (select json_agg(a) from (select distinct l.payee ->> 'name' as name, l.payee ->> 'account' as account
        from settlement_lines l
        where l.settlement_id = chosen.id and ${isNewAccount} order by 1, 2 limit ${namedAccounts}) a) as new_accounts,
      (select count(distinct l.payee_id)::int from settlement_lines l
        where l.settlement_id = chosen.id and l.payee_id is not null and
          not exists (select ${paidPayee})) as first_payees
    from chosen`.compile(q),
  )
  return {
    flags: flagsOf(found),
    newAccounts: (found.new_accounts ?? []).map(payeeText),
    firstPayees: found.first_payees,
    lines: (found.lines ?? []).map(line => ({
      waybillId: line.waybill_id,
      waybillNo: line.waybill_no,
      freight: fen(line.freight_fen),
      deducted: fen(line.cut_fen),
      ...(line.median === null ? {} : { usual: { median: fen(line.median), count: line.n } }),
      isDisputed: line.is_disputed,
      lacksReceipt: line.lacks_receipt,
    })),
  }
}
