// Keeping the people of a company: adding, changing, disabling and removing them.
import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type { addStaff, disableStaff, enableStaff, removeStaff, updateStaff } from '@yunshu/contract/staff/staff'
import { userTypes } from '@yunshu/domain/account/account'
import { maskMobile } from '@yunshu/domain/identity/masking'
import { Problem } from '@yunshu/domain/problems/problems'
import { moneyGained, rightsOf, type Rights } from '@yunshu/domain/account/rights'
import { permitWords } from '@yunshu/domain/permits/permits'
import { adminPermits, userStates } from '@yunshu/domain/account/staff'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { isPlatforms } from '../../db/platform.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { restMoney, type Rested } from '../account/moneyRest.commands.ts'
import { findChosenBranch } from '../company/branch.queries.ts'
import { hashPassword, makeFirstPassword } from '../session/password.commands.ts'
import { endPasswordLink, revokeSessions } from '../session/session.commands.ts'
import { assertBelow, assertOwn, positionOf } from './rights.queries.ts'
import { findRolesToGive, kindOf, lockPerson, type RoleKind } from './staff.queries.ts'

type Person = Awaited<ReturnType<typeof lockPerson>>

/** A password nobody chose, and its hash. */
interface FirstPassword {
  readonly password: string
  readonly hash: string
}

/** A password for a first login. */
export async function makeHashedPassword(): Promise<FirstPassword> {
  const password = makeFirstPassword()
  return { password, hash: await hashPassword(password) }
}

/**
 * Adds a person and answers the password of their first login. Refuses an account that is taken, in any case of
 * letters.
 */
