// Effects of a waybill on money, to the fen: the signature, a dispute that ends on another weight, weights put right
// before it, and a void that takes all of it back.
import { addClaim, answerClaim } from '@yunshu/contract/waybill/claim'
import { makeSettlement } from '@yunshu/contract/settlement/settlement'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { explainAmount } from '@yunshu/contract/explain'
import { correctWaybill, stepBackWaybill } from '@yunshu/contract/waybill/life'
import { fen } from '@yunshu/domain/figures/money'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { postTopUp } from '../voucher/books.commands.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const one = async (over?: Parameters<FreightWorld['waybills']>[1]): Promise<MadeWaybill> => {
  const [waybill] = await world.waybills(1, over)
  if (!waybill) throw new Error('no waybill')
  return waybill
}
const unsigned = (): ('accept' | 'arriveLoad' | 'depart' | 'arriveUnload' | 'unload')[] => [
  'accept',
  'arriveLoad',
  'depart',
  'arriveUnload',
  'unload',
]
const shown = (id: string) => world.as('admin').send(getWaybill, { id })
const rows = <Row extends object>(text: string): Promise<Row[]> =>
  world.server.db(tx => tx.rows<Row>(sql<Row>`${sql.raw(text)}`.compile(q)))
/** The balances of a waybill in the books by account, debits above zero; accounts at zero are left out. */
const books = async (id: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await rows<{ account: string; rest: number }>(
        `select l.account, sum(l.debit_fen - l.credit_fen)::bigint as rest from journal_lines l where l.waybill_id = '${id}' or exists (select from journal_entries e where e.id = l.entry_id and e.source_id = '${id}') group by 1 having sum(l.debit_fen - l.credit_fen) <> 0`,
      )
    ).map(({ account, rest }) => [account, rest]),
  )
const prepaid = async (): Promise<number> =>
  (
    await rows<{ n: number }>(
      `select coalesce(sum(credit_fen - debit_fen), 0)::bigint as n from account_balances where account = '2205.01' and party_id = '${demoCompanyId('shipper')}'`,
    )
  )[0]?.n ?? NaN
/** The figures of all days of each owner. */
const figures = () =>
  rows<object>(
    'select owner_id, sum(signed)::int as signed, sum(weight_g)::bigint as weight, sum(shipper_fen)::bigint as pays, sum(carrier_fen)::bigint as gets from waybill_days group by 1 order by 1',
  )
const pdf = [{ name: '凭据.pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') }]

test('a signature fixes freight, the whole loss, agreed charges of both accounts and the rounding, and a void takes all of it back in red', async () => {
  await asSystem(world.server.server.deps, ctx =>
    postTopUp(ctx, {
      id: v7(),
      shipperId: demoCompanyId('shipper'),
      branchId: demoCompanyId('branch1'),
      amount: fen(400_000),
    }),
  )
  const waybill = await world.walk(
    await one({
      lossRule: {
        kind: 'PERMILLE',
        allow: 3000,
        scope: 'FULL',
        basis: 'LOAD',
        deductUnitPrice: unitPrice(8_000_000),
        rounding: 'TEN_YUAN',
      },
    }),
    unsigned(),
  )
  const { id } = waybill
  let { version } = waybill
  const agree = async (
    claimSide: 'SHIPPER' | 'CARRIER',
    claimCode: 'WAIT' | 'LATE' | 'LOAD',
    amount: number,
    by: 'shipper' | 'carrier' | 'branch',
    other: 'shipper' | 'carrier' | 'branch',
  ): Promise<void> => {
    const asked = await world
      .as(by)
      .send(addClaim, { id, version, claimSide, claimCode, claimAmount: fen(amount), reason: '约定' }, { files: pdf })
    version = (
      await world.as(other).send(answerClaim, { id, version: asked.version, claimId: asked.claimId, move: 'agree' })
    ).version
  }
  await agree('CARRIER', 'WAIT', 26_000, 'carrier', 'shipper')
  await agree('CARRIER', 'LATE', 3_333, 'shipper', 'carrier')
  await agree('SHIPPER', 'LOAD', 10_001, 'branch', 'shipper')
  const [before, daysBefore] = [await prepaid(), await figures()]

  // 32.4 t × 278.5495 = 9,025.00; + 260.00 waiting; − 150 kg at 800 = 120.00; − 33.33 late = 9,131.67, rounded down to
  // 9,130.00
  // 32.4 t × 293.21 = 9,500.00; + 100.01 loading
  version = (await world.as('shipper').send(moveWaybill, { id, version, move: 'sign' })).version
  const signed = await shown(id)
  expect(signed).toMatchObject({
    shipperFreight: 960_001,
    payable: 928_500,
    deducted: 12_000 + 3_333 + 167,
    lossG: 150_000,
  })
  expect((signed.payable ?? 0) - (signed.deducted ?? 0)).toBe(913_000)
  expect(signed.charges.map(({ side, code, amount }) => `${side} ${code} ${amount}`).toSorted()).toEqual([
    'CARRIER FREIGHT 902500',
    'CARRIER LATE -3333',
    'CARRIER LOSS -12000',
    'CARRIER ROUND -167',
    'CARRIER WAIT 26000',
    'SHIPPER FREIGHT 950000',
    'SHIPPER LOAD 10001',
  ])
  // the late delivery is a penalty: the part that bears the deductions says how much of them, and so does the waybill
  expect(
    await rows(
      `select p.deducted_fen as part, p.penalty_fen as of_part, w.deducted_fen as whole, w.penalty_fen as of_whole from waybill_parts p join waybills w on w.id = p.waybill_id where w.id = '${id}' and p.deducted_fen > 0`,
    ),
  ).toEqual([{ part: 15_500, of_part: 3_333, whole: 15_500, of_whole: 3_333 }])
  for (const { part, id: partId } of (await world.as('admin').send(getWaybill, { id })).parts)
    expect([part, (await world.as('admin').send(explainAmount, { amountOf: 'part', id, partId })).isKept]).toEqual([
      part,
      true,
    ])
  // the tax of 9 % in 9,600.01 is 792.66; 4,000.00 of it was paid before
  expect(await books(id)).toEqual({
    '1122.01': 560_001,
    '2205.01': 400_000,
    '6001.01': -880_735,
    '2221.07': -79_266,
    '6401.01': 928_500,
    '2202.99': -928_500,
  })
  expect(await prepaid()).toBe(before - 400_000)

  await world.as('admin').send(moveWaybill, { id, version, move: 'void', reason: '单据录错' })
  expect(await books(id)).toEqual({})
  expect([await prepaid(), await figures()]).toEqual([before, daysBefore])
  const vouchers = await rows<{ event: string; state: string; amount_fen: number }>(
    `select e.event, v.state, v.amount_fen from vouchers v join journal_entries e on e.id = v.entry_id where exists (select from journal_lines l where l.entry_id = e.id and l.waybill_id = '${id}') order by e.event`,
  )
  expect(vouchers.map(({ event, state, amount_fen }) => `${event} ${state} ${amount_fen}`)).toEqual([
    'E2 reversed 960001',
    'E2b reversed 400000',
    'E2br posted -400000',
    'E2r posted -960001',
    'E3 reversed 928500',
    'E3r posted -928500',
  ])
  const gone = await shown(id)
  expect([gone.state, new Set(gone.charges.map(({ state }) => state))]).toEqual(['void', new Set(['已失效'])])
  expect(
    (
      await rows<{ n: number }>(
        `select (g.total_qty - g.remain_qty - (select coalesce(sum(t.remain_qty), 0) from tasks t where t.goods_id = g.id))::bigint as n from goods g where g.id = '${gone.goodsId}'`,
      )
    )[0]?.n,
    'nothing of the goods is taken any more',
  ).toBe(0)
  expect((await world.as('shipper-freight').ask(makeSettlement, { waybillIds: [id] })).envelope.code).not.toBe(0)
})

