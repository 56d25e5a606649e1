// Inviting, answering and ending over HTTP: by whom, how often, what is told to whom, and what happens by itself.
import { randomUUID } from 'node:crypto'
import {
  acceptLink,
  approveInvite,
  endRelationship,
  getRelation,
  inviteCompany,
  listCarriers,
  listLinks,
  listShippers,
  makeLink,
  previewLink,
  rejectInvite,
  repeatInvite,
  resumeRelationship,
  revokeLink,
  withdrawInvite,
} from '@yunshu/contract/relation/relation'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { expireInvitations, finishEndings } from './relation.jobs.ts'
import { until } from '../../../../../tests/server/until.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

/** shipper2 and carrier have no relation in the demo. */
const pair = { shipperId: demoCompanyId('shipper2'), carrierId: demoCompanyId('carrier') }
const shipper = () => world.as('shipper2')
const carrier = () => world.as('carrier')
/** A pair that never met, made for one test. */
async function strangers(): Promise<typeof pair> {
  const key = randomUUID()
  await world.server.db(async tx => {
    // the demo's pair starts over: the history of a relation is never deleted, so its rows are moved to a company of
    // nobody
    const other = {
      id: randomUUID(),
      name: `外部${key}`,
      short_name: '外部',
      credit_code: key.slice(0, 18),
      role_flags: 6,
      region_code: '110000',
      address: '',
      contact_name: '',
      contact_mobile: '',
      created_at: 0,
      updated_at: 0,
    }
    await tx.run(q.insertInto('companies').values(other))
    for (const table of ['relations', 'relation_invites'] as const)
      await tx.run(
        sql`update ${sql.table(table)} set shipper_id = ${other.id} where shipper_id = ${pair.shipperId}
          and carrier_id = ${pair.carrierId}`.compile(q),
      )
  })
  await world.server.db(tx => tx.run(sql`update relations set state = 'withdrawn' where state = 'invited'`.compile(q)))
  return pair
}
const stateOf = async () =>
  await world.server.db(tx =>
    tx.first(
      q
        .selectFrom('relations')
        .select(['state', 'version', 'invited_by'])
        .where('shipper_id', '=', pair.shipperId)
        .where('carrier_id', '=', pair.carrierId),
    ),
  )
interface Frame {
  code: string
  title: string
  data: Record<string, unknown>
}
/** The last frames of a person, newest first. */
const framesOf = async (account: string): Promise<Frame[]> => {
  const rows = await world.server.db(tx =>
    tx.rows(
      q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId(account)).orderBy('seq', 'desc').limit(3),
    ),
  )
  return rows.map(({ frame }) => frame as Frame)
}
/** The frames of a person once one of them is wanted. */
const told = async (account: string, isWanted: (frame: Frame) => boolean): Promise<Frame[]> => {
  await until(async () => (await framesOf(account)).some(isWanted), `a frame for ${account}`)
  return framesOf(account)
}
const age = (ms: number) =>
  world.server.db(tx => tx.run(q.updateTable('relation_invites').set(e => ({ created_at: e('created_at', '-', ms) }))))

