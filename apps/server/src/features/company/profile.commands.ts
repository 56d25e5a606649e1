// Keeping the papers of one's own company: facts, documents, and handing them in to be verified.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/company/company'
import { companyStates, taxpayers, type CompanyState } from '@yunshu/domain/company/company'
import { documentKinds } from '@yunshu/domain/company/papers'
import { maskBankCard, maskIdNo, maskMobile } from '@yunshu/domain/identity/masking'
import { Problem } from '@yunshu/domain/problems/problems'
import { formatDate } from '@yunshu/domain/figures/time'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { lockCompany, missingOf, ownCompany, type LockedCompany } from './company.queries.ts'

/** States in which what tells the company apart may still be written by itself. */
const openStates: readonly CompanyState[] = ['draft', 'rejected']
const lockedText = '企业已提交审核，如需变更请联系平台'

type Said = Input<typeof calls.updateCompany>

/**
 * A field of the profile: its name in the history, its table and column, and whether it is part of the company's
 * identity.
 */
interface Kept {
  label: string
  table: 'companies' | 'company_profiles'
  column: keyof LockedCompany
  isIdentity?: true
  print?: (value: unknown) => string
}
const dated = (value: unknown): string => (typeof value === 'number' ? formatDate(value) : '')
const kept: Readonly<Record<Exclude<keyof Said, 'version'>, Kept>> = {
  name: { label: '企业名称', table: 'companies', column: 'name', isIdentity: true },
  creditCode: { label: '统一社会信用代码', table: 'companies', column: 'credit_code', isIdentity: true },
  legalPerson: { label: '法定代表人', table: 'company_profiles', column: 'legal_person', isIdentity: true },
  legalIdNo: {
    label: '法定代表人身份证号',
    table: 'company_profiles',
    column: 'legal_id_no',
    isIdentity: true,
    print: value => maskIdNo(String(value)),
  },
  permitNo: { label: '道路运输经营许可证号', table: 'company_profiles', column: 'permit_no', isIdentity: true },
  permitExpiry: {
    label: '许可证有效期',
    table: 'company_profiles',
    column: 'permit_expiry',
    isIdentity: true,
    print: dated,
  },
  shortName: { label: '简称', table: 'companies', column: 'short_name' },
  regionCode: { label: '省市区', table: 'companies', column: 'region_code' },
  address: { label: '详细地址', table: 'companies', column: 'address' },
  contactName: { label: '联系人', table: 'companies', column: 'contact_name' },
  contactMobile: {
    label: '联系手机号',
    table: 'companies',
    column: 'contact_mobile',
    print: value => maskMobile(String(value)),
  },
  taxpayer: {
    label: '纳税人类型',
    table: 'company_profiles',
    column: 'taxpayer',
    print: value => Object.entries(taxpayers).find(([key]) => key === value)?.[1] ?? '',
  },
  invoiceTitle: {
    label: '开票资料',
    table: 'company_profiles',
    column: 'invoice_title',
    print: value =>
      typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([name, part]) => (name === 'accountNo' ? maskBankCard(String(part)) : String(part)))
            .filter(part => part !== '')
            .join(' ')
        : '',
  },
}

