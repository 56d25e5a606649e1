// Figures of the page of an estimate, worked out anew from the lines that book it, take it back and take its place.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { tentativeFigures } from '@yunshu/domain/amount/explained'
import { explainAmount, linkedAmount } from '@yunshu/domain/amount/explanation'
import { explainTentative } from '@yunshu/domain/amount/moneyRecords'
import { largestTold, type ToldSum } from '@yunshu/domain/amount/ledger'
import { fen, sumFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findTentativeVoucher } from '../voucher/tentative.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf, givenField } from './figureOf.ts'

interface Asked {
  readonly id?: string | undefined
  /** The waybill of the row; absent for the sums of the page. */
  readonly key?: string | undefined
  readonly figure?: string | undefined
}

interface Told {
  readonly waybill_id: string
  readonly waybill_no: string
  readonly amount: number
  readonly is_root: boolean
  /** The amount of the line of the estimate it is about; below zero on one in red. */
  readonly root: number
  readonly summary: string
  readonly id: string
  readonly voucher_no: string
  readonly kind: string
  readonly branch_id: string
}

const shown = sql`w.waybill_no, e.summary, v.id, v.voucher_no, v.kind, v.branch_id`
const named = (of: string) => sql`join waybills w on w.id = ${sql.ref(`${of}.waybill_id`)}
  join journal_entries e on e.id = ${sql.ref(`${of}.entry_id`)} join vouchers v on v.entry_id = e.id`

/** The lines of an estimate, with those that took them back or had them stand again. */
const chainOf = (voucherId: string) => sql<Told>`
  with recursive chain as (
    select l.waybill_id, l.entry_id, l.n, l.credit_fen, true as is_root, l.credit_fen as root
    from journal_lines l join vouchers o on o.entry_id = l.entry_id
    where o.id = ${voucherId}::uuid and l.account = '2202.99' and l.waybill_id is not null
    union all
    select c.waybill_id, r.entry_id, r.n, r.credit_fen, false, c.root
    from chain c join journal_lines r on r.reverses_entry = c.entry_id and r.reverses_n = c.n
  )
  select c.waybill_id, c.credit_fen::bigint as amount, c.is_root, c.root::bigint as root, ${shown}
  from chain c ${named('c')} order by abs(c.credit_fen) desc, c.entry_id, c.n`

/** The cost booked in place of estimated parts, by the sheets that replaced them. */
const actualOf = (voucherId: string, replaced: RawBuilder<unknown>) => sql<Told>`
  select l.waybill_id, (l.debit_fen - l.credit_fen)::bigint as amount, true as is_root, 0::bigint as root, ${shown}
  from journal_lines l ${named('l')} join settlements s on s.id = v.settlement_id
  where (l.waybill_id, s.settlement_num) in (select * from ${replaced}) and l.account like '6401%'
    and v.kind = 'ACCOUNTING' and exists (select from journal_lines x join vouchers o on o.entry_id = x.entry_id
      where o.id = ${voucherId}::uuid and x.account = '2202.99' and x.waybill_id = l.waybill_id
        and (x.part_id = l.part_id or x.part_id is null and not exists (select from waybill_parts p
          where p.id = l.part_id and p.part = 'adjust')))
  order by abs(l.debit_fen - l.credit_fen) desc, l.entry_id, l.n`

const toldOf = (rows: readonly Told[]): ToldSum => ({
  largest: rows
    .slice(0, largestTold)
    .map(row =>
      linkedAmount(
        explainAmount(row.voucher_no, fen(row.amount), row.summary),
        voucherUrl({ id: row.id, kind: row.kind, branchCompanyId: row.branch_id }),
      ),
    ),
  count: rows.length,
  total: sumFen(rows.map(row => fen(row.amount))),
})

/** A figure of an estimate in the caller's reach: of one of its waybills, or of all of them. */
export async function explainTentativeFigure(ctx: Ctx, { id, key, figure }: Asked): Promise<Explained> {
  const of = figureOf(tentativeFigures, figure)
  const voucherId = givenField('id', id)
  const page = await findTentativeVoucher(ctx, { id: voucherId })
  const items = key === undefined ? page.items : page.items.filter(({ waybillId }) => waybillId === key)
  if (items.length === 0) throw new Problem('row.none')
  const replaced = items.filter(({ actual }) => actual !== undefined)
  const isMeant = (row: Told): boolean => items.some(({ waybillId }) => waybillId === row.waybill_id)
  const chain = (await ctx.tx.rows<Told>(chainOf(voucherId).compile(q))).filter(isMeant)
  const roots = chain.filter(row => row.is_root)
  const isReplaced = (row: Told): boolean => replaced.some(({ waybillId }) => waybillId === row.waybill_id)
  const ids = sql`unnest(${replaced.map(({ waybillId }) => waybillId)}::uuid[],
    ${replaced.map(({ settlementNum }) => settlementNum ?? '')}::text[])`
  const actual = await ctx.tx.rows<Told>(actualOf(voucherId, ids).compile(q))
  const [only] = items
  const amount = explainTentative(of, {
    estimated: toldOf(roots),
    standing: toldOf(roots.filter(row => row.root > 0)),
    taken: toldOf(chain.filter(row => !row.is_root && row.root > 0)),
    actual: toldOf(actual),
    replaced: toldOf(roots.filter(isReplaced)),
    link: key === undefined || only === undefined ? undefined : screenUrl('WaybillDetails', { id: only.waybillId }),
  })
  return { amount, kept: sumFen(items.map(item => item[of] ?? ZERO_FEN)) }
}