describe('inviting', () => {
  it('[CL-11] [SE-02] [SE-03] goes from a shipper to a carrier, who agrees; both lists follow, the other side is told by push 28', async () => {
    await strangers()
    const { id, version } = await shipper().send(inviteCompany, { ...pair, message: '长期煤炭运输' })
    const mine = (await shipper().send(listCarriers, { all: true })).rows.find(row => row.id === id)
    expect(mine).toMatchObject({
      companyId: pair.carrierId,
      state: 'invited',
      relation: { isOurs: true, invitedBy: 'shipper', message: '长期煤炭运输', moves: ['withdraw'], version },
    })
    const theirs = (await carrier().send(listShippers, { all: true, state: 'invited' })).rows
    expect(theirs).toMatchObject([
      { id, companyId: pair.shipperId, relation: { isOurs: false, moves: ['approve', 'reject'] } },
    ])
    expect((await told('carrier', ({ code }) => code === '28')).find(frame => frame.code === '28')).toMatchObject({
      title: '合作邀请',
      msg: expect.stringContaining('长期煤炭运输'),
      data: {
        title: '合作邀请',
        content: expect.stringContaining('长期煤炭运输'),
        sendUserId: demoUserId('shipper2'),
        receiveUserId: demoUserId('carrier'),
        shipperId: pair.shipperId,
        carrierId: pair.carrierId,
        topics: expect.arrayContaining([listShippers.path]),
      },
    })
    // only who may answer is asked
    expect((await framesOf('carrier-finance')).map(frame => frame.code)).not.toContain('28')
    await carrier().send(approveInvite, { ...pair, version })
    expect((await carrier().send(listShippers, {})).rows.find(row => row.id === id)).toMatchObject({ state: 'active' })
    expect((await told('shipper2', ({ title }) => title === '合作邀请已同意')).map(frame => frame.title)).toContain(
      '合作邀请已同意',
    )
    const { log } = await shipper().send(getRelation, pair)
    expect(log.map(line => line.action)).toEqual(['同意', '邀请合作'])
  })

  it('goes the other way too: a carrier applies, the shipper refuses with a reason', async () => {
    await strangers()
    const { version } = await carrier().send(inviteCompany, pair)
    expect((await shipper().send(listCarriers, { all: true, state: 'invited' })).rows).toMatchObject([
      { relation: { invitedBy: 'carrier', isOurs: false } },
    ])
    await shipper().send(rejectInvite, { ...pair, version, reason: '线路不合' })
    expect((await carrier().send(listShippers, { all: true, state: 'rejected' })).rows).toMatchObject([
      { relation: { reason: '线路不合', moves: ['repeat'] } },
    ])
  })

  it('[SE-03] [PU-08] shipper and carrier alone, or an empty reason beside them, are a refusal for the usual reason', async () => {
    for (const raw of [{}, { reason: '' }]) {
      await strangers()
      const { id } = await carrier().send(inviteCompany, pair)
      expect((await shipper().ask(rejectInvite, pair, { raw })).envelope.code).toBe(0)
      const { rows } = await carrier().send(listShippers, { all: true, state: 'rejected' })
      expect(rows.find(row => row.id === id)).toMatchObject({ relation: { reason: '暂无合作意向', moves: ['repeat'] } })
    }
  })

  it('one’s own invitation cannot be agreed to, only taken back, and only by who made it', async () => {
    await strangers()
    const { version } = await shipper().send(inviteCompany, pair)
    expect((await shipper().ask(approveInvite, pair)).envelope.code).toBe(2003)
    expect((await shipper().ask(rejectInvite, { ...pair, reason: '反悔' })).envelope.code).toBe(2003)
    expect((await carrier().ask(withdrawInvite, { ...pair, version })).envelope.code).toBe(2004)
    await shipper().send(withdrawInvite, { ...pair, version })
    expect((await carrier().ask(approveInvite, pair)).envelope).toMatchObject({
      code: 1101,
      message: '当前状态为“已撤回”，不能同意',
    })
    expect((await shipper().ask(withdrawInvite, { ...pair, version })).http).toBe(409)
  })

  it('of what stands already is refused with its state; the other’s invitation is to be agreed to', async () => {
    await strangers()
    await shipper().send(inviteCompany, pair)
    expect((await shipper().ask(inviteCompany, pair)).envelope).toMatchObject({
      code: 2001,
      message: '与对方的合作关系为“待同意”，不能重复邀请',
    })
    expect((await carrier().ask(inviteCompany, pair)).envelope.code).toBe(2002)
    await carrier().send(approveInvite, pair)
    expect((await shipper().ask(inviteCompany, pair)).envelope.message).toContain('合作中')
  })

  it('[CL-11] again waits a day, and three times in thirty days are enough', async () => {
    await strangers()
    const turn = async () => {
      await carrier().send(rejectInvite, { ...pair, reason: '暂不需要' })
      return shipper().ask(repeatInvite, pair)
    }
    await shipper().send(inviteCompany, pair)
    expect((await turn()).envelope).toMatchObject({ code: 2005, message: '24 小时后才能再次邀请' })
    await age(DAY_MS - 30 * 60_000)
    expect((await shipper().ask(repeatInvite, pair)).envelope.code).toBe(2005)
    await age(HOUR_MS)
    await shipper().send(repeatInvite, pair)
    await age(DAY_MS)
    expect((await turn()).envelope.code).toBe(0)
    await age(DAY_MS)
    expect((await turn()).envelope).toMatchObject({ code: 2006, message: '30 天内最多邀请 3 次，请稍后再试' })
    // the other side has its own three
    await carrier().send(inviteCompany, pair)
    await shipper().send(approveInvite, pair)
    await age(40 * DAY_MS)
  })

  it('at the same moment from both sides makes one relation', async () => {
    await strangers()
    const answers = await Promise.all([
      shipper().ask(inviteCompany, pair),
      carrier().ask(inviteCompany, pair),
      shipper().ask(inviteCompany, pair),
    ])
    expect(answers.filter(answer => answer.envelope.code === 0)).toHaveLength(1)
    const { n } = await world.server.db(tx =>
      tx.one(
        q
          .selectFrom('relations')
          .select(e => e.fn.countAll<number>().as('n'))
          .where('shipper_id', '=', pair.shipperId)
          .where('carrier_id', '=', pair.carrierId),
      ),
    )
    expect(n).toBe(1)
  })

  it('agreed to and taken back at the same moment: one of them holds, the other is told', async () => {
    await strangers()
    const { version } = await shipper().send(inviteCompany, pair)
    const [taken, agreed] = await Promise.all([
      shipper().ask(withdrawInvite, { ...pair, version }),
      carrier().ask(approveInvite, { ...pair, version }),
    ])
    expect([taken.envelope.code, agreed.envelope.code].filter(code => code === 0)).toHaveLength(1)
    expect((await stateOf())?.state).toBe(taken.envelope.code === 0 ? 'withdrawn' : 'active')
  })

  it('a repeated key invites once', async () => {
    await strangers()
    const key = randomUUID()
    const [a, b] = [
      await shipper().send(inviteCompany, pair, { key }),
      await shipper().send(inviteCompany, pair, { key }),
    ]
    expect(b).toEqual(a)
  })

  it('[PM-08] of others for others is not found, nor a company of the wrong kind or one that is not active', async () => {
    await strangers()
    expect((await world.as('carrier2').ask(inviteCompany, pair)).http).toBe(404)
    expect(
      (
        await world
          .as('carrier2')
          .ask(getRelation, { shipperId: demoCompanyId('shipper'), carrierId: demoCompanyId('carrier') })
      ).http,
    ).toBe(404)
    expect(
      (await shipper().ask(inviteCompany, { shipperId: pair.shipperId, carrierId: demoCompanyId('shipper3') })).http,
    ).toBe(404)
    expect(
      (await shipper().ask(inviteCompany, { shipperId: pair.shipperId, carrierId: demoCompanyId('branch1') })).http,
    ).toBe(404)
    await world.server.db(tx =>
      tx.run(sql`update companies set state = 'suspended' where id = ${pair.carrierId}`.compile(q)),
    )
    expect((await shipper().ask(inviteCompany, pair)).envelope.code).toBe(2007)
    await world.server.db(tx =>
      tx.run(sql`update companies set state = 'active' where id = ${pair.carrierId}`.compile(q)),
    )
    expect(
      (await world.as('shipper-finance').ask(inviteCompany, { ...pair, shipperId: demoCompanyId('shipper') })).http,
    ).toBe(403)
    expect((await world.as('admin').ask(inviteCompany, pair)).http).toBe(404)
  })

  it('nobody answered in a week is over, and both sides hear of it', async () => {
    await strangers()
    await shipper().send(inviteCompany, pair)
    expect(await expireInvitations(world.server.server.deps)).toBe(0)
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('relations')
          .set({ expires_at: Date.now() - 1 })
          .where('state', '=', 'invited'),
      ),
    )
    expect(await expireInvitations(world.server.server.deps)).toBe(1)
    expect(await expireInvitations(world.server.server.deps)).toBe(0)
    expect((await stateOf())?.state).toBe('expired')
    for (const account of ['shipper2', 'carrier'])
      expect((await told(account, ({ title }) => title === '合作邀请已过期')).map(frame => frame.title)).toContain(
        '合作邀请已过期',
      )
  })
})

