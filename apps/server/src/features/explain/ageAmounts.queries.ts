// Rows of the aging of receivables and payables, worked out anew from the waybills, parts and accounts behind them.
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { payableAges, receivableAges } from '@yunshu/domain/report/aging'
import type { PayableAge, ReceivableAge } from '@yunshu/domain/report/aging'
import {
  explainAging,
  explainOpen,
  explainPayable,
  type AgingExplained,
  type PayableExplained,
} from '@yunshu/domain/amount/ages'
import { agingFigures, payableFigures } from '@yunshu/domain/amount/explained'
import { largestTold, type ToldSum } from '@yunshu/domain/amount/ledger'
import { fen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { partLabel, waybillParts } from '@yunshu/domain/settlement/parts'
import { flowAccounts, type FlowAccount } from '@yunshu/domain/voucher/chart'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { ageOf } from '../../db/ages.ts'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { dayOf, findAgingRow, openItems, receivablesByAge } from '../report/aging.queries.ts'
import { findPayableRow, openParts, payableAccounts, payablesByAge } from '../report/payable.queries.ts'
import { accountName } from '../voucher/voucher.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf, givenField } from './figureOf.ts'

interface Asked {
  readonly shipperId?: string | undefined
  readonly carrierId?: string | undefined
  readonly branchId?: string | undefined
  readonly at?: number | undefined
  readonly figure?: string | undefined
}
/** Rows asked about: of one branch or all, of one party or all. */
export interface AgesAsked {
  readonly at?: number | undefined
  readonly branchId?: string | undefined
  readonly partyId?: string | undefined
}
type Reader = Pick<Ctx, 'tx' | 'actor' | 'now'>
/** The key of a row: its party and branch. */
export const ageKeyOf = (partyId: string, branchId: string): string => `${partyId}.${branchId}`

interface OpenRow {
  readonly party_id: string
  readonly branch_id: string
  readonly age: string
  readonly waybill_id: string
  readonly waybill_no: string
  readonly part: string | null
  readonly charged: number
  readonly set_off: number
  readonly paid: number
  readonly count: number
  readonly total: number
}

/** The largest open amounts of each age and row, with how many there are in all and their sum. */
const largestOpen = (found: RawBuilder<unknown>) =>
  sql<OpenRow>`
  with ranked as (
    select x.*, row_number() over w as k, (count(*) over p)::int as count, (sum(x.open_fen) over p)::bigint as total
    from ${found} as x window p as (partition by x.party_id, x.branch_id, x.age),
      w as (partition by x.party_id, x.branch_id, x.age order by abs(x.open_fen) desc, x.waybill_id, x.part))
  select r.party_id, r.branch_id, r.age, r.waybill_id, r.part, r.charged::bigint as charged, r.set_off::bigint as set_off,
    r.paid::bigint as paid, r.count, r.total, n.waybill_no
  from ranked r join waybills n on n.id = r.waybill_id where r.k <= ${largestTold}
  order by r.party_id, r.branch_id, r.age, r.k`.compile(q)

const lessWords = { set_off: '抵减欠款', paid: '已付' } as const

function toldOf(
  rows: readonly OpenRow[],
  of: { readonly paid: string; readonly unit: string; readonly link: string },
): ToldSum {
  return {
    largest: rows.map(row =>
      explainOpen({
        label: row.part === null ? row.waybill_no : `${row.waybill_no} ${partLabel(keyOf(waybillParts, row.part))}`,
        link: screenUrl('WaybillDetails', { id: row.waybill_id }),
        charged: fen(row.charged),
        less: [
          { label: lessWords.set_off, amount: fen(row.set_off) },
          { label: of.paid, amount: fen(row.paid) },
        ],
      }),
    ),
    count: rows[0]?.count ?? 0,
    total: fen(rows[0]?.total ?? 0),
    unit: of.unit,
    link: of.link,
  }
}

/** Receivables by row: what is open of each age, and what was prepaid. */
export async function findAgingTold(
  ctx: Reader,
  { at, branchId, partyId }: AgesAsked,
): Promise<Map<string, AgingExplained>> {
  const { day, end } = dayOf(ctx, { at })
  const rows = await ctx.tx.rows(
    largestOpen(sql`(
      select x.shipper_id as party_id, x.branch_id, x.waybill_id, null::text as part,
        ${ageOf(receivablesByAge, day)} as age, x.charged_fen as charged, 0 as set_off,
        x.matched_fen as paid, x.open_fen
      from ${openItems(ctx, { at, branchId })} as x
      where ${allOf([sql<boolean>`x.open_fen <> 0`, partyId === undefined ? undefined : sql<boolean>`x.shipper_id = ${partyId}::uuid`])})`),
  )
  const prepaid = await accountsAt(ctx, ['2205.01'], rows, end)
  return new Map(
    [...Map.groupBy(rows, row => ageKeyOf(row.party_id, row.branch_id))].map(([key, own]) => {
      const [first] = own
      const link = flowOf('1122.01', first)
      const ages = Object.fromEntries(
        [...Map.groupBy(own, row => keyOf(receivableAges, row.age))].map(([age, of]): [ReceivableAge, ToldSum] => [
          age,
          toldOf(of, { paid: '已核销', unit: '单运单', link }),
        ]),
      )
      const left = prepaid.get(key)?.[0]?.amount ?? 0
      return [key, { ages, prepaid: left > 0 ? fen(left) : ZERO_FEN, link: flowOf('2205.01', first) }]
    }),
  )
}

/** The movements of a party's account. */
const flowOf = (account: FlowAccount, row: Pick<OpenRow, 'party_id' | 'branch_id'> | undefined): string =>
  listUrl('FlowingWater', { account, partyId: row?.party_id ?? '', branchId: row?.branch_id ?? '' })

interface AccountRow {
  readonly party_id: string
  readonly branch_id: string
  readonly account: string
  readonly amount: number
}

/** Credit less debit of accounts of parties before a moment, by row. */
async function accountsAt(
  ctx: Reader,
  accounts: readonly FlowAccount[] | typeof payableAccounts,
  rows: readonly Pick<OpenRow, 'party_id'>[],
  end: number,
): Promise<Map<string, AccountRow[]>> {
  const parties = [...new Set(rows.map(row => row.party_id))]
  const found = await ctx.tx.rows(
    sql<AccountRow>`select d.party_id, d.branch_id, d.account, sum(d.credit_fen - d.debit_fen)::bigint as amount
      from account_days d where d.party_id = any(${parties}::uuid[]) and d.account = any(${[...accounts]}::text[])
        and d.day < ${end}::bigint group by 1, 2, 3 order by 1, 2, 3`.compile(q),
  )
  return Map.groupBy(found, row => ageKeyOf(row.party_id, row.branch_id))
}

/** Payables of parties by row: what is open of each age of parts, and the accounts of the ledger. */
export async function findPayableTold(
  ctx: Reader,
  { at, branchId, partyId }: AgesAsked,
  parties: readonly { readonly party_id: string }[],
): Promise<Map<string, PayableExplained>> {
  const { day, end } = dayOf(ctx, { at })
  const rows = await ctx.tx.rows(
    largestOpen(sql`(
      select x.carrier_id as party_id, x.branch_id, x.waybill_id, x.part, ${ageOf(payablesByAge, day)} as age,
        x.booked_fen as charged, x.set_off_fen as set_off, x.paid_fen as paid, x.open_fen
      from ${openParts(ctx, { at, branchId })} as x
      where ${allOf([sql<boolean>`x.open_fen <> 0`, partyId === undefined ? undefined : sql<boolean>`x.carrier_id = ${partyId}::uuid`])})`),
  )
  const aged = Map.groupBy(rows, row => ageKeyOf(row.party_id, row.branch_id))
  const accounts = await accountsAt(ctx, payableAccounts, parties, end)
  return new Map(
    [...new Set([...aged.keys(), ...accounts.keys()])].map(key => {
      const own = aged.get(key) ?? []
      const ages = Object.fromEntries(
        [...Map.groupBy(own, row => keyOf(payableAges, row.age))].map(([age, of]): [PayableAge, ToldSum] => [
          age,
          toldOf(of, { paid: '已付', unit: '个分期', link: flowOf('2202.01', own[0]) }),
        ]),
      )
      const kept = (accounts.get(key) ?? []).map(row => ({
        label: accountName(row.account),
        amount: fen(row.amount),
        ...(Object.hasOwn(flowAccounts, row.account) ? { link: flowOf(keyOf(flowAccounts, row.account), row) } : {}),
      }))
      return [key, { ages, accounts: kept }]
    }),
  )
}

/** A figure of a row of receivables in the caller's reach. */
export async function explainAgingRow(ctx: Ctx, { shipperId, branchId, at, figure }: Asked): Promise<Explained> {
  const of = figureOf(agingFigures, figure)
  const [party, branch] = [givenField('shipperId', shipperId), givenField('branchId', branchId)]
  const row = await findAgingRow(ctx, { at, branchId: branch, shipperId: party })
  if (row === undefined) throw new Problem('row.none')
  const told = await findAgingTold(ctx, { at, branchId: branch, partyId: party })
  return { amount: explainAging(of, told.get(row.key) ?? { ages: {}, prepaid: ZERO_FEN }), kept: row[of] }
}

/** A figure of a row of payables in the caller's reach. */
export async function explainPayableRow(ctx: Ctx, { carrierId, branchId, at, figure }: Asked): Promise<Explained> {
  const of = figureOf(payableFigures, figure)
  const [party, branch] = [givenField('carrierId', carrierId), givenField('branchId', branchId)]
  const row = await findPayableRow(ctx, { at, branchId: branch, carrierId: party })
  const told = await findPayableTold(ctx, { at, branchId: branch, partyId: party }, [{ party_id: party }])
  return { amount: explainPayable(of, told.get(row.key) ?? { ages: {}, accounts: [] }), kept: row[of] }
}
