// Random operations of money by the product and by the oracle of the design: 0 fen apart; and faults that must be found.
// Each run walks other seeds; `npm run bench -- moneyModel` walks as many as it is told.
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
  // nobody listens: what people are told is taken over by the second, not after every operation
  Object.assign(server.server.deps, { wake: () => {} })
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

test('3,000 random operations of money are the oracle’s to the fen', async () => {
  const first = Number(process.env['MONEY_SEED'] ?? randomInt(1e9))
  console.log(`seeds ${first}–${first + 2}`)
  // each walk has companies of its own; at once, while one waits for the database another thinks
  const seeds = [0, 1, 2].map(n => first + n)
  const walked = await Promise.all(seeds.map(seed => walkProduct(server, { seed, operations: 1000 })))
  for (const { differences, operations, refused } of walked) {
    expect(differences).toEqual([])
    expect(operations).toBe(1000)
    expect(refused).toBeGreaterThan(50)
  }
})

test('a word of the bank that the product never hears parts the two, and so does a wrong rule of the oracle', async () => {
  const isMoney = (command: Driven): boolean => command.do === 'fact' && command.kind === 'SUCCESS'
  const swallowed = await walkProduct(server, { seed: 2, operations: 400, swallow: isMoney })
  expect(swallowed.differences).not.toEqual([])
  const unmatched = await walkProduct(server, { seed: 2, operations: 400, config: { fault: 'offsetOnlyAtSignature' } })
  expect(unmatched.differences.join('\n')).toMatch(/2205.01|receivable/)
})
