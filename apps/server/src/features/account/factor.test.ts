// The second factor over HTTP: setting it up, signing in with it, codes that count once, and where money asks for it.
import {
  changePassword,
  confirmFactor,
  disableFactor,
  getAccount,
  listLogins,
  listSessions,
  startFactor,
} from '@yunshu/contract/session/account'
import { loginByGet, loginByPost } from '@yunshu/contract/session/session'
import { approveSettlement, getSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoPassword } from '../../../demo/accounts.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { codesOfMoneySteps, noneOfMoneySteps } from '../../../../../tests/server/moneySteps.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** The code an app shows, `steps` of 30 s from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
/** A code of six figures that is none of the three taken now. */
const wrongFor = (secret: string): string =>
  ['000000', '111111', '222222', '333333'].find(code => ![-1, 0, 1].some(steps => codeOf(secret, steps) === code)) ?? ''
const signIn = async (account: string, code?: string) =>
  (
    await server
      .anonymous()
      .ask(loginByPost, { account, password: demoPassword, ...(code === undefined ? {} : { code }) })
  ).envelope.code
/** Takes back that a code was used, as if time had gone by. */
const later = (account: string) =>
  server.db(tx =>
    tx.run(q.updateTable('user_factors').set({ last_step: 0 }).where('user_id', '=', demoUserId(account))),
  )
const failuresOf = async (account: string) =>
  (await server.db(tx => tx.rows(q.selectFrom('login_failures').select('at').where('account', '=', account)))).length
const forgive = (account: string) =>
  server.db(tx => tx.run(q.deleteFrom('login_failures').where('account', '=', account)))

/** Waits for the next step when this one is nearly over, so that a code is as old as the test means it to be. */
async function calm(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 5000) await sleep(left)
}

async function enrol(account: string): Promise<{ client: Client; secret: string; recoveryCodes: string[] }> {
  await calm()
  const client = await server.login(account)
  const { secret } = await client.send(startFactor, { password: demoPassword })
  const { recoveryCodes } = await client.send(confirmFactor, { code: codeOf(secret) })
  return { client, secret, recoveryCodes }
}

/** A client signed in with a code. */
async function withCode(account: string, code: string): Promise<Client> {
  const { data } = await server.anonymous().ask(loginByPost, { account, password: demoPassword, code })
  const bare = server.anonymous()
  const as = { headers: { Authorization: data.id } }
  return {
    token: data.id,
    ask: (call, input, options) => bare.ask(call, input, { ...options, ...as }),
    blob: (call, input, options) => bare.blob(call, input, { ...options, ...as }),
    send: (call, input, options) => bare.send(call, input, { ...options, ...as }),
  }
}

