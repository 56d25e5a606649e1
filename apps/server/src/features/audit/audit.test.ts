// The audit log over HTTP and in the database: who sees which rows, that each change is in it, and that it cannot be
// altered unseen.
import { getAudit, listAudit, listSecurityEvents } from '@yunshu/contract/audit/audit'
import { changeText } from '@yunshu/contract/audit/auditColumns'
import { getUnread } from '@yunshu/contract/message/message'
import { actFor } from '@yunshu/contract/session/acting'
import { loginByPost } from '@yunshu/contract/session/session'
import { addRole, removeRole, updateRole } from '@yunshu/contract/staff/staff'
import { DAY_MS, formatDate } from '@yunshu/domain/figures/time'
import { problems, type ProblemName } from '@yunshu/domain/problems/problems'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, q, systemReach } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { securityKinds, securityLimits } from '../../http/securityEvents.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { sealBatch } from './seal.commands.ts'
import { verifyChain, type DayReport } from './verify.queries.ts'

let server: TestServer
let boss: Client
beforeAll(async () => {
  server = await startTestServer()
  boss = await server.login('shipper')
})
afterAll(() => server.stop())

const sealAll = async (now = Date.now()) => {
  while ((await server.db(tx => sealBatch(tx, now))) > 0);
}
const verify = async () => {
  const days: DayReport[] = []
  const beside = await server.db(tx =>
    verifyChain(tx, Date.now() + 120_000, day => {
      days.push(day)
    }),
  )
  return { days, beside }
}
/** Changes that the product cannot make: on the tables as their owner, behind the walls. */
const tamper = (text: string) =>
  withClient(server.ownerUrl, async client => {
    await client.query(
      `select set_config('app.reach', 'system', false), set_config('app.user', '00000000-0000-0000-0000-000000000000', false), set_config('app.company', '00000000-0000-0000-0000-000000000000', false), set_config('app.branch', '00000000-0000-0000-0000-000000000000', false); ${text}`,
    )
  })

describe('the list', () => {
  it('says who did what to which record, old and new, with the number of the request', async () => {
    const { id } = await boss.send(addRole, { name: '审计一岗', dataScope: 'SELF', functions: ['goods.view'] })
    await boss.send(updateRole, {
      id,
      version: 1,
      name: '审计二岗',
      dataScope: 'COMPANY',
      functions: ['goods.view', 'waybill.view'],
    })
    const { rows } = await boss.send(listAudit, { entity: 'role', entityId: id })
    expect(rows.map(row => row.title)).toEqual(['修改职位', '添加职位'])
    expect(rows[0]).toMatchObject({
      account: 'shipper',
      companyName: '榆林恒泰煤业销售有限公司',
      action: '/auth/v1/sys/user/role/upd',
      entityLabel: '职位',
      recordName: '审计二岗',
      ip: expect.stringMatching(/127\.0\.0\.1/),
      requestId: expect.stringMatching(/^.{16}$/),
      changes: [
        { field: '职位名称', old: '审计一岗', new: '审计二岗' },
        { field: '数据范围', old: '本人', new: '本企业' },
        { field: '增加权限', old: '--', new: '查看运单' },
      ],
    })
    expect((await boss.send(listAudit, { requestId: rows[0]?.requestId ?? '' })).rows).toHaveLength(1)
    expect((await boss.send(listAudit, { text: '修改职位', person: 'shipper' })).rows.map(row => row.id)).toContain(
      rows[0]?.id,
    )
    expect((await boss.send(listAudit, { person: 'nobody' })).rows).toEqual([])
    expect((await boss.send(listAudit, { to: Date.now() - DAY_MS })).rows).toEqual([])
    const page = await boss.send(listAudit, { limit: 1 })
    expect((await boss.send(listAudit, { limit: 1, cursor: page.next })).rows[0]?.id).not.toBe(page.rows[0]?.id)
  })

  it('names both when somebody works for another', async () => {
    const ops = await server.login('platform-ops')
    await ops.send(actFor, { userId: demoUserId('carrier') })
    const carrier = await server.login('carrier')
    const { rows } = await carrier.send(listAudit, { text: '代员工' })
    expect(rows).toEqual([])
    const admin = await server.login('admin')
    expect((await admin.send(listAudit, { text: '代员工' })).rows[0]).toMatchObject({ account: 'platform-ops' })
  })

  it('[PM-08] shows a company its own rows, the platform all, nobody without the permit any', async () => {
    const mine = (await boss.send(listAudit, {})).rows.map(row => row.id)
    const theirs = (await (await server.login('carrier')).send(listAudit, {})).rows.map(row => row.id)
    expect(theirs.filter(id => mine.includes(id))).toEqual([])
    const all = (await (await server.login('admin')).send(listAudit, { limit: 100 })).rows.map(row => row.id)
    expect(all).toEqual(expect.arrayContaining([...mine, ...theirs]))
    const branch = (await (await server.login('branch')).send(listAudit, {})).rows
    expect(branch.every(row => row.branchName?.includes('华北'))).toBe(true)
    expect((await (await server.login('shipper-freight')).ask(listAudit, {})).http).toBe(403)
  })

  it('a row has an address: its reader finds it as in the list, of other companies there is none', async () => {
    const [row] = (await boss.send(listAudit, { limit: 1 })).rows
    if (row === undefined) throw new Error('the log is empty')
    expect(await boss.send(getAudit, { id: row.id })).toEqual(row)
    // a value that was not there before is no change from a dash
    expect(['--', '旧'].map(old => changeText({ field: '名称', old, new: '新' }))).toEqual([
      '名称：新',
      '名称：旧 → 新',
    ])
    expect((await (await server.login('carrier')).ask(getAudit, { id: row.id })).http).toBe(404)
    expect((await (await server.login('shipper-freight')).ask(getAudit, { id: row.id })).http).toBe(403)
  })
})

