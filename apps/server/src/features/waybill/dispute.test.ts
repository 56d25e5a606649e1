// A dispute (decision 019): what the receiver asks for stands beside what the carrier said, frozen, until one
// side gives in or the house decides.
import type { Input } from '@yunshu/contract/call'
import { answerClaim } from '@yunshu/contract/waybill/claim'
import { disputeWaybill, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'
import {
  startFreightWorld,
  type FreightAccount,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const evidence = [{ name: '凭据.pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') }]
const detail = (id: string, account: FreightAccount = 'admin') => world.as(account).send(getWaybill, { id })
async function unloaded(): Promise<MadeWaybill> {
  const [waybill] = await world.waybills(1)
  if (!waybill) throw new Error('no waybill')
  return world.walk(waybill, ['accept', 'arriveLoad', 'depart', 'arriveUnload', 'unload'])
}
type Said = Partial<Input<typeof disputeWaybill>>
const damage: Said = { unloadWeightG: grams(32_050_000), claimCode: 'DAMAGE', claimAmount: fen(20_000) }
const disputing = (waybill: MadeWaybill, said: Said = damage, files = evidence, account: FreightAccount = 'shipper') =>
  world
    .as(account)
    .ask(disputeWaybill, { id: waybill.id, version: waybill.version, reason: '货少且受潮', ...said }, { files })
async function disputed(said: Said = damage): Promise<MadeWaybill> {
  const waybill = await unloaded()
  const answer = await disputing(waybill, said)
  expect(answer.envelope.code).toBe(0)
  return { ...waybill, version: answer.data.version }
}
const told = async (account: string) =>
  JSON.stringify(
    await world.server.db(tx =>
      tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId(account))),
    ),
  )
const move = (
  account: FreightAccount,
  { id, version }: MadeWaybill,
  name: 'concede' | 'settleDispute' | 'sign',
  more: { unloadWeightG?: ReturnType<typeof grams> } = {},
) => world.as(account).ask(moveWaybill, { id, version, move: name, ...more })

describe('what the receiver asks for', () => {
  it('is shown to both sides, freezes the pay, and is no charge yet', async () => {
    const { id, waybillNo } = await disputed()
    for (const account of ['shipper', 'carrier'] as const) {
      const seen = await detail(id, account)
      expect(seen).toMatchObject({
        state: 'disputed',
        settleState: 'frozen',
        unloadWeightG: 32_250_000,
        disputedWeightG: 32_050_000,
      })
      expect(seen.claims).toMatchObject([
        {
          code: 'DAMAGE',
          amount: -20_000,
          reason: '货少且受潮',
          state: 'proposed',
          isDispute: true,
          isCharged: false,
          files: [{ name: '凭据.pdf' }],
        },
      ])
      expect(seen.charges.map(({ code }) => code)).not.toContain('DAMAGE')
      expect(seen.log.find(({ action }) => action === '签收异议')?.diff).toEqual([
        { field: '卸货重量异议', old: '32.250 吨', new: '32.050 吨' },
      ])
    }
    expect([(await detail(id, 'shipper')).moves, (await detail(id, 'carrier')).moves]).toEqual([
      // a deduction that waits for its answer stands in the way of the signature
      ['settleDispute'],
      ['concede'],
    ])
    await expect.poll(() => told('carrier')).toContain(`运单 ${waybillNo}`)
    expect(await told('carrier')).toContain('签收异议，卸货重量异议 32.250 吨 → 32.050 吨：货少且受潮')
  })

  it.each<[string, Said, object]>([
    ['a deduction of nothing', { claimCode: 'DAMAGE' }, { claimAmount: '请填写扣款金额' }],
    ['an amount for nothing', { claimAmount: fen(100) }, { claimCode: '请选择扣款类型' }],
    ['the weight the carrier said', { unloadWeightG: grams(32_250_000) }, { unloadWeightG: '与承运方填报的重量相同' }],
    [
      'more than was loaded',
      { unloadWeightG: grams(322_500_000) },
      { unloadWeightG: '比装货重量多出一成以上，请核对' },
    ],
    [
      'more than the freight',
      { claimCode: 'CUT', claimAmount: fen(99_999_999) },
      { claimAmount: '扣款合计不能超过运费' },
    ],
  ])('is refused at its field and leaves nothing behind: %s', async (_what, said, fields) => {
    const waybill = await unloaded()
    expect((await disputing(waybill, said)).envelope).toMatchObject({ code: 4001, data: { fields } })
    expect(await detail(waybill.id)).toMatchObject({
      state: 'toSign',
      settleState: 'unsettled',
      claims: [],
      version: waybill.version,
    })
  })

  it('needs evidence for a deduction, the version seen, and the receiving side', async () => {
    const waybill = await unloaded()
    expect((await disputing(waybill, damage, [])).envelope).toMatchObject({
      code: 1603,
      data: { fields: { files: '扣款须上传凭据' } },
    })
    expect((await disputing({ ...waybill, version: waybill.version - 1 })).http).toBe(409)
    expect((await disputing(waybill, damage, evidence, 'carrier')).http).toBe(403)
    expect((await disputing(waybill, damage, evidence, 'shipper2')).http).toBe(404)
    expect((await detail(waybill.id)).state).toBe('toSign')
    // without a deduction the photos are those of the scene
    expect((await disputing(waybill, {})).envelope.code).toBe(0)
    expect(await detail(waybill.id)).toMatchObject({ state: 'disputed', claims: [], files: [{ category: 'scene' }] })
  })
})

