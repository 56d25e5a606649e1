// Reminders of operating permits: at each step once, to who can do something about it, however often the job runs.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { remindOfPermits } from './permit.jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const company = demoCompanyId('carrier')
const now = Date.now()
const endsIn = (days: number, state = 'active') =>
  server.db(async tx => {
    await tx.run(
      q
        .updateTable('company_profiles')
        .set({ permit_expiry: now + days * DAY_MS })
        .where('company_id', '=', company),
    )
    await tx.run(q.updateTable('companies').set({ state }).where('id', '=', company))
  })
/** Messages about its permit to people of the company; the relay brings them in its own time. */
const told = () =>
  server.db(tx =>
    tx.rows(
      q
        .selectFrom('messages as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['u.account', 'm.title'])
        .where('m.kind', '=', 'paper')
        .where('u.company_id', '=', company)
        .orderBy('m.id'),
    ),
  )
const run = (at = now) => remindOfPermits(server.server.deps, at)

describe('an operating permit', () => {
  it('is reminded of at 60, 30 and 7 days and at its end, once each', async () => {
    await endsIn(61)
    const counts = []
    for (const day of [0, 2, 2, 20, 32, 40, 55, 56, 62, 70]) counts.push(await run(now + day * DAY_MS))
    expect(counts).toEqual([0, 1, 0, 0, 1, 0, 1, 0, 1, 0])
    // only who can do something about it hears of it
    const titles = [...Array.from({ length: 3 }, () => '经营许可证即将到期'), '经营许可证已到期']
    await expect.poll(told).toEqual(titles.map(title => ({ account: 'carrier', title })))
  })

  it('found late is told once, with the most pressing step; a renewed one starts anew', async () => {
    await endsIn(5)
    expect([await run(), await run()]).toEqual([1, 0])
    await endsIn(25)
    expect([await run(), await run()]).toEqual([1, 0])
  })

  it('run twice at once is told once', async () => {
    await endsIn(6)
    const counts = await Promise.all([run(), run()])
    expect(counts[0] + counts[1]).toBe(1)
  })

  it('of a suspended company is not reminded of', async () => {
    await endsIn(4, 'suspended')
    expect(await run()).toBe(0)
  })
})
