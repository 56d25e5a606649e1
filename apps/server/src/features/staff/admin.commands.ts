// Administrators of the platform made or let in again from the machine itself, where no browser and nobody signed in is
// at hand.
import { randomBytes, randomUUID } from 'node:crypto'
import { userTypes } from '@yunshu/domain/account/account'
import { checkPassword, type PasswordPolicy } from '@yunshu/domain/account/password'
import { checkAccount } from '@yunshu/domain/account/staff'
import { systemRoles } from '@yunshu/domain/permits/permits'
import type { Foundation } from '@yunshu/contract/setup'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { nilId, q, type Tx } from '../../db/tx.ts'
import type { Change } from '../../work/ctx.ts'
import { retirePassword } from '../account/account.commands.ts'
import { foundPlatform, hasPlatform } from '../company/found.commands.ts'
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
 * Adds an administrator of the platform, who founds it on an empty installation; answers the password, which opens
 * nothing but its own change. Throws an Error with one line when the account is taken or wrong, and when there is no
 * platform, or a second is to be founded.
 */
export async function addPlatformAdmin(tx: Tx, by: Console, said: AdminSaid, foundation?: Foundation): Promise<string> {
  const { account, name, now } = { ...said, now: by.now }
  const fault = checkAccount(account)
  if (fault !== undefined) throw new Error(`账号 ${account} ${fault}`)
  if (name === '' || name.length > 32) throw new Error('姓名应为 1–32 个字')
  const password = choosePassword(by, said)
  const id = v7()
  const isFounded = await hasPlatform(tx)
  if (!isFounded && foundation === undefined)
    throw new Error(
      '系统还没有平台公司：请一并给出平台公司和分公司（npm run admin -- --help），或打开服务启动时打印的设置地址',
    )
  if (isFounded && foundation !== undefined) throw new Error('系统已有平台公司：去掉平台公司和分公司的参数')
  if (foundation !== undefined) {
    if (foundation.creditCode === foundation.branchCreditCode)
      throw new Error('分公司统一社会信用代码不能与平台公司的相同')
    await foundPlatform(tx, foundation, { now, userId: nilId, userName: `命令行 ${by.operator}` })
  }
  await insertPlatformAdmin(tx, {
    id,
    account,
    name,
    mobile: '',
    passwordHash: said.hash,
    mustChange: true,
    now,
  }).catch((error: unknown) => {
    if (error instanceof Problem && error.problem === 'staff.duplicate')
      throw new Error(`账号 ${account} 已被使用：换一个账号，或用 reset 重置它的密码`, { cause: error })
    throw error
  })
  await writeDown(tx, by, id, '添加管理员', [
    { field: '账号', old: '--', new: account },
    { field: '姓名', old: '--', new: name },
    ...(foundation === undefined
      ? []
      : [
          { field: '平台公司', old: '--', new: foundation.companyName },
          { field: '分公司', old: '--', new: foundation.branchName },
        ]),
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

/** An administrator of the platform as one is written. */
interface PlatformAdmin {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly mobile: string
  readonly passwordHash: string
  /** The password was given by somebody else. */
  readonly mustChange?: boolean
  readonly now: number
}

/** Writes an administrator of the platform in the position of one. Refuses `staff.duplicate`. */
export async function insertPlatformAdmin(tx: Tx, said: PlatformAdmin): Promise<void> {
  const { id, account, name, mobile, passwordHash, mustChange = false, now } = said
  const made = await tx.run(
    q
      .insertInto('users')
      .values({
        id,
        handle: randomBytes(16).toString('base64url'),
        account,
        name,
        mobile,
        password_hash: passwordHash,
        type: userTypes.platform,
        is_admin: true,
        must_change_password: mustChange,
        password_changed_at: now,
        created_at: now,
        updated_at: now,
      })
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw new Problem('staff.duplicate', { account })
  const { id: roleId } = await tx.one(
    q
      .selectFrom('roles')
      .select('id')
      .where('company_id', 'is', null)
      .where('name', '=', systemRoles.admin)
      .where('is_system', '=', true),
  )
  await tx.run(q.insertInto('user_roles').values({ user_id: id, role_id: roleId }))
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
