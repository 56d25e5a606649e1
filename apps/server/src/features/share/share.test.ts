// Sharing over HTTP: who may make links, what a stranger sees, that views are counted exactly, and that every dead link
// answers alike.
import { randomBytes, randomUUID } from 'node:crypto'
import { getGoods, moveGoods } from '@yunshu/contract/goods/goods'
import { getPublicGoods, getSharedGoods, listShares, makeShare, PublicGoods, revokeShare } from '@yunshu/contract/share'
import { shareLimits } from '@yunshu/domain/share'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
// each stranger comes from an address of their own, which a proxy names
beforeAll(async () => {
  world = await startFreightWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.stop())

let strangers = 0
const fromNewAddress = () => ({
  headers: { 'X-Forwarded-For': `198.51.${Math.floor(++strangers / 250)}.${strangers % 250}` },
})
const see = (shareCode: string | undefined) =>
  world.server.anonymous().ask(getSharedGoods, shareCode === undefined ? {} : { shareCode }, fromNewAddress())
const seePublic = (publicCode: string) => world.server.anonymous().ask(getPublicGoods, { publicCode }, fromNewAddress())
const share = (goodsId: string, over: { days?: number; showsPrice?: boolean; maxViews?: number } = {}) =>
  world.as('shipper').send(makeShare, { goodsId, days: shareLimits.usualDays, showsPrice: false, ...over })
const publicCodeOf = async (goodsId: string) =>
  (await world.server.db(tx => tx.one(q.selectFrom('goods').select('public_id').where('id', '=', goodsId))))
    .public_id ?? ''
const never = randomBytes(16).toString('base64url')

describe('[PB-05] a link', () => {
  it('shows goods to whoever opens it, without signing in: the listed fields and no more', async () => {
    const goods = await world.publish({ remark: '联系王工 19900001234' })
    const link = await share(goods.id)
    expect(link).toMatchObject({ showsPrice: false, views: 0, shareCode: expect.stringMatching(/^[\w-]{22}$/) })
    expect(link.expiresAt).toBeGreaterThan(Date.now() + 7 * DAY_MS - 60_000)
    const { http, envelope, data, headers } = await see(link.shareCode)
    expect(http).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(data).toMatchObject({
      goodsId: goods.id,
      goodsNo: goods.goodsNo,
      companyName: '榆林恒泰煤业销售有限公司',
      title: '动力煤',
      loadPoints: [{ name: '红柳林煤矿', regionName: '陕西省 / 榆林市 / 榆阳区' }],
      unloadPoints: [{ name: '唐河电厂', regionName: '河南省 / 南阳市 / 唐河县' }],
      remainQty: 20,
      expiresAt: link.expiresAt,
    })
    // nothing beyond the list of the contract, and nothing of what must never be in it
    expect(Object.keys(envelope.data as object).filter(key => !Object.hasOwn(PublicGoods._zod.def.shape, key))).toEqual(
      [],
    )
    expect(data.contactName).toMatch(/^.\*\*$/)
    expect(data.contactMobile).toMatch(/^\d{3}\*{4}\d{4}$/)
    const text = JSON.stringify(envelope)
    for (const secret of [
      demoCompanyId('shipper'),
      demoUserId('shipper'),
      '19900001234',
      '王建国',
      '工业园区1号',
      '王工',
      '293.21',
      '278.',
      'nitPrice',
      link.shareCode,
    ])
      expect(text, secret).not.toContain(secret)
  })

  it('is made by nobody of the platform while a branch is chosen: a branch publishes nothing', async () => {
    const goods = await world.publish()
    const branch = (
      await world.server.db(tx => tx.one(q.selectFrom('goods').select('branch_id').where('id', '=', goods.id)))
    ).branch_id
    const ask = (raw: Record<string, string>) =>
      world.as('admin').ask(makeShare, { goodsId: goods.id, days: 1, showsPrice: false }, { raw })
    expect((await ask({ branchCompanyId: branch ?? '' })).envelope.code).toBe(4041)
    expect((await ask({})).envelope.code).toBe(0)
  })

  it('shows what the carrier gets only where the sharer says so, and only a sharer who sees prices may', async () => {
    const goods = await world.publish({ unitPrice: unitPrice(1_000_000) })
    expect((await see((await share(goods.id, { showsPrice: true })).shareCode)).data.unitPrice).toBe(950_000)
    expect((await see((await share(goods.id)).shareCode)).data.unitPrice).toBeUndefined()
    const { rows } = await world.as('shipper').send(listShares, { goodsId: goods.id })
    expect(rows.map(row => row.unitPrice)).toEqual([undefined, 950_000])
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('roles')
          .set({ functions: ['goods.view', 'goods.share'] })
          .where('company_id', '=', demoCompanyId('shipper'))
          .where('name', '=', '运费专员'),
      ),
    )
    world.server.server.deps.sessions.forget([demoUserId('shipper-freight')])
    const poor = world.as('shipper-freight')
    expect((await poor.ask(makeShare, { goodsId: goods.id, days: 1, showsPrice: true })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { showsPrice: expect.stringContaining('没有查看价格的权限') } },
    })
    await poor.send(makeShare, { goodsId: goods.id, days: 1, showsPrice: false })
    expect((await poor.send(listShares, { goodsId: goods.id })).rows.map(row => row.unitPrice)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('counts each view once and lets nobody in after the last, however many come at the same moment', async () => {
    const goods = await world.publish()
    const link = await share(goods.id, { maxViews: 10 })
    const answers = await Promise.all(Array.from({ length: 40 }, () => see(link.shareCode)))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(10)
    expect(answers.filter(({ http }) => http === 404)).toHaveLength(30)
    const open = await share(goods.id)
    await Promise.all(Array.from({ length: 30 }, () => see(open.shareCode)))
    const { rows } = await world.as('shipper').send(listShares, { goodsId: goods.id })
    expect(rows.find(({ id }) => id === link.id)).toMatchObject({ views: 10, maxViews: 10 })
    expect(rows.find(({ id }) => id === open.id)).toMatchObject({ views: 30, lastViewAt: expect.any(Number) })
  })

  it('viewed and revoked at the same moment: nobody sees it after the answer of the revocation', async () => {
    const goods = await world.publish()
    const link = await share(goods.id)
    const [before, , revoked] = await Promise.all([
      see(link.shareCode),
      see(link.shareCode),
      world.as('shipper').ask(revokeShare, { id: link.id }),
    ])
    expect([200, 404]).toContain(before.http)
    expect(revoked.envelope.code).toBe(0)
    expect((await see(link.shareCode)).http).toBe(404)
  })

  it('that is unknown, malformed, revoked, expired, used up, or whose goods are over answers the same bytes', async () => {
    const goods = await world.publish()
    const [revoked, expired, used] = [
      await share(goods.id),
      await share(goods.id),
      await share(goods.id, { maxViews: 1 }),
    ]
    await world.as('shipper').send(revokeShare, { id: revoked.id })
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('shares')
          .set({ expires_at: Date.now() - 1 })
          .where('id', '=', expired.id),
      ),
    )
    await see(used.shareCode)
    const ended = await Promise.all(
      (['pause', 'cancel'] as const).map(async move => {
        const other = await world.publish()
        const link = await share(other.id)
        await world.as('shipper').send(moveGoods, { id: other.id, version: other.version, move, reason: '试验' })
        return link
      }),
    )
    const late = await world.publish()
    const lateLink = await share(late.id)
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('goods')
          .set({ valid_to: Date.now() - 1 })
          .where('id', '=', late.id),
      ),
    )
    const codes = [
      never,
      undefined,
      '',
      'x',
      `${never}x`,
      "' or 1=1 --",
      '用'.repeat(300),
      revoked.id,
      goods.id,
      revoked.shareCode,
      expired.shareCode,
      used.shareCode,
      ...ended.map(link => link.shareCode),
      lateLink.shareCode,
    ]
    const answers = await Promise.all(
      codes.map(async code => {
        const { http, envelope, headers } = await see(code)
        return {
          http,
          envelope,
          headers: [...headers.keys()].sort(),
          type: headers.get('content-type'),
          length: headers.get('content-length'),
        }
      }),
    )
    for (const [n, answer] of answers.entries())
      expect(answer, `code ${n}`).toEqual({
        ...answers[0],
        http: 404,
        envelope: { code: 4041, message: '记录不存在或已被删除', data: null },
      })
    expect((await seePublic(never)).envelope).toEqual(answers[0]?.envelope)
  })

  it('that is dead takes the same steps as one that never was, so that its answer takes no other time', async () => {
    const goods = await world.publish()
    const [revoked, used] = [await share(goods.id), await share(goods.id, { maxViews: 1 })]
    await world.as('shipper').send(revokeShare, { id: revoked.id })
    await see(used.shareCode)
    const statementsOf = async (code: string): Promise<string[]> => {
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      expect((await see(code)).http).toBe(404)
      const texts = spy.mock.calls.map(([text]: unknown[]) => String(text))
      spy.mockRestore()
      return texts.filter(text => text.includes('"shares"'))
    }
    const unknown = await statementsOf(never)
    expect(unknown).toHaveLength(1)
    for (const code of ['../../etc', revoked.shareCode, used.shareCode])
      expect(await statementsOf(code), code).toEqual(unknown)
  })

  it('is no longer read after sixty times a minute from one address; others read on', async () => {
    const link = await share((await world.publish()).id)
    const ask = (address: string, code = link.shareCode) =>
      world.server.anonymous().ask(getSharedGoods, { shareCode: code }, { headers: { 'X-Forwarded-For': address } })
    const answers = await Promise.all(Array.from({ length: 64 }, () => ask('203.0.113.77')))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(60)
    const refused = answers.find(({ http }) => http === 429)
    expect(refused?.envelope.code).toBe(4290)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(50)
    // guesses are refused like reads, so that the refusal tells nothing
    expect((await ask('203.0.113.77', never)).http).toBe(429)
    expect(
      (
        await world.server
          .anonymous()
          .ask(getPublicGoods, { publicCode: never }, { headers: { 'X-Forwarded-For': '203.0.113.77' } })
      ).http,
    ).toBe(429)
    expect((await ask('203.0.113.78')).http).toBe(200)
  })
})

