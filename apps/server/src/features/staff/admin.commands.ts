// Administrators of the platform made or let in again from the machine itself, where no browser and nobody signed in is
// at hand.
import { randomBytes, randomUUID } from 'node:crypto'
import { userTypes } from '@yunshu/domain/account/account'
import { checkPassword, type PasswordPolicy } from '@yunshu/domain/account/password'
import { checkAccount } from '@yunshu/domain/account/staff'
import { roleTemplates, systemRoles } from '@yunshu/domain/permits'
import { v7 } from 'uuid'
import { nilId, q, type Tx } from '../../db/tx.ts'
import type { Change } from '../../work/ctx.ts'
import { retirePassword } from '../account/account.commands.ts'
import { forgetGuessesAt } from '../session/guess.commands.ts'
import { hashPassword, makeFirstPassword } from '../session/password.commands.ts'
import { revokeSessions } from '../session/session.commands.ts'

/** The moment of a command on the machine, the account of the system that gave it, and the rules of passwords. */
export interface Console {
  readonly now: number
  readonly operator: string
  readonly policy: PasswordPolicy
}

/** A password with its hash, for which no transaction waits; nobody chose it unless it was given. */
interface HashedPassword {
  readonly password: string
  readonly hash: string
  readonly isGiven: boolean
}

/** The hash of the given password, or of one that is made. */
export async function hashGiven(given: string | undefined): Promise<HashedPassword> {
  const password = given ?? makeFirstPassword()
  return { password, hash: await hashPassword(password), isGiven: given !== undefined }
}

/** An administrator as the command line names one. */
export interface AdminSaid extends HashedPassword {
  readonly account: string
  readonly name: string
}

/**
 * Adds an administrator of the platform, with the positions of the platform where there are none yet; answers the
 * password, which opens nothing but its own change. Throws an Error with one line when the account is taken or wrong.
 */
export async function addPlatformAdmin(tx: Tx, by: Console, said: AdminSaid): Promise<string> {
  const { account, name, now } = { ...said, now: by.now }
  const fault = checkAccount(account)
  if (fault !== undefined) throw new Error(`账号 ${account} ${fault}`)
  if (name === '' || name.length > 32) throw new Error('姓名应为 1–32 个字')
  const password = choosePassword(by, said)
  const id = v7()
  const made = await tx.run(
    q
      .insertInto('users')
      .values({
        id,
        handle: randomBytes(16).toString('base64url'),
        account,
        name,
        password_hash: said.hash,
        type: userTypes.platform,
        is_admin: true,
        must_change_password: true,
        password_changed_at: now,
        created_at: now,
        updated_at: now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw new Error(`账号 ${account} 已被使用：换一个账号，或用 reset 重置它的密码`)
  await tx.run(q.insertInto('user_roles').values({ user_id: id, role_id: await findAdminRole(tx, now) }))
  await writeDown(tx, by, id, '添加管理员', [
    { field: '账号', old: '--', new: account },
    { field: '姓名', old: '--', new: name },
  ])
  return password
}

/**
 * Gives an account of the platform a new password, ends its sessions and the lock of wrong guesses; answers the
 * password. Throws an Error with one line when there is no such account, or it is disabled.
 */
export async function resetPlatformAdmin(tx: Tx, by: Console, said: Omit<AdminSaid, 'name'>): Promise<string> {
  const person = await tx.first(
    q
      .selectFrom('users')
      .select(['id', 'name', 'account', 'state', 'password_hash', 'version'])
      .where('account', '=', said.account)
      .where('type', '=', userTypes.platform)
      .where('removed_at', 'is', null)
      .forUpdate(),
  )
  if (!person) throw new Error(`没有平台账号 ${said.account}：企业员工的密码由本企业管理员重置`)
  if (person.state !== 'enabled')
    throw new Error(`账号 ${said.account} 已停用：请由其他管理员启用，或用 add 添加管理员`)
  const password = choosePassword(by, { ...said, name: person.name })
  await retirePassword(tx, { userId: person.id, hash: person.password_hash, now: by.now })
  await tx.run(
    q
      .updateTable('users')
      .set({
        password_hash: said.hash,
        must_change_password: true,
        password_changed_at: by.now,
        version: person.version + 1,
        updated_at: by.now,
      })
      .where('id', '=', person.id),
  )
  await revokeSessions(tx, [person.id], 'password', by.now)
  await forgetGuessesAt(tx, person.account)
  await writeDown(tx, by, person.id, '重置管理员密码', [])
  return password
}

/** The password, if it is a made one or the rules let it pass. */
function choosePassword({ policy }: Console, { account, name, password, isGiven }: AdminSaid): string {
  const fault = isGiven ? checkPassword(policy, password, { account, name }) : undefined
  if (fault !== undefined) throw new Error(`密码${fault}`)
  return password
}

/** The administrator's position of the platform; an empty installation gets all positions of the platform first. */
async function findAdminRole(tx: Tx, now: number): Promise<string> {
  const find = q
    .selectFrom('roles')
    .select('id')
    .where('company_id', 'is', null)
    .where('name', '=', systemRoles.admin)
    .where('is_system', '=', true)
  const found = await tx.first(find)
  if (found) return found.id
  await tx.run(
    q
      .insertInto('roles')
      .values(
        Object.entries(roleTemplates.platform).map(([name, functions]) => ({
          id: v7(),
          company_id: null,
          name,
          is_system: true,
          data_scope: 'ALL',
          functions: [...functions],
          created_at: now,
          updated_at: now,
        })),
      )
      .onConflict(c => c.doNothing()),
  )
  return (await tx.one(find)).id
}

/** A line of the account's history and a row of the audit log: nobody was signed in, so the operator stands in both. */
async function writeDown(
  tx: Tx,
  { now, operator }: Console,
  userId: string,
  title: string,
  changes: readonly Change[],
): Promise<void> {
  const diff = JSON.stringify([...changes, { field: '执行人', old: '--', new: `服务器命令行 ${operator}` }])
  await tx.run(
    q.insertInto('events').values({
      id: v7(),
      entity: 'user',
      entity_id: userId,
      at: now,
      user_id: nilId,
      user_name: `命令行 ${operator}`,
      action: title,
      diff,
    }),
  )
  await tx.run(
    q.insertInto('audit_log').values({
      id: v7(),
      at: now,
      user_id: nilId,
      ip: '',
      action: 'npm run admin',
      title,
      entity: 'user',
      entity_id: userId,
      diff,
      request_id: `cli-${randomUUID()}`,
    }),
  )
}
