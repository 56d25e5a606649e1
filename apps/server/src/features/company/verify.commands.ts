// Verification of companies by the house: approved with the terms of service, sent back, suspended, resumed, closed,
// corrected.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/company/company'
import { wlhyLabels } from '@yunshu/domain/account/account'
import { companyStates, hasTerms } from '@yunshu/domain/company/company'
import { printPercent } from '@yunshu/domain/figures/decimal'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { isPlatforms } from '../../db/platform.ts'
import { allOf } from '../../work/scope.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import type { Receivers } from '../../work/receivers.ts'
import { tellHappening } from '../../work/outbox.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { findChosenBranch } from './branch.queries.ts'
import { lockCompany, missingOf, servedCompanies, type LockedCompany } from './company.queries.ts'
import { changedFields, writeFields } from './profile.commands.ts'

type Terms = Pick<Input<typeof calls.approveCompany>, 'branchId' | 'serviceFeePpm' | 'wlhyType'>

async function lockServed(ctx: Ctx, id: string, version: number): Promise<LockedCompany> {
  const row = await lockCompany(ctx, sql<boolean>`(c.id = ${id}::uuid and ${servedCompanies(ctx.actor)})`)
  if (row.version !== version) throw await stale(ctx, id)
  return row
}

/** Lets a company work, under these terms; its people hear of it and get their menus anew. */
export async function approveCompany(
  ctx: Ctx,
  { id, version, ...terms }: Input<typeof calls.approveCompany>,
): Promise<Output<typeof calls.approveCompany>> {
  const row = await lockServed(ctx, id, version)
  // a permit may have run out while the papers waited
  if (row.state === 'pending') refuseFields(await missingOf(ctx, row))
  const { set, diff } = await termsOf(ctx, row, terms)
  const moved = await move(ctx, companyStates, row, 'approve', { version, set, diff })
  await ctx.tx.run(
    q
      .updateTable('company_profiles')
      .set({ verified_at: ctx.now, verified_by: ctx.actor.userId, reject_reason: null })
      .where('company_id', '=', id),
  )
  await followBranch(ctx, id, terms.branchId)
  await tellHappening(ctx, 'company.approved', viewersOf(id))
  await tellHappening(ctx, 'company.opened', { company: id })
  if (row.wlhy_type !== terms.wlhyType) await tellType(ctx, id, terms.wlhyType)
  await forgetPeople(ctx, id)
  ctx.touched('company', id)
  return { id, version: moved.version }
}

/** Changes the terms of a company; work begun under the old branch stays with that branch. */
export async function setTerms(
  ctx: Ctx,
  { id, version, ...terms }: Input<typeof calls.setCompanyTerms>,
): Promise<Output<typeof calls.setCompanyTerms>> {
  const row = await lockServed(ctx, id, version)
  if (!hasTerms(row.state))
    throw new Problem('state.wrong', { state: companyStates.states[row.state].label, move: '修改服务设置' })
  const { set, diff } = await termsOf(ctx, row, terms)
  ctx.touched('company', id, diff)
  if (diff.length === 0) return { id, version }
  await ctx.tx.run(
    q
      .updateTable('companies')
      .set({ ...set, version: version + 1, updated_at: ctx.now })
      .where('id', '=', id),
  )
  await logEvent(ctx, { entity: 'company', entityId: id, action: '修改服务设置', diff })
  await followBranch(ctx, id, terms.branchId)
  if (row.wlhy_type !== terms.wlhyType) {
    await tellType(ctx, id, terms.wlhyType)
    await forgetPeople(ctx, id)
  }
  return { id, version: version + 1 }
}

/** Sends back, suspends, resumes or closes. People of a suspended or closed company are signed out at once. */
export async function moveOn(
  ctx: Ctx,
  { id, version, move: name, reason }: Input<typeof calls.moveCompany>,
): Promise<Output<typeof calls.moveCompany>> {
  const row = await lockServed(ctx, id, version)
  const moved = await move(ctx, companyStates, row, name, { version, reason: reason || undefined })
  if (name === 'reject')
    await ctx.tx.run(
      q
        .updateTable('company_profiles')
        .set({ reject_reason: reason ?? '' })
        .where('company_id', '=', id),
    )
  if (name === 'reject') await tellHappening(ctx, 'company.rejected', viewersOf(id), { reason: reason ?? '' })
  if (name === 'resume') await tellHappening(ctx, 'company.resumed', viewersOf(id))
  await forgetPeople(ctx, id)
  ctx.touched('company', id)
  return { id, version: moved.version }
}

