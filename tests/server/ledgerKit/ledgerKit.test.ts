// The conformance kit of ledgers: the product keeps all fifteen rules, and each rule kills the ledger made to break it.
// The whole matrix (each of the faulty ledgers against every rule) is `npm run bench -- ledgerKit`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testServer.ts'
import { killersOf, ruleNames } from './matrix.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the books keep the fifteen rules', async () => {
  expect(ruleNames).toHaveLength(15)
  expect(await killersOf(server, 'product')).toEqual({})
})

test('each rule kills the ledger that breaks it (control)', async () => {
  for (const rule of ruleNames) expect(Object.keys(await killersOf(server, rule, [rule]))).toEqual([rule])
})