test('a dispute moves no money until it ends; then the agreed weight decides freight and loss on both sides', async () => {
  const waybill = await world.walk(
    await one({
      lossRule: {
        kind: 'PERMILLE',
        allow: 3000,
        scope: 'EXCESS',
        basis: 'UNLOAD',
        deductUnitPrice: unitPrice(8_000_000),
        rounding: 'NONE',
      },
    }),
    [...unsigned(), 'dispute'],
  )
  const { id } = waybill
  expect([await books(id), (await shown(id)).settleState]).toEqual([{}, 'frozen'])
  const settled = await world
    .as('admin')
    .send(moveWaybill, { id, version: waybill.version, move: 'settleDispute', unloadWeightG: grams(32_050_000) })
  expect([await books(id), (await shown(id)).settleState]).toEqual([{}, 'unsettled'])
  await world.as('shipper').send(moveWaybill, { id, version: settled.version, move: 'sign' })
  // 32.05 t × 293.21 = 9,397.3805; × 278.5495 = 8,927.511475; of 350 kg lost 252.8 are beyond 97.2: 202.24
  expect(await shown(id)).toMatchObject({
    shipperFreight: 939_738,
    payable: 892_751,
    deducted: 20_224,
    lossG: 350_000,
    settleState: 'unsettled',
  })
  expect(await books(id)).toMatchObject({ '6401.01': 892_751, '2202.99': -892_751 })
})

test('weights put right, or taken back and weighed anew, leave no trace in the books but what the signature makes of the last of them', async () => {
  const waybill = await world.walk(await one(), unsigned())
  const { id } = waybill
  const corrected = await world
    .as('admin')
    .send(correctWaybill, { id, version: waybill.version, reason: '磅单录错', loadWeightG: grams(33_000_000) })
  const back = await world.as('admin').send(stepBackWaybill, { id, version: corrected.version, reason: '重新过磅' })
  const weighed = await world
    .as('carrier')
    .send(moveWaybill, { id, version: back.version, move: 'unload', unloadWeightG: grams(32_990_000) })
  expect(await books(id)).toEqual({})
  await world.as('shipper').send(moveWaybill, { id, version: weighed.version, move: 'sign' })
  // 33 t × 293.21 = 9,675.93; × 278.5495 = 9,192.1335; 10 kg are within 99
  expect(await shown(id)).toMatchObject({ shipperFreight: 967_593, payable: 919_213, deducted: 0, lossG: 10_000 })
  expect(await books(id)).toMatchObject({ '1122.01': 967_593, '6401.01': 919_213, '2202.99': -919_213 })
})

test('the figures of the day of a signature entered late are counted back on that day', async () => {
  const waybill = await world.walk(await one(), wholeJourney)
  const day = () =>
    rows<{ signed: number }>(
      "select sum(signed)::int as signed from waybill_days where owner_id = '00000000-0000-0000-0000-000000000000' and day_at < (select max(day_at) from waybill_days)",
    )
  const { version } = await shown(waybill.id)
  // signed two days ago, as a late entry would have it
  await world.server.db(tx =>
    tx.run(sql`update waybills set signed_at = signed_at - 172800000 where id = ${waybill.id}`.compile(q)),
  )
  await world.as('admin').send(moveWaybill, { id: waybill.id, version, move: 'void', reason: '录错' })
  expect((await day())[0]?.signed).toBe(-1)
})
