// Login over HTTP: both forms, what it answers, refusals, lockout, and what never reaches a log.
import { request } from 'node:http'
import { getJurisdiction, loginByGet, loginByPost } from '@yunshu/contract/session/session'
import { signRequest } from '@yunshu/domain/signing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoPassword } from '../../../demo/accounts.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { md5Hex } from '../../http/signed.ts'
import { startTestServer, type SendOptions, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  // requests say in their headers which address they come from
  server = await startTestServer({ TRUST_PROXY: '1' })
})
afterAll(async () => {
  await server.stop()
})

const ask = (account: string, password: string, options?: SendOptions) =>
  server.anonymous().ask(loginByPost, { account, password }, options)

/** Logs in by GET as a browser would, with the headers given; fetch does not let a program set Sec- headers. */
function status(headers: Record<string, string>): Promise<{ http: number | undefined; hasCookie: boolean }> {
  const texts = { account: 'shipper', password: demoPassword, timestamp: String(Date.now()) }
  const query = new URLSearchParams({
    ...texts,
    sign: signRequest(texts, server.server.deps.config.signSecret, md5Hex),
  })
  return new Promise((resolve, reject) => {
    request(`${server.url}/v1/login?${query.toString()}`, { headers: { URLFlag: 'web', ...headers } }, answer => {
      answer.resume().on('end', () => {
        resolve({ http: answer.statusCode, hasCookie: answer.headers['set-cookie'] !== undefined })
      })
    })
      .on('error', reject)
      .end()
  })
}

const failuresOf = async (account: string): Promise<number> =>
  server.db(
    async tx => (await tx.rows(q.selectFrom('login_failures').select('at').where('account', '=', account))).length,
  )

test('[CL-05] GET and POST login answer the fields of the specification', async () => {
  for (const call of [loginByGet, loginByPost]) {
    const { http, data, headers } = await server.anonymous().ask(call, { account: 'shipper', password: demoPassword })
    expect(http).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(data).toEqual({
      id: expect.stringMatching(/^[\w-]{22}-[\w-]{43}$/),
      baiduAccessToken: '',
      type: 1,
      name: expect.any(String),
      account: 'shipper',
      companyId: demoCompanyId('shipper'),
      companyName: '榆林恒泰煤业销售有限公司',
      businessType: 4,
      isTf: true,
    })
  }
})

test("[GD-07] the id is the same handle and a new secret each time; only the secret's hash is stored", async () => {
  const [first, second] = [await ask('carrier', demoPassword), await ask('carrier', demoPassword)]
  expect(first.data.id.slice(0, 22)).toBe(second.data.id.slice(0, 22))
  expect(first.data.id.slice(23)).not.toBe(second.data.id.slice(23))
  const stored = await server.db(tx => tx.rows(q.selectFrom('sessions').selectAll()))
  expect(JSON.stringify(stored)).not.toContain(first.data.id.slice(23))
})

test('[GD-11] a platform account has no company fields, a branch manager has the branch, isTf is for company users', async () => {
  const admin = await ask('admin', demoPassword)
  expect(Object.keys(admin.data).sort()).toEqual(['account', 'baiduAccessToken', 'id', 'name', 'type'])
  const branch = await ask('branch', demoPassword)
  expect(branch.data).toMatchObject({
    type: 3,
    branchCompanyId: demoCompanyId('branch1'),
    branchCompanyName: '运枢物流科技有限公司华北分公司',
    businessType: 0,
    isTf: false,
  })
})

test('the binder cookie is for HTTP only, same-site and the whole site', async () => {
  const { headers } = await ask('shipper2', demoPassword)
  const [binder] = headers.getSetCookie()
  expect(binder).toMatch(/^yunshu-b=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/)
})

test('wrong password and unknown account are refused alike and set no cookie', async () => {
  for (const account of ['carrier2', 'nobody-at-all']) {
    const { http, envelope, headers } = await ask(account, 'wrong')
    expect({ http, envelope }).toEqual({ http: 200, envelope: { code: 1001, message: '账号或密码不正确', data: null } })
    expect(headers.get('set-cookie')).toBeNull()
  }
})