describe('ending', () => {
  it('[CL-11] is refused while work is open, ends later if asked, and by itself once the work is done', async () => {
    const live = { shipperId: demoCompanyId('shipper'), carrierId: demoCompanyId('carrier') }
    const boss = world.as('shipper')
    const [waybill] = await world.waybills(1)
    if (!waybill) throw new Error('no waybill')
    const { version } = (await boss.send(listCarriers, { text: '顺达' })).rows[0]?.relation ?? { version: 0 }
    const refused = await boss.ask(endRelationship, { ...live, version, reason: '合同到期' })
    expect(refused.envelope).toMatchObject({
      code: 2008,
      message: '双方还有1张未完成运单，不能立即解除；可选择完成后解除',
      data: { waybills: 1, tasks: 0 },
    })
    const ending = await boss.send(endRelationship, { ...live, version, reason: '合同到期', atCompletion: true })
    // running work goes on, nothing new begins
    expect((await boss.send(listCarriers, { text: '顺达' })).rows).toMatchObject([
      { state: 'ending', relation: { moves: ['resume'] } },
    ])
    expect((await world.as('carrier').send(listShippers, { text: '恒泰' })).rows).toMatchObject([
      { relation: { moves: [] } },
    ])
    expect(
      (await world.as('carrier').ask(resumeRelationship, { ...live, version: ending.version })).envelope.code,
    ).toBe(2004)
    const resumed = await boss.send(resumeRelationship, { ...live, version: ending.version })
    await boss.send(endRelationship, { ...live, version: resumed.version, reason: '合同到期', atCompletion: true })
    await finishEndings(world.server.server.deps)
    expect((await boss.send(getRelation, live)).state).toBe('ending')
    await world.walk(waybill, ['cancel'])
    await world.server.db(tx =>
      tx.run(sql`update tasks set state = 'closed' where shipper_id = ${live.shipperId}`.compile(q)),
    )
    await finishEndings(world.server.server.deps)
    expect((await boss.send(getRelation, live)).state).toBe('ended')
    expect((await told('carrier', ({ title }) => title === '合作关系已解除')).map(frame => frame.title)).toContain(
      '合作关系已解除',
    )
  })

  it('happens at once when nothing is open, by either side', async () => {
    await strangers()
    const { version } = await carrier().send(inviteCompany, pair)
    const agreed = await shipper().send(approveInvite, { ...pair, version })
    expect((await carrier().ask(endRelationship, { ...pair, version, reason: '停运' })).http).toBe(409)
    await carrier().send(endRelationship, { ...pair, version: agreed.version, reason: '停运' })
    expect((await shipper().send(listCarriers, { all: true, state: 'ended' })).rows).toMatchObject([
      { relation: { reason: '停运' } },
    ])
    expect(
      (await shipper().ask(endRelationship, { ...pair, version: agreed.version + 1, reason: '再停' })).envelope.code,
    ).toBe(1101)
  })
})

