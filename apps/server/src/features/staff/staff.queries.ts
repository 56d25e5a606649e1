// Reads of staff: whose people and positions an actor manages, lists of both, members, and where a person's rights come
// from.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/staff/staff'
import type { RoleRow, StaffRow } from '@yunshu/contract/staff/staff'
import {
  dataScopes,
  isCarrier,
  isShipper,
  userTypes,
  widestScope,
  type DataScope,
} from '@yunshu/domain/account/account'
import { isSecondPerson, isWaiting } from '@yunshu/domain/account/recovery'
import { isHeadPosition, rightsBeyond, rightsOf } from '@yunshu/domain/account/rights'
import { type Permit, type RoleSide, isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { permitsOf, userStates } from '@yunshu/domain/account/staff'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { isPlatformHead } from '../../db/platform.ts'
import { allOf, bySide } from '../../work/scope.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { ownRights, positionOf, rightsOfPosition } from './rights.queries.ts'

export type RoleKind = RoleRow['kind']
type Condition = RawBuilder<boolean>

/** The company of the platform itself; its roles are those of branch managers. */
const platformHead = sql`(select h.id from companies h where ${isPlatformHead('h')})`

/**
 * The people an actor manages: the platform its own and the managers of its branches, a branch those of the branch, a
 * company its own.
 */
function managedPeople(actor: Actor, alias: string): Condition {
  const type = sql.ref(`${alias}.type`)
  const company = sql`${sql.ref(`${alias}.company_id`)} = ${actor.companyId ?? nilId}::uuid`
  return bySide(actor, {
    platform: sql<boolean>`${type} in (${userTypes.platform}, ${userTypes.branchManager})`,
    branch: id => sql<boolean>`(${company} and ${sql.ref(`${alias}.branch_company_id`)} = ${id}::uuid)`,
    company: () => sql<boolean>`(${company} and ${type} <> ${userTypes.branchManager})`,
  })
}

/** The positions an actor may give: those of the same circle of people. */
function managedRoles(actor: Actor, alias: string): Condition {
  const company = sql.ref(`${alias}.company_id`)
  const own = sql<boolean>`${company} = ${actor.companyId ?? nilId}::uuid`
  const platform = sql<boolean>`(${company} is null or ${company} = ${platformHead})`
  return bySide(actor, { platform, branch: () => own, company: () => own })
}

/** The kind of a position by the company it belongs to. */
export const kindOf = (actor: Actor, companyId: string | null): RoleKind =>
  companyId === null ? 'platform' : isHouseSide(actor.side) ? 'branch' : 'company'

/** Sides whose permits positions of a kind may hold. */
export function sidesOf(actor: Actor, kind: RoleKind): RoleSide[] {
  if (kind !== 'company') return [kind]
  return [
    ...(isShipper(actor.businessType) ? ['shipper' as const] : []),
    ...(isCarrier(actor.businessType) ? ['carrier' as const] : []),
  ]
}

/** Data scopes positions of a kind may have: only the platform's own people see everything. */
export const scopesOf = (kind: RoleKind): DataScope[] =>
  (Object.keys(dataScopes) as DataScope[]).filter(scope =>
    kind === 'company' ? scope !== 'ALL' : kind === 'platform' ? scope === 'ALL' : scope === 'BRANCH',
  )

/** Kinds of position an actor manages; the first is the default. */
const kindsOf = (actor: Actor): [RoleKind, ...RoleKind[]] =>
  bySide<[RoleKind, ...RoleKind[]]>(actor, {
    platform: ['platform', 'branch'],
    branch: () => ['branch'],
    company: () => ['company'],
  })

/** The kind an actor means by what they said, or did not say. */
export function kindMeant(actor: Actor, given: RoleKind | undefined): RoleKind {
  const kinds = kindsOf(actor)
  return kinds.find(kind => kind === given) ?? kinds[0]
}

const rolesOf = (user: string) =>
  sql<
    { id: string; name: string; data_scope: string; is_system: boolean; functions: string[] }[]
  >`coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'data_scope', r.data_scope, 'is_system', r.is_system, 'functions', r.functions) order by r.id) from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = ${sql.ref(user)}), '[]')`

/** The list's condition, but for its state. */
const staffUnder = (ctx: Ctx, { text, roleId }: Input<typeof calls.countStaff>): RawBuilder<boolean> =>
  allOf([
    managedPeople(ctx.actor, 'u'),
    sql<boolean>`u.removed_at is null`,
    contains(['u.name', 'u.account', 'u.mobile'], text),
    roleId === undefined
      ? undefined
      : sql<boolean>`exists (select from user_roles ur where ur.user_id = u.id and ur.role_id = ${roleId}::uuid)`,
  ])

/** People by state under the list's filter. */
export const countStaffBy = async (
  ctx: Ctx,
  filter: Input<typeof calls.countStaff>,
): Promise<Output<typeof calls.countStaff>> => ({
  state: await countByState(ctx.tx, userStates, { table: 'users', alias: 'u', where: staffUnder(ctx, filter) }),
})

/** People, newest first. */
export async function findStaffPage(
  ctx: Ctx,
  input: Input<typeof calls.listStaff>,
): Promise<Output<typeof calls.listStaff>> {
  const where = allOf([
    staffUnder(ctx, input),
    input.state && sql<boolean>`u.state = ${input.state}`,
    afterCursor(input, 'u.id'),
  ])
  const found = await ctx.tx.rows(
    q
      .selectFrom('users as u')
      .leftJoin('companies as b', 'b.id', 'u.branch_company_id')
      .leftJoin('factor_resets as f', 'f.user_id', 'u.id')
      .where(where)
      .select([
        'u.id',
        'u.account',
        'u.name',
        'u.mobile',
        'u.branch_company_id',
        'b.name as branch_name',
        'u.state',
        'u.is_admin',
        'u.must_change_password',
        'u.last_login_at',
        'u.version',
        'f.asked_by',
        'f.asked_name',
        'f.asked_at',
      ])
      .select(rolesOf('u.id').as('roles'))
      .orderBy('u.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  const own = ownRights(ctx.actor)
  return toPage(found, input, (row): StaffRow => ({
    id: row.id,
    account: row.account,
    name: row.name,
    mobile: row.mobile,
    ...(row.branch_company_id === null ? {} : { branchId: row.branch_company_id, branchName: row.branch_name ?? '' }),
    roles: row.roles.map(({ id, name }) => ({ id, name })),
    dataScope: row.is_admin ? 'ALL' : widestScope(row.roles.map(({ data_scope }) => data_scope)),
    isBeyond:
      rightsBeyond(
        own,
        rightsOf(row.roles.map(positionOf), { isAdmin: row.is_admin, office: row.branch_company_id ?? undefined }),
      ).length > 0,
    state: keyOf(userStates.states, row.state),
    isAdmin: row.is_admin,
    isInitial: row.must_change_password,
    ...(row.last_login_at === null ? {} : { lastLoginAt: row.last_login_at }),
    isSelf: row.id === ctx.actor.userId,
    ...requestOf(ctx, row),
    version: row.version,
  }))
}

/** The request to take a person's factor away, while it waits. */
function requestOf(
  ctx: Ctx,
  row: { id: string; asked_by: string | null; asked_name: string | null; asked_at: number | null },
): Pick<StaffRow, 'factorReset'> {
  const { asked_by: askedBy, asked_name: by, asked_at: at } = row
  if (askedBy === null || by === null || at === null || !isWaiting({ askedAt: at }, ctx.now)) return {}
  return { factorReset: { by, at, mayConfirm: isSecondPerson({ userId: row.id, askedBy }, ctx.actor.userId) } }
}

/** One person the actor manages, locked for a write. */
export function lockPerson(ctx: Ctx, id: string) {
  return ctx.tx.one(
    q
      .selectFrom('users as u')
      .selectAll('u')
      .where('u.id', '=', id)
      .where('u.removed_at', 'is', null)
      .where(managedPeople(ctx.actor, 'u'))
      .forUpdate(),
  )
}

/** Positions the actor manages. */
export async function findRoles(ctx: Ctx): Promise<Output<typeof calls.listRoles>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('roles as r')
      .selectAll('r')
      .where(managedRoles(ctx.actor, 'r'))
      .select(
        sql<number>`(select count(*) from user_roles ur join users u on u.id = ur.user_id where ur.role_id = r.id
          and u.removed_at is null)`.as('members'),
      )
      .select(
        sql<boolean>`exists (select from user_roles ur where ur.role_id = r.id
          and ur.user_id = ${ctx.actor.userId}::uuid)`.as('is_own'),
      )
      .orderBy(sql`r.company_id nulls first`)
      .orderBy('r.is_system', 'desc')
      .orderBy('r.id')
      .limit(500),
  )
  const own = ownRights(ctx.actor)
  return {
    rows: rows.map(row => ({
      id: row.id,
      name: row.name,
      kind: kindOf(ctx.actor, row.company_id),
      functions: row.functions,
      dataScope: keyOf(dataScopes, row.data_scope),
      remark: row.remark,
      isSystem: row.is_system,
      isFixed: isHeadPosition(positionOf(row)),
      isBeyond: rightsBeyond(own, rightsOfPosition(positionOf(row), own.office)).length > 0,
      isOwn: row.is_own,
      members: row.members,
      version: row.version,
    })),
    offered: kindsOf(ctx.actor).map(kind => ({
      kind,
      functions: permitsOf(sidesOf(ctx.actor, kind)).filter(permit => own.isHead || own.permits.has(permit)),
      dataScopes: scopesOf(kind).filter(
        scope => rightsBeyond(own, { isHead: false, permits: new Set(), scope, office: own.office }).length === 0,
      ),
    })),
  }
}

/** One position the actor manages; locked when it is to be changed. */
export async function findRole(ctx: Ctx, id: string, lock = false) {
  const query = q.selectFrom('roles as r').selectAll('r').where('r.id', '=', id).where(managedRoles(ctx.actor, 'r'))
  return ctx.tx.one(lock ? query.forUpdate() : query)
}

/** The positions of these ids; one that the actor does not manage is a fault of the field. */
export async function findRolesToGive(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.rows(
    q
      .selectFrom('roles as r')
      .select(['r.id', 'r.name', 'r.company_id', 'r.functions', 'r.is_system', 'r.data_scope'])
      .where('r.id', 'in', wanted)
      .where(managedRoles(ctx.actor, 'r'))
      .orderBy('r.id')
      .forShare(),
  )
  if (rows.length !== wanted.length)
    throw new Problem(
      'request.field',
      { field: '职位', reason: '不是可选的值' },
      { fields: { roleIds: '不是可选的值' } },
    )
  return rows
}

/** People who hold a position. */
export async function findMembers(
  ctx: Ctx,
  { id }: Input<typeof calls.listMembers>,
): Promise<Output<typeof calls.listMembers>> {
  await findRole(ctx, id)
  const rows = await ctx.tx.rows(
    q
      .selectFrom('user_roles as ur')
      .innerJoin('users as u', 'u.id', 'ur.user_id')
      .select(['u.id', 'u.name', 'u.account', 'u.state'])
      .where('ur.role_id', '=', id)
      .where('u.removed_at', 'is', null)
      .where(managedPeople(ctx.actor, 'u'))
      .orderBy('u.name')
      .orderBy('u.id')
      .limit(500),
  )
  return { rows: rows.map(row => ({ ...row, state: keyOf(userStates.states, row.state) })) }
}

/** The positions each right of a person comes from, and those that would give the rights they lack. */
export async function explainStaff(
  ctx: Ctx,
  { id }: Input<typeof calls.explainStaff>,
): Promise<Output<typeof calls.explainStaff>> {
  const person = await ctx.tx.one(
    q
      .selectFrom('users as u')
      .select(['u.id', 'u.name', 'u.is_admin', 'u.type'])
      .where('u.id', '=', id)
      .where('u.removed_at', 'is', null)
      .where(managedPeople(ctx.actor, 'u')),
  )
  const held = await ctx.tx.rows(
    q
      .selectFrom('user_roles as ur')
      .innerJoin('roles as r', 'r.id', 'ur.role_id')
      .select(['r.id', 'r.name', 'r.functions', 'r.data_scope'])
      .where('ur.user_id', '=', id)
      .orderBy('r.id'),
  )
  const kind: RoleKind =
    person.type === userTypes.platform ? 'platform' : person.type === userTypes.branchManager ? 'branch' : 'company'
  const all = (
    await ctx.tx.rows(
      q
        .selectFrom('roles as r')
        .select(['r.name', 'r.functions', 'r.company_id'])
        .where(managedRoles(ctx.actor, 'r'))
        .orderBy('r.id')
        .limit(500),
    )
  ).filter(role => kindOf(ctx.actor, role.company_id) === kind)
  const giving = (roles: readonly { name: string; functions: string[] }[], permit: Permit): string[] =>
    roles.filter(({ functions }) => functions.includes(permit)).map(({ name }) => name)
  const dataScope = person.is_admin && kind === 'platform' ? 'ALL' : widestScope(held.map(role => role.data_scope))
  return {
    name: person.name,
    isAdmin: person.is_admin,
    dataScope,
    scopeFrom: held.filter(role => role.data_scope === dataScope).map(role => role.name),
    permits: permitsOf(sidesOf(ctx.actor, kind)).map(permit => {
      const from = giving(held, permit)
      const has = person.is_admin || from.length > 0
      return { permit, has, from, offered: has ? [] : giving(all, permit) }
    }),
  }
}

/** Somebody of a kind with exactly these permits. */
export function previewOf(actor: Actor, { kind: given, functions }: Input<typeof calls.previewRole>): Actor {
  const place =
    kindMeant(actor, given) === 'branch' ? { side: 'branch' as const, branchId: actor.branchId ?? nilId } : {}
  return { ...actor, ...place, isAdmin: false, isHead: false, permits: new Set(functions) }
}