const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && sorted(a) === sorted(b))
const sorted = (value: object | null): string =>
  JSON.stringify(Object.entries(value ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The fields that differ from what is kept. */
export function changedFields(
  row: LockedCompany,
  said: Omit<Said, 'version'>,
): { field: keyof typeof kept; kept: Kept; value: unknown; change: Change }[] {
  return (Object.keys(kept) as (keyof typeof kept)[]).flatMap(field => {
    const { [field]: place } = kept
    const value = said[field]
    if (value === undefined || same(value, row[place.column])) return []
    const print = place.print ?? ((each: unknown) => (typeof each === 'string' ? each : ''))
    return [
      {
        field,
        kept: place,
        value,
        change: { field: place.label, old: print(row[place.column] ?? '') || '--', new: print(value) || '--' },
      },
    ]
  })
}

/** The refusal of a credit code somebody has. */
export const codeTaken = (): Problem =>
  new Problem('company.duplicate', {}, { fields: { creditCode: '已被其他企业使用' } })

/** Writes what differs; the new version. A credit code somebody has is refused at its field. */
export async function writeFields(
  ctx: Ctx,
  row: LockedCompany,
  changes: ReturnType<typeof changedFields>,
): Promise<number> {
  const valuesOf = (table: Kept['table']): Record<string, unknown> =>
    Object.fromEntries(
      changes.flatMap(({ kept: place, value }) =>
        place.table === table ? [[place.column, typeof value === 'object' ? JSON.stringify(value) : value]] : [],
      ),
    )
  const profile = valuesOf('company_profiles')
  if (Object.keys(profile).length > 0)
    await ctx.tx.run(q.updateTable('company_profiles').set(profile).where('company_id', '=', row.id))
  await ctx.tx
    .run(
      q
        .updateTable('companies')
        .set({ ...valuesOf('companies'), version: row.version + 1, updated_at: ctx.now })
        .where('id', '=', row.id),
    )
    .catch((error: unknown) => {
      throw isTaken(error) ? codeTaken() : error
    })
  return row.version + 1
}

/** The input with the bank account of the invoice title that stays where none is said. */
function withKeptAccount(row: LockedCompany, { invoiceTitle: title, ...said }: Omit<Said, 'version'>) {
  if (title === undefined) return said
  const kept: unknown = row.invoice_title
  const before = typeof kept === 'object' && kept !== null && 'accountNo' in kept ? String(kept.accountNo) : ''
  return { ...said, invoiceTitle: { ...title, accountNo: title.accountNo ?? before } }
}

/** Changes the caller's company. Its identity stays as it was handed in; without a change nothing is written. */
export async function changeCompany(ctx: Ctx, { version, ...said }: Said): Promise<Output<typeof calls.updateCompany>> {
  const row = await lockCompany(ctx, ownCompany(ctx.actor))
  if (row.version !== version) throw await stale(ctx, row.id)
  const changes = changedFields(row, withKeptAccount(row, said))
  const locked = openStates.includes(row.state) ? [] : changes.filter(change => change.kept.isIdentity)
  refuseFields(Object.fromEntries(locked.map(({ field }) => [field, lockedText])))
  const diff = changes.map(({ change }) => change)
  ctx.touched('company', row.id, diff)
  if (changes.length === 0) return { id: row.id, version }
  const next = await writeFields(ctx, row, changes)
  await logEvent(ctx, { entity: 'company', entityId: row.id, action: '修改企业资料', diff })
  return { id: row.id, version: next }
}

/** Adds documents to the caller's company. Licences are fixed once handed in; other papers may always be added. */
export async function uploadCompanyFiles(
  ctx: Ctx,
  { category }: Input<typeof calls.uploadCompanyFiles>,
  stored: StoredUploads,
): Promise<Output<typeof calls.uploadCompanyFiles>> {
  const row = await lockCompany(ctx, ownCompany(ctx.actor))
  if (category !== 'other' && !openStates.includes(row.state)) refuseFields({ category: lockedText })
  const files = await keepUploads(ctx, stored, {
    entity: 'company',
    id: row.id,
    category,
    shipperId: row.id,
    carrierId: row.id,
    branchId: row.branch_id ?? row.id,
  })
  await logEvent(ctx, {
    entity: 'company',
    entityId: row.id,
    action: '上传企业资料',
    diff: [{ field: documentKinds[category], old: '--', new: files.map(({ name }) => name).join('、') }],
  })
  ctx.touched('company', row.id)
  return { files }
}

/** Hands the company in to be verified and tells the platform. */
export async function submitCompany(
  ctx: Ctx,
  { version }: Input<typeof calls.submitCompany>,
): Promise<Output<typeof calls.submitCompany>> {
  const row = await lockCompany(ctx, ownCompany(ctx.actor))
  if (row.version !== version) throw await stale(ctx, row.id)
  if (openStates.includes(row.state)) refuseFields(await missingOf(ctx, row))
  const moved = await move(ctx, companyStates, row, 'submit', { version })
  await ctx.tx.run(q.updateTable('company_profiles').set({ submitted_at: ctx.now }).where('company_id', '=', row.id))
  const verifiers = { platform: true, permit: 'company.verify' } as const
  await tellHappening(ctx, 'company.submitted', verifiers, { companyId: row.id, company: row.name })
  ctx.touched('company', row.id)
  return { id: row.id, version: moved.version }
}