describe('a dispute ends', () => {
  it('by the carrier that concedes: weight and deduction stand, and become charges with the signature', async () => {
    const waybill = await disputed()
    const conceded = await move('carrier', waybill, 'concede')
    expect(conceded.envelope.code).toBe(0)
    const after = await detail(waybill.id)
    expect(after).toMatchObject({
      state: 'toSign',
      settleState: 'unsettled',
      unloadWeightG: 32_050_000,
      version: conceded.data.version,
      claims: [{ state: 'agreed', isCharged: false }],
    })
    expect(after.disputedWeightG).toBeUndefined()
    expect(after.log.find(({ action }) => action === '同意异议')?.diff).toEqual([
      { field: '卸货重量', old: '32.250 吨', new: '32.050 吨' },
    ])
    await expect.poll(() => told('shipper')).toContain('同意异议，卸货重量 32.250 吨 → 32.050 吨')
    await world.as('shipper').send(moveWaybill, { id: waybill.id, version: conceded.data.version, move: 'sign' })
    // of 350 kg lost 252.8 are beyond 97.2: 202.24, and 200.00 of the deduction
    expect(await detail(waybill.id)).toMatchObject({
      state: 'signed',
      lossG: 350_000,
      deducted: 40_224,
      claims: [{ isCharged: true }],
    })
  })

  it("by the receiver that gives in: on the carrier's weight, without the deduction, never on its own weight", async () => {
    const waybill = await disputed()
    const own = await move('shipper', waybill, 'settleDispute', { unloadWeightG: grams(32_050_000) })
    expect(own.envelope).toMatchObject({
      code: 4001,
      data: { fields: { unloadWeightG: '变更卸货重量须由承运方同意异议，或由平台裁定' } },
    })
    expect((await move('shipper', waybill, 'sign')).envelope.code).toBe(1506)
    const given = await move('shipper', waybill, 'settleDispute')
    expect(given.envelope.code).toBe(0)
    const after = await detail(waybill.id)
    expect(after).toMatchObject({
      state: 'toSign',
      settleState: 'unsettled',
      unloadWeightG: 32_250_000,
      claims: [{ state: 'withdrawn' }],
    })
    expect(after.disputedWeightG).toBeUndefined()
  })

  it("by the house that decides on a weight; the deduction stays the carrier's to answer, and both read old and new", async () => {
    const waybill = await disputed()
    const decided = await move('branch', waybill, 'settleDispute', { unloadWeightG: grams(32_150_000) })
    expect(decided.envelope.code).toBe(0)
    const after = await detail(waybill.id)
    expect(after).toMatchObject({
      state: 'toSign',
      settleState: 'unsettled',
      unloadWeightG: 32_150_000,
      claims: [{ state: 'proposed' }],
    })
    for (const account of ['shipper', 'carrier'] as const)
      await expect.poll(() => told(account)).toContain(`运单 ${waybill.waybillNo}`)
    for (const account of ['shipper', 'carrier'] as const)
      expect(await told(account)).toContain('异议处理完成，卸货重量 32.250 吨 → 32.150 吨')
    const refused = await world.as('carrier').send(answerClaim, {
      id: waybill.id,
      version: after.version,
      claimId: after.claims[0]?.id ?? '',
      move: 'refuse',
      reason: '装车时已湿',
    })
    await world.as('shipper').send(moveWaybill, { id: waybill.id, version: refused.version, move: 'sign' })
    // of 250 kg lost 152.8 are beyond 97.2: 122.24
    expect(await detail(waybill.id)).toMatchObject({ state: 'signed', deducted: 12_224 })
  })

  it('once, though both give in at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const waybill = await disputed()
      const answers = await Promise.all([
        move('carrier', waybill, 'concede'),
        move('shipper', waybill, 'settleDispute'),
      ])
      expect(answers.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
      const isConceded = answers[0].http === 200
      expect(await detail(waybill.id)).toMatchObject({
        state: 'toSign',
        unloadWeightG: isConceded ? 32_050_000 : 32_250_000,
        claims: [{ state: isConceded ? 'agreed' : 'withdrawn' }],
      })
    }
  })
})
