// Random operations of money by the product and by the oracle of the design: 0 fen apart; and faults that must be found.
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdJobs, startTestServer, type TestServer } from '../testServer.ts'
import type { Driven } from './productRun.ts'
import { walkProduct } from './productWalk.ts'

let server: TestServer
let letJobsRun: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'fatal' })
  letJobsRun = await holdJobs(server)
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

test('300 random operations of money are the oracle’s to the fen', async () => {
  const seed = Number(process.env['MONEY_SEED'] ?? randomInt(1e9))
  console.log(`seed ${seed}`)
  const walked = await walkProduct(server, { seed, operations: 300 })
  expect(walked.differences).toEqual([])
  expect(walked.refused).toBeGreaterThan(20)
})

test('a word of the bank that the product never hears parts the two, and so does a wrong rule of the oracle', async () => {
  const isMoney = (command: Driven): boolean => command.do === 'fact' && command.kind === 'SUCCESS'
  const swallowed = await walkProduct(server, { seed: 2, operations: 400, swallow: isMoney })
  expect(swallowed.differences).not.toEqual([])
  const unmatched = await walkProduct(server, { seed: 2, operations: 400, config: { fault: 'offsetOnlyAtSignature' } })
  expect(unmatched.differences.join('\n')).toMatch(/2205.01|receivable/)
})