describe('setting it up', () => {
  it('asks for the password, shows secret and address, asks nothing at login until the first code, and gives ten recovery codes once', async () => {
    const client = await server.login('shipper2')
    expect((await client.ask(startFactor, { password: 'wrong' })).envelope).toMatchObject({
      code: 1007,
      data: { fields: { password: '密码不正确' } },
    })
    expect(await failuresOf('shipper2')).toBe(1)
    const { secret, address } = await client.send(startFactor, { password: demoPassword })
    expect([secret, decodeURIComponent(address)]).toEqual([
      expect.stringMatching(/^[A-Z2-7]{32}$/),
      expect.stringContaining(`运枢:shipper2?issuer=运枢&secret=${secret}`),
    ])
    expect(await signIn('shipper2')).toBe(0)
    expect((await client.ask(confirmFactor, { code: wrongFor(secret) })).envelope).toMatchObject({
      code: 1009,
      data: { fields: { code: '动态验证码不正确或已使用' } },
    })
    expect(await client.send(getAccount, {})).not.toHaveProperty('factor')
    const { recoveryCodes } = await client.send(confirmFactor, {
      code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`,
    })
    expect(recoveryCodes).toHaveLength(10)
    expect(await client.send(getAccount, {})).toMatchObject({ factor: { recoveryLeft: 10 }, hasSecondFactor: true })
    expect((await client.ask(confirmFactor, { code: codeOf(secret) })).envelope.code).toBe(1010)
    expect((await client.ask(startFactor, { password: demoPassword })).envelope.code).toBe(1011)
    const told = () =>
      server.db(tx =>
        tx.rows(q.selectFrom('messages').select(['kind', 'title']).where('user_id', '=', demoUserId('shipper2'))),
      )
    // lines of the message centre are written behind the answer
    await expect.poll(told).toEqual([{ kind: 'system', title: '动态验证码已启用' }])
  })

  it('keeps the secret encrypted and the recovery codes hashed; none is in a log line, an audit row, an event or a kept answer', async () => {
    const { client, secret, recoveryCodes } = await enrol('shipper3')
    await client.ask(disableFactor, {
      password: demoPassword,
      code: recoveryCodes[0]?.toLowerCase().replace('-', ' ') ?? 'x'.repeat(19),
    })
    const rows = await server.db(async tx =>
      JSON.stringify([
        await tx.rows(q.selectFrom('user_factors').selectAll()),
        await tx.rows(q.selectFrom('audit_log').selectAll()),
        await tx.rows(q.selectFrom('events').selectAll()),
        await tx.rows(q.selectFrom('idempotency').selectAll()),
        await tx.rows(q.selectFrom('outbox').selectAll()),
        await tx.rows(q.selectFrom('messages').selectAll()),
      ]),
    )
    const all = rows + server.logged.join('\n')
    for (const hidden of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map(code => code.replaceAll('-', '')),
      demoPassword,
    ])
      expect(all.toUpperCase()).not.toContain(hidden.toUpperCase())
  })

  it('wants its first code within a quarter of an hour', async () => {
    const client = await server.login('shipper4')
    const { secret } = await client.send(startFactor, { password: demoPassword })
    await server.db(tx =>
      tx.run(
        q
          .updateTable('user_factors')
          .set(e => ({ created_at: e('created_at', '-', 15 * 60_000) }))
          .where('user_id', '=', demoUserId('shipper4')),
      ),
    )
    expect((await client.ask(confirmFactor, { code: codeOf(secret) })).envelope.code).toBe(1010)
  })
})

describe('signing in with it', () => {
  it('wants a code after the right password alone, by either form, and says nothing of it to who does not know the password', async () => {
    const { secret } = await enrol('carrier2')
    await later('carrier2')
    for (const call of [loginByGet, loginByPost]) {
      const { http, envelope, headers } = await server
        .anonymous()
        .ask(call, { account: 'carrier2', password: demoPassword })
      expect([http, envelope]).toEqual([200, { code: 1004, message: '请输入动态验证码', data: null }])
      expect(headers.get('set-cookie')).toBeNull()
      expect(
        (await server.anonymous().ask(call, { account: 'carrier2', password: 'wrong', code: codeOf(secret) })).envelope
          .code,
      ).toBe(1001)
    }
    // a password that proved right is no failure; the two wrong ones are
    expect(await failuresOf('carrier2')).toBe(2)
    const client = await withCode('carrier2', codeOf(secret))
    expect((await client.send(listSessions, {})).rows.map(row => row.hasSecondFactor)).toContain(true)
    expect(await failuresOf('carrier2')).toBe(0)
    expect((await client.send(listLogins, {})).rows.map(row => row.result)).toEqual([
      'ok',
      'password',
      'password',
      'ok',
    ])
  })

  it('takes a code once, and none older than it; a code of the neighbouring steps is taken', async () => {
    const { secret } = await enrol('carrier3')
    // used to set it up
    expect(await signIn('carrier3', codeOf(secret))).toBe(1005)
    expect(await signIn('carrier3', codeOf(secret, 1))).toBe(0)
    expect(await signIn('carrier3', codeOf(secret, 1))).toBe(1005)
    expect(await signIn('carrier3', codeOf(secret))).toBe(1005)
    await later('carrier3')
    await forgive('carrier3')
    expect(await signIn('carrier3', codeOf(secret, 2))).toBe(1005)
    expect(await signIn('carrier3', codeOf(secret, -2))).toBe(1005)
    expect(await signIn('carrier3', codeOf(secret, -1))).toBe(0)
  })

  it('takes the same code of two at once from one of them only; a recovery code likewise', async () => {
    const { secret, recoveryCodes } = await enrol('carrier4')
    const both = async (code: string) =>
      (await Promise.all([signIn('carrier4', code), signIn('carrier4', code), signIn('carrier4', code)])).sort()
    await later('carrier4')
    expect(await both(codeOf(secret))).toEqual([0, 1005, 1005])
    await forgive('carrier4')
    expect(await both(recoveryCodes[4] ?? '')).toEqual([0, 1005, 1005])
  })

  it('takes each recovery code once, in whatever spelling, and counts what is left', async () => {
    const {
      client,
      recoveryCodes: [first = '', second = ''],
    } = await enrol('carrier5')
    expect(await signIn('carrier5', first.toLowerCase())).toBe(0)
    expect(await signIn('carrier5', first)).toBe(1005)
    expect(await signIn('carrier5', second.replaceAll('-', ''))).toBe(0)
    expect((await client.send(getAccount, {})).factor?.recoveryLeft).toBe(8)
  })

  it('locks after five wrong codes though the password is right, and a password without code in between takes nothing back', async () => {
    const { secret } = await enrol('carrier6')
    for (let i = 0; i < 5; i++) {
      expect(await signIn('carrier6', wrongFor(secret))).toBe(1005)
      if (i < 4) expect(await signIn('carrier6')).toBe(1004)
    }
    await later('carrier6')
    expect(await signIn('carrier6', codeOf(secret))).toBe(1002)
    const log = await server.db(tx =>
      tx.rows(q.selectFrom('login_log').select('result').where('user_id', '=', demoUserId('carrier6')).orderBy('id')),
    )
    expect(log.map(row => row.result)).toEqual(['ok', ...Array.from({ length: 5 }, () => 'factor'), 'locked'])
  })

  it('was of no use against strangers who locked the account: password and code let in together, and neither alone says anything', async () => {
    const { secret } = await enrol('carrier4-finance')
    await later('carrier4-finance')
    const wrong = (code?: string) =>
      server
        .anonymous()
        .ask(loginByPost, { account: 'carrier4-finance', password: 'wrong', ...(code === undefined ? {} : { code }) })
    for (let n = 0; n < 5; n++) await wrong()
    expect(await signIn('carrier4-finance')).toBe(1002)
    const code = codeOf(secret)
    expect([(await wrong(code)).envelope.code, (await wrong(wrongFor(secret))).envelope.code]).toEqual([1002, 1002])
    expect(await signIn('carrier4-finance', wrongFor(secret))).toBe(1002)
    // a guess at the password has not used it up
    expect(await signIn('carrier4-finance', code)).toBe(0)
    for (let n = 0; n < 5; n++) await wrong()
    expect(await signIn('carrier4-finance', code)).toBe(1002)
    await later('carrier4-finance')
    // a person with the password tries few codes: the used one and the wrong ones count
    for (let n = 0; n < 3; n++) await signIn('carrier4-finance', wrongFor(secret))
    expect(await signIn('carrier4-finance', codeOf(secret))).toBe(1002)
  })

  it('shows the owner that somebody had the password and stopped at the code', async () => {
    const { client } = await enrol('carrier7')
    await signIn('carrier7')
    expect((await client.send(listLogins, {})).rows.map(row => row.result)).toEqual(['code', 'ok'])
  })

  it('is none of the account of another person: codes and rows do not fit anybody else', async () => {
    const one = await enrol('shipper5-freight')
    await enrol('shipper5-finance')
    await later('shipper5-finance')
    for (const code of [codeOf(one.secret), one.recoveryCodes[3] ?? ''])
      expect(await signIn('shipper5-finance', code)).toBe(1005)
    const seals = await server.db(tx =>
      tx.rows(
        q
          .selectFrom('user_factors')
          .selectAll()
          .where('user_id', 'in', [demoUserId('shipper5-freight'), demoUserId('shipper5-finance')]),
      ),
    )
    const [a, b] = [seals.find(row => row.user_id === demoUserId('shipper5-freight')), demoUserId('shipper5-finance')]
    await server.db(tx =>
      tx.run(
        q
          .updateTable('user_factors')
          .set({ secret: a?.secret ?? '' })
          .where('user_id', '=', b),
      ),
    )
    expect(await signIn('shipper5-finance', codeOf(one.secret))).toBe(5000)
  })
})

describe('giving it up', () => {
  it('needs password and code; then a password is enough, and no session has it any more', async () => {
    const { client, secret } = await enrol('carrier8')
    await later('carrier8')
    expect((await client.ask(disableFactor, { password: 'wrong', code: codeOf(secret) })).envelope.code).toBe(1007)
    expect((await client.ask(disableFactor, { password: demoPassword, code: wrongFor(secret) })).envelope.code).toBe(
      1009,
    )
    expect(await failuresOf('carrier8')).toBe(2)
    await client.send(disableFactor, { password: demoPassword, code: codeOf(secret) })
    expect(await signIn('carrier8')).toBe(0)
    expect(await client.send(getAccount, {})).toMatchObject({ hasSecondFactor: false })
    expect((await client.ask(disableFactor, { password: demoPassword, code: '000000' })).envelope.code).toBe(1010)
  })

  it('ended in a deadlock when somebody signed in meanwhile: it does not wait for rows that only name the person', async () => {
    const { client, recoveryCodes } = await enrol('carrier8-finance')
    let given: Promise<number> | undefined
    const rowsThatWait = async () =>
      (
        await server.db(tx =>
          tx.rows(
            sql<{
              pid: number
            }>`select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`.compile(
              q,
            ),
          ),
        )
      ).length
    await server.db(async tx => {
      // as the line of a login's history does
      await tx.rows(q.selectFrom('users').select('id').where('id', '=', demoUserId('carrier8-finance')).forKeyShare())
      let isOver = false
      given = client
        .ask(disableFactor, { password: demoPassword, code: recoveryCodes[0] ?? '' })
        .then(({ envelope }) => envelope.code)
        .finally(() => {
          isOver = true
        })
      await expect.poll(async () => isOver || (await rowsThatWait()) > 0).toBe(true)
      expect(isOver).toBe(true)
    })
    expect(await given).toBe(0)
  })
})

describe('money', () => {
  const decide = (company: string, policies: object) =>
    server.db(tx =>
      tx.run(
        q
          .updateTable('companies')
          .set({ policies: JSON.stringify(policies) })
          .where('id', '=', demoCompanyId(company)),
      ),
    )
  const approve = async (client: Client) =>
    (await client.ask(approveSettlement, { settlementNum: 'JS2611210000001', version: 1, expectDue: fen(1) })).envelope
  const pay = async (client: Client) =>
    (
      await client.ask(paySettlement, {
        settlementNum: 'JS2611210000001',
        version: 1,
        expectDue: fen(1),
        channel: 'SIM',
      })
    ).envelope

  it('is approved and paid only by who signed in with it, where the company says so; everything else goes on', async () => {
    const plain = await server.login('shipper-finance')
    expect([(await approve(plain)).code, (await pay(plain)).code]).toEqual([4041, 4041])
    await decide('shipper', { factorForMoney: true })
    expect([await approve(plain), await pay(plain)]).toEqual(
      Array.from({ length: 2 }, () => ({ code: 1008, message: '请先启用动态验证码并重新登录', data: null })),
    )
    expect((await plain.ask(getSettlement, { settlementNum: 'JS2611210000001' })).envelope.code).toBe(4041)
    expect((await plain.send(getAccount, {})).money).toEqual({ isHeld: true, needsFactor: true })
    const { secret } = await enrol('shipper-finance')
    expect((await approve(plain)).code).toBe(1008)
    await later('shipper-finance')
    expect((await approve(await withCode('shipper-finance', codeOf(secret)))).code).toBe(4041)
    // another company decides for itself, and who may not approve is told that first
    expect((await approve(await server.login('shipper2-finance'))).code).toBe(4041)
    expect((await approve(await server.login('carrier'))).code).toBe(4030)
  })

  it('of the platform’s own people follows the platform’s head', async () => {
    const finance = await server.login('platform-finance')
    expect((await pay(finance)).code).toBe(4041)
    const admin = await server.login('admin')
    await decide('platform', { factorForMoney: true })
    expect((await pay(finance)).code).toBe(1008)
    expect(await codesOfMoneySteps(admin), 'deposits, refunds and losses too').toEqual(noneOfMoneySteps.map(() => 1008))
    expect((await (await server.login('carrier-finance')).send(getAccount, {})).money).toEqual({
      isHeld: false,
      needsFactor: false,
    })
  })
})

it('a new password leaves the factor as it is', async () => {
  const { client, secret } = await enrol('shipper6-finance')
  await client.send(changePassword, { oldPassword: demoPassword, newPassword: 'Kranich-7-Boot' })
  await later('shipper6-finance')
  const ask = async (code?: string) =>
    (
      await server.anonymous().ask(loginByPost, {
        account: 'shipper6-finance',
        password: 'Kranich-7-Boot',
        ...(code === undefined ? {} : { code }),
      })
    ).envelope.code
  expect([await ask(), await ask(codeOf(secret))]).toEqual([1004, 0])
})
