// Adjustments (调差): claims on a signed waybill become parts of their own, settled by sheets like any other, to the fen.
import { explainAmount } from '@yunshu/contract/explain'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import { getSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import { listSettleDetails } from '@yunshu/contract/settlement/settleDetail'
import { answerClaim } from '@yunshu/contract/waybill/claim'
import { listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustActs, booksOf as booksOfWaybill, type AdjustActs } from '../../../../../tests/server/adjustWorld.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, sheetOf, voidApproved, type People } from '../../../../../tests/server/settlementWorld.ts'
import { daysCountedAnew } from '../../work/days.ts'
import { q } from '../../db/tx.ts'
import { agreeBySilence } from './life.jobs.ts'

let world: FreightWorld
let people: People
let acts: AdjustActs
const signed = () => acts.signed()
const seen: AdjustActs['seen'] = (...of) => acts.seen(...of)
const ask: AdjustActs['ask'] = (...of) => acts.ask(...of)
const answer: AdjustActs['answer'] = (...of) => acts.answer(...of)
const agreed: AdjustActs['agreed'] = (...of) => acts.agreed(...of)
const settled: AdjustActs['settled'] = (...of) => acts.settled(...of)
beforeAll(async () => {
  world = await startFreightWorld()
  acts = await adjustActs(world)
  people = acts.people
})
afterAll(() => world.stop())

const rowsOf = <R extends object>(text: ReturnType<typeof sql<R>>): Promise<R[]> =>
  world.server.db(tx => tx.rows<R>(text.compile(q)))
const booksOf = (id: string) => booksOfWaybill(world, id)
const partsOf = async (id: string) => (await seen(id)).parts.map(({ part, fixed }) => [part, fixed])
async function assertSound(): Promise<void> {
  expect(await moneyFaults(world.server)).toEqual([])
  expect(await drift(world.server)).toEqual([])
  const days = await rowsOf(
    sql<{ owner_id: string }>`select owner_id from (select owner_id, day_at, sum(carrier_fen) as kept from waybill_days
        group by 1, 2) k full join (select owner_id, day_at, carrier_fen from (${daysCountedAnew}) c) n
        using (owner_id, day_at) where coalesce(k.kept, 0) <> coalesce(n.carrier_fen, 0)`,
  )
  expect(days).toEqual([])
}
const net = 902_500 - 4_224

test('a charge agreed on after the signature is a part of its own, estimated at once and paid by a sheet', async () => {
  const id = await signed()
  await agreed('carrier', id, 'WAIT', 30_000)
  expect(await seen(id)).toMatchObject({ state: 'signed', payable: 932_500, deducted: 4_224, open: net + 30_000 })
  expect(await booksOf(id)).toEqual({ '6401.01': 932_500, '2202.99': -932_500 })
  for (const amountOf of ['carrierFreight', 'deducted', 'open', 'margin'] as const)
    expect([amountOf, (await world.as('admin').send(explainAmount, { amountOf, id })).isKept]).toEqual([amountOf, true])
  for (const { id: partId } of (await seen(id)).parts)
    expect((await world.as('admin').send(explainAmount, { amountOf: 'part', id, partId })).isKept).toBe(true)
  await assertSound()
  const sheet = await settled(id)
  expect([sheet.state, sheet.due, sheet.lines.map(({ part }) => part).toSorted()]).toEqual([
    'paid',
    net + 30_000,
    ['adjust', 'arrive'],
  ])
  expect(await booksOf(id)).toEqual({ '6401.01': net + 30_000 })
  expect((await seen(id)).state).toBe('finished')
  await assertSound()
})

test('a finished waybill is signed and partly settled again, and ends once its adjustment is paid', async () => {
  const id = await signed()
  expect((await settled(id)).state).toBe('paid')
  expect((await seen(id)).state).toBe('finished')
  await agreed('shipper', id, 'SUBSIDY', 5_000)
  expect(await seen(id)).toMatchObject({ state: 'signed', settleState: 'partly', open: 5_000 })
  const { rows } = await people.maker.send(listSettleable, { numbers: [(await seen(id)).waybillNo] })
  expect(rows.map(({ part, open }) => [part, open])).toEqual([['adjust', 5_000]])
  const carrier = await world.as('carrier-finance').send(listSettleDetails, { numbers: [(await seen(id)).waybillNo] })
  expect(carrier.rows.map(({ part }) => part).toSorted()).toEqual(['adjust', 'arrive'])
  const sheet = await settled(id)
  expect([sheet.state, sheet.due]).toEqual(['paid', 5_000])
  expect(await seen(id)).toMatchObject({ state: 'finished', settleState: 'settled' })
  await assertSound()
})

test('a fine and a cut after the signature come off the next sheet: income and compensation, the cost stays', async () => {
  const id = await signed()
  await agreed('shipper', id, 'FINE', 20_000)
  await agreed('shipper', id, 'DAMAGE', 3_000)
  expect(await seen(id)).toMatchObject({ payable: 902_500, deducted: 27_224, open: net - 23_000 })
  const sheet = await settled(id)
  expect([sheet.due, sheet.penalty]).toEqual([net - 23_000, 20_000])
  expect(await booksOf(id)).toEqual({ '6401.01': net, '6301': -20_000, '6711': -3_000 })
  expect((await people.finance.send(explainAmount, { amountOf: 'sheet', id: sheet.id })).isKept).toBe(true)
  await assertSound()
})

test('a deduction alone on its sheet is a debt the carrier’s next sheet takes off', async () => {
  const id = await signed()
  await settled(id)
  await agreed('shipper', id, 'FINE', 12_000)
  const sheet = await sheetOf(people, [id], 'approved')
  expect(sheet).toMatchObject({ due: 0, carriedOut: 12_000 })
  const { settlementNum, version } = sheet
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: fen(0), channel: 'SIM' })
  await assertSound()
  const next = await settled(await signed())
  expect([next.carriedIn, next.due]).toEqual([12_000, net - 12_000])
  await assertSound()
})

