// Papers over HTTP: the check answers all that is wrong alike and few times, verdicts are kept and told, links end.
import { listMessages } from '@yunshu/contract/message/message'
import { getWaybill } from '@yunshu/contract/waybill/details'
import {
  CheckedWaybill,
  checkWaybill,
  checkWaybills,
  countPrint,
  getPaper,
  getPaperDesk,
  giveVerdict,
  makePaperLink,
  revokePaperLink,
} from '@yunshu/contract/waybill/paper'
import { publicReads } from '@yunshu/domain/share'
import { checksAtOnce, checkTries } from '@yunshu/domain/waybill/paper'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, wholeJourney, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
// each stranger comes from an address of their own, which a proxy names
beforeAll(async () => {
  world = await startFreightWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.stop())

let strangers = 0
const newAddress = () => ({
  headers: { 'X-Forwarded-For': `198.51.${Math.floor(++strangers / 250)}.${strangers % 250}` },
})
async function made() {
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  return world.walk(waybill, wholeJourney)
}
type Pair = { waybillNo: string; checkCode: string }
const codeOf = async (id: string) => (await world.as('shipper').send(getPaperDesk, { id })).checkCode
const check = (pair: Pair & { linkCode?: string }, from = newAddress()) =>
  world.server.anonymous().ask(checkWaybill, pair, from)
const say = (pair: Pair, over: object = {}, from = newAddress()) =>
  world.server
    .anonymous()
    .ask(giveVerdict, { ...pair, verdict: 'passed', name: '高建设', mobile: '19900007654', ...over }, from)
const wrong = { code: 3101, message: '运单号与校验码不符，请核对后重试' }
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const checksOf = (id: string) =>
  world.server.db(tx => tx.rows(q.selectFrom('waybill_checks').selectAll().where('waybill_id', '=', id)))

describe('[PB-11] the check', () => {
  it('shows whoever holds number and code the listed fields, masked, and no more', async () => {
    const { id, waybillNo, plate } = await made()
    const { http, data, envelope, headers } = await check({ waybillNo, checkCode: await codeOf(id) })
    expect([http, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(data).toMatchObject({ waybillNo, state: 'signed', shipperName: '榆林恒泰煤业销售有限公司', isPaid: false })
    expect(
      Object.keys(envelope.data as object).filter(key => !Object.hasOwn(CheckedWaybill._zod.def.shape, key)),
    ).toEqual([])
    expect(data.plate).toBe(`${plate.slice(0, 2)}${'*'.repeat(plate.length - 4)}${plate.slice(-2)}`)
    expect(data.driverName).toMatch(/^.\*\*$/)
    expect(data.route).toBe('榆林市 → 南阳市')
    expect(data.freight).toBeUndefined()
    // one word for each of the four flows, and nothing of what they are about
    expect(data.legs).toEqual({ contract: 'missing', goods: 'missing', money: 'missing', invoice: 'missing' })
    const [under] = await world.waybills(1)
    if (under === undefined) throw new Error('no waybill')
    const way = await check({ waybillNo: under.waybillNo, checkCode: await codeOf(under.id) })
    expect([way.http, way.data.legs]).toEqual([200, undefined])
    const told = JSON.stringify(envelope)
    expect(told).not.toContain(plate)
    expect(told).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
  })

  it('answers a wrong code and an unknown number alike, and five of them close the number for that line', async () => {
    const { id, waybillNo } = await made()
    const checkCode = await codeOf(id)
    const answers = [
      await check({ waybillNo, checkCode: otherCode(checkCode) }),
      await check({ waybillNo, checkCode: 'x' }),
      await check({ waybillNo: 'YD9999999999999', checkCode }),
      await check({ waybillNo: '不存在', checkCode: '000000' }),
    ]
    for (const { http, envelope } of answers) expect([http, envelope]).toEqual([200, { ...wrong, data: null }])
    const [here, there] = [newAddress(), newAddress()]
    for (let n = 0; n < checkTries.line.most; n++)
      expect((await check({ waybillNo, checkCode: otherCode(checkCode) }, here)).envelope.code).toBe(wrong.code)
    // the right code is of no more use from here, at once or many times over; elsewhere it is
    const late = await check({ waybillNo, checkCode }, here)
    expect([late.http, Number(late.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(1700)
    expect((await check({ waybillNo, checkCode }, there)).envelope.code).toBe(0)
    // a verdict is no way around it
    expect((await say({ waybillNo, checkCode }, {}, here)).http).toBe(429)
    expect(await checksOf(id)).toEqual([])
  })

  it('lets nobody guess by asking at once, and right pairs cost no tries', async () => {
    const { id, waybillNo } = await made()
    const checkCode = await codeOf(id)
    const here = newAddress()
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => check({ waybillNo, checkCode: String(n).padStart(6, 'x') }, here)),
    )
    expect(guesses.filter(({ http }) => http === 200)).toHaveLength(checkTries.line.most)
    const there = newAddress()
    for (let n = 0; n < 8; n++) expect((await check({ waybillNo, checkCode }, there)).envelope.code).toBe(0)
  })

  it('takes a list, each pair a try and a request of its own: wrong and closed ones are told apart and hold up no other', async () => {
    const [one, other] = [await made(), await made()]
    const right = { waybillNo: one.waybillNo, checkCode: await codeOf(one.id) }
    const code = await codeOf(other.id)
    const guess = { waybillNo: other.waybillNo, checkCode: otherCode(code) }
    const here = newAddress()
    const many = (pairs: Pair[], from = here) => world.server.anonymous().ask(checkWaybills, { pairs }, from)
    const unknown = { waybillNo: '不存在', checkCode: '000000' }
    const { http, data } = await many([right, ...Array.from({ length: checkTries.line.most }, () => guess), unknown])
    expect(http).toBe(200)
    expect(data.rows.map(({ waybillNo, waybill, isLocked }) => [waybillNo, waybill?.waybillNo, isLocked])).toEqual([
      [one.waybillNo, one.waybillNo, undefined],
      ...Array.from({ length: checkTries.line.most }, () => [other.waybillNo, undefined, undefined]),
      ['不存在', undefined, undefined],
    ])
    const single = await check(right)
    expect(data.rows[0]?.waybill).toEqual(single.data)
    // the guesses closed the number for this line, for the list and for the single check
    const late = { waybillNo: other.waybillNo, checkCode: code }
    expect((await many([late, right])).data.rows).toMatchObject([{ isLocked: true }, { waybill: { isPaid: false } }])
    expect((await check(late, here)).http).toBe(429)
    expect((await check(late)).envelope.code).toBe(0)
    // a list is no way around the limit of requests of an address
    const there = newAddress()
    const full = Array.from({ length: checksAtOnce }, () => right)
    for (let n = 0; n < publicReads.most / checksAtOnce; n++) expect((await many(full, there)).http).toBe(200)
    expect((await many([right], there)).http).toBe(429)
    expect((await check(right, there)).http).toBe(429)
    for (const pairs of [[], [...full, right], [{ waybillNo: one.waybillNo, checkCode: '' }]]) {
      const bad = { ...newAddress(), raw: { pairs: JSON.stringify(pairs) } }
      expect((await world.server.anonymous().ask(checkWaybills, { pairs: [right] }, bad)).http).toBe(400)
    }
  })

  it('asks for a number that can be called, at its field', async () => {
    const { id, waybillNo } = await made()
    const bad = { ...newAddress(), raw: { mobile: '123' } }
    const { http, envelope } = await say({ waybillNo, checkCode: await codeOf(id) }, {}, bad)
    expect([http, envelope.data]).toEqual([400, { fields: { mobile: expect.any(String) } }])
  })

  it('keeps a verdict once, with its line of history, and tells the finance people', async () => {
    const { id, waybillNo } = await made()
    const pair = { waybillNo, checkCode: await codeOf(id) }
    const doubt = { verdict: 'doubtful', remark: '吨数不符' } as const
    expect((await say(pair, doubt)).envelope.code).toBe(0)
    expect((await say(pair, doubt)).envelope.code, 'said again').toBe(0)
    expect(await checksOf(id)).toHaveLength(1)
    expect((await world.as('shipper').send(getPaperDesk, { id })).verdicts).toMatchObject([
      { verdict: 'doubtful', name: '高建设', mobile: '199****7654', remark: '吨数不符' },
    ])
    const { log } = await world.as('carrier').send(getWaybill, { id })
    expect(log[0]).toMatchObject({ action: '有疑问', by: '系统' })
    await expect
      .poll(async () => (await world.as('shipper-finance').send(listMessages, {})).rows.map(({ content }) => content))
      .toContain(`高建设 核验了运单 ${waybillNo}：有疑问`)
  })
})

describe('[PB-12] the paper behind a link', () => {
  it('is shown in full but for numbers and prices, counts its prints, and is gone once revoked or over', async () => {
    const { id, waybillNo, plate } = await made()
    const link = await world.as('shipper').send(makePaperLink, { id, days: 3, showsAmount: false })
    const look = (linkCode?: string) =>
      world.server.anonymous().ask(getPaper, linkCode === undefined ? {} : { linkCode }, newAddress())
    const count = () => world.server.anonymous().ask(countPrint, { linkCode: link.linkCode }, newAddress())
    const { data, envelope } = await look(link.linkCode)
    expect(data.paper).toMatchObject({
      waybillNo,
      plate,
      shipperName: '榆林恒泰煤业销售有限公司',
      checkCode: await codeOf(id),
    })
    const told = JSON.stringify(envelope)
    expect(told).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
    expect(told).not.toMatch(/(?<!\d)\d{17}[\dX]/)
    expect(told).not.toMatch(/price|freight|fen/i)
    expect(await Promise.all([count(), count()])).toEqual([
      expect.objectContaining({ http: 200 }),
      expect.objectContaining({ http: 200 }),
    ])
    expect((await look(link.linkCode)).data.prints).toBe(2)
    await world.as('shipper').send(revokePaperLink, { linkId: link.id })
    const short = await world.as('shipper').send(makePaperLink, { id, days: 1, showsAmount: false })
    await world.server.db(tx =>
      tx.run(
        sql`update paper_links set created_at = 1, expires_at = ${Date.now() - 1} where id = ${short.id}`.compile(q),
      ),
    )
    for (const code of [link.linkCode, short.linkCode, undefined, 'x', 'A'.repeat(22)])
      expect((await look(code)).envelope, String(code)).toMatchObject({ code: 4041 })
    expect((await count()).http).toBe(404)
  })

  it('shows the freight of the side that made it, with the check alone, and only of its own waybill', async () => {
    const [one, other] = [await made(), await made()]
    const link = await world.as('shipper').send(makePaperLink, { id: one.id, days: 7, showsAmount: true })
    const pairOf = async ({ id, waybillNo }: { id: string; waybillNo: string }) => ({
      waybillNo,
      checkCode: await codeOf(id),
    })
    const seen = await world.as('shipper').send(getWaybill, { id: one.id })
    expect((await check({ ...(await pairOf(one)), linkCode: link.linkCode })).data.freight).toBe(seen.shipperFreight)
    expect((await check(await pairOf(one))).data.freight).toBeUndefined()
    expect((await check({ ...(await pairOf(other)), linkCode: link.linkCode })).data.freight).toBeUndefined()
    const carriers = await world.as('carrier').send(makePaperLink, { id: one.id, days: 7, showsAmount: true })
    const carriersView = await world.as('carrier').send(getWaybill, { id: one.id })
    expect((await check({ ...(await pairOf(one)), linkCode: carriers.linkCode })).data.freight).toBe(
      carriersView.carrierFreight,
    )
    // the other side neither sees nor ends it
    expect((await world.as('carrier').send(getPaperDesk, { id: one.id })).links.map(({ id }) => id)).toEqual([
      carriers.id,
    ])
    expect((await world.as('carrier').ask(revokePaperLink, { linkId: link.id })).http).toBe(404)
    for (const who of ['carrier2', 'shipper2'] as const)
      expect((await world.as(who).ask(makePaperLink, { id: one.id, days: 1, showsAmount: false })).http).toBe(404)
  })

  it('is for those who may hand papers on: the code stands on the record for them alone', async () => {
    const { id } = await made()
    expect((await world.as('shipper').send(getWaybill, { id })).checkCode).toMatch(/^\d{6}$/)
    expect((await world.as('shipper-finance').send(getWaybill, { id })).checkCode).toBeUndefined()
    expect((await world.as('shipper-finance').ask(getPaperDesk, { id })).http).toBe(403)
  })
})
