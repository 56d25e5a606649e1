// The relay on a real database: who receives, exactly once, in order, with their messages, through faults and outages.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPool } from '../db/pool.ts'
import { q } from '../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../demo/people.ts'
import type { PushNote } from '../work/outbox.ts'
import { startTestServer, type TestServer } from '../../../../tests/server/testServer.ts'
import { findMissedOf, purgeInbox, type Missed } from './inbox.ts'
import { relayBatch, startRelay } from './relay.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})
beforeEach(async () => {
  await server.db(async tx => {
    await tx.run(q.deleteFrom('inbox'))
    await tx.run(q.deleteFrom('messages'))
  })
})

const write = (receivers: unknown, message: PushNote['message'] | null = null, msg = '内容') =>
  server.db(tx =>
    tx.run(
      q.insertInto('outbox').values({
        id: v7(),
        created_at: Date.now(),
        receivers: JSON.stringify(receivers),
        frame: JSON.stringify({ code: '4', title: '标题', msg, data: {} }),
        message: message && JSON.stringify(message),
      }),
    ),
  )
const waiting = () => server.db(async tx => (await tx.rows(q.selectFrom('outbox').select('id'))).length)
/** The frames a browser of this account lacks when it stands at a number. */
const missedOf = async (account: string, seq: number): Promise<Missed> => {
  const standing = { userId: demoUserId(account), seq }
  return (await server.db(tx => findMissedOf(tx, [standing]))).get(standing) ?? { frames: [], seq }
}
/** Accounts that hold a frame once the outbox is empty. */
const receivers = async (): Promise<string[]> => {
  server.server.deps.wake()
  await expect.poll(waiting).toBe(0)
  return (
    await server.db(tx =>
      tx.rows(
        q
          .selectFrom('inbox as i')
          .innerJoin('users as u', 'u.id', 'i.user_id')
          .select('u.account')
          .orderBy('u.account'),
      ),
    )
  ).map(({ account }) => account)
}

test('users by id, each once, never disabled or unknown ones', async () => {
  await server.db(tx => tx.run(q.updateTable('users').set({ state: 'disabled' }).where('account', '=', 'carrier8')))
  await write({
    users: ['shipper', 'carrier', 'carrier8', 'shipper'].map(demoUserId).concat(v7()),
  } satisfies PushNote['to'])
  expect(await receivers()).toEqual(['carrier', 'shipper'])
})

test('a company: everybody, or those who have the permit', async () => {
  await write({ company: demoCompanyId('shipper') } satisfies PushNote['to'])
  expect(await receivers()).toEqual(['shipper', 'shipper-finance', 'shipper-freight'])
  await server.db(tx => tx.run(q.deleteFrom('inbox')))
  await write({ company: demoCompanyId('shipper'), permit: 'settlement.pay' } satisfies PushNote['to'])
  expect(await receivers()).toEqual(['shipper-finance'])
})

test('a branch: its people, not those of other branches or of its customers', async () => {
  await write({ branch: demoCompanyId('branch2') } satisfies PushNote['to'])
  expect(await receivers()).toEqual(['branch2'])
})

test('the platform: its accounts by permit; an administrator has every permit', async () => {
  await write({ platform: true, permit: 'settlement.pay' } satisfies PushNote['to'])
  expect(await receivers()).toEqual(['admin', 'platform-finance'])
})

test('what is about two permits reaches those who have both, not those who have one', async () => {
  const both = { platform: true, permit: 'settlement.pay', also: 'price.shipper' } satisfies PushNote['to']
  await write(both)
  const whole = await receivers()
  expect(whole).toContain('platform-finance')
  await server.db(async tx => {
    await tx.run(q.deleteFrom('inbox'))
    await tx.run(
      sql`update roles set functions = array_remove(functions, 'price.shipper') where company_id is null`.compile(q),
    )
  })
  await write(both)
  // an administrator has every permit
  expect(await receivers()).toEqual(['admin'])
  await server.db(tx =>
    tx.run(
      sql`update roles set functions = functions || array['price.shipper'] where company_id is null
      and functions @> array['settlement.pay']`.compile(q),
    ),
  )
})

test('what one person answers for reaches those whose data scope lets them see it, and nobody else', async () => {
  const scoped = (scope: string) =>
    server.db(tx =>
      tx.run(
        q
          .updateTable('roles')
          .set({ data_scope: scope })
          .where('company_id', '=', demoCompanyId('shipper'))
          .where('name', '=', '运费专员'),
      ),
    )
  const told = async (by: string) => {
    await server.db(tx => tx.run(q.deleteFrom('inbox')))
    await write({
      company: demoCompanyId('shipper'),
      permit: 'waybill.view',
      by: demoUserId(by),
    } satisfies PushNote['to'])
    return receivers()
  }
  const inBranch = (id: string | null) =>
    server.db(tx =>
      tx.run(
        q.updateTable('users').set({ branch_company_id: id }).where('account', 'in', ['shipper', 'shipper-freight']),
      ),
    )
  await scoped('SELF')
  expect(await told('shipper')).toEqual(['shipper', 'shipper-finance'])
  expect(await told('shipper-freight')).toEqual(['shipper', 'shipper-finance', 'shipper-freight'])
  // a branch of one's own is the branch of who answers
  await scoped('BRANCH')
  expect(await told('shipper')).toEqual(['shipper', 'shipper-finance'])
  await inBranch(demoCompanyId('branch3'))
  expect(await told('shipper')).toEqual(['shipper', 'shipper-finance', 'shipper-freight'])
  await inBranch(null)
  await scoped('COMPANY')
})

