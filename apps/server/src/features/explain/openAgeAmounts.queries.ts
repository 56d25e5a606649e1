// Rows of the ages of estimates and of money nobody claimed, worked out anew from the parts and remittances behind them.
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { explainOpenAge, type Aged } from '@yunshu/domain/amount/ages'
import { openAgeFigures } from '@yunshu/domain/amount/explained'
import { explainAmount, linkedAmount, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { largestTold, type ToldSum } from '@yunshu/domain/amount/ledger'
import { fen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { openAges, type OpenAge } from '@yunshu/domain/report/aging'
import { partLabel, waybillParts } from '@yunshu/domain/settlement/parts'
import { sql } from 'kysely'
import { ageOf } from '../../db/ages.ts'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { dayOf } from '../report/aging.queries.ts'
import { findOpenAgeOf, openAgeItems, opensByAge, type OpenAgeAsked } from '../report/openAge.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf, givenField } from './figureOf.ts'

interface Asked {
  readonly carrierId?: string | undefined
  readonly payer?: string | undefined
  readonly branchId?: string | undefined
  readonly at?: number | undefined
  readonly figure?: string | undefined
}

interface OpenRow {
  readonly party: string
  readonly name: string
  readonly branch_id: string
  readonly age: string
  readonly since: number
  readonly open_fen: number
  readonly waybill_id: string | null
  readonly waybill_no: string | null
  readonly part: string | null
  readonly remittance_no: string | null
  readonly count: number
  readonly total: number
}

/** One part or remittance, by its number, with the day it counts from. */
function told({ waybill_id, waybill_no, part, remittance_no, open_fen, since }: OpenRow): ExplainedAmount {
  const note = `${formatDate(since)} 起`
  const amount = fen(open_fen)
  if (waybill_id === null || waybill_no === null) {
    const no = remittance_no ?? ''
    return linkedAmount(explainAmount(no, amount, note), listUrl('RemittanceList', { text: no }))
  }
  const label = part === null ? waybill_no : `${waybill_no} ${partLabel(keyOf(waybillParts, part))}`
  return linkedAmount(explainAmount(label, amount, note), screenUrl('WaybillDetails', { id: waybill_id }))
}

/** The rows of all that is open of a party: the estimates that stand, or the receipts of a payer. */
const rowsLink = ({ kind }: Pick<OpenAgeAsked, 'kind'>, { name, branch_id: branchId }: OpenRow): string =>
  kind === 'estimate'
    ? listUrl('VoucherList', { kind: 'TENTATIVE', openOver: '0', text: name, branchId })
    : listUrl('RemittanceList', { open: 'true', text: name, branchId })

/** Open amounts at the end of a day by row (party and branch) and age, the largest amounts of each one by one. */
export async function findOpenAgesTold(
  ctx: Pick<Ctx, 'tx' | 'actor' | 'now'>,
  { kind, at, branchId, party }: Pick<OpenAgeAsked, 'kind' | 'at'> & Partial<OpenAgeAsked>,
): Promise<Map<string, Aged<OpenAge>>> {
  const { day } = dayOf(ctx, { at })
  const rows = await ctx.tx.rows(
    sql<OpenRow>`
    with aged as (
      select x.*, ${ageOf(opensByAge, day)} as age from ${openAgeItems(ctx, { kind, at, branchId })} as x
      where ${party === undefined ? sql`true` : sql`x.party = ${party}`}),
    ranked as (
      select a.*, row_number() over w as k, (count(*) over p)::int as count, (sum(a.open_fen) over p)::bigint as total
      from aged a window p as (partition by a.party, a.branch_id, a.age),
        w as (partition by a.party, a.branch_id, a.age
          order by abs(a.open_fen) desc, a.waybill_id, a.part_id, a.remittance_id))
    select r.party, r.name, r.branch_id, r.age, r.since, r.open_fen, r.waybill_id, r.count, r.total, w.waybill_no,
      t.part, m.remittance_no
    from ranked r left join waybills w on w.id = r.waybill_id left join waybill_parts t on t.id = r.part_id
      left join remittances m on m.id = r.remittance_id
    where r.k <= ${largestTold} order by r.party, r.branch_id, r.age, r.k`.compile(q),
  )
  const unit = kind === 'estimate' ? '个分期' : '笔来款'
  return new Map(
    [...Map.groupBy(rows, row => `${row.party}.${row.branch_id}`)].map(([key, own]) => [
      key,
      Object.fromEntries(
        [...Map.groupBy(own, row => keyOf(openAges, row.age))].map(([age, of]): [OpenAge, ToldSum] => {
          const [first] = of
          return [
            age,
            {
              largest: of.map(told),
              count: first?.count ?? 0,
              total: fen(first?.total ?? 0),
              unit,
              ...(first === undefined ? {} : { link: rowsLink({ kind }, first) }),
            },
          ]
        }),
      ),
    ]),
  )
}

/** A figure of a row of estimates, or of a payer's money nobody claimed, in the caller's reach. */
export async function explainOpenAgeRow(
  ctx: Ctx,
  { carrierId, payer, branchId, at, figure }: Asked,
): Promise<Explained> {
  const of = figureOf(openAgeFigures, figure)
  const asked = {
    kind: carrierId === undefined ? 'unclaimed' : 'estimate',
    at,
    branchId: givenField('branchId', branchId),
    party: carrierId ?? givenField('payer', payer),
  } as const
  const row = await findOpenAgeOf(ctx, asked)
  const ages = (await findOpenAgesTold(ctx, asked)).get(`${asked.party}.${asked.branchId}`) ?? {}
  return { amount: explainOpenAge(of, ages), kept: fen(row[of]) }
}
