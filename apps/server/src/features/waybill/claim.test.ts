// Claims over HTTP: who asks whom, evidence, silence, what the signature makes of them, and what each side sees.
import { chooseWaybills, getBatch } from '@yunshu/contract/batch'
import { addClaim, answerClaim } from '@yunshu/contract/waybill/claim'
import type { Input } from '@yunshu/contract/call'
import { countWaybills, listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { listToday } from '@yunshu/contract/today'
import { urgeWaybill } from '@yunshu/contract/waybill/life'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightAccount,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { agreeBySilence } from './life.jobs.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const toSign = wholeJourney.slice(0, -1)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const evidence = { files: [{ name: '凭据.png', bytes: png }] }
const make = async (moves: Parameters<FreightWorld['walk']>[1] = toSign): Promise<MadeWaybill> => {
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  return world.walk(waybill, moves)
}
type Wanted = Pick<Input<typeof addClaim>, 'claimSide' | 'claimCode'> & { amount: number }
const damage: Wanted = { claimSide: 'CARRIER', claimCode: 'DAMAGE', amount: 50_000 }
const waiting: Wanted = { claimSide: 'CARRIER', claimCode: 'WAIT', amount: 30_000 }
const ask = (
  account: FreightAccount,
  { id, version }: MadeWaybill,
  { amount, ...claim }: Wanted,
  options: object = evidence,
) => world.as(account).ask(addClaim, { id, version, ...claim, claimAmount: fen(amount), reason: '有据可查' }, options)
const asked = async (
  account: FreightAccount,
  waybill: MadeWaybill,
  claim: Wanted,
): Promise<MadeWaybill & { claimId: string }> => {
  const { data, envelope } = await ask(account, waybill, claim)
  if (envelope.code !== 0) throw new Error(envelope.message)
  return { ...waybill, version: data.version, claimId: data.claimId }
}
const reply = (
  account: FreightAccount,
  { id, version, claimId }: MadeWaybill & { claimId: string },
  move: 'agree' | 'refuse' | 'withdraw',
  reason?: string,
) => world.as(account).ask(answerClaim, { id, version, claimId, move, ...(reason === undefined ? {} : { reason }) })
const seen = async (account: FreightAccount, id: string) => (await world.as(account).send(getWaybill, { id })).claims

const work = async (account: FreightAccount) => (await world.as(account).send(listToday, {})).items

describe('asking and answering', () => {
  it('a deduction of the shipper is agreed by the carrier, counts at the signature and is posted', async () => {
    const claim = await asked('shipper', await make(), damage)
    const [shown] = await seen('carrier', claim.id)
    expect(shown).toMatchObject({
      label: '货损扣款',
      amount: -50_000,
      state: 'proposed',
      moves: ['agree', 'refuse'],
      files: [{ name: '凭据.png' }],
    })
    expect(shown?.answerBy).toBeGreaterThan(Date.now() + 2 * DAY_MS)
    expect(
      (await world.as('shipper').ask(moveWaybill, { id: claim.id, version: claim.version, move: 'sign' })).envelope,
    ).toMatchObject({ code: 1506, message: '还有 1 项费用扣款待对方确认，处理后才能签收' })
    expect((await world.as('shipper').send(getWaybill, { id: claim.id })).moves).not.toContain('sign')
    expect((await work('shipper')).filter(({ id }) => id === claim.id)).toEqual([])
    const agreed = await reply('carrier', claim, 'agree')
    const extra = await asked('carrier', { ...claim, version: agreed.data.version }, waiting)
    // the signature waits for the signer's own answer, and the way leads there
    expect(
      (await world.as('shipper').ask(moveWaybill, { id: claim.id, version: extra.version, move: 'sign' })).envelope
        .message,
    ).toBe('还有 1 项费用扣款待我方确认，处理后才能签收')
    const [own, ...more] = (await work('shipper')).filter(({ id }) => id === claim.id)
    expect(more).toEqual([])
    expect(own).toMatchObject({ kind: 'claim', path: `/waybill/details/${claim.id}?act=agreeClaim` })
    expect(own?.deadline).toBe((await seen('shipper', claim.id))[1]?.answerBy)
    expect(await world.as('carrier').send(urgeWaybill, { id: claim.id })).toMatchObject({ act: '确认费用' })
    const both = await reply('shipper', extra, 'agree')
    // one freight everywhere, and it is what the signature fixes: list, sums, record and the work of today
    const [listed] = (await world.as('admin').send(listWaybills, { ids: [claim.id], limit: 1 })).rows
    expect(listed).toMatchObject({ state: 'toSign', shipperFreight: 950_000, carrierFreight: 932_500 })
    expect((await world.as('admin').send(countWaybills, { ids: [claim.id] })).sums).toMatchObject({
      shipperFreight: 950_000,
      payable: 932_500,
      open: listed?.open,
    })
    const before = await world.as('admin').send(getWaybill, { id: claim.id })
    expect(before).toMatchObject({ shipperFreight: 950_000, payable: 932_500 })
    expect(before.charges.map(({ code, amount, state }) => [code, amount, state])).toEqual([
      ['FREIGHT', 950_000, '实际'],
      ['FREIGHT', 902_500, '实际'],
    ])
    // a batch says the claims its amount holds, and before them those that wait
    const { id: batchId } = await world.as('shipper').send(chooseWaybills, { act: 'sign', ids: [claim.id] })
    expect((await world.as('shipper').send(getBatch, { id: batchId })).items[0]).toMatchObject({
      reason: expect.stringContaining('亏吨超出约定'),
      amount: 950_000,
    })
    const piece = (await work('shipper')).find(({ id }) => id === claim.id)
    expect(piece).toMatchObject({ kind: 'sign', amount: 950_000 })
    expect(piece?.isEstimate).toBeUndefined()
    await world.as('shipper').send(moveWaybill, { id: claim.id, version: both.data.version, move: 'sign' })
    const detail = await world.as('admin').send(getWaybill, { id: claim.id })
    // carrier: 9,025.00 + 300.00 waiting; deducted 42.24 loss + 500.00 damage
    expect(detail).toMatchObject({ payable: 932_500, deducted: 54_224, shipperFreight: 950_000 })
    expect(detail.charges.map(({ side, code, amount, state }) => [side, code, amount, state])).toEqual([
      ['SHIPPER', 'FREIGHT', 950_000, '已确认'],
      ['CARRIER', 'FREIGHT', 902_500, '已确认'],
      ['CARRIER', 'DAMAGE', -50_000, '已确认'],
      ['CARRIER', 'WAIT', 30_000, '已确认'],
      ['CARRIER', 'LOSS', -4224, '已确认'],
    ])
    expect(detail.claims.map(({ isCharged, moves }) => [isCharged, moves])).toEqual([
      [true, []],
      [true, []],
    ])
    expect((detail.payable ?? 0) - (detail.deducted ?? 0)).toBe(
      detail.charges.filter(({ side }) => side === 'CARRIER').reduce((all, { amount }) => all + amount, 0),
    )
    const [cost] = await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('vouchers')
          .select('amount_fen')
          .where('waybill_id', '=', claim.id)
          .where('kind', '=', 'TENTATIVE'),
      ),
    )
    expect(cost?.amount_fen).toBe(932_500)
  })

  it('the shipper’s account is dealt about by house and shipper, and the carrier never learns of it', async () => {
    const claim = await asked('branch', await make(), { claimSide: 'SHIPPER', claimCode: 'LOAD', amount: 20_000 })
    expect(await seen('carrier', claim.id)).toEqual([])
    expect(
      (await world.as('carrier').send(getWaybill, { id: claim.id })).log.some(({ action }) => action.includes('费用')),
    ).toBe(false)
    expect((await ask('carrier', claim, { claimSide: 'SHIPPER', claimCode: 'LOAD', amount: 1 })).http).toBe(403)
    expect((await reply('carrier', claim, 'agree')).http).toBe(404)
    expect((await reply('platform-ops', claim, 'agree')).http, 'the house does not answer itself').toBe(403)
    const agreed = await reply('shipper', claim, 'agree')
    await world.as('shipper').send(moveWaybill, { id: claim.id, version: agreed.data.version, move: 'sign' })
    expect(await world.as('admin').send(getWaybill, { id: claim.id })).toMatchObject({
      shipperFreight: 970_000,
      payable: 902_500,
    })
  })

  it('is refused with a reason, and taken back by who asked, also after it was agreed', async () => {
    const claim = await asked('shipper', await make(), damage)
    expect((await reply('carrier', claim, 'refuse')).envelope.code).toBe(1102)
    expect((await reply('carrier', claim, 'withdraw')).http).toBe(403)
    expect((await reply('shipper', claim, 'agree')).http).toBe(403)
    const refused = await reply('carrier', claim, 'refuse', '装车时已破损')
    expect((await seen('shipper', claim.id))[0]).toMatchObject({
      state: 'refused',
      answerReason: '装车时已破损',
      moves: [],
    })
    const second = await asked('shipper', { ...claim, version: refused.data.version }, damage)
    const agreed = await reply('carrier', second, 'agree')
    const back = await reply('shipper', { ...second, version: agreed.data.version }, 'withdraw')
    await world.as('shipper').send(moveWaybill, { id: claim.id, version: back.data.version, move: 'sign' })
    expect((await world.as('admin').send(getWaybill, { id: claim.id })).deducted).toBe(4224)
  })

  it('silence of three days agrees, once', async () => {
    const claim = await asked('shipper', await make(), damage)
    expect(await agreeBySilence(world.server.server.deps)).toBe(0)
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybill_claims')
          .set({ answer_by: Date.now() - 1 })
          .where('id', '=', claim.claimId),
      ),
    )
    const done = await Promise.all([agreeBySilence(world.server.server.deps), agreeBySilence(world.server.server.deps)])
    expect(done.reduce((all, n) => all + n, 0)).toBe(1)
    expect((await seen('carrier', claim.id))[0]).toMatchObject({ state: 'agreed', answeredBy: '系统' })
  })

  it('comes to nothing with its waybill', async () => {
    const claim = await asked('carrier', await make(['accept']), waiting)
    await world
      .as('carrier')
      .send(moveWaybill, { id: claim.id, version: claim.version, move: 'cancel', reason: '停运' })
    expect((await seen('carrier', claim.id))[0]).toMatchObject({ state: 'withdrawn', moves: [] })
    expect(
      (
        await reply(
          'shipper',
          { ...claim, version: (await world.as('admin').send(getWaybill, { id: claim.id })).version },
          'agree',
        )
      ).envelope.code,
    ).toBe(1101)
  })
})

