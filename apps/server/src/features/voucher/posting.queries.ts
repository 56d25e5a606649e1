// Reads of posting rules: the version of a day, the shares of a waybill's revenue, versions with their rules, and trials.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  getPostingVersion,
  countPostingVersions,
  listPostingVersions,
  PostingVersionRow,
} from '@yunshu/contract/voucher/posting'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { chargeCodes, type ChargeCode } from '@yunshu/domain/settlement/charges'
import {
  accountOfCode,
  costOfCode,
  costShares,
  plainRules,
  postingMovesOf,
  postingVersionStates,
  rateOfCode,
  revenueShares,
  ruleCodes,
  vatRates,
  type ChargeAmount,
  type PostingRules,
  type RevenueShare,
  type RuleCode,
} from '@yunshu/domain/voucher/postingRules'
import { transportVat } from '@yunshu/domain/voucher/postings'
import {
  costAccounts,
  ratedRevenue,
  type CostAccount,
  type CostWeight,
  type RatedRevenue,
} from '@yunshu/domain/voucher/shares'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { countWithOwn } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { revenueOfWaybill } from '../../db/waybillRevenue.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { PostingVersions } from '../../db/tables.gen.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'

const codesOf = (codes: readonly string[]): RuleCode[] => ruleCodes.filter(code => codes.some(each => each === code))

/** The rules of a version as they are kept; an account or a rate that is none is left out. */
export function rulesIn(row: Pick<Used, 'service_codes' | 'cost_accounts' | 'vat_rates'> | undefined): PostingRules {
  if (row === undefined) return plainRules
  const of = <T>(kept: unknown, known: readonly T[]): Partial<Record<RuleCode, T>> => {
    const given = new Map<string, unknown>(Object.entries(kept ?? {}))
    return Object.fromEntries(
      ruleCodes.flatMap(code => {
        const value = known.find(each => each === given.get(code))
        return value === undefined ? [] : [[code, value]]
      }),
    )
  }
  return {
    services: codesOf(row.service_codes),
    costs: of(row.cost_accounts, costAccounts),
    rates: of(row.vat_rates, vatRates),
  }
}

const ruleColumns = ['id', 'version_no', 'service_codes', 'cost_accounts', 'vat_rates'] as const
export type Used = Pick<Selectable<PostingVersions>, (typeof ruleColumns)[number]>
/** The version a day of a branch goes by: the newest of the branch, else the newest for all. */
export function versionOf(ctx: Pick<Ctx, 'tx'>, branchId: string | undefined, day: number): Promise<Used | undefined> {
  return ctx.tx.first(
    q
      .selectFrom('posting_versions')
      .select(ruleColumns)
      .where('state', '=', 'active')
      .where('valid_from', '<=', startOfDay(day))
      .where(sql<boolean>`(branch_id is null or branch_id = ${branchId ?? nilId}::uuid)`)
      .orderBy(sql`branch_id is null`)
      .orderBy('valid_from', 'desc')
      .limit(1),
  )
}

/** Charges that a signature booked: what was agreed on after it has books of its own. */
export const chargesOf = async (
  ctx: Pick<Ctx, 'tx'>,
  waybillId: string,
  side: 'SHIPPER' | 'CARRIER',
): Promise<ChargeAmount[]> => {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('charges as c')
      .select(['c.code', 'c.amount_fen'])
      .where('c.waybill_id', '=', waybillId)
      .where('c.side', '=', side)
      .where(
        sql<boolean>`not exists (select from waybill_claims k where k.waybill_id = c.waybill_id and k.charge_id = c.id
          and k.part_id is not null)`,
      ),
  )
  return rows.map(({ code, amount_fen: amount }) => ({ code: keyOf(chargeCodes, code), amount: fen(amount) }))
}

/** The accounts of a signed waybill's revenue and cost by the rules of its day; undefined where all of them are freight. */
export async function sharesOf(
  ctx: Ctx,
  waybill: { readonly id: string; readonly branchId: string; readonly signedAt: number; readonly revenue: Fen },
): Promise<{ revenue: RevenueShare[]; costs: CostWeight[] } | undefined> {
  const version = await versionOf(ctx, waybill.branchId, waybill.signedAt)
  if (version === undefined) return undefined
  const rules = rulesIn(version)
  return {
    revenue: revenueShares(rules, await chargesOf(ctx, waybill.id, 'SHIPPER'), waybill.revenue),
    costs: costShares(rules, await chargesOf(ctx, waybill.id, 'CARRIER')),
  }
}

/** The account of cost of a charge of carriers by the rules of this moment. */
export async function costAccountOf(ctx: Ctx, branchId: string, code: ChargeCode): Promise<CostAccount> {
  return costOfCode(rulesIn(await versionOf(ctx, branchId, ctx.now)), code)
}

/**
 * The revenue of signed waybills by rate of VAT, where a version of their day names rates of its own; all others bear that
 * of transport and are not in the answer.
 */