describe('[PB-04] the public address of goods', () => {
  it('shows goods offered to everybody while they are open, without a price', async () => {
    const goods = await world.publish({ publishTo: 'PUBLIC' })
    const code = await publicCodeOf(goods.id)
    expect(code).toMatch(/^[\w-]{22}$/)
    const { http, data } = await seePublic(code)
    expect(http).toBe(200)
    expect(data).toMatchObject({ goodsId: goods.id, remainQty: 20 })
    expect([data.unitPrice, data.expiresAt]).toEqual([undefined, undefined])
    expect((await world.as('shipper').send(listShares, { goodsId: goods.id })).publicCode).toBe(code)
    // the specification's address carries the id of the goods
    expect((await seePublic(goods.id)).data).toEqual(data)
    await world.as('shipper').send(moveGoods, { id: goods.id, version: goods.version, move: 'pause' })
    expect((await seePublic(code)).http).toBe(404)
    expect((await seePublic(goods.id)).http).toBe(404)
  })

  it('is no way to goods offered to some, nor is the id of the goods', async () => {
    const some = await world.publish({ publishTo: 'RELATED' })
    await world.server.db(tx => tx.run(q.updateTable('goods').set({ public_id: never }).where('id', '=', some.id)))
    expect((await seePublic(never)).http).toBe(404)
    expect((await seePublic(some.id)).http).toBe(404)
    expect((await world.as('shipper').send(listShares, { goodsId: some.id })).publicCode).toBeUndefined()
    await world.server.db(tx => tx.run(q.updateTable('goods').set({ public_id: null }).where('id', '=', some.id)))
  })

  it('ends with the company that published it', async () => {
    const goods = await world.publish({ publishTo: 'PUBLIC' })
    const code = await publicCodeOf(goods.id)
    const setState = (state: string) =>
      world.server.db(tx =>
        tx.run(q.updateTable('companies').set({ state }).where('id', '=', demoCompanyId('shipper'))),
      )
    await setState('suspended')
    expect((await seePublic(code)).http).toBe(404)
    await setState('active')
    expect((await seePublic(code)).http).toBe(200)
  })
})

