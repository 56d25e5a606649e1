// Reads of companies: one's own papers, those the house verifies, and who is listed.
import type { Input, Output } from '@yunshu/contract/call'
import {
  type CompanyDetails,
  type CompanyRecord,
  CompanyRecord as RecordShape,
  type countCompanies,
  type getCompanyDetails,
  type listCompanies,
} from '@yunshu/contract/company/company'
import { companyStates, taxpayers } from '@yunshu/domain/company/company'
import { companySideOf, companySides, missingPapers, type CompanySide } from '@yunshu/domain/company/papers'
import { warnUscc } from '@yunshu/domain/identity/identity'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { shownPhone } from '@yunshu/domain/phones'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { findLog } from '../../work/history.ts'
import { offeredMoves } from '../../work/move.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { shownAccountNo, shownIdNo } from '../../work/numbers.ts'
import { findFiles } from '../file/file.queries.ts'
import { inputBaseOf } from '../invoice/inputBase.queries.ts'

type Condition = RawBuilder<boolean>

/** The company of the caller; platform and branches keep theirs elsewhere. */
export function ownCompany({ side, companyId = nilId }: Actor): Condition {
  if (isHouseSide(side)) throw new Problem('permit.missing')
  return sql<boolean>`c.id = ${companyId}::uuid`
}

/**
 * Companies of the market the house serves: all of them for the platform, those of the branch for a branch, none for
 * others.
 */
export const servedCompanies = (actor: Actor): Condition =>
  allOf([
    sql<boolean>`c.kind = 'HEAD'`,
    sql<boolean>`c.role_flags & 6 <> 0`,
    rowsOfSide(actor, { branch: 'c.branch_id', company: () => sql<boolean>`false` }),
  ])

const papers = () =>
  q
    .selectFrom('companies as c')
    .innerJoin('company_profiles as p', 'p.company_id', 'c.id')
    .selectAll('c')
    .select([
      'p.legal_person',
      'p.legal_id_no',
      'p.taxpayer',
      'p.permit_no',
      'p.permit_expiry',
      'p.invoice_title',
      'p.submitted_at',
      'p.verified_at',
      'p.reject_reason',
    ])

/** A company with its papers, locked for a write. */
export async function lockCompany(ctx: Ctx, where: Condition) {
  const row = await ctx.tx.one(papers().where(where).forUpdate())
  return { ...row, state: keyOf(companyStates.states, row.state) }
}
export type LockedCompany = Awaited<ReturnType<typeof lockCompany>>

/** Facts and papers a company still lacks to be verified, by field. */
export async function missingOf(
  ctx: Ctx,
  row: Pick<LockedCompany, 'id' | 'role_flags' | 'legal_person' | 'legal_id_no' | 'permit_no' | 'permit_expiry'>,
): Promise<Record<string, string>> {
  const documents = (
    await ctx.tx.rows(
      q.selectFrom('files').select('category').distinct().where('owner', '=', 'company').where('owner_id', '=', row.id),
    )
  ).map(({ category }) => category)
  return missingPapers(
    {
      bits: row.role_flags,
      legalPerson: row.legal_person,
      legalIdNo: row.legal_id_no,
      permitNo: row.permit_no,
      permitExpiry: row.permit_expiry,
      documents,
    },
    ctx.now,
  )
}

/** The moves the caller can make now: a company hands in, the house does the rest. */
const movesOf = (ctx: Ctx, state: LockedCompany['state']): string[] => {
  const isHouse = isHouseSide(ctx.actor.side)
  return offeredMoves(ctx, companyStates, state).filter(move => (move === 'submit') !== isHouse)
}

async function recordOf(ctx: Ctx, where: Condition): Promise<CompanyRecord> {
  const row = await ctx.tx.one(
    papers().leftJoin('companies as b', 'b.id', 'c.branch_id').select('b.name as branch_name').where(where),
  )
  const accounts = await ctx.tx.rows(
    q
      .selectFrom('company_accounts')
      .selectAll()
      .where('company_id', '=', row.id)
      .where('removed_at', 'is', null)
      .orderBy('is_default', 'desc')
      .orderBy('id')
      .limit(50),
  )
  const [files, log, missing] = [
    await findFiles(ctx, 'company', row.id),
    await findLog(ctx, row.id),
    await missingOf(ctx, row),
  ]
  const state = keyOf(companyStates.states, row.state)
  return {
    id: row.id,
    name: row.name,
    shortName: row.short_name,
    creditCode: row.credit_code,
    side: companySideOf(row.role_flags),
    regionCode: row.region_code,
    address: row.address,
    contactName: row.contact_name,
    contactMobile: shownPhone(row.contact_mobile, phoneOf(ctx.actor, row.id)),
    legalPerson: row.legal_person,
    legalIdNo: shownIdNo(ctx, row.legal_id_no),
    taxpayer: keyOf(taxpayers, row.taxpayer),
    ...given({
      permitNo: row.permit_no,
      permitExpiry: row.permit_expiry,
      submittedAt: row.submitted_at,
      verifiedAt: row.verified_at,
      branchId: row.branch_id,
      branchName: row.branch_name,
    }),
    ...(row.invoice_title === null ? {} : { invoiceTitle: shownTitle(ctx, row.invoice_title) }),
    ...(state === 'rejected' && row.reject_reason !== null ? { rejectReason: row.reject_reason } : {}),
    accounts: accounts.map(a => ({
      id: a.id,
      bank: a.bank,
      bankCode: a.bank_code,
      accountName: a.account_name,
      accountNo: shownAccountNo(ctx, a.account_no),
      isDefault: a.is_default,
      ...(a.payable_at > ctx.now ? { payableAt: a.payable_at } : {}),
      version: a.version,
    })),
    files,
    log,
    missing,
    state,
    moves: movesOf(ctx, state),
    serviceFeePpm: row.service_fee_ppm,
    wlhyType: row.wlhy_type,
    version: row.version,
  }
}

