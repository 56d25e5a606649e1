// Letting a colleague in again over HTTP: links for a new password, second factors two people take away, and the rest of
// money permits that follows.
import {
  changePassword,
  confirmFactorReset,
  dropFactorReset,
  getAccount,
  openPasswordLink,
  resetFactor,
  spendPasswordLink,
} from '@yunshu/contract/session/account'
import { getSettings, loginByPost } from '@yunshu/contract/session/session'
import { approveSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import {
  addRole,
  addStaff,
  disableStaff,
  enableStaff,
  listRoles,
  listStaff,
  resetPassword,
  updateRole,
  updateStaff,
} from '@yunshu/contract/staff/staff'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDateTime, MINUTE_MS } from '@yunshu/domain/figures/time'
import { permitWords, restingPermits, systemRoles, type Permit } from '@yunshu/domain/permits/permits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoPassword } from '../../../demo/accounts.ts'
import { demoUserId } from '../../../demo/people.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { codesOfMoneySteps, noneOfMoneySteps } from '../../../../../tests/server/moneySteps.ts'
import { until } from '../../../../../tests/server/until.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let boss: Client
let n = 0
beforeAll(async () => {
  server = await startTestServer()
  boss = await server.login('shipper')
})
afterAll(() => server.stop())

const colleague = (permits: readonly Permit[], dataScope: 'COMPANY' | 'SELF' = 'COMPANY') =>
  addColleague(server, { account: `helper${++n}`, company: 'shipper', permits, dataScope })
const versionOf = async (id: string) =>
  (await server.db(tx => tx.one(q.selectFrom('users').select('version').where('id', '=', id)))).version
const linkFor = async (id: string, by = boss) => by.send(resetPassword, { id, version: await versionOf(id) })
const spend = (resetCode: string, newPassword: string) =>
  server.anonymous().ask(spendPasswordLink, { resetCode, newPassword })
