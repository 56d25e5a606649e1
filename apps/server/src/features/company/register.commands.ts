// Registering a company: its row, papers, positions and main account at once, or nothing; few attempts from one
// network.
import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/company/company'
import { userTypes } from '@yunshu/domain/account/account'
import { companyStates } from '@yunshu/domain/company/company'
import { companySides, type CompanySide } from '@yunshu/domain/company/papers'
import { checkPassword } from '@yunshu/domain/account/password'
import { systemRoles, type RoleSide } from '@yunshu/domain/permits/permits'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { inTransaction, q, systemReach, type Tx } from '../../db/tx.ts'
import type { OpenCtx } from '../../work/ctx.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { countTry } from '../session/guess.commands.ts'
import { hashPassword } from '../session/password.commands.ts'

type Said = Input<typeof calls.registerCompany>

/** Attempts of one network within an hour: enough for an office, too few to find out who is registered. */
export const attemptsMost = 10
/** The key under which attempts are counted; no account can have this name (checkAccount). */
export const attemptKey = '#register'

/**
 * Makes the company and its administrator. Refuses: `rate.limited`, `company.duplicate`, `staff.duplicate`, and a weak
 * password at its field.
 */
export async function registerCompany(ctx: OpenCtx, said: Said): Promise<Output<typeof calls.registerCompany>> {
  const { account, adminName: name, companyName: company, password } = said
  const weak = checkPassword(ctx.deps.config.passwordPolicy, password, { account, name, company })
  if (weak !== undefined) refuseFields({ password: weak })
  // refused attempts count too: each refusal tells something about who is here
  await inTransaction(ctx.deps.pool, systemReach, tx =>
    countTry(tx, { account: attemptKey, ip: ctx.ip, now: ctx.now }, attemptsMost),
  )
  const passwordHash = await hashPassword(password)
  await inTransaction(ctx.deps.pool, systemReach, tx => found(tx, ctx, said, passwordHash))
  return { account }
}

/** The ids of a company that is registering and of its first person. */
interface Ids {
  readonly companyId: string
  readonly userId: string
}

async function found(tx: Tx, ctx: OpenCtx, said: Said, passwordHash: string): Promise<void> {
  const ids = { companyId: v7(), userId: v7() }
  await addCompany(tx, ids, said, ctx.now)
  const adminRole = await addRoles(tx, ids.companyId, said.side, ctx.now)
  await addAdmin(tx, ids, said, passwordHash, ctx.now)
  await tx.run(q.insertInto('user_roles').values({ user_id: ids.userId, role_id: adminRole }))
  await noteRegistration(tx, ctx, ids, said)
}

async function addCompany(tx: Tx, { companyId }: Ids, said: Said, now: number): Promise<void> {
  const made = await tx.run(
    q
      .insertInto('companies')
      .values({
        id: companyId,
        name: said.companyName,
        short_name: '',
        credit_code: said.creditCode,
        role_flags: companySides[said.side].bits,
        contact_name: said.contactName,
        contact_mobile: said.mobile,
        region_code: said.regionCode,
        address: said.address,
        state: companyStates.start,
        created_at: now,
        updated_at: now,
      })
      .onConflict(c => c.column('credit_code').doNothing()),
  )
  if (made === 0)
    throw new Problem('company.duplicate', {}, { fields: { creditCode: '该企业已注册，请联系本企业管理员添加账号' } })
  await tx.run(q.insertInto('company_profiles').values({ company_id: companyId }))
}

/** The positions a new company has; answers that of its administrators. */
async function addRoles(tx: Tx, companyId: string, side: CompanySide, now: number): Promise<string> {
  const roles = rolesOf(side).map(([name, functions]) => ({
    id: v7(),
    company_id: companyId,
    name,
    is_system: true,
    data_scope: 'COMPANY',
    functions,
    created_at: now,
    updated_at: now,
  }))
  await tx.run(q.insertInto('roles').values(roles))
  const admin = roles.find(({ name }) => name === systemRoles.admin)
  if (!admin) throw new Error(`no administrators in the positions of ${side}`)
  return admin.id
}

async function addAdmin(
  tx: Tx,
  { companyId, userId }: Ids,
  said: Said,
  passwordHash: string,
  now: number,
): Promise<void> {
  const person = await tx.run(
    q
      .insertInto('users')
      .values({
        id: userId,
        handle: randomBytes(16).toString('base64url'),
        account: said.account,
        name: said.adminName,
        mobile: said.mobile,
        password_hash: passwordHash,
        password_changed_at: now,
        type: userTypes.company,
        company_id: companyId,
        created_at: now,
        updated_at: now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (person === 0)
    throw new Problem('staff.duplicate', { account: said.account }, { fields: { account: '已被使用，请换一个' } })
}

/** The first lines of both histories, and the row of the audit log. */
async function noteRegistration(tx: Tx, ctx: OpenCtx, { companyId, userId }: Ids, said: Said): Promise<void> {
  const diff = JSON.stringify([
    { field: '企业名称', old: '--', new: said.companyName },
    { field: '统一社会信用代码', old: '--', new: said.creditCode },
    { field: '身份', old: '--', new: companySides[said.side].label },
  ])
  await tx.run(
    q.insertInto('events').values([
      {
        id: v7(),
        entity: 'company',
        entity_id: companyId,
        at: ctx.now,
        user_id: userId,
        user_name: said.adminName,
        action: '注册企业',
        to_state: companyStates.start,
        diff,
      },
      {
        id: v7(),
        entity: 'user',
        entity_id: userId,
        at: ctx.now,
        user_id: userId,
        user_name: said.adminName,
        action: '注册账号',
      },
    ]),
  )
  await tx.run(
    q.insertInto('audit_log').values({
      id: v7(),
      at: ctx.now,
      user_id: userId,
      company_id: companyId,
      ip: ctx.ip,
      action: '/v1/register',
      title: '注册企业',
      entity: 'company',
      entity_id: companyId,
      diff: sql`${diff}::jsonb`,
      request_id: ctx.requestId,
    }),
  )
}

/**
 * The positions a company of this side starts with; one that is both holds under each name what either side's holds.
 */
export function rolesOf(side: CompanySide): [name: string, functions: string[]][] {
  const sides: RoleSide[] = side === 'both' ? ['shipper', 'carrier'] : [side]
  const all = new Map<string, Set<string>>()
  for (const one of sides)
    for (const [name, functions] of Object.entries(roleTemplates[one]))
      all.set(name, new Set([...(all.get(name) ?? []), ...functions]))
  return [...all].map(([name, functions]) => [name, [...functions]])
}