export async function ratedRevenuesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, RatedRevenue[]>> {
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<{
        waybill_id: string
        revenue: number
        service_codes: string[]
        vat_rates: unknown
        charges: { code: string; amount: number }[]
      }>`select w.id as waybill_id, ${revenueOfWaybill('w')} as revenue, v.service_codes, v.vat_rates,
        coalesce((select json_agg(json_build_object('code', c.code, 'amount', c.amount_fen)) from charges c
          where c.waybill_id = w.id and c.side = 'SHIPPER'), '[]') as charges
      from waybills w cross join lateral (select r.service_codes, r.vat_rates from posting_versions r where r.state = 'active'
        and r.valid_from <= w.signed_at and (r.branch_id is null or r.branch_id = w.branch_id)
        order by r.branch_id is null, r.valid_from desc limit 1) v
      where w.id = any(${[...ids]}::uuid[]) and v.vat_rates <> '{}'`.compile(q),
    ),
  )
  return new Map(
    rows.map(row => {
      const charges = row.charges.map(each => ({ code: keyOf(chargeCodes, each.code), amount: fen(each.amount) }))
      const amount = fen(row.revenue)
      const shares = revenueShares(rulesIn({ ...row, cost_accounts: {} }), charges, amount)
      return [row.waybill_id, ratedRevenue({ amount, vatBasisPoints: transportVat, shares })]
    }),
  )
}

/** Versions in the actor's reach: those for all, and of a branch its own. */
export const ownVersions = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, {
    branch: id =>
      sql<boolean>`(${sql.ref(`${alias}.branch_id`)} is null or ${sql.ref(`${alias}.branch_id`)} = ${id}::uuid)`,
    company: () => sql<boolean>`false`,
  })

const versionRows = (now: number) =>
  q
    .selectFrom('posting_versions as v')
    .leftJoin('companies as b', 'b.id', 'v.branch_id')
    .selectAll('v')
    .select(['b.name as branch_name'])
    .select(
      sql<boolean>`(v.state = 'active' and v.valid_from <= ${startOfDay(now)}::bigint and not exists (
        select from posting_versions n where n.state = 'active' and n.branch_id is not distinct from v.branch_id
          and n.valid_from > v.valid_from and n.valid_from <= ${startOfDay(now)}::bigint))`.as('in_use'),
    )
type Named = Selectable<PostingVersions> & { branch_name: string | null; in_use: boolean }

/** The codes that have a rule, in their order. */
const rulePairs = <T>(of: Readonly<Partial<Record<RuleCode, T>>>): [RuleCode, T][] =>
  ruleCodes.flatMap(code => {
    const value = of[code]
    return value === undefined ? [] : [[code, value] satisfies [RuleCode, T]]
  })

const show = (ctx: Ctx, row: Named): PostingVersionRow => {
  const state = keyOf(postingVersionStates.states, row.state)
  const isMaker = [row.maker_id, row.maker_for].includes(ctx.actor.userId)
  const rules = rulesIn(row)
  return {
    id: row.id,
    versionNo: row.version_no,
    state,
    ...(row.branch_id === null ? {} : { branchCompanyId: row.branch_id, branchName: row.branch_name ?? '' }),
    validFrom: row.valid_from,
    isInUse: row.in_use,
    serviceCodes: [...rules.services],
    costAccounts: rulePairs(rules.costs).map(([code, account]) => ({ code, account })),
    vatRates: rulePairs(rules.rates).map(([code, vatBp]) => ({ code, vatBp })),
    note: row.note,
    maker: row.maker_name,
    createdAt: row.created_at,
    checker: row.checker_name ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    reason: row.reason ?? undefined,
    version: row.version,
    moves: postingMovesOf({ state, isMaker }, permit => ctx.can(permit)),
  }
}

/** The list's condition, but for its state. */
const versionsUnder = (ctx: Ctx, { branchId }: Input<typeof countPostingVersions>): RawBuilder<boolean> =>
  allOf([
    ownVersions(ctx.actor, 'v'),
    branchId === undefined ? undefined : sql<boolean>`v.branch_id = ${branchId}::uuid`,
  ])

/** Versions by state under the list's filter. */
export const countVersions = async (
  ctx: Ctx,
  filter: Input<typeof countPostingVersions>,
): Promise<Output<typeof countPostingVersions>> =>
  countWithOwn(
    ctx.tx,
    postingVersionStates,
    { table: 'posting_versions', alias: 'v', where: versionsUnder(ctx, filter) },
    { person: ctx.actor.userId, hands: { asked: ['maker_id', 'maker_for'] } },
  )

/** Versions, newest first. */
export async function findPostingVersions(
  ctx: Ctx,
  input: Input<typeof listPostingVersions>,
): Promise<Output<typeof listPostingVersions>> {
  const where = allOf([
    versionsUnder(ctx, input),
    input.state && sql<boolean>`v.state = ${input.state}`,
    afterCursor(input, 'v.id'),
  ])
  const rows = await ctx.tx.rows(versionRows(ctx.now).where(where).orderBy('v.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** One version with the account of each charge and what it was before. */
export async function findPostingVersion(
  ctx: Ctx,
  { id }: Input<typeof getPostingVersion>,
): Promise<Output<typeof getPostingVersion>> {
  const row = await ctx.tx.one(versionRows(ctx.now).where('v.id', '=', id).where(ownVersions(ctx.actor, 'v')))
  const shown = show(ctx, row)
  const last = await versionOf(ctx, row.branch_id ?? undefined, row.valid_from - 1)
  const [before, now] = [rulesIn(last), rulesIn(row)]
  const ruleOf = (rules: PostingRules, code: RuleCode) => ({
    account: accountOfCode(rules, code),
    vatBp: rateOfCode(rules, code),
    cost: costOfCode(rules, code),
  })
  return {
    ...shown,
    rules: ruleCodes.map(code => {
      const [was, is] = [ruleOf(before, code), ruleOf(now, code)]
      return {
        code,
        ...is,
        ...(was.account === is.account ? {} : { before: was.account }),
        ...(was.vatBp === is.vatBp ? {} : { vatBefore: was.vatBp }),
        ...(was.cost === is.cost ? {} : { costBefore: was.cost }),
      }
    }),
    log: await findLog(ctx, id),
  }
}
