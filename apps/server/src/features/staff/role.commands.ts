// Keeping the positions of a company; a change reaches everybody who holds one at their next call.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/staff/staff'
import { dataScopes, type DataScope } from '@yunshu/domain/account/account'
import { isHeadPosition } from '@yunshu/domain/account/rights'
import { isPermit, permits, type Permit } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { permitsOf } from '@yunshu/domain/account/staff'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent, stale } from '../../work/history.ts'
import { findPlatformHead } from '../../db/platform.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { assertOwn, positionOf, rightsOfPosition, saidPosition } from './rights.queries.ts'
import { assertAdminLeft, inOneLine, restGained, tellChangedRights } from './staff.commands.ts'
import { findRole, kindMeant, kindOf, scopesOf, sidesOf, type RoleKind } from './staff.queries.ts'

/** A position as the form states it. */
interface Said {
  name: string
  remark?: string | undefined
  dataScope: DataScope
  functions: readonly Permit[]
}

/** Makes a position; the platform says whether it is for its own people or for its branches'. */
export async function makeRole(
  ctx: Ctx,
  { kind: given, ...said }: Input<typeof calls.addRole>,
): Promise<Output<typeof calls.addRole>> {
  const kind = kindMeant(ctx.actor, given)
  assertOffered(ctx, kind, said)
  return insert(ctx, await companyOf(ctx, kind), said, '添加职位')
}

/**
 * Changes a position and tells who holds it. Refuses the administrator's, one's own, and the name of a system position.
 */
export async function changeRole(
  ctx: Ctx,
  { id, version, ...said }: Input<typeof calls.updateRole>,
): Promise<Output<typeof calls.updateRole>> {
  await inOneLine(ctx)
  const role = await findRole(ctx, id, true)
  if (role.version !== version) throw await stale(ctx, id)
  if (isHeadPosition(positionOf(role))) throw new Problem('role.fixed', { name: role.name })
  if (role.is_system && role.name !== said.name)
    throw new Problem('role.system', { name: role.name }, { fields: { name: '系统职位不能改名' } })
  assertOwn(ctx, rightsOfPosition(positionOf(role), ctx.actor.branchId))
  assertOffered(ctx, kindOf(ctx.actor, role.company_id), said)
  const people = await ctx.tx.rows(
    q
      .selectFrom('user_roles as ur')
      .innerJoin('users as u', 'u.id', 'ur.user_id')
      .select(['u.id', 'u.name', 'u.account', 'u.company_id'])
      .where('ur.role_id', '=', id),
  )
  const holders = people.map(person => person.id)
  if (holders.includes(ctx.actor.userId)) throw new Problem('role.own')
  const diff = changesOf(role, said)
  await ctx.tx
    .run(
      q
        .updateTable('roles')
        .set({
          name: said.name,
          remark: said.remark ?? '',
          data_scope: said.dataScope,
          functions: [...said.functions],
          version: sql`version + 1`,
          updated_at: ctx.now,
        })
        .where('id', '=', id),
    )
    .catch((error: unknown) => {
      throw isTaken(error) ? nameTaken(said.name) : error
    })
  await restGained(ctx, people, { permits: new Set(said.functions) }, { permits: new Set(role.functions) })
  await logEvent(ctx, { entity: 'role', entityId: id, action: '修改职位', diff })
  ctx.touched('role', id, diff)
  await assertAdminLeft(ctx)
  if (diff.some(({ field }) => field !== '备注')) await tellChangedRights(ctx, holders)
  return { id, version: version + 1 }
}

/** Makes a position like another. */
export async function copyRole(
  ctx: Ctx,
  { id, name }: Input<typeof calls.copyRole>,
): Promise<Output<typeof calls.copyRole>> {
  const role = await findRole(ctx, id)
  assertOwn(ctx, rightsOfPosition({ ...positionOf(role), isSystem: false }, ctx.actor.branchId))
  return insert(
    ctx,
    role.company_id,
    {
      name,
      remark: role.remark,
      dataScope: keyOf(dataScopes, role.data_scope),
      functions: role.functions.filter(isPermit),
    },
    `复制自${role.name}`,
  )
}

