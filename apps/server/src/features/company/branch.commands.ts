// Keeping branch companies: adding, changing and closing those of one's own company, and of the platform itself.
import type { Input, Output } from '@yunshu/contract/call'
import type { addBranch, closeBranch, updateBranch } from '@yunshu/contract/company/branch'
import { companyStates } from '@yunshu/domain/company/company'
import { branchStates } from '@yunshu/domain/company/branch'
import { maskMobile } from '@yunshu/domain/identity/masking'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { headOf, holdsOpen, lockBranch } from './branch.queries.ts'
import { codeTaken } from './profile.commands.ts'

/** Adds a branch; it works from now on as its head company does. */
export async function makeBranch(ctx: Ctx, said: Input<typeof addBranch>): Promise<Output<typeof addBranch>> {
  const head = await ctx.tx.one(q.selectFrom('companies as h').selectAll('h').where(headOf(ctx.actor)))
  if (head.state !== 'active')
    throw new Problem('state.wrong', {
      state: companyStates.states[keyOf(companyStates.states, head.state)].label,
      move: '添加分公司',
    })
  const id = v7()
  const made = await ctx.tx.run(
    q
      .insertInto('companies')
      .values({
        id,
        name: said.name,
        short_name: said.shortName,
        credit_code: said.creditCode,
        role_flags: head.role_flags,
        wlhy_type: head.wlhy_type,
        parent_id: head.id,
        branch_id: head.branch_id,
        kind: 'BRANCH',
        contact_name: said.contactName,
        contact_mobile: said.contactMobile,
        region_code: said.regionCode,
        address: said.address,
        state: branchStates.start,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.column('credit_code').doNothing()),
  )
  if (made === 0) throw codeTaken()
  const diff: Change[] = [
    { field: '分公司', old: '--', new: said.name },
    { field: '统一社会信用代码', old: '--', new: said.creditCode },
  ]
  // the wall knows a company by its papers; those of a branch stand under its head company
  await ctx.tx.elevated(async () => {
    await ctx.tx.run(q.insertInto('company_profiles').values({ company_id: id }))
    await logEvent(ctx, { entity: 'company', entityId: id, action: '添加分公司', diff })
  })
  ctx.touched('company', id, diff)
  return { id, version: 1 }
}

/** Changes a branch; fields that stay the same leave no trace in the history. */
export async function changeBranch(
  ctx: Ctx,
  { id, version, ...said }: Input<typeof updateBranch>,
): Promise<Output<typeof updateBranch>> {
  const row = await lockBranch(ctx, id)
  if (row.version !== version) throw await stale(ctx, id)
  if (row.state === 'closed')
    throw new Problem('state.wrong', { state: branchStates.states.closed.label, move: '修改' })
  const mobile = said.contactMobile ?? row.contact_mobile
  const diff: Change[] = [
    { field: '名称', old: row.name, new: said.name },
    { field: '简称', old: row.short_name || '--', new: said.shortName },
    { field: '统一社会信用代码', old: row.credit_code, new: said.creditCode },
    { field: '省市区', old: row.region_code, new: said.regionCode },
    { field: '详细地址', old: row.address, new: said.address },
    { field: '联系人', old: row.contact_name, new: said.contactName },
    ...(mobile === row.contact_mobile
      ? []
      : [{ field: '联系手机号', old: maskMobile(row.contact_mobile), new: maskMobile(mobile) }]),
  ].filter(change => change.old !== change.new || change.field === '联系手机号')
  ctx.touched('company', id, diff)
  if (diff.length === 0) return { id, version }
  await ctx.tx
    .run(
      q
        .updateTable('companies')
        .set({
          name: said.name,
          short_name: said.shortName,
          credit_code: said.creditCode,
          region_code: said.regionCode,
          address: said.address,
          contact_name: said.contactName,
          contact_mobile: mobile,
          version: version + 1,
          updated_at: ctx.now,
        })
        .where('id', '=', id),
    )
    .catch((error: unknown) => {
      throw isTaken(error) ? codeTaken() : error
    })
  await ctx.tx.elevated(() => logEvent(ctx, { entity: 'company', entityId: id, action: '修改分公司', diff }))
  return { id, version: version + 1 }
}

/** Closes a branch for good. Refuses `branch.used` while people belong to it or companies are served by it. */
export async function closeOne(
  ctx: Ctx,
  { id, version, reason }: Input<typeof closeBranch>,
): Promise<Output<typeof closeBranch>> {
  const row = await lockBranch(ctx, id)
  if (row.version !== version) throw await stale(ctx, id)
  const what = await holdsOpen(ctx, id)
  if (what !== undefined) throw new Problem('branch.used', { what })
  const moved = await ctx.tx.elevated(() => move(ctx, branchStates, row, 'close', { version, reason }))
  ctx.touched('company', id)
  return { id, version: moved.version }
}
