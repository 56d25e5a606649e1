// Jobs: never two runs at once on one database, a failed run is followed by another, and stopping waits.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/server/testServer.ts'
import { alone, startJobs } from './runner.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms)
  })

test('two servers never run the same job at the same moment', async () => {
  let running = 0,
    most = 0,
    runs = 0
  const job = {
    name: 'test-single',
    everyMs: 5,
    run: async () => {
      most = Math.max(most, ++running)
      runs++
      await pause(10)
      running--
    },
  }
  const servers = [1, 2, 3].map(() => startJobs(server.server.deps, [job]))
  while (runs < 10) await pause(5)
  await Promise.all(servers.map(jobs => jobs.stop()))
  expect(most).toBe(1)
  const after = runs
  await pause(50)
  expect(runs).toBe(after)
})

test('a run that fails is logged and does not end the job; stopping waits for a run and asks it to end', async () => {
  const lines: string[] = []
  let runs = 0,
    asked = false
  const job = {
    name: 'test-failing',
    everyMs: 5,
    run: async (_deps: unknown, signal: AbortSignal) => {
      if (++runs < 3) throw new Error(`fault ${runs}`)
      while (!signal.aborted) await pause(2)
      asked = true
    },
  }
  const jobs = startJobs(server.server.deps, [job], line => lines.push(line))
  while (runs < 3) await pause(5)
  await jobs.stop()
  expect(asked).toBe(true)
  expect(lines).toEqual(['job test-failing: fault 1', 'job test-failing: fault 2'])
})

test('the lock is free again after a failure', async () => {
  await expect(
    alone(server.server.deps, 'test-lock', async () => {
      throw new Error('x')
    }),
  ).rejects.toThrow('x')
  expect(await alone(server.server.deps, 'test-lock', async () => {})).toBe(true)
  await alone(server.server.deps, 'test-lock', async () => {
    expect(await alone(server.server.deps, 'test-lock', async () => {})).toBe(false)
  })
})