describe('making and revoking', () => {
  it('is told in the history of the goods, and a revoked link stays in the list', async () => {
    const goods = await world.publish()
    const link = await share(goods.id, { days: 90, maxViews: 5, showsPrice: true })
    await see(link.shareCode)
    await world.as('shipper').send(revokeShare, { id: link.id })
    await world.as('shipper').send(revokeShare, { id: link.id })
    const { log } = await world.as('shipper').send(getGoods, { id: goods.id })
    expect(log.map(({ action }) => action)).toEqual(['作废分享链接', '生成分享链接', '发布'])
    expect(log[1]?.diff?.map(({ field, new: now }) => `${field} ${now}`)).toEqual([
      expect.stringMatching(/^有效期至 \d{4}/),
      '显示价格 是',
      '最多查看次数 5',
    ])
    expect((await world.as('shipper').send(listShares, { goodsId: goods.id })).rows).toMatchObject([
      { id: link.id, views: 1, revokedAt: expect.any(Number) },
    ])
  })

  it('a repeated key makes one link', async () => {
    const goods = await world.publish()
    const input = { goodsId: goods.id, days: 7, showsPrice: false }
    const key = randomUUID()
    const [a, b] = [
      await world.as('shipper').send(makeShare, input, { key }),
      await world.as('shipper').send(makeShare, input, { key }),
    ]
    expect(b).toEqual(a)
    expect((await world.as('shipper').send(listShares, { goodsId: goods.id })).rows).toHaveLength(1)
  })

  it('never lets more than twenty links of goods live, even when they are made at once', async () => {
    const goods = await world.publish()
    const answers = await Promise.all(
      Array.from({ length: 24 }, () =>
        world.as('shipper').ask(makeShare, { goodsId: goods.id, days: 7, showsPrice: false }),
      ),
    )
    expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(20)
    expect(answers.find(({ envelope }) => envelope.code !== 0)?.envelope).toMatchObject({
      code: 2302,
      message: '一个货源最多同时有 20 个有效链接，请先作废不用的链接',
    })
    const { rows } = await world.as('shipper').send(listShares, { goodsId: goods.id })
    await world.as('shipper').send(revokeShare, { id: rows[0]?.id ?? '' })
    await share(goods.id)
  })

  it('asks for a span of 1 to 90 days and at least one view, at the field', async () => {
    const goods = await world.publish()
    const ask = (raw: Record<string, string>) =>
      world.as('shipper').ask(makeShare, { goodsId: goods.id, days: 7, showsPrice: false }, { raw })
    expect((await ask({ days: '0' })).envelope).toMatchObject({ code: 4001, data: { fields: { days: '不能小于1' } } })
    expect((await ask({ days: '91' })).envelope).toMatchObject({ data: { fields: { days: '不能大于90' } } })
    expect((await ask({ maxViews: '0' })).envelope).toMatchObject({ data: { fields: { maxViews: '不能小于1' } } })
    expect((await ask({ goodsId: '1' })).http).toBe(400)
  })

  it('is refused for goods that cannot be taken any more', async () => {
    const goods = await world.publish()
    await world.as('shipper').send(moveGoods, { id: goods.id, version: goods.version, move: 'cancel', reason: '试验' })
    expect(
      (await world.as('shipper').ask(makeShare, { goodsId: goods.id, days: 7, showsPrice: false })).envelope,
    ).toMatchObject({ code: 2301, message: '货源已取消，不能分享' })
    expect((await world.as('shipper').send(listShares, { goodsId: goods.id })).isOpen).toBe(false)
  })

  it('[PM-08] belongs to the company that published the goods, and to the platform', async () => {
    const goods = await world.publish({ publishTo: 'PUBLIC' })
    const link = await share(goods.id)
    const input = { goodsId: goods.id, days: 7, showsPrice: false }
    expect((await world.as('shipper2').ask(makeShare, input)).http).toBe(404)
    expect((await world.as('shipper2').ask(listShares, { goodsId: goods.id })).http).toBe(404)
    expect((await world.as('shipper2').ask(revokeShare, { id: link.id })).envelope).toEqual(
      (await world.as('shipper2').ask(revokeShare, { id: randomUUID() })).envelope,
    )
    for (const account of ['carrier', 'branch', 'shipper-finance'] as const)
      expect((await world.as(account).ask(makeShare, input)).http, account).toBe(403)
    expect((await world.server.anonymous().ask(listShares, { goodsId: goods.id })).http).toBe(401)
    await world.as('platform-ops').send(makeShare, input)
    expect((await world.as('admin').send(listShares, { goodsId: goods.id })).rows).toHaveLength(2)
    expect((await see(link.shareCode)).http).toBe(200)
  })

  it('keeps the secret out of the log of the server', async () => {
    const link = await share((await world.publish()).id)
    await see(link.shareCode)
    expect(world.server.logged.some(line => line.includes(link.shareCode))).toBe(false)
  })
})