/** Corrects what tells a company apart, as it asked; the reason stands in its history. */
export async function correctCompany(
  ctx: Ctx,
  { id, version, reason, ...said }: Input<typeof calls.correctCompany>,
): Promise<Output<typeof calls.correctCompany>> {
  const row = await lockServed(ctx, id, version)
  const changes = changedFields(row, said)
  const diff = changes.map(({ change }) => change)
  ctx.touched('company', id, diff)
  if (changes.length === 0) return { id, version }
  const next = await writeFields(ctx, row, changes)
  // accounts stand in the company's own name
  if (said.name !== row.name)
    await ctx.tx.run(
      q
        .updateTable('company_accounts')
        .set({ account_name: said.name, updated_at: ctx.now, version: sql`version + 1` })
        .where('company_id', '=', id)
        .where('removed_at', 'is', null),
    )
  await logEvent(ctx, { entity: 'company', entityId: id, action: '更正登记信息', reason, diff })
  const fields = diff.map(({ field }) => field).join('、')
  await tellHappening(ctx, 'company.corrected', viewersOf(id), { fields, reason })
  await forgetPeople(ctx, id)
  return { id, version: next }
}

/** The columns of the terms and what of them is new. A branch serves with itself only. */
async function termsOf(
  ctx: Ctx,
  row: LockedCompany,
  { branchId, serviceFeePpm, wlhyType }: Terms,
): Promise<{ set: { branch_id: string; service_fee_ppm: number; wlhy_type: number }; diff: Change[] }> {
  const mine = ctx.actor.side === 'branch' ? sql<boolean>`b.id = ${ctx.actor.branchId ?? nilId}::uuid` : undefined
  const branch = await findChosenBranch(ctx, branchId, allOf([isPlatforms('b'), mine]))
  const before =
    row.branch_id === null
      ? undefined
      : await ctx.tx.first(q.selectFrom('companies').select('name').where('id', '=', row.branch_id))
  return {
    set: { branch_id: branchId, service_fee_ppm: serviceFeePpm, wlhy_type: wlhyType },
    diff: [
      { field: '服务分公司', old: before?.name ?? '--', new: branch.name },
      { field: '服务费率', old: printPercent(row.service_fee_ppm), new: printPercent(serviceFeePpm) },
      { field: '网络货运类型', old: wlhyLabels[row.wlhy_type] ?? '--', new: wlhyLabels[wlhyType] ?? '--' },
    ].filter(change => change.old !== change.new),
  }
}

/** Documents of the company and of its fleet are the branch's to see. */
async function followBranch(ctx: Ctx, id: string, branchId: string): Promise<void> {
  // written out, not as a parameter: the index files_fleet is used only when the planner can prove the condition
  const kept = sql<boolean>`owner in ('company', 'vehicle', 'driver', 'payee', 'payeeAuth')`
  await ctx.tx.elevated(() =>
    ctx.tx.run(
      q
        .updateTable('files')
        .set({ branch_id: branchId })
        .where(kept)
        .where('carrier_id', '=', id)
        .where('branch_id', '<>', branchId),
    ),
  )
}

/** People who look after a company's own record. */
const viewersOf = (company: string): Receivers => ({ company, permit: 'company.view' })

const tellType = (ctx: Ctx, company: string, wlhyType: number): Promise<void> =>
  tellHappening(ctx, 'company.typeChanged', { company }, { type: wlhyLabels[wlhyType], wlhyType })

/** Drops the remembered sessions of the company's people: their next call follows the new state. */
async function forgetPeople(ctx: Ctx, id: string): Promise<void> {
  const people = await ctx.tx.elevated(() =>
    ctx.tx.rows(q.selectFrom('users').select('id').where('company_id', '=', id)),
  )
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget(people.map(row => row.id))
  })
}
