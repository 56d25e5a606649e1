// The price of a lane by own deals over HTTP: how many it takes, which count, and for whom.
import { getPriceHint } from '@yunshu/contract/goods/priceHint'
import { takeGoods } from '@yunshu/contract/goods/goods'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

// no lane of the demo
const point = (regionCode: string) => ({
  name: '某处',
  regionCode,
  regionName: '某省 / 某市 / 某区',
  address: '某路',
  contact: '王建国',
  mobile: '13892010001',
})
const lane = { loadRegion: '542425', unloadRegion: '542527', pricing: 'PER_TON' as const }
const deal = async (yuan: number, isTaken = true): Promise<string> => {
  const { id } = await world.publish({
    loadPoints: [point('542424')],
    unloadPoints: [point('542526')],
    unitPrice: unitPrice(yuan * 10_000),
  })
  if (isTaken) await world.as('carrier').send(takeGoods, { goodsId: id, qty: 1 })
  return id
}
const hintFor = async (account: 'shipper' | 'shipper2' = 'shipper') =>
  (await world.as(account).send(getPriceHint, lane)).hint

it('five own deals of thirty days between the cities say a price, fewer, older and untaken ones and others’ do not', async () => {
  const first = await deal(200)
  for (const yuan of [230, 210, 220]) await deal(yuan)
  await deal(999, false)
  expect(await hintFor()).toBeUndefined()
  await deal(240)
  expect(await hintFor()).toEqual({
    count: 5,
    low: unitPrice(2_000_000),
    middle: unitPrice(2_200_000),
    high: unitPrice(2_400_000),
  })
  expect((await world.as('shipper').send(getPriceHint, { ...lane, pricing: 'PER_TRUCK' })).hint).toBeUndefined()
  expect((await world.as('shipper').send(getPriceHint, { ...lane, unloadRegion: '620102' })).hint).toBeUndefined()
  // another company hears nothing of it, nor by naming this one
  expect(await hintFor('shipper2')).toBeUndefined()
  const named = await world.as('shipper2').ask(getPriceHint, { ...lane, shipperId: demoCompanyId('shipper') })
  expect(named.envelope.code).toBe(4001)
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('goods')
        .set({ created_at: Date.now() - 31 * DAY_MS })
        .where('id', '=', first),
    ),
  )
  expect(await hintFor()).toBeUndefined()
})