describe('a link', () => {
  it('shows who invites and makes a partner of who agrees', async () => {
    await strangers()
    const { linkCode, id } = await shipper().send(makeLink, { side: 'shipper' })
    expect(await carrier().send(previewLink, { linkCode })).toMatchObject({
      companyId: pair.shipperId,
      side: 'shipper',
    })
    expect((await shipper().send(previewLink, { linkCode })).obstacle).toBe('这是贵公司自己的邀请链接')
    expect((await world.as('shipper').send(previewLink, { linkCode })).obstacle).toContain('不是承运商')
    await carrier().send(acceptLink, { linkCode })
    expect(await stateOf()).toMatchObject({ state: 'active', invited_by: 'shipper' })
    expect((await carrier().ask(acceptLink, { linkCode })).envelope.code).toBe(2001)
    expect((await shipper().send(listLinks, {})).rows.find(row => row.id === id)).toMatchObject({
      uses: 1,
      isLive: true,
    })
    const stored = await world.server.db(tx =>
      tx.rows(sql`select to_jsonb(l)::text as row from relation_links l`.compile(q)),
    )
    expect(JSON.stringify(stored) + JSON.stringify(world.server.logged)).not.toContain(linkCode)
  })

  it('that was revoked, ran out or never was says one and the same thing', async () => {
    const { linkCode, id } = await shipper().send(makeLink, { side: 'shipper' })
    expect((await carrier().ask(revokeLink, { id })).http).toBe(404)
    await shipper().send(revokeLink, { id })
    const old = await shipper().send(makeLink, { side: 'shipper' })
    await world.server.db(tx => tx.run(q.updateTable('relation_links').set({ expires_at: 1 }).where('id', '=', old.id)))
    const answers = []
    for (const one of [linkCode, old.linkCode, 'x'.repeat(22)])
      answers.push((await carrier().ask(previewLink, { linkCode: one })).envelope)
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.code).toBe(2009)
    expect((await carrier().ask(makeLink, { side: 'shipper' })).http).toBe(403)
  })
})
