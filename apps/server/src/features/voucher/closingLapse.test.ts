// Applications to close a month that nobody confirms in a day: they lapse, say who asked and when, and give the month free.
import { askClose, getPeriod, movePeriod } from '@yunshu/contract/voucher/closing'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { holdJobs, startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q } from '../../db/tx.ts'
import { lapseLate } from './closing.commands.ts'
import { bookEntries } from './ledger.commands.ts'

let server: TestServer
let branch: Client, finance: Client, admin: Client
const branchId = demoCompanyId('branch1')
const inBranch = { raw: { branchCompanyId: branchId } }
const last = shiftPeriod(periodOf(Date.now()), -1)
beforeAll(async () => {
  server = await startTestServer()
  branch = await server.login('branch')
  finance = await server.login('platform-finance')
  admin = await server.login('admin')
  await asSystem(server.server.deps, async ctx =>
    bookEntries(ctx, branchId, [
      {
        source: { type: 'fund', id: v7() },
        event: 'E18',
        summary: '上月',
        lines: [debit('1002.02', fen(1)), credit('1002.01', fen(1))],
        happenedAt: startOfPeriod(last) + DAY_MS,
        voucher: { kind: 'OTHER', counterparty: '自有账户' },
      },
    ]),
  )
})
afterAll(() => server.stop())
const month = () => finance.send(getPeriod, { branchId, period: last }, inBranch)
const lapse = () => asSystem(server.server.deps, ctx => lapseLate(ctx))

test('an application nobody confirms in 24 hours lapses: it says who asked and when, and the month is asked for anew', async () => {
  const letJobs = await holdJobs(server, ['closings'])
  const told = (title: string) =>
    server.db(tx =>
      tx.rows<{ content: string; account: string }>(
        sql<{
          content: string
          account: string
        }>`select m.content, u.account from messages m join users u on u.id = m.user_id
          where m.title = ${title} order by 2`.compile(q),
      ),
    )
  const { id } = await branch.send(askClose, { period: last }, inBranch)
  const asked = (await month()).closing
  await until(async () => (await told('结账待确认')).length > 0)
  expect((await told('结账待确认')).map(({ account }) => account)).toContain('admin')
  expect((asked?.lapsesAt ?? 0) - (asked?.askedAt ?? 0)).toBe(DAY_MS)
  const wait = (ms: number) =>
    server.db(tx =>
      tx.run(sql`update period_closings set asked_at = asked_at - ${ms}::bigint where id = ${id}`.compile(q)),
    )
  await wait(DAY_MS - 60_000)
  expect(await lapse()).toBe(0)
  expect((await month()).closing?.state).toBe('asked')
  await wait(60_000)
  // late before the job has come round
  const late = await month()
  expect(late.closing).toMatchObject({
    state: 'lapsed',
    asker: asked?.asker,
    askedAt: (asked?.askedAt ?? 0) - DAY_MS,
    reason: '申请后 24 小时内无人确认，自动失效',
    moves: [],
  })
  expect(late.mayAsk).toBe(true)
  const tooLate = await admin.ask(movePeriod, { id, version: 1, move: 'confirm' }, inBranch)
  expect([tooLate.http, tooLate.envelope.message]).toEqual([409, '结账申请超过 24 小时无人确认，已失效，请重新申请'])
  expect(await lapse()).toBe(1)
  expect(await lapse()).toBe(0)
  expect((await month()).closing).toMatchObject({ state: 'lapsed', asker: asked?.asker, version: 2 })
  await until(async () => (await told('结账申请已失效')).length === 1)
  expect(await told('结账申请已失效')).toEqual([
    { account: 'branch', content: expect.stringContaining('24 小时内无人确认，已失效，请重新申请') },
  ])
  // a person cannot make the product's own step
  const again = await branch.send(askClose, { period: last }, inBranch)
  expect(
    (await admin.ask(movePeriod, { ...again, move: 'confirm' }, { raw: { ...inBranch.raw, move: 'lapse' } })).http,
  ).toBe(400)
  expect((await month()).earlier.map(({ state, asker }) => [state, asker])).toContainEqual(['lapsed', asked?.asker])
  // asked for anew before the job came round
  await server.db(tx =>
    tx.run(sql`update period_closings set asked_at = asked_at - ${DAY_MS}::bigint where id = ${again.id}`.compile(q)),
  )
  const third = await finance.send(askClose, { period: last }, inBranch)
  expect((await month()).earlier[0]).toMatchObject({ id: again.id, state: 'lapsed' })
  expect((await finance.ask(movePeriod, { ...third, move: 'withdraw' }, inBranch)).http).toBe(200)
  await letJobs()
})