export async function addPerson(
  ctx: Ctx,
  input: Input<typeof addStaff>,
  { password, hash }: FirstPassword,
): Promise<Output<typeof addStaff>> {
  const place = await placeOf(ctx, input.branchId)
  const roles = await rolesFor(ctx, input.roleIds, place.kind)
  const rights = rightsOf(roles.map(positionOf), officeOf(place.branchId))
  assertOwn(ctx, rights, 'roleIds')
  const id = v7()
  const made = await ctx.tx.run(
    q
      .insertInto('users')
      .values({
        id,
        handle: randomBytes(16).toString('base64url'),
        account: input.account,
        name: input.name,
        mobile: input.mobile ?? '',
        password_hash: hash,
        type: place.type,
        company_id: place.companyId,
        branch_company_id: place.branchId,
        must_change_password: true,
        password_changed_at: ctx.now,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw new Problem('staff.duplicate', { account: input.account }, { fields: { account: '已被使用' } })
  await ctx.tx.run(q.insertInto('user_roles').values(roles.map(role => ({ user_id: id, role_id: role.id }))))
  // the person who added them knows the first password
  await restGained(ctx, [{ id, name: input.name, account: input.account, company_id: place.companyId }], rights)
  const diff: Change[] = [
    { field: '账号', old: '--', new: input.account },
    { field: '姓名', old: '--', new: input.name },
    { field: '职位', old: '--', new: namesOf(roles) },
  ]
  await logEvent(ctx, { entity: 'user', entityId: id, action: '添加员工', diff })
  ctx.touched('user', id, diff)
  return { id, version: 1, password }
}

/** Changes a person; if their rights change, their open browsers are told. */
export async function changePerson(
  ctx: Ctx,
  { id, version, name, mobile, roleIds, branchId }: Input<typeof updateStaff>,
): Promise<Output<typeof updateStaff>> {
  await inOneLine(ctx)
  const person = await lockPerson(ctx, id)
  if (person.version !== version) throw await stale(ctx, id)
  const before = await assertBelow(ctx, person)
  const place = await placeOf(ctx, branchId)
  const isOfBranch = (type: number): boolean => type === userTypes.branchManager
  if (isOfBranch(place.type) !== isOfBranch(person.type)) refuseFields({ branchId: '平台账号与分公司账号不能互换' })
  const roles = await rolesFor(ctx, roleIds, place.kind)
  const held = await ctx.tx.rows(
    q
      .selectFrom('user_roles as ur')
      .innerJoin('roles as r', 'r.id', 'ur.role_id')
      .select(['r.id', 'r.name'])
      .where('ur.user_id', '=', id)
      .orderBy('r.id'),
  )
  const hasOthers = held.map(role => role.id).join() !== roles.map(role => role.id).join()
  if (hasOthers && id === ctx.actor.userId)
    throw new Problem('staff.self', {}, { fields: { roleIds: '不能修改自己的职位' } })
  const isMoved = place.branchId !== person.branch_company_id
  const rights = rightsOf(roles.map(positionOf), officeOf(place.branchId))
  if (hasOthers || isMoved) assertOwn(ctx, rights, 'roleIds')
  const diff: Change[] = [
    ...(name === person.name ? [] : [{ field: '姓名', old: person.name, new: name }]),
    ...(mobile === undefined || mobile === person.mobile
      ? []
      : [{ field: '手机号', old: maskMobile(person.mobile) || '--', new: maskMobile(mobile) }]),
    ...(hasOthers ? [{ field: '职位', old: namesOf(held), new: namesOf(roles) }] : []),
    ...(isMoved
      ? [
          {
            field: '分公司',
            old: await companyName(ctx, person.branch_company_id),
            new: await companyName(ctx, place.branchId),
          },
        ]
      : []),
  ]
  await ctx.tx.run(
    q
      .updateTable('users')
      .set({
        name,
        ...(mobile === undefined ? {} : { mobile }),
        branch_company_id: place.branchId,
        version: sql`version + 1`,
        updated_at: ctx.now,
      })
      .where('id', '=', id),
  )
  if (hasOthers) {
    await ctx.tx.run(q.deleteFrom('user_roles').where('user_id', '=', id))
    await ctx.tx.run(q.insertInto('user_roles').values(roles.map(role => ({ user_id: id, role_id: role.id }))))
    await restGained(ctx, [person], rights, before)
  }
  await logEvent(ctx, { entity: 'user', entityId: id, action: '修改员工', diff })
  ctx.touched('user', id, diff)
  if (hasOthers || isMoved) {
    await assertAdminLeft(ctx)
    await tellChangedRights(ctx, [id])
  }
  return { id, version: version + 1 }
}

/** Locks a person out at once; the last who can manage people cannot be. */
export async function disablePerson(
  ctx: Ctx,
  { id, version }: Input<typeof disableStaff>,
): Promise<Output<typeof disableStaff>> {
  await inOneLine(ctx)
  const person = await colleagueOf(ctx, await lockPerson(ctx, id))
  const moved = await move(ctx, userStates, person, 'disable', { version })
  await ctx.tx.elevated(() => endPasswordLink(ctx.tx, id))
  await assertAdminLeft(ctx)
  await endSessions(ctx, id, 'disabled')
  ctx.touched('user', id)
  return { id, version: moved.version }
}

/** Lets a person sign in again. */
export async function enablePerson(
  ctx: Ctx,
  { id, version }: Input<typeof enableStaff>,
): Promise<Output<typeof enableStaff>> {
  const person = await colleagueOf(ctx, await lockPerson(ctx, id))
  const moved = await move(ctx, userStates, person, 'enable', { version })
  ctx.touched('user', id)
  return { id, version: moved.version }
}

/** Takes a person off the list for good; their acts stay under their name. */
export async function removePerson(
  ctx: Ctx,
  { id, version }: Input<typeof removeStaff>,
): Promise<Output<typeof removeStaff>> {
  await inOneLine(ctx)
  const person = await colleagueOf(ctx, await lockPerson(ctx, id))
  if (person.version !== version) throw await stale(ctx, id)
  if (person.state === 'enabled') await move(ctx, userStates, person, 'disable')
  await ctx.tx.run(q.updateTable('users').set({ removed_at: ctx.now }).where('id', '=', id))
  await ctx.tx.run(q.deleteFrom('user_roles').where('user_id', '=', id))
  await assertAdminLeft(ctx)
  await endSessions(ctx, id, 'removed')
  await logEvent(ctx, { entity: 'user', entityId: id, action: '删除员工' })
  ctx.touched('user', id)
  return {}
}

/** Lets the money permits of people rest who have some now that they did not have before. Never the caller's own. */
export async function restGained(
  ctx: Ctx,
  people: readonly Rested[],
  after: Pick<Rights, 'permits'>,
  before?: Pick<Rights, 'permits'>,
): Promise<void> {
  const gained = moneyGained(after, before)
  if (gained.length === 0) return
  for (const person of people)
    await ctx.tx.elevated(() => restMoney(ctx, person, `${ctx.actor.name}刚授予${permitWords(gained)}的权限`))
}

/** Tells these people, but not the caller, that their rights have changed; the next call already follows them. */
export async function tellChangedRights(ctx: Ctx, userIds: readonly string[]): Promise<void> {
  const others = userIds.filter(userId => userId !== ctx.actor.userId)
  if (others.length > 0) await tellHappening(ctx, 'staff.rightsChanged', { users: others }, { by: ctx.actor.name })
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget(userIds)
  })
}

/**
 * Changes to the managers of a company's people go one after another, so that two of them cannot each leave the other
 * as the last.
 */
export async function inOneLine(ctx: Ctx): Promise<void> {
  await ctx.tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('staff ' || ${ctx.actor.companyId ?? nilId}, 0))`.compile(q),
  )
}

/** Refuses what would leave nobody to manage people. Branch managers do not count: the platform manages them. */
export async function assertAdminLeft(ctx: Ctx): Promise<void> {
  const { side, companyId } = ctx.actor
  if (side === 'branch') return
  const circle =
    side === 'platform'
      ? sql<boolean>`u.company_id is null`
      : sql<boolean>`u.company_id = ${companyId ?? nilId}::uuid and u.type <> ${userTypes.branchManager}`
  const left = await ctx.tx.first(
    q
      .selectFrom('users as u')
      .select('u.id')
      .where('u.state', '=', 'enabled')
      .where(circle)
      .where(sql<boolean>`(u.is_admin or ${sql.val([...adminPermits])}::text[] <@ array(
    select f from user_roles ur join roles r on r.id = ur.role_id cross join unnest(r.functions) f
      where ur.user_id = u.id))`)
      .limit(1),
  )
  if (!left) throw new Problem('staff.lastAdmin')
}

interface Place {
  type: number
  companyId: string | null
  branchId: string | null
  kind: RoleKind
}

/** The company and branch where a new person of the actor's circle works; the branch must be one of theirs. */
async function placeOf(ctx: Ctx, branchId: string | undefined): Promise<Place> {
  const { side, companyId = nilId, branchId: ownBranch = nilId } = ctx.actor
  if (side === 'platform') {
    if (branchId === undefined) return { type: userTypes.platform, companyId: null, branchId: null, kind: 'platform' }
    const branch = await findChosenBranch(ctx, branchId, isPlatforms('b'))
    return { type: userTypes.branchManager, companyId: branch.parent_id, branchId, kind: 'branch' }
  }
  if (side === 'branch') return { type: userTypes.branchManager, companyId, branchId: ownBranch, kind: 'branch' }
  if (branchId === undefined) return { type: userTypes.staff, companyId, branchId: null, kind: 'company' }
  await findChosenBranch(ctx, branchId, sql<boolean>`b.parent_id = ${companyId}::uuid`)
  return { type: userTypes.staff, companyId, branchId, kind: 'company' }
}

async function rolesFor(ctx: Ctx, roleIds: readonly string[], kind: RoleKind) {
  const roles = await findRolesToGive(ctx, roleIds)
  if (roles.some(role => kindOf(ctx.actor, role.company_id) !== kind))
    refuseFields({ roleIds: kind === 'branch' ? '请选择分公司的职位' : '请选择平台的职位' })
  return roles
}

const officeOf = (branchId: string | null) => ({ office: branchId ?? undefined })

/** A colleague whose rights are within the caller's: nobody locks themselves out or changes their own standing. */
export async function colleagueOf(ctx: Ctx, person: Person) {
  if (person.id === ctx.actor.userId) throw new Problem('staff.self')
  await assertBelow(ctx, person)
  return { ...person, state: keyOf(userStates.states, person.state) }
}

async function endSessions(ctx: Ctx, userId: string, why: string): Promise<void> {
  await ctx.tx.elevated(() => revokeSessions(ctx.tx, [userId], why, ctx.now))
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget([userId])
  })
}

const namesOf = (roles: readonly { name: string }[]): string => roles.map(role => role.name).join('、') || '--'

async function companyName(ctx: Ctx, id: string | null): Promise<string> {
  return id === null
    ? '--'
    : ((await ctx.tx.first(q.selectFrom('companies').select('name').where('id', '=', id)))?.name ?? '--')
}