test('refused or taken back nothing changes; three days of silence agree; what is agreed on is not taken back', async () => {
  const id = await signed()
  const before = await seen(id)
  const one = await ask('shipper', id, 'FINE', 1_000)
  expect((await answer('carrier', id, one.data.claimId, 'refuse')).envelope.code).toBe(0)
  const two = await ask('carrier', id, 'WAIT', 1_000)
  expect((await answer('carrier', id, two.data.claimId, 'withdraw')).envelope.code).toBe(0)
  expect(await seen(id)).toMatchObject({ payable: before.payable, deducted: before.deducted, open: before.open })
  const three = await ask('carrier', id, 'WAIT', 7_000)
  // it waits for the shipper, as one before the signature does
  expect((await world.as('shipper').send(listWaybills, { question: 'claim', ids: [id], limit: 1 })).rows).toHaveLength(
    1,
  )
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('waybill_claims')
        .set({ answer_by: Date.now() - DAY_MS })
        .where('id', '=', three.data.claimId),
    ),
  )
  await agreeBySilence(world.server.server.deps)
  expect((await seen(id)).payable).toBe(909_500)
  expect((await answer('carrier', id, three.data.claimId, 'withdraw')).http).toBe(403)
  expect(await partsOf(id)).toContainEqual(['adjust', 7_000])
  await assertSound()
})

test('two who answer at once adjust once; the shipper’s account and another company are refused', async () => {
  const id = await signed()
  const { data } = await ask('carrier', id, 'WAIT', 9_000)
  const { version } = await seen(id)
  const said = { id, version, claimId: data.claimId, move: 'agree' } as const
  const both = await Promise.all([
    world.as('shipper').ask(answerClaim, said),
    world.as('platform-ops').ask(answerClaim, said),
  ])
  expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await seen(id)).payable).toBe(911_500)
  expect((await ask('shipper', id, 'LOAD', 1_000, 'SHIPPER')).envelope.code).toBe(1508)
  expect((await ask('shipper2', id, 'WAIT', 1_000)).http).toBe(404)
  expect((await ask('carrier2', id, 'WAIT', 1_000)).http).toBe(404)
  await assertSound()
})

test('a waybill that is void takes its adjustment with it', async () => {
  const id = await signed()
  await agreed('carrier', id, 'WAIT', 30_000)
  const { version } = await seen(id)
  await world.as('admin').send(moveWaybill, { id, version, move: 'void', reason: '重复录入' })
  expect(await booksOf(id)).toEqual({})
  await assertSound()
})

test('a sheet with an adjustment that is taken back gives it back', async () => {
  const id = await signed()
  await agreed('carrier', id, 'WAIT', 30_000)
  const before = await booksOf(id)
  const sheet = await sheetOf(people, [id], 'approved')
  await voidApproved(people, sheet)
  expect(await booksOf(id)).toEqual(before)
  expect((await people.finance.send(getSettlement, { settlementNum: sheet.settlementNum })).state).toBe('void')
  expect((await settled(id)).due).toBe(net + 30_000)
  await assertSound()
})