describe('what is refused', () => {
  it('a deduction without evidence, an amount of nothing, and more than the freight in all', async () => {
    const waybill = await make()
    expect((await ask('shipper', waybill, damage, {})).envelope).toMatchObject({
      code: 1603,
      data: { fields: { files: '扣款须上传凭据' } },
    })
    expect((await ask('shipper', waybill, { ...damage, amount: 0 })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { claimAmount: '须大于0' } },
    })
    // estimated freight of the carrier: 32 t × 278.5495 = 8,913.58
    expect((await ask('shipper', waybill, { ...damage, amount: 891_359 })).envelope).toMatchObject({
      data: { fields: { claimAmount: '扣款合计不能超过运费' } },
    })
    const most = await asked('shipper', waybill, { ...damage, amount: 891_358 })
    expect((await ask('shipper', most, { claimSide: 'CARRIER', claimCode: 'FINE', amount: 1 })).envelope).toMatchObject(
      { data: { fields: { claimAmount: '扣款合计不能超过运费' } } },
    )
    // agreed on the estimate, it may pass what the weights made of the freight
    const agreed = await reply('carrier', most, 'agree')
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybills')
          .set({ unload_weight_g: 100_000, load_weight_g: 100_000 })
          .where('id', '=', waybill.id),
      ),
    )
    expect(
      (await world.as('shipper').ask(moveWaybill, { id: waybill.id, version: agreed.data.version, move: 'sign' }))
        .envelope.code,
    ).toBe(1507)
  })

  it('people without the permit, other companies, stale versions, codes that come of weights, and everything after the signature', async () => {
    const waybill = await make()
    expect((await ask('carrier-finance', waybill, waiting)).http).toBe(403)
    expect((await ask('carrier2', waybill, waiting)).http).toBe(404)
    expect((await ask('carrier', { ...waybill, version: 1 }, waiting)).http).toBe(409)
    expect(
      (
        await world.as('carrier').ask(
          addClaim,
          {
            id: waybill.id,
            version: waybill.version,
            claimSide: 'CARRIER',
            claimCode: 'WAIT',
            claimAmount: fen(1),
            reason: '试',
          },
          { raw: { claimCode: 'LOSS' } },
        )
      ).http,
    ).toBe(400)
    const signed = await world.walk(waybill, ['sign'])
    const { version } = await world.as('admin').send(getWaybill, { id: signed.id })
    const late = { claimSide: 'SHIPPER', claimCode: 'LOAD', amount: 1_000 } as const
    expect((await ask('shipper', { ...signed, version }, late)).envelope).toMatchObject({
      code: 1508,
      message: '运单已签收，托运方的费用不能再登记，差额请以红字发票折让',
    })
  })

  it('is asked for once with one key, and one of two answers at a time counts', async () => {
    const waybill = await make()
    const once = () =>
      world.as('carrier').ask(
        addClaim,
        {
          id: waybill.id,
          version: waybill.version,
          claimSide: 'CARRIER',
          claimCode: 'TOLL',
          claimAmount: fen(8800),
          reason: '绕行',
        },
        { key: `claim-${waybill.id}` },
      )
    const [first, second] = [await once(), await once()]
    expect(second.data).toEqual(first.data)
    const claim = { ...waybill, ...first.data }
    const both = await Promise.all([reply('shipper', claim, 'agree'), reply('branch', claim, 'refuse', '无票据')])
    expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
