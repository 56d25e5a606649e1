// Settings browsers are told of: the provider host with the pages that may call it, and the service that draws maps.
import { getUnread } from '@yunshu/contract/message/message'
import { loginByGet, loginByPost } from '@yunshu/contract/session/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/accounts.ts'
import { startTestServer, type TestServer } from '../../../../tests/server/testServer.ts'

const page = 'https://portal.example.com'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    PROVIDER_HOST: 'https://api.example.com',
    ORIGINS: page,
    MAP_PROVIDER: 'baidu',
    MAP_KEY: 'Bd-0_key',
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

test('[GD-07] map provider and key are settings: told by /config.json, the key as baiduAccessToken at login', async () => {
  expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({
    mapProvider: 'baidu',
    mapKey: 'Bd-0_key',
  })
  for (const call of [loginByGet, loginByPost])
    expect(await server.anonymous().ask(call, { account: 'carrier', password: demoPassword })).toMatchObject({
      data: { baiduAccessToken: 'Bd-0_key' },
    })
})