/** Removes a position nobody holds. */
export async function dropRole(
  ctx: Ctx,
  { id, version }: Input<typeof calls.removeRole>,
): Promise<Output<typeof calls.removeRole>> {
  const role = await findRole(ctx, id, true)
  if (role.version !== version) throw await stale(ctx, id)
  if (role.is_system) throw new Problem('role.system', { name: role.name })
  assertOwn(ctx, rightsOfPosition(positionOf(role), ctx.actor.branchId))
  const { n } = await ctx.tx.one(
    q
      .selectFrom('user_roles as ur')
      .innerJoin('users as u', 'u.id', 'ur.user_id')
      .select(e => e.fn.countAll<number>().as('n'))
      .where('ur.role_id', '=', id)
      .where('u.removed_at', 'is', null),
  )
  if (n > 0) throw new Problem('role.members', { name: role.name, count: n })
  await logEvent(ctx, { entity: 'role', entityId: id, action: '删除职位' })
  await ctx.tx.run(q.deleteFrom('roles').where('id', '=', id))
  ctx.touched('role', id, [{ field: '职位', old: role.name, new: '--' }])
  return {}
}

async function insert(
  ctx: Ctx,
  companyId: string | null,
  said: Said,
  action: string,
): Promise<{ id: string; version: number }> {
  const id = v7()
  const made = await ctx.tx.run(
    q
      .insertInto('roles')
      .values({
        id,
        company_id: companyId,
        name: said.name,
        remark: said.remark ?? '',
        data_scope: said.dataScope,
        functions: [...said.functions],
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.columns(['company_id', 'name']).doNothing()),
  )
  if (made === 0) throw nameTaken(said.name)
  const diff: Change[] = [
    { field: '职位', old: '--', new: said.name },
    { field: '功能权限', old: '--', new: labelsOf(said.functions) },
  ]
  await logEvent(ctx, { entity: 'role', entityId: id, action, diff })
  ctx.touched('role', id, diff)
  return { id, version: 1 }
}

async function companyOf(ctx: Ctx, kind: RoleKind): Promise<string | null> {
  if (kind === 'platform') return null
  if (kind === 'company') return ctx.actor.companyId ?? null
  return findPlatformHead(ctx.tx)
}

function assertOffered(ctx: Ctx, kind: RoleKind, { functions, dataScope }: Said): void {
  const offered = permitsOf(sidesOf(ctx.actor, kind))
  const foreign = functions.find(permit => !offered.includes(permit))
  if (foreign !== undefined)
    throw new Problem(
      'request.field',
      { field: '功能权限', reason: `中的“${permits[foreign].label}”不能授予该职位` },
      { fields: { functions: '含有不能授予的权限' } },
    )
  if (!scopesOf(kind).includes(dataScope))
    throw new Problem(
      'request.field',
      { field: '数据范围', reason: '不是可选的值' },
      { fields: { dataScope: '不是可选的值' } },
    )
  assertOwn(
    ctx,
    rightsOfPosition(saidPosition({ name: '', functions: [], dataScope }), ctx.actor.branchId),
    'dataScope',
  )
  assertOwn(ctx, rightsOfPosition(saidPosition({ name: '', functions, dataScope }), ctx.actor.branchId), 'functions')
}

const labelOf = (key: string): string => (isPermit(key) ? permits[key].label : key)
const labelsOf = (keys: readonly string[]): string => keys.map(labelOf).join('、') || '--'

function changesOf(
  role: { name: string; remark: string; data_scope: string; functions: string[] },
  said: Said,
): Change[] {
  const given = said.functions.filter(permit => !role.functions.includes(permit))
  const taken = role.functions.filter(permit => !said.functions.some(one => one === permit))
  return [
    ...(role.name === said.name ? [] : [{ field: '职位名称', old: role.name, new: said.name }]),
    ...(role.data_scope === said.dataScope
      ? []
      : [{ field: '数据范围', old: dataScopes[keyOf(dataScopes, role.data_scope)], new: dataScopes[said.dataScope] }]),
    ...(given.length === 0 ? [] : [{ field: '增加权限', old: '--', new: labelsOf(given) }]),
    ...(taken.length === 0 ? [] : [{ field: '取消权限', old: labelsOf(taken), new: '--' }]),
    ...(role.remark === (said.remark ?? '')
      ? []
      : [{ field: '备注', old: role.remark || '--', new: said.remark || '--' }]),
  ]
}

const nameTaken = (name: string): Problem =>
  new Problem('role.duplicate', { name }, { fields: { name: '已有同名职位' } })
