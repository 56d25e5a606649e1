// The time of an answer must not tell whether an account exists, so both ways take the same steps.
import { loginByPost } from '@yunshu/contract/session/session'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/**
 * The statements of a login that fails: those that touch what a login reads and writes, without those of jobs beside
 * it.
 */
async function statementsOf(account: string): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const { envelope } = await server.anonymous().ask(loginByPost, { account, password: 'wrong' })
  const texts = spy.mock.calls.map(([text]: unknown[]) => String(text))
  spy.mockRestore()
  expect(envelope.code).toBe(1001)
  return texts.filter(text => /login_failures|login_log|user_factors|"sessions"|hashtextextended\(\$1, 1\)/.test(text))
}

test('a wrong password runs the same statements at an account that is there and one that is not, the first time and after a failure', async () => {
  for (const round of [1, 2]) {
    const [known, unknown] = [await statementsOf('shipper2'), await statementsOf('nobody-at-all')]
    // lock, person, failures, (addresses,) count, history
    expect(known).toHaveLength(round === 1 ? 5 : 6)
    expect(unknown).toEqual(known)
  }
})