const money = async (client: Client) => {
  const sheet = { settlementNum: 'JS2611210000001', version: 1, expectDue: fen(1) }
  return [
    (await client.ask(approveSettlement, sheet)).envelope.code,
    (await client.ask(paySettlement, { ...sheet, channel: 'SIM' })).envelope.code,
  ]
}
/** Neither approved nor paid, but for the permits it would have been looked at: there is no such sheet. */
const awake = [4041, 4041]
/** Waits until a person has heard these words. */
const heard = (userId: string, words: string): Promise<void> =>
  until(async () => {
    const rows = await server.db(tx => tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', userId)))
    return JSON.stringify(rows).includes(words)
  }, words)

describe('a link for a new password', () => {
  it('a reset showed the new password to who asked: it answers a link, by which the person chooses', async () => {
    const { id, account, client } = await colleague(['settlement.approve', 'settlement.pay'])
    expect(await money(client)).toEqual(awake)
    const answer = await boss.ask(resetPassword, { id, version: await versionOf(id) })
    expect(answer.data).not.toHaveProperty('password')
    const { resetCode, expiresAt } = answer.data ?? { resetCode: '', expiresAt: 0 }
    expect(resetCode).toMatch(/^[\w-]{43}$/)
    expect(expiresAt - Date.now()).toBeGreaterThan(29 * MINUTE_MS)
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(30 * MINUTE_MS)
    // nothing has changed yet, but the person knows of it
    expect(await money(client)).toEqual(awake)
    await heard(id, '为您生成了重置密码的链接')
    const kept = await server.db(async tx =>
      JSON.stringify([
        await tx.rows(q.selectFrom('password_links').selectAll()),
        await tx.rows(q.selectFrom('audit_log').selectAll()),
        await tx.rows(q.selectFrom('events').selectAll()),
        await tx.rows(q.selectFrom('outbox').selectAll()),
      ]),
    )
    expect(kept + server.logged.join('')).not.toContain(resetCode)

    expect(await server.anonymous().send(openPasswordLink, { resetCode })).toMatchObject({ account, expiresAt })
    expect((await spend(resetCode, 'abc')).envelope).toMatchObject({
      code: 4001,
      data: { fields: { newPassword: expect.any(String) } },
    })
    const password = 'Hafen-Kran-84'
    expect((await spend(resetCode, password)).envelope.code).toBe(0)
    expect((await client.ask(getSettings, {})).http).toBe(401)
    for (const code of [resetCode, 'x'.repeat(43)])
      expect((await spend(code, 'Andere-Worte-5')).envelope.code).toBe(1911)
    expect((await server.anonymous().ask(openPasswordLink, { resetCode })).envelope.code).toBe(1911)
    expect((await server.anonymous().ask(openPasswordLink, {})).envelope.code).toBe(1911)
    const back = await server.login(account, password)
    expect((await back.ask(getSettings, {})).envelope.code).toBe(0)
  })

  it('whoever used the link had the person’s money: for a day they neither approve nor pay, and all concerned are told', async () => {
    const { id, account } = await colleague(['settlement.approve', 'settlement.pay'])
    const { resetCode } = await linkFor(id)
    const password = 'Segel-Mast-27'
    await spend(resetCode, password)
    const back = await server.login(account, password)
    const restsUntil = (await back.send(getAccount, {})).money.restsUntil ?? 0
    expect(Math.abs(restsUntil - Date.now() - DAY_MS)).toBeLessThan(MINUTE_MS)
    expect(await money(back)).toEqual([1915, 1915])
    expect((await back.ask(approveSettlement, { settlementNum: 'x', version: 1, expectDue: fen(1) })).envelope).toEqual(
      expect.objectContaining({ message: expect.stringContaining(`暂停至${formatDateTime(restsUntil)}`) }),
    )
    await heard(id, `您${permitWords(restingPermits)}的权限暂停至 ${formatDateTime(restsUntil)}`)
    await heard(demoUserId('shipper'), `（${account}）${permitWords(restingPermits)}的权限暂停至`)
    // a password changed by oneself ends nothing of it
    await back.send(changePassword, { oldPassword: password, newPassword: 'Anker-Kette-91' })
    expect(await money(back)).toEqual([1915, 1915])
    await server.db(tx =>
      tx.run(
        q
          .updateTable('users')
          .set({ money_rests_until: Date.now() - 1 })
          .where('id', '=', id),
      ),
    )
    server.server.deps.sessions.forget([id])
    expect(await money(back)).toEqual(awake)
    expect((await back.send(getAccount, {})).money).not.toHaveProperty('restsUntil')
  })

  it('keeps deposits, refunds and losses from who came to hold an account: nobody approves their own request as a colleague', async () => {
    const admin = await server.login('admin')
    expect(await codesOfMoneySteps(admin)).toEqual(noneOfMoneySteps)
    const restUntil = async (at: number) => {
      const ids = [demoUserId('admin')]
      await server.db(tx => tx.run(q.updateTable('users').set({ money_rests_until: at }).where('id', 'in', ids)))
      server.server.deps.sessions.forget(ids)
    }
    await restUntil(Date.now() + DAY_MS)
    expect(await codesOfMoneySteps(admin)).toEqual(noneOfMoneySteps.map(() => 1915))
    await restUntil(0)
    expect(await codesOfMoneySteps(admin)).toEqual(noneOfMoneySteps)
  })

  it('ends with the next one, with its half hour, and with the account; of two at once one is let in', async () => {
    const { id } = await colleague(['goods.view'])
    const first = await linkFor(id)
    const second = await linkFor(id)
    expect((await spend(first.resetCode, 'Boot-Steg-19x')).envelope.code).toBe(1911)
    await server.db(tx =>
      tx.run(
        q
          .updateTable('password_links')
          .set({ expires_at: Date.now() - 1 })
          .where('user_id', '=', id),
      ),
    )
    expect((await spend(second.resetCode, 'Boot-Steg-19x')).envelope.code).toBe(1911)
    const third = await linkFor(id)
    const both = await Promise.all([1, 2].map(i => spend(third.resetCode, `Boot-Steg-2${i}x`)))
    expect(both.map(answer => answer.envelope.code).sort((a, b) => a - b)).toEqual([0, 1911])
    const fourth = await linkFor(id)
    await boss.send(disableStaff, { id, version: await versionOf(id) })
    expect((await spend(fourth.resetCode, 'Boot-Steg-30x')).envelope.code).toBe(1911)
    expect((await boss.ask(resetPassword, { id, version: 1 })).http).toBe(409)
  })

  it('opened again for a person disabled and enabled, after they had chosen a password themselves, and for who made it and was disabled since', async () => {
    const { id, client } = await colleague(['goods.view'])
    const ended = async (link: { resetCode: string }) =>
      expect((await spend(link.resetCode, 'Boot-Steg-31x')).envelope.code).toBe(1911)
    const first = await linkFor(id)
    await client.send(changePassword, { oldPassword: demoPassword, newPassword: 'Boot-Steg-32x' })
    await ended(first)
    const second = await linkFor(id)
    const { version } = await boss.send(disableStaff, { id, version: await versionOf(id) })
    await boss.send(enableStaff, { id, version })
    await ended(second)
    const keeper = await colleague(['staff.view', 'staff.edit', 'goods.view'])
    const third = await linkFor(id, keeper.client)
    await boss.send(disableStaff, { id: keeper.id, version: await versionOf(keeper.id) })
    await ended(third)
  })
})

describe('a second factor', () => {
  const keeps: readonly Permit[] = ['staff.view', 'staff.edit', 'goods.view', 'settlement.pay']
  const withFactor = async (permits: readonly Permit[] = ['goods.view']) => {
    const person = await colleague(permits)
    await server.db(tx =>
      tx.run(
        q.insertInto('user_factors').values({
          user_id: person.id,
          secret: 'x',
          last_step: 0,
          recovery: [],
          created_at: Date.now(),
          confirmed_at: Date.now(),
        }),
      ),
    )
    return person
  }
  const of = async (id: string) => ({ id, version: await versionOf(id) })
  const hasFactor = async (account: string) =>
    (await server.anonymous().ask(loginByPost, { account, password: demoPassword })).envelope.code === 1004

  it('one colleague alone took the factor away: a second one confirms, neither who asked nor whose it is', async () => {
    const { id, account, client } = await withFactor(keeps)
    const [asker, second] = [await colleague(keeps), await colleague(keeps)]
    expect((await asker.client.ask(confirmFactorReset, await of(id))).envelope.code).toBe(1913)
    await asker.client.send(resetFactor, await of(id))
    expect(await hasFactor(account)).toBe(true)
    await heard(id, '申请重置您的动态验证码')
    const seen = async (by: Client) => (await by.send(listStaff, { text: account })).rows[0]?.factorReset?.mayConfirm
    expect([await seen(asker.client), await seen(second.client)]).toEqual([false, true])
    expect((await asker.client.ask(confirmFactorReset, await of(id))).envelope.code).toBe(1914)
    expect((await client.ask(confirmFactorReset, await of(id))).envelope.code).toBe(1902)
    expect((await second.client.ask(resetFactor, await of(id))).envelope.code).toBe(1912)
    const { version } = await of(id)
    expect((await second.client.ask(confirmFactorReset, { id, version: version - 1 })).http).toBe(409)
    const weak = await colleague(['staff.view', 'staff.edit'])
    expect((await weak.client.ask(confirmFactorReset, { id, version })).envelope.code).toBe(1909)
    expect((await (await server.login('carrier')).ask(confirmFactorReset, { id, version })).http).toBe(404)
    expect(await hasFactor(account)).toBe(true)
    await second.client.send(confirmFactorReset, { id, version })
    expect((await client.ask(getSettings, {})).http).toBe(401)
    const back = await server.login(account)
    expect((await money(back))[1]).toBe(1915)
    await heard(id, '重置了您的动态验证码')
  })

  it('stays when the request is dropped, and when nobody confirms within a day', async () => {
    const { id, account } = await withFactor()
    const [asker, second] = [await colleague(keeps), await colleague(keeps)]
    expect((await asker.client.ask(resetFactor, await of(asker.id))).envelope.code).toBe(1902)
    expect((await asker.client.ask(resetFactor, await of(second.id))).envelope.code).toBe(1010)
    await asker.client.send(resetFactor, await of(id))
    await second.client.send(dropFactorReset, await of(id))
    expect((await second.client.ask(confirmFactorReset, await of(id))).envelope.code).toBe(1913)
    await asker.client.send(resetFactor, await of(id))
    await server.db(tx =>
      tx.run(
        q
          .updateTable('factor_resets')
          .set({ asked_at: Date.now() - DAY_MS })
          .where('user_id', '=', id),
      ),
    )
    expect((await second.client.ask(confirmFactorReset, await of(id))).envelope.code).toBe(1913)
    expect((await second.client.send(listStaff, { text: account })).rows[0]).not.toHaveProperty('factorReset')
    expect(await hasFactor(account)).toBe(true)
  })
})

describe('money permits somebody gives', () => {
  it('were at work in the same minute, in the hands of who knew the first password: they rest for a day', async () => {
    const finance = (await boss.send(listRoles, {})).rows.find(row => row.name === '财务')
    const account = `given${++n}`
    const { id, password } = await boss.send(addStaff, { account, name: '新财务', roleIds: [finance?.id ?? ''] })
    const theirs = await server.login(account, password)
    await theirs.send(changePassword, { oldPassword: password, newPassword: 'Dock-Pier-55x' })
    expect(await money(theirs)).toEqual([1915, 1915])
    await heard(id, '刚授予审核结算单、支付结算单的权限')

    const old = await colleague(['goods.view'])
    await boss.send(updateStaff, { id: old.id, version: 1, name: '老员工', roleIds: [finance?.id ?? ''] })
    expect(await money(old.client)).toEqual([1915, 1915])

    const pays = { name: `付款${n}`, dataScope: 'COMPANY' as const }
    const role = await boss.send(addRole, { ...pays, functions: ['goods.view'] })
    await boss.send(updateStaff, { id: old.id, version: 2, name: '老员工', roleIds: [role.id] })
    const third = await colleague(['goods.view'])
    await boss.send(updateStaff, { id: third.id, version: 1, name: '三号', roleIds: [role.id] })
    expect((await money(third.client))[1]).toBe(4030)
    await boss.send(updateRole, { ...role, ...pays, functions: ['goods.view', 'settlement.pay'] })
    expect((await money(third.client))[1]).toBe(1915)
  })

  it('do not rest for who had them before, and was given another position', async () => {
    const { id, client } = await colleague(['settlement.pay'])
    const role = (await boss.send(listRoles, {})).rows.find(row => row.name === `职位 helper${n}`)
    await boss.send(updateStaff, { id, version: 1, name: `员工helper${n}`, roleIds: [role?.id ?? ''] })
    expect((await money(client))[1]).toBe(4041)
    expect(role?.name).not.toBe(systemRoles.admin)
  })
})
