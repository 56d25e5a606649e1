// Reads of posting rules: the version of a day, the shares of a waybill's revenue, versions with their rules, and trials.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  getPostingVersion,
  countPostingVersions,
  listPostingVersions,
  PostingVersionRow,
  tryPostings,
} from '@yunshu/contract/voucher/posting'
import { fen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { accountOf } from '@yunshu/domain/voucher/chart'
import {
  accountOfCode,
  faultOfExample,
  postingMovesOf,
  postingVersionStates,
  revenueShares,
  ruleCodes,
  trialEntries,
  type ChargeAmount,
  type RevenueShare,
  type RuleCode,
  type ServiceCodes,
  type TrialExample,
} from '@yunshu/domain/voucher/postingRules'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { PostingVersions } from '../../db/tables.gen.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, bySide, rowsOfSide } from '../../work/scope.ts'

const codesOf = (codes: readonly string[]): RuleCode[] => ruleCodes.filter(code => codes.some(each => each === code))

interface Used {
  readonly id: string
  readonly version_no: string
  readonly service_codes: string[]
}
/** The version a day of a branch goes by: the newest of the branch, else the newest for all. */
function versionOf(ctx: Pick<Ctx, 'tx'>, branchId: string | undefined, day: number): Promise<Used | undefined> {
  return ctx.tx.first(
    q
      .selectFrom('posting_versions')
      .select(['id', 'version_no', 'service_codes'])
      .where('state', '=', 'active')
      .where('valid_from', '<=', startOfDay(day))
      .where(sql<boolean>`(branch_id is null or branch_id = ${branchId ?? nilId}::uuid)`)
      .orderBy(sql`branch_id is null`)
      .orderBy('valid_from', 'desc')
      .limit(1),
  )
}

const chargesOf = async (ctx: Pick<Ctx, 'tx'>, waybillId: string): Promise<ChargeAmount[]> => {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('charges')
      .select(['code', 'amount_fen'])
      .where('waybill_id', '=', waybillId)
      .where('side', '=', 'SHIPPER'),
  )
  return rows.map(({ code, amount_fen: amount }) => ({ code: keyOf(chargeCodes, code), amount: fen(amount) }))
}

/** The accounts of a signed waybill's revenue by the rules of its day; undefined where all of it is freight. */
export async function revenueSharesOf(
  ctx: Ctx,
  waybill: { readonly id: string; readonly branchId: string; readonly signedAt: number; readonly shipperFreight: Fen },
): Promise<RevenueShare[] | undefined> {
  const version = await versionOf(ctx, waybill.branchId, waybill.signedAt)
  if (version === undefined || version.service_codes.length === 0) return undefined
  return revenueShares(codesOf(version.service_codes), await chargesOf(ctx, waybill.id), waybill.shipperFreight)
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

const show = (ctx: Ctx, row: Named): PostingVersionRow => {
  const state = keyOf(postingVersionStates.states, row.state)
  const isMaker = [row.maker_id, row.maker_for].includes(ctx.actor.userId)
  return {
    id: row.id,
    versionNo: row.version_no,
    state,
    ...(row.branch_id === null ? {} : { branchCompanyId: row.branch_id, branchName: row.branch_name ?? '' }),
    validFrom: row.valid_from,
    isInUse: row.in_use,
    serviceCodes: codesOf(row.service_codes),
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
): Promise<Output<typeof countPostingVersions>> => ({
  state: await countByState(ctx.tx, postingVersionStates, {
    table: 'posting_versions',
    alias: 'v',
    where: versionsUnder(ctx, filter),
  }),
})

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
  const before = codesOf(last?.service_codes ?? [])
  return {
    ...shown,
    rules: ruleCodes.map(code => {
      const [was, is] = [accountOfCode(before, code), accountOfCode(shown.serviceCodes, code)]
      return { code, account: is, ...(was === is ? {} : { before: was }) }
    }),
    log: await findLog(ctx, id),
  }
}

type Asked = Input<typeof tryPostings>

/** The example: a waybill of the actor's reach as it stands, or the amounts that were typed. */
async function exampleOf(ctx: Ctx, asked: Asked): Promise<TrialExample & { waybillNo?: string; branchId?: string }> {
  const { waybillNo, charges = [], carrierFreight = ZERO_FEN, deducted = ZERO_FEN, oil = ZERO_FEN } = asked
  const prepaid = asked.prepaid ?? ZERO_FEN
  if (!waybillNo) return { charges, carrierFreight, deducted, oil, prepaid }
  if (!ctx.can('price.shipper') || !ctx.can('price.carrier')) throw new Problem('permit.missing')
  const own = bySide<RawBuilder<boolean>>(ctx.actor, {
    platform: sql<boolean>`true`,
    branch: id => sql<boolean>`branch_id = ${id}::uuid`,
    company: () => sql<boolean>`false`,
  })
  const row = await ctx.tx.first(
    q
      .selectFrom('waybills')
      .select(['id', 'waybill_no', 'branch_id', 'payable_fen', 'deducted_fen', 'oil_fen'])
      .where('waybill_no', '=', waybillNo.trim())
      .where(own),
  )
  if (row === undefined) throw wrongField('waybillNo', '没有这个运单')
  return {
    charges: await chargesOf(ctx, row.id),
    carrierFreight: fen(row.payable_fen),
    deducted: fen(row.deducted_fen),
    oil: fen(row.oil_fen),
    prepaid,
    waybillNo: row.waybill_no,
    branchId: row.branch_id,
  }
}

/** The version asked for, also one that waits for its confirmation; else the one of the day. */
async function rulesOf(ctx: Ctx, { versionId, at }: Asked, branchId: string | undefined): Promise<Used | undefined> {
  if (versionId === undefined) return versionOf(ctx, branchId, at ?? ctx.now)
  return ctx.tx.one(
    q
      .selectFrom('posting_versions as v')
      .select(['v.id', 'v.version_no', 'v.service_codes'])
      .where('v.id', '=', versionId)
      .where(ownVersions(ctx.actor, 'v')),
  )
}

/** The entries an example would make; nothing is written. */
export async function findTrial(ctx: Ctx, asked: Asked): Promise<Output<typeof tryPostings>> {
  const { waybillNo, branchId, ...example } = await exampleOf(ctx, asked)
  const fault = faultOfExample(example)
  if (fault) throw wrongField(...fault)
  const used = await rulesOf(ctx, asked, branchId ?? asked.branchId ?? ctx.actor.branchId)
  const services: ServiceCodes = codesOf(used?.service_codes ?? [])
  const entries = trialEntries(services, example)
  const lines = entries.flatMap(entry => entry.lines)
  return {
    ...(used === undefined ? {} : { versionNo: used.version_no }),
    ...(waybillNo === undefined ? {} : { waybillNo }),
    entries: entries.map(({ lines: own, ...entry }) => ({
      ...entry,
      lines: own.map(line => ({
        account: line.account,
        accountName: accountOf(line.account).name,
        ...(line.party === undefined ? {} : { party: line.party }),
        debit: line.debitFen,
        credit: line.creditFen,
      })),
    })),
    debit: sumFen(lines.map(line => line.debitFen)),
    credit: sumFen(lines.map(line => line.creditFen)),
  }
}