const phoneOf = ({ companyId }: Actor, id: string) => ({ of: companyId === id ? 'own' : 'others' }) as const

function shownTitle(ctx: Ctx, kept: unknown): CompanyRecord['invoiceTitle'] {
  const title = z.parse(RecordShape.shape.invoiceTitle, kept)
  return title && { ...title, accountNo: shownAccountNo(ctx, title.accountNo) }
}

/** Without what is not there. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: Exclude<T[K], null>
  }
}

/** The caller's own company. */
export async function findOwn(ctx: Ctx): Promise<CompanyRecord> {
  return recordOf(ctx, ownCompany(ctx.actor))
}

/** A company the house serves, with the remarks for its verifier. */
export async function findDetails(ctx: Ctx, { id }: Input<typeof getCompanyDetails>): Promise<CompanyDetails> {
  const record = await recordOf(ctx, sql<boolean>`(c.id = ${id}::uuid and ${servedCompanies(ctx.actor)})`)
  const same = await ctx.tx.rows(
    q
      .selectFrom('companies as c')
      .select(['c.id', 'c.name', 'c.credit_code', 'c.state'])
      .where(sql<boolean>`lower(c.name) = lower(${record.name})`)
      .where('c.id', '<>', id)
      .where(servedCompanies(ctx.actor))
      .orderBy('c.id')
      .limit(20),
  )
  const { n } = await ctx.tx.elevated(() =>
    ctx.tx.one(
      q
        .selectFrom('users')
        .select(e => e.fn.countAll<number>().as('n'))
        .where('company_id', '=', id)
        .where('removed_at', 'is', null),
    ),
  )
  const warning = warnUscc(record.creditCode)
  return {
    ...record,
    warnings: warning === undefined ? [] : [warning],
    sameName: same.map(row => ({
      id: row.id,
      name: row.name,
      creditCode: row.credit_code,
      state: keyOf(companyStates.states, row.state),
    })),
    people: n,
    waybills30: (await madeLately(ctx, [id])).get(id) ?? 0,
    ...(record.side === 'shipper' ? {} : { inputBase: await inputBaseOf(ctx, id) }),
  }
}

const textColumns = ['c.name', 'c.short_name', 'c.credit_code', 'c.contact_name']

/** Companies that ship, carry, or do both. */
const onSide = (side: CompanySide | undefined): Condition | undefined =>
  side && sql<boolean>`c.role_flags & 6 = ${companySides[side].bits}`

const latelyDays = 30

/** Waybills made within thirty days, by the kept figures of each company. */
async function madeLately(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const from = startOfDay(ctx.now) - (latelyDays - 1) * DAY_MS
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybill_days')
      .select('owner_id')
      .select(e => e.fn.sum<number>('made').as('made'))
      .where('owner_id', 'in', [...ids, nilId])
      .where('day_at', '>=', from)
      .groupBy('owner_id'),
  )
  return new Map(rows.map(({ owner_id, made }) => [owner_id, Number(made)]))
}

/** Companies the house serves, newest first. */
export async function findCompanyPage(
  ctx: Ctx,
  input: Input<typeof listCompanies>,
): Promise<Output<typeof listCompanies>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('companies as c')
      .leftJoin('company_profiles as p', 'p.company_id', 'c.id')
      .leftJoin('companies as b', 'b.id', 'c.branch_id')
      .select([
        'c.id',
        'c.name',
        'c.credit_code',
        'c.role_flags',
        'c.region_code',
        'c.contact_name',
        'c.contact_mobile',
        'c.state',
        'c.created_at',
        'c.version',
        'p.submitted_at',
        'p.permit_expiry',
        'b.name as branch_name',
      ])
      .where(
        allOf([
          servedCompanies(ctx.actor),
          contains(textColumns, input.text),
          input.state && sql<boolean>`c.state = ${input.state}`,
          onSide(input.side),
          afterCursor(input, 'c.id'),
        ]),
      )
      .orderBy('c.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  const made = await madeLately(
    ctx,
    rows.map(({ id }) => id),
  )
  return toPage(rows, input, row => ({
    id: row.id,
    name: row.name,
    creditCode: row.credit_code,
    side: companySideOf(row.role_flags),
    regionCode: row.region_code,
    contactName: row.contact_name,
    contactMobile: shownPhone(row.contact_mobile, phoneOf(ctx.actor, row.id)),
    ...given({ branchName: row.branch_name, submittedAt: row.submitted_at, permitExpiry: row.permit_expiry }),
    waybills30: made.get(row.id) ?? 0,
    state: keyOf(companyStates.states, row.state),
    createdAt: row.created_at,
    version: row.version,
  }))
}

/** Companies by state under the list's filter. */
export async function countByState(
  ctx: Ctx,
  { text, side }: Input<typeof countCompanies>,
): Promise<Output<typeof countCompanies>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('companies as c')
      .select('c.state')
      .select(e => e.fn.countAll<number>().as('n'))
      .where(allOf([servedCompanies(ctx.actor), contains(textColumns, text), onSide(side)]))
      .groupBy('c.state'),
  )
  return { state: Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
}
