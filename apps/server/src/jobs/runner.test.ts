// Jobs: never two runs at once on one database, a failed run is followed by another, stopping waits, and nobody writes
// under a lease that went to another.
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/server/testServer.ts'
import { until } from '../../../../tests/server/until.ts'
import { q } from '../db/tx.ts'
import type { Ctx } from '../work/ctx.ts'
import { leaseMs, renewLease, takeLease, type JobLease } from '../work/lease.ts'
import { asSystem } from '../work/system.ts'
import { runAlone, startJobs } from './runner.ts'

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

test('the lease is free again after a failure', async () => {
  await expect(
    runAlone(server.server.deps, 'test-lease', async () => {
      throw new Error('x')
    }),
  ).rejects.toThrow('x')
  expect(await runAlone(server.server.deps, 'test-lease', async () => {})).toBe(true)
  await runAlone(server.server.deps, 'test-lease', async () => {
    expect(await runAlone(server.server.deps, 'test-lease', async () => {})).toBe(false)
  })
})

const letRunOut = (name: string) =>
  server.db(tx => tx.run(sql`update job_leases set until_at = 1 where name = ${name}`.compile(q)))
const write = ({ tx }: Ctx) =>
  tx.run(sql`insert into installation (key, value) values (${`test ${v7()}`}, '')`.compile(q))

test('a machine that is gone without a word kept its jobs from all others for hours: its lease runs out', async () => {
  const { deps } = server.server
  const gone = await takeLease(deps.pool, 'test-gone')
  expect(gone).toBeDefined()
  expect(await runAlone(deps, 'test-gone', async () => {})).toBe(false)
  await letRunOut('test-gone')
  expect(await runAlone(deps, 'test-gone', async () => {})).toBe(true)
})

test('a process that stood still for longer than its lease wrote on beside the next: its writes are refused, and it is told', async () => {
  const { deps } = server.server
  let next: JobLease | undefined
  await runAlone(deps, 'test-zombie', async held => {
    await asSystem(held, write)
    await letRunOut('test-zombie')
    // nobody has taken it yet
    await asSystem(held, write)
    next = await takeLease(deps.pool, 'test-zombie')
    await expect(asSystem(held, write)).rejects.toThrow('the lease of job test-zombie went to another process')
    expect(await renewLease(deps.pool, held.lease)).toBe(false)
  })
  // the lease a zombie gives back is not that of the next
  expect(next && (await renewLease(deps.pool, next))).toBe(true)
})

test('renewals of a job in a long transaction took one connection of the pool after another', async () => {
  const { deps } = server.server
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const asked = vi.spyOn(deps.pool, 'query')
  const renewals = () =>
    asked.mock.calls.filter(
      ([text, values]: unknown[]) =>
        /set until_at = .*\$4/.test(String(text)) && String(values).startsWith('test-long,'),
    ).length
  try {
    await runAlone(deps, 'test-long', async held => {
      await asSystem(held, async () => {
        for (let n = 0; n < 6; n++) vi.advanceTimersByTime(leaseMs / 3)
        expect(renewals()).toBe(1)
      })
      // it goes on once the transaction is over
      await until(() => {
        vi.advanceTimersByTime(leaseMs / 3)
        return renewals() === 2
      })
    })
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

test('a lease that ran out within a transaction was taken before it ended: nobody takes it until then', async () => {
  const { deps } = server.server
  const lease = await takeLease(deps.pool, 'test-under-way')
  if (lease === undefined) throw new Error('nobody else has it')
  await letRunOut('test-under-way')
  await asSystem({ ...deps, lease }, async ctx => {
    await write(ctx)
    expect(await takeLease(deps.pool, 'test-under-way')).toBeUndefined()
  })
  expect(await takeLease(deps.pool, 'test-under-way')).toMatchObject({ epoch: lease.epoch + 1 })
})