test('the message centre gets a line only when asked for', async () => {
  await write({ users: [demoUserId('shipper')] }, { kind: 'goods', path: '/GoodsMy' })
  await write({ users: [demoUserId('shipper')] }, { kind: 'system' }, '无链接')
  await write({ users: [demoUserId('shipper')] })
  expect(await receivers()).toHaveLength(3)
  const lines = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('messages')
        .select(['title', 'content', 'kind', 'path', 'read_at'])
        .where('user_id', '=', demoUserId('shipper'))
        .orderBy('id'),
    ),
  )
  expect(lines).toEqual([
    { title: '标题', content: '内容', kind: 'goods', path: '/GoodsMy', read_at: null },
    { title: '标题', content: '无链接', kind: 'system', path: null, read_at: null },
  ])
})

interface Told {
  code: string
  title: string
  msg: string
  data: { silent?: true; topics?: string[]; messageId?: string }
}
/** The frames, and the number of lines, by which a message of kind `goods` reaches a person who chose this mode. */
const reaching = async (
  mode: 'all' | 'inbox' | 'none',
  code: string,
  topics: string[] = [],
  kind: 'goods' | null = 'goods',
) => {
  await server.db(async tx => {
    for (const table of ['inbox', 'messages', 'message_preferences'] as const) await tx.run(q.deleteFrom(table))
    await tx.run(q.insertInto('message_preferences').values({ user_id: demoUserId('shipper'), kind: 'goods', mode }))
    await tx.run(
      q.insertInto('outbox').values({
        id: v7(),
        created_at: Date.now(),
        receivers: JSON.stringify({ users: [demoUserId('shipper')] }),
        frame: JSON.stringify({ code, title: '标题', msg: '内容', data: topics.length > 0 ? { topics } : {} }),
        message: kind && JSON.stringify({ kind }),
      }),
    )
  })
  await receivers()
  const [frames, lines] = await server.db(
    async tx =>
      [
        await tx.rows(q.selectFrom('inbox').select('frame')),
        await tx.rows(q.selectFrom('messages').select('id')),
      ] as const,
  )
  await server.db(tx => tx.run(q.deleteFrom('message_preferences')))
  return { frames: frames.map(({ frame }) => frame as Told), lines: lines.map(({ id }) => id) }
}

test('a kind that is wanted in the message centre only comes silently, with its line', async () => {
  const {
    frames: [frame],
    lines,
  } = await reaching('inbox', '4', ['/list'])
  expect(frame).toMatchObject({
    code: '4',
    title: '标题',
    data: { silent: true, topics: ['/list'], messageId: lines[0] },
  })
  expect(lines).toHaveLength(1)
})

test('a kind that is not wanted leaves no line and shows nothing, but lists still learn that they are stale', async () => {
  const {
    frames: [frame, ...more],
    lines,
  } = await reaching('none', '0', ['/list'])
  expect(frame).toMatchObject({ code: 'sync', title: '', msg: '', data: { topics: ['/list'] } })
  expect(JSON.stringify(frame)).not.toContain('标题')
  expect([more, lines]).toEqual([[], []])
  expect(await reaching('none', '0')).toEqual({ frames: [], lines: [] })
})

test('invitations, changed rights and new releases come in full whatever was set; frames that are no message are not touched', async () => {
  for (const code of ['28', '33', '34']) {
    const {
      frames: [frame],
      lines,
    } = await reaching('none', code)
    expect(frame?.data.silent, code).toBeUndefined()
    expect([frame?.code, lines.length]).toEqual([code, 1])
  }
  const {
    frames: [plain],
  } = await reaching('none', '0', [], null)
  expect(plain).toMatchObject({ code: '0', title: '标题' })
  expect(plain?.data).not.toHaveProperty('messageId')
})

test('numbers have no gap for those who want nothing, so a resume finds every frame', async () => {
  await server.db(tx =>
    tx.run(
      q.insertInto('message_preferences').values({ user_id: demoUserId('carrier7'), kind: 'goods', mode: 'none' }),
    ),
  )
  const before = (
    await server.db(tx => tx.one(q.selectFrom('users').select('push_seq').where('account', '=', 'carrier7')))
  ).push_seq
  for (const kind of ['goods', 'task', 'goods', 'goods', 'task'] as const)
    await write({ users: [demoUserId('carrier7')] }, { kind })
  await receivers()
  const missed = await missedOf('carrier7', before)
  expect([missed.frames.length, missed.seq]).toEqual([2, before + 2])
})