describe('refusals that concern security', () => {
  /** The events of a person or account, oldest first, once there are so many. */
  const eventsOf = async (auditor: Client, person: string, most = 1) => {
    const find = async () => (await auditor.send(listSecurityEvents, { person, limit: 100 })).rows.toReversed()
    await expect.poll(async () => (await find()).reduce((sum, row) => sum + row.count, 0)).toBeGreaterThanOrEqual(most)
    return find()
  }

  it('left no trace: each 403, wrong sign and lock is an event with person, call, record and address', async () => {
    const finance = await server.login('shipper-finance')
    const id = v7()
    const refused = await finance.ask(removeRole, { id, version: 1 })
    expect(refused.http).toBe(403)
    await finance.ask(getUnread, {}, { unsigned: { sign: '0'.repeat(32) } })
    await finance.ask(getUnread, {}, { raw: { operatorAccount: 'admin' } })
    const tried = 'shipper2-freight'
    for (let i = 0; i < 6; i++) await server.anonymous().ask(loginByPost, { account: tried, password: 'wrong' })

    const rows = await eventsOf(boss, 'shipper-finance', 3)
    expect(rows.map(row => row.kind).sort()).toEqual(['identity', 'permit', 'sign'])
    expect(rows.find(row => row.kind === 'permit')).toMatchObject({
      count: 1,
      account: 'shipper-finance',
      userName: expect.stringMatching(/./),
      companyName: '榆林恒泰煤业销售有限公司',
      ip: expect.stringMatching(/127\.0\.0\.1/),
      action: removeRole.path,
      title: removeRole.title,
      entityId: id,
      requestId: refused.headers.get('x-request-id'),
    })
    // a try at an account is its company's to know, and nobody's doing
    const [lock] = await eventsOf(await server.login('shipper2'), tried)
    expect(lock).toMatchObject({ kind: 'lock', account: tried, action: loginByPost.path })
    expect(lock).not.toHaveProperty('userName')
  })

  it('[PM-08] a company sees those of its own people, the platform all, nobody without the permit any', async () => {
    const carrierFinance = await server.login('carrier-finance')
    expect((await carrierFinance.ask(removeRole, { id: v7(), version: 1 })).http).toBe(403)
    const admin = await server.login('admin')
    const [theirs] = await eventsOf(admin, 'carrier-finance')
    expect((await boss.send(listSecurityEvents, { limit: 100 })).rows.map(row => row.id)).not.toContain(theirs?.id)
    expect((await eventsOf(await server.login('carrier'), 'carrier-finance')).map(row => row.id)).toEqual([theirs?.id])
    expect((await carrierFinance.ask(listSecurityEvents, {})).http).toBe(403)
    const company = { reach: 'company', userId: v7(), companyId: demoCompanyId('shipper') } as const
    const seen = await server.db(tx => tx.rows(q.selectFrom('security_events').select('company_id')), company)
    expect(new Set(seen.map(row => row.company_id))).toEqual(new Set([demoCompanyId('shipper')]))
  })

  it('a flood filled the disk: what one person does again is counted, and many things are one row', async () => {
    const finance = await server.login('shipper2-finance')
    const ask = (id: string) => finance.ask(removeRole, { id, version: 1 })
    const same = v7()
    await Promise.all(Array.from({ length: 20 }, () => ask(same)))
    const times = securityLimits.ofSource + 20
    await Promise.all(Array.from({ length: times }, () => ask(v7())))
    const auditor = await server.login('shipper2')
    const rows = await eventsOf(auditor, 'shipper2-finance', 20 + times)
    expect(rows.length).toBe(securityLimits.ofSource + 1)
    expect(rows.find(row => row.entityId === same)?.count).toBe(20)
    expect(rows.filter(row => row.action === '')).toMatchObject([{ kind: 'permit', title: '', count: 21 }])
  })

  it('kept the answer waiting while it could not be written: the answer comes, the event later', async () => {
    await withClient(server.ownerUrl, async client => {
      await client.query('begin; lock table security_events in access exclusive mode')
      const freight = await server.login('shipper3-freight')
      expect((await freight.ask(removeRole, { id: v7(), version: 1 })).http).toBe(403)
      await client.query('rollback')
    })
    expect(await eventsOf(await server.login('shipper3'), 'shipper3-freight')).toMatchObject([{ kind: 'permit' }])
  })

  it('holds every refusal with 403', () => {
    const forbidden = (Object.keys(problems) as ProblemName[]).filter(name => problems[name].http === 403)
    expect(forbidden.length).toBeGreaterThan(2)
    expect(forbidden.filter(name => securityKinds[name] === undefined)).toEqual([])
  })
})