test('input is checked at its field', async () => {
  const raw = (texts: Record<string, string>) => ask('shipper', demoPassword, { raw: texts })
  expect(await raw({ account: '' })).toMatchObject({ http: 400, envelope: { code: 4001, message: '账号不能为空' } })
  expect(await raw({ password: 'x'.repeat(129) })).toMatchObject({ http: 400, envelope: { code: 4001 } })
  expect(await raw({ isAdmin: 'true' })).toMatchObject({ http: 400, envelope: { code: 4001 } })
})

test('a link, a prefetch, another site, or a caller without URLFlag cannot log anybody in', async () => {
  const refused: Record<string, string>[] = [
    { 'Sec-Fetch-Mode': 'navigate' },
    { 'Sec-Purpose': 'prefetch;prerender' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { URLFlag: 'app' },
  ]
  expect(await status({})).toEqual({ http: 200, hasCookie: true })
  for (const headers of refused) expect(await status(headers)).toEqual({ http: 400, hasCookie: false })
})

test('a disabled account is told so only with the right password', async () => {
  await server.db(tx =>
    tx.run(q.updateTable('users').set({ state: 'disabled' }).where('account', '=', 'shipper6-finance')),
  )
  expect((await ask('shipper6-finance', 'wrong')).envelope.code).toBe(1001)
  expect((await ask('shipper6-finance', demoPassword)).envelope).toMatchObject({
    code: 1003,
    message: '账号已停用，请联系管理员',
  })
  expect(await failuresOf('shipper6-finance')).toBe(0)
})

test('people of a suspended company cannot log in', async () => {
  await server.db(tx =>
    tx.run(q.updateTable('companies').set({ state: 'suspended' }).where('id', '=', demoCompanyId('carrier8'))),
  )
  expect((await ask('carrier8', demoPassword)).envelope.code).toBe(1003)
})

test('five failures lock the account on this network, the right password too, with the minutes to wait', async () => {
  for (let i = 0; i < 5; i++) expect((await ask('carrier3', `wrong ${i}`)).envelope.code).toBe(1001)
  const { http, envelope, headers } = await ask('carrier3', demoPassword)
  expect(http).toBe(429)
  expect(envelope).toMatchObject({ code: 1002, message: '登录失败次数过多，请 30 分钟后再试' })
  expect(headers.get('retry-after')).toBeTruthy()
  // the lock passes half an hour after the last failure
  await server.db(tx =>
    tx.run(
      q
        .updateTable('login_failures')
        .set(e => ({ at: e('at', '-', 30 * 60_000) }))
        .where('account', '=', 'carrier3'),
    ),
  )
  expect((await ask('carrier3', demoPassword)).envelope.code).toBe(0)
})

test('an unknown account is locked the same way, in whatever spelling', async () => {
  for (const account of ['ghost', 'Ghost', 'GHOST', 'ｇhost', 'ghost'])
    expect((await ask(account, 'x')).envelope.code).toBe(1001)
  expect((await ask('gHost', 'x')).envelope.code).toBe(1002)
})

test('many guesses at once are no more than five', async () => {
  const codes = (await Promise.all(Array.from({ length: 14 }, (_, i) => ask('carrier4', `guess ${i}`)))).map(
    ({ envelope }) => envelope.code,
  )
  expect(codes.filter(code => code === 1001)).toHaveLength(5)
  expect(codes.filter(code => code === 1002)).toHaveLength(9)
})

test('ten right logins at once all succeed: none counts as a guess', async () => {
  const codes = (await Promise.all(Array.from({ length: 10 }, () => ask('carrier2-finance', demoPassword)))).map(
    ({ envelope }) => envelope.code,
  )
  expect(codes).toEqual(Array.from({ length: 10 }, () => 0))
  expect(await failuresOf('carrier2-finance')).toBe(0)
})

test('a success forgets the failures of its network; failures elsewhere do not lock this one', async () => {
  const at = Date.now()
  await server.db(tx =>
    tx.run(
      q
        .insertInto('login_failures')
        .values(Array.from({ length: 5 }, () => ({ account: 'carrier5', network: '203.0.113.0/24', at }))),
    ),
  )
  for (let i = 0; i < 4; i++) await ask('carrier5', 'wrong')
  expect((await ask('carrier5', demoPassword)).envelope.code).toBe(0)
  expect(await failuresOf('carrier5')).toBe(5)
})

test('guessing from twenty networks locks strange networks, not one the account was used from', async () => {
  const at = Date.now()
  const spread = (account: string) =>
    server.db(tx =>
      tx.run(
        q
          .insertInto('login_failures')
          .values(Array.from({ length: 20 }, (_, i) => ({ account, network: `10.9.${i}.0/24`, at }))),
      ),
    )
  await ask('carrier6', demoPassword)
  await Promise.all([spread('carrier6'), spread('carrier7')])
  expect((await ask('carrier6', demoPassword)).envelope.code).toBe(0)
  expect((await ask('carrier7', demoPassword)).envelope.code).toBe(1002)
})

const from = (ip: string, headers: Record<string, string> = {}): SendOptions => ({
  headers: { 'X-Forwarded-For': ip, ...headers },
})

test('one address tried every account: it is refused within twenty guesses, and nobody is locked out by it', async () => {
  const sprayer = from('198.51.100.7')
  const known = (await ask('shipper', demoPassword, sprayer)).headers.getSetCookie()[1] ?? ''
  const answers = []
  for (let n = 0; n < 20; n++) answers.push(await ask(n === 0 ? 'shipper5' : `sprayed-${n}`, `word ${n}`, sprayer))
  expect(answers.map(({ envelope }) => envelope.code).lastIndexOf(1001)).toBeLessThan(19)
  const last = answers.at(-1)
  expect([last?.http, last?.envelope.code]).toEqual([429, 1002])
  expect(last?.envelope.message).toMatch(/^登录失败次数过多，请 \d+ 分钟后再试$/)
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(29 * 60)
  // the refusal is the sprayer's alone, and of no account
  expect((await ask('shipper2', demoPassword, sprayer)).envelope.code).toBe(1002)
  expect((await ask('shipper5', demoPassword, from('203.0.113.50'))).envelope.code).toBe(0)
  expect((await ask('shipper2', demoPassword, from('203.0.113.50'))).envelope.code).toBe(0)
  // people at that address get in where they were before
  expect((await ask('shipper', demoPassword, from('198.51.100.7', { Cookie: known }))).envelope.code).toBe(0)
})

test('one password was tried at every account from many addresses: it is refused within twenty guesses, other passwords are not', async () => {
  const codes = []
  for (let n = 0; n < 20; n++)
    codes.push((await ask(`sprayed-${n}`, 'Summer#2026', from(`192.0.2.${n}`))).envelope.code)
  expect(codes.lastIndexOf(1001)).toBeLessThan(19)
  expect(codes.at(-1)).toBe(1002)
  expect((await ask('shipper6-freight', demoPassword, from('192.0.2.99'))).envelope.code).toBe(0)
})

test('strangers locked a person out of their own account: a device that was signed in gets in, until its own guesses lock it', async () => {
  const first = await ask('carrier4-finance', demoPassword, from('203.0.113.60'))
  const line = first.headers.getSetCookie()[1] ?? ''
  expect(line).toMatch(/^yunshu-d-[\w-]{12}=[\w.-]+; Path=\/v1\/login; Max-Age=15552000; HttpOnly; SameSite=Strict$/)
  const [Cookie = ''] = line.split(';')
  for (let n = 0; n < 6; n++) await ask('carrier4-finance', `wrong ${n}`, from('203.0.113.61'))
  expect(
    (await ask('carrier4-finance', demoPassword, from('203.0.113.62'))).envelope.code,
    'the network is locked',
  ).toBe(1002)
  const own = from('203.0.113.60', { Cookie })
  expect((await ask('carrier4-finance', demoPassword, own)).envelope.code).toBe(0)
  // nobody else's, and nothing made up
  const other = (await ask('carrier8-finance', demoPassword, from('203.0.113.70'))).headers.getSetCookie()[1] ?? ''
  const forged = `${Cookie.split('=')[0] ?? ''}=${/=([^;]+)/.exec(other)?.[1] ?? ''}`
  for (const cookie of [forged, Cookie.slice(0, -2), Cookie.replace(/\.(\d+)\./, '.1.')])
    expect((await ask('carrier4-finance', demoPassword, from('203.0.113.60', { Cookie: cookie }))).envelope.code).toBe(
      1002,
    )
  // a stolen one is good for five guesses
  const codes = []
  for (let n = 0; n < 6; n++) codes.push((await ask('carrier4-finance', `wrong ${n}`, own)).envelope.code)
  expect(codes).toEqual([1001, 1001, 1001, 1001, 1001, 1002])
})

test('a device stays known no longer than the password it was signed in with', async () => {
  const answer = await ask('carrier2', demoPassword, from('203.0.113.80'))
  const [Cookie = ''] = (answer.headers.getSetCookie()[1] ?? '').split(';')
  for (let n = 0; n < 5; n++) await ask('carrier2', `wrong ${n}`, from('203.0.113.81'))
  expect((await ask('carrier2', demoPassword, from('203.0.113.80', { Cookie }))).envelope.code).toBe(0)
  for (let n = 0; n < 5; n++) await ask('carrier2', `wrong ${n}`, from('203.0.113.81'))
  await server.db(tx =>
    tx.run(
      q
        .updateTable('users')
        .set(e => ({ password_changed_at: e('password_changed_at', '+', 1) }))
        .where('account', '=', 'carrier2'),
    ),
  )
  expect((await ask('carrier2', demoPassword, from('203.0.113.80', { Cookie }))).envelope.code).toBe(1002)
})

test('a login on its way while the password was changed left a session that outlived the change', async () => {
  const account = 'shipper4-finance'
  const change = { password_hash: 'changed', password_changed_at: Date.now() }
  let answer: ReturnType<typeof ask> | undefined
  await server.db(async tx => {
    await tx.run(q.updateTable('users').set(change).where('account', '=', account))
    answer = ask(account, demoPassword)
    // the login has read the old password by the time its guess is counted
    await expect.poll(() => failuresOf(account)).toBe(1)
  })
  expect((await answer)?.envelope.code).toBe(1001)
  const living = q.selectFrom('sessions').select('id').where('user_id', '=', demoUserId(account))
  expect(await server.db(tx => tx.rows(living))).toEqual([])
})

test('a person holds five sessions; the sixth login ends the oldest', async () => {
  const clients = []
  for (let i = 0; i < 6; i++) clients.push(await server.login('shipper3'))
  const codes = await Promise.all(clients.map(async client => (await client.ask(getJurisdiction, {})).envelope.code))
  expect(codes).toEqual([-2, 0, 0, 0, 0, 0])
})

test('a login leaves its line in the audit log', async () => {
  await ask('shipper4', demoPassword)
  const rows = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('audit_log')
        .innerJoin('users', 'users.id', 'audit_log.user_id')
        .select(['title', 'ip'])
        .where('account', '=', 'shipper4'),
    ),
  )
  expect(rows).toEqual([{ title: '登录', ip: '127.0.0.1' }])
})

test('no password and no token ever reaches a log line, by GET, POST, refusal or fault', async () => {
  const canary = 'Canary-口令-9f3b'
  for (const call of [loginByGet, loginByPost]) {
    await server.anonymous().ask(call, { account: 'shipper5', password: canary })
    await server.anonymous().ask(call, { account: canary, password: canary }, { raw: { surplus: canary } })
    await server.anonymous().ask(call, { account: 'shipper5', password: canary }, { unsigned: { sign: 'broken' } })
  }
  const good = await ask('shipper5', demoPassword)
  const lines = server.logged.join('\n')
  expect(lines).toContain('/v1/login')
  for (const secret of [
    canary,
    encodeURIComponent(canary),
    demoPassword,
    encodeURIComponent(demoPassword),
    good.data.id.slice(23),
  ])
    expect(lines).not.toContain(secret)
})
