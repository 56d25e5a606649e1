// Settings browsers are told of: the provider host with the pages that may call it, and the service that draws maps.
import { getUnread } from '@yunshu/contract/message/message'
import { loginByGet, loginByPost } from '@yunshu/contract/session/session'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/accounts.ts'
import { reportLimits } from './pageRules.ts'
import { startTestServer, type TestServer } from '../../../../tests/server/testServer.ts'

const page = 'https://portal.example.com'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    PROVIDER_HOST: 'https://api.example.com',
    ORIGINS: page,
    MAP_PROVIDER: 'baidu',
    MAP_KEY: 'Bd-0_key',
    METRICS_TOKEN: 'token-of-the-metrics',
    SECURITY_CONTACT: 'mailto:security@example.com,https://example.com/report',
  })
})
afterAll(() => server.stop())

test('[CL-01] [SE-06] the provider host is a setting: browsers are told of it, and their pages may call it and connect to it', async () => {
  const told = await fetch(`${server.url}/config.json`)
  expect(await told.json()).toMatchObject({ host: 'https://api.example.com' })
  const policy = told.headers.get('content-security-policy') ?? ''
  expect(/connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ')).toEqual(
    expect.arrayContaining(["'self'", 'https://api.example.com', 'wss://api.example.com']),
  )
})

test('a page might connect to any socket and write any text as HTML: its own host, one policy, and reports of what breaks', async () => {
  const policy = (await fetch(`${server.url}/config.json`)).headers.get('content-security-policy') ?? ''
  const rule = (name: string): string[] => new RegExp(`(?:^|;)${name} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? []
  const { host } = new URL(server.url)
  expect(rule('connect-src')).toEqual([
    "'self'",
    `ws://${host}`,
    `wss://${host}`,
    'https://api.example.com',
    'wss://api.example.com',
  ])
  expect([rule('require-trusted-types-for'), rule('trusted-types')]).toEqual([["'script'"], ['default']])
  expect(rule('script-src')).toEqual(["'self'"])
  expect(rule('report-uri')).toEqual(['/csp-report'])
})

test('what breaks in browsers was never heard of: it is counted, told once for each kind, and strangers tell so much and no more', async () => {
  const report = (body: string, type = 'application/csp-report') =>
    fetch(`${server.url}/csp-report`, { method: 'POST', headers: { 'Content-Type': type }, body })
  const broken = (blocked: string) =>
    JSON.stringify({ 'csp-report': { 'effective-directive': 'connect-src', 'blocked-uri': blocked } })
  const told = () => server.logged.filter(line => line.includes('broke a rule'))
  for (const blocked of ['wss://a.example', 'wss://a.example', 'wss://b.example'])
    expect((await report(broken(blocked))).status).toBe(204)
  expect(told()).toHaveLength(2)
  const [nonsense, large, other] = [
    await report('{'),
    await report(broken('x'.repeat(9000))),
    await report('{}', 'text/plain'),
  ]
  expect([nonsense.status, large.status, other.status]).toEqual([400, 413, 415])
  let limited: Response | undefined
  for (let i = 0; i <= reportLimits.perMinute && limited?.status !== 429; i++)
    limited = await report(broken('wss://c.example'))
  expect(limited?.status).toBe(429)
  const figures = await fetch(`${server.url}/metrics`, { headers: { Authorization: 'Bearer token-of-the-metrics' } })
  expect(await figures.text()).toMatch(/csp_reports_total\{rule="connect-src"\} \d+/)
})

test('[CL-01] the pages of the configured origins may call with their headers and read the answer, no others', async () => {
  const preflight = (origin: string) =>
    fetch(server.url + getUnread.path, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,urlflag,idempotency-key',
      },
    })
  const allowed = await preflight(page)
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, page])
  expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
  const named = (allowed.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ')
  expect(named).toEqual(expect.arrayContaining(['authorization', 'urlflag', 'idempotency-key']))
  expect((await preflight('https://elsewhere.example')).headers.get('access-control-allow-origin')).toBeNull()
  const carrier = await server.login('carrier')
  const ask = async (origin: string) =>
    (await carrier.ask(getUnread, {}, { headers: { Origin: origin } })).headers.get('access-control-allow-origin')
  expect([await ask(page), await ask('https://elsewhere.example')]).toEqual([page, null])
})

test('nobody could learn where a weakness is reported: security.txt names the contacts of the installation', async () => {
  const answer = await fetch(`${server.url}/.well-known/security.txt`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await answer.text()).split('\n')
  expect(lines.slice(0, 2)).toEqual(['Contact: mailto:security@example.com', 'Contact: https://example.com/report'])
  const expires = Date.parse(/^Expires: (\d{4}-\d\d-\d\dT.*Z)$/.exec(lines[2] ?? '')?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now() + 30 * DAY_MS)
  expect(expires).toBeLessThan(Date.now() + 365 * DAY_MS)
})

test('[SH-20] the product had no version of its own, and its release read as a bare mark: both numbers are told', async () => {
  expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({
    version: '1.5.9',
    releaseVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    release: expect.stringMatching(/\S/),
  })
})

test('[GD-07] map provider and key are settings: told by /config.json, the key as baiduAccessToken at login', async () => {
  expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({
    mapProvider: 'baidu',
    mapKey: 'Bd-0_key',
    tracking: false,
  })
  for (const call of [loginByGet, loginByPost])
    expect(await server.anonymous().ask(call, { account: 'carrier', password: demoPassword })).toMatchObject({
      data: { baiduAccessToken: 'Bd-0_key' },
    })
})