describe('the chain', () => {
  it('holds, day after day, also for a row that was written late', async () => {
    await sealAll()
    await server.db(tx =>
      tx.run(
        q.insertInto('audit_log').values({
          id: v7(),
          at: Date.now() - 60_000,
          user_id: demoUserId('shipper'),
          company_id: demoCompanyId('shipper'),
          ip: '',
          action: 'late',
          title: '迟到',
          request_id: 'late',
        }),
      ),
    )
    await sealAll(Date.now() + DAY_MS)
    await server.db(tx =>
      tx.run(
        q.insertInto('audit_log').values({
          id: v7(),
          at: Date.now(),
          user_id: demoUserId('shipper'),
          company_id: demoCompanyId('shipper'),
          ip: '',
          action: 'later',
          title: '更迟',
          request_id: 'later',
        }),
      ),
    )
    // a clock set back goes on in the later day
    await sealAll(Date.now())
    const { days, beside } = await verify()
    expect(beside).toBeUndefined()
    expect(days.map(day => [day.day, day.fault])).toEqual([
      [formatDate(Date.now()), undefined],
      [formatDate(Date.now() + DAY_MS), undefined],
    ])
    expect(days[1]?.seals).toBe(2)
  })

  it('cannot be altered by the product itself', async () => {
    for (const text of [
      `update audit_log set title = 'x'`,
      'delete from audit_log',
      `update audit_seals set hash = ''`,
      'delete from audit_seals',
    ]) {
      await expect(
        inTransaction(server.server.deps.pool, systemReach, tx => tx.run(sql`${sql.raw(text)}`.compile(q))),
        text,
      ).rejects.toThrow(/permission denied/)
    }
  })

  it.each([
    [
      'a changed row',
      `update audit_log set diff = '[]' where id = (select audit_id from audit_seals order by day, seq offset 1 limit 1)`,
      '与封存不符',
    ],
    [
      'a row with other times',
      `update audit_log set at = at + 1 where id = (select audit_id from audit_seals order by day, seq limit 1)`,
      '与封存不符',
    ],
    [
      'a removed row',
      `delete from audit_log where id = (select audit_id from audit_seals order by day, seq offset 1 limit 1)`,
      '封存缺失',
    ],
    [
      'a removed seal',
      `delete from audit_seals where (day, seq) = (select day, seq from audit_seals order by day, seq offset 1 limit 1)`,
      '封存缺失',
    ],
    [
      'a row removed with its seal',
      `with gone as (delete from audit_seals where (day, seq) = (select day, seq from audit_seals order by day, seq limit 1) returning audit_id) delete from audit_log where id in (select audit_id from gone)`,
      '封存缺失',
    ],
    [
      'two swapped seals',
      `update audit_seals s set audit_id = o.audit_id from (select day, seq, lead(audit_id, 1, first) over (order by day, seq) as audit_id from (select *, first_value(audit_id) over (order by day, seq) as first from audit_seals order by day, seq limit 2) x) o where s.day = o.day and s.seq = o.seq`,
      '与封存不符',
    ],
  ])('shows %s', async (_name, text, said) => {
    await sealAll()
    await tamper(
      'create table if not exists kept_log as select * from audit_log; create table if not exists kept_seals as select * from audit_seals',
    )
    await tamper(
      'alter table audit_seals drop constraint if exists audit_seals_audit_id_key, drop constraint if exists audit_seals_audit_id_fkey',
    )
    try {
      await tamper(text)
      const { days, beside } = await verify()
      expect([...days.map(day => day.fault ?? ''), beside ?? ''].join()).toContain(said)
    } finally {
      await tamper(
        'delete from audit_seals; delete from audit_log; insert into audit_log select * from kept_log; insert into audit_seals select * from kept_seals; drop table kept_log, kept_seals',
      )
    }
    expect((await verify()).days.every(day => day.fault === undefined)).toBe(true)
  })

  it('shows a row that was slipped in', async () => {
    await sealAll()
    await server.db(tx =>
      tx.run(
        q.insertInto('audit_log').values({
          id: v7(),
          at: Date.now() - DAY_MS,
          user_id: demoUserId('shipper'),
          company_id: demoCompanyId('shipper'),
          ip: '',
          action: 'forged',
          title: '补记',
          request_id: 'forged',
        }),
      ),
    )
    expect((await verify()).beside).toContain('没有封存')
  })
})