test('people named beside a company are told once, whatever they may do', async () => {
  await write({
    company: demoCompanyId('shipper'),
    permit: 'settlement.pay',
    users: ['shipper-freight', 'shipper-finance', 'branch'].map(demoUserId),
  } satisfies PushNote['to'])
  expect(await receivers()).toEqual(['branch', 'shipper-finance', 'shipper-freight'])
})

test('several relays at once give each person every frame once, numbered without a gap', async () => {
  const users = ['shipper', 'carrier', 'shipper2'].map(demoUserId)
  const pool = openPool({ url: server.server.deps.config.databaseUrl, max: 6, log: () => {} })
  try {
    for (let i = 0; i < 250; i++) await write({ users: i % 2 ? users : users.toReversed() }, null, String(i))
    const working = Array.from({ length: 6 }, async () => {
      for (let i = 0; i < 10; i++) await relayBatch(pool, Date.now())
    })
    await Promise.all(working)
    await receivers()
    for (const user of users) {
      const rows = await server.db(tx =>
        tx.rows(
          q
            .selectFrom('inbox')
            .select(['seq', sql<string>`frame ->> 'msg'`.as('msg')])
            .where('user_id', '=', user)
            .orderBy('seq'),
        ),
      )
      expect(new Set(rows.map(({ msg }) => msg)).size).toBe(250)
      expect(rows).toHaveLength(250)
      expect(rows.map(({ seq }) => seq - (rows[0]?.seq ?? 0))).toEqual(rows.map((_, i) => i))
    }
  } finally {
    await pool.end()
  }
})

test('a row that cannot be read does not hold up the others', async () => {
  await write({ users: ['not an id'] })
  await write({ users: [demoUserId('carrier2')] })
  expect(await receivers()).toEqual(['carrier2'])
})

test('pushes written while the database drops its connections arrive afterwards', async () => {
  let killed = 0
  for (let round = 0; round < 5; round++) {
    await write({ users: [demoUserId('carrier3')] }, null, String(round))
    killed += await server.db(tx =>
      tx.run(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and pid <> pg_backend_pid()`.compile(q),
      ),
    )
    await sleep(50)
  }
  expect(killed).toBeGreaterThan(0)
  expect((await receivers()).length).toBe(5)
})

test('an outage of the database only delays pushes, and the relay says so once', async () => {
  const lines: string[] = []
  const got: string[] = []
  const pool = openPool({ url: server.server.deps.config.databaseUrl, max: 2, log: () => {} })
  const connect = pool.connect.bind(pool)
  let isAway = true
  // the pool answers as it does while the database restarts
  Object.assign(pool, {
    connect: () =>
      isAway ? Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })) : connect(),
  })
  const relay = startRelay({
    pool,
    log: line => lines.push(line),
    deliver: deliveries => {
      got.push(...deliveries.map(({ text }) => text))
    },
  })
  try {
    await sleep(2500)
    expect(lines).toEqual(['push relay waits: database away'])
    isAway = false
    await expect
      .poll(async () => {
        // the server's own relay takes its share: write until this one got one
        await write({ users: [demoUserId('carrier6')] })
        relay.wake()
        return got.length
      })
      .toBeGreaterThan(0)
  } finally {
    await relay.close()
    await pool.end()
  }
})

test('what nobody woke the relay for leaves within the poll of a second', async () => {
  await sleep(50)
  await write({ users: [demoUserId('carrier4')] })
  await expect.poll(waiting, { timeout: 2000 }).toBe(0)
})

test('a rolled-back business row leaves no push', async () => {
  await server
    .db(async tx => {
      await tx.run(
        q.insertInto('outbox').values({ id: v7(), created_at: 1, receivers: '{"platform":true}', frame: '{}' }),
      )
      throw new Error('the business failed')
    })
    .catch(() => {})
  expect(await receivers()).toEqual([])
})

test('frames older than three days are thrown away, and a resume then answers a hint', async () => {
  await write({ users: [demoUserId('carrier5')] })
  await receivers()
  const { push_seq: seq } = await server.db(tx =>
    tx.one(q.selectFrom('users').select('push_seq').where('account', '=', 'carrier5')),
  )
  const resume = () => missedOf('carrier5', seq - 1)
  expect((await resume()).frames).toHaveLength(1)
  expect(await server.db(tx => purgeInbox(tx, Date.now()))).toBe(0)
  expect(await server.db(tx => purgeInbox(tx, Date.now() + 3 * 86_400_000 + 60_000))).toBe(1)
  expect((await resume()).frames).toEqual([
    expect.objectContaining({ text: expect.stringContaining('"refresh":true') }),
  ])
})
