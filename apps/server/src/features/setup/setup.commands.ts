// The address by which an empty installation is set up in the browser: printed at its start, good once, kept as a hash.
import type { Input, Output } from '@yunshu/contract/call'
import { publicScreens } from '@yunshu/contract/publicScreens'
import type * as calls from '@yunshu/contract/setup'
import { checkPassword } from '@yunshu/domain/account/password'
import { setupMs } from '@yunshu/domain/account/recovery'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { findSetupCode, isEmptyInstallation, isMarkedDemo, keepSetupCode } from '../../db/installation.ts'
import { inTransaction, q, reading, systemReach, type Tx } from '../../db/tx.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import type { OpenCtx } from '../../work/ctx.ts'
import { foundPlatform, hasPlatform } from '../company/found.commands.ts'
import { hashPassword } from '../session/password.commands.ts'
import { hashOf, newSecret } from '../session/tokens.queries.ts'
import { insertPlatformAdmin } from '../staff/admin.commands.ts'

/**
 * Makes the address of this start, path and secret; the one of an earlier start ends. Undefined, and none opens any
 * more, where somebody is in the installation already or its rows are a demo's.
 */
export async function makeSetupAddress(tx: Tx, now: number): Promise<string | undefined> {
  if (!(await isUntouched(tx))) {
    await keepSetupCode(tx, undefined)
    return undefined
  }
  const setupCode = newSecret()
  await keepSetupCode(tx, { hash: hashOf(setupCode).toString('hex'), expiresAt: now + setupMs })
  return `${publicScreens.setup}#${setupCode}`
}

const isUntouched = async (tx: Tx): Promise<boolean> => (await isEmptyInstallation(tx)) && !(await isMarkedDemo(tx))

/** Until when the address opens. Refuses `setup.done` and `setup.link`. */
export async function openSetup(
  { deps, now }: OpenCtx,
  { setupCode }: Input<typeof calls.openSetup>,
): Promise<Output<typeof calls.openSetup>> {
  return reading(deps.reads, systemReach, async tx => ({ expiresAt: await assertOpens(tx, setupCode, now) }))
}

/**
 * Founds the platform with its first administrator in one transaction. Refuses `setup.done` and `setup.link`, and a
 * weak password or one credit code for two companies at its field; the address stays good then.
 */
export async function completeSetup(
  ctx: OpenCtx,
  { setupCode, ...said }: Input<typeof calls.completeSetup>,
): Promise<Output<typeof calls.completeSetup>> {
  const { deps, now } = ctx
  const { account, adminName: name, companyName: company, password } = said
  // nobody without the secret makes the server hash
  await reading(deps.reads, systemReach, tx => assertOpens(tx, setupCode, now))
  const weak = checkPassword(deps.config.passwordPolicy, password, { account, name, company })
  refuseFields({
    ...(weak === undefined ? {} : { password: weak }),
    ...(said.creditCode === said.branchCreditCode ? { branchCreditCode: '不能与平台公司的相同' } : {}),
  })
  const passwordHash = await hashPassword(password)
  await inTransaction(deps.pool, systemReach, async tx => {
    if (await hasPlatform(tx)) throw new Problem('setup.done')
    await assertOpens(tx, setupCode, now)
    const userId = v7()
    const { companyId } = await foundPlatform(tx, said, { now, userId, userName: name })
    await insertPlatformAdmin(tx, { id: userId, account, name, mobile: said.mobile, passwordHash, now })
    await keepSetupCode(tx, undefined)
    await noteSetup(tx, ctx, { companyId, userId }, said)
  })
  return { account }
}

/** Answers until when the address opens. Refuses `setup.done` and `setup.link`. */
async function assertOpens(tx: Tx, setupCode: string | undefined, now: number): Promise<number> {
  if (!(await isUntouched(tx))) throw new Problem('setup.done')
  const kept = await findSetupCode(tx)
  if (kept === undefined || kept.hash !== hashOf(setupCode ?? '').toString('hex') || kept.expiresAt <= now)
    throw new Problem('setup.link')
  return kept.expiresAt
}

/** The first line of the administrator's history, and the row of the audit log. */
async function noteSetup(
  tx: Tx,
  { now, ip, requestId }: OpenCtx,
  { companyId, userId }: { companyId: string; userId: string },
  said: Omit<Input<typeof calls.completeSetup>, 'setupCode'>,
): Promise<void> {
  const diff = JSON.stringify([
    { field: '平台公司', old: '--', new: said.companyName },
    { field: '分公司', old: '--', new: said.branchName },
    { field: '管理员', old: '--', new: said.account },
  ])
  await tx.run(
    q.insertInto('events').values({
      id: v7(),
      entity: 'user',
      entity_id: userId,
      at: now,
      user_id: userId,
      user_name: said.adminName,
      action: '初始设置',
    }),
  )
  await tx.run(
    q.insertInto('audit_log').values({
      id: v7(),
      at: now,
      user_id: userId,
      ip,
      action: '/v1/setup/complete',
      title: '完成初始设置',
      entity: 'company',
      entity_id: companyId,
      diff,
      request_id: requestId,
    }),
  )
}
