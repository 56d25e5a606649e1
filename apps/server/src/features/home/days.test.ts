// The last thirty days over HTTP: kept with every waybill made and signed, each side with its own freight, one's own
// rows for whoever sees no more.
import { getHomeDays, homeDays } from '@yunshu/contract/home'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysCountedAnew } from '../../work/days.ts'
import { q, type Tx } from '../../db/tx.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightAccount,
  type FreightWorld,
} from '../../../../../tests/server/freightWorld.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
  const made = await world.waybills(3)
  for (const waybill of made.slice(0, 2)) await world.walk(waybill, wholeJourney)
})
afterAll(() => world.stop())

const today = async (account: FreightAccount) => (await world.as(account).send(getHomeDays, {})).days.at(-1)
const kept = (tx: Tx) =>
  tx.rows(
    q
      .selectFrom('waybill_days')
      .select(['owner_id', 'day_at'])
      .select(e =>
        (['made', 'signed', 'weight_g', 'shipper_fen', 'carrier_fen'] as const).map(column =>
          e.cast<number>(e.fn.sum(column), 'bigint').as(column),
        ),
      )
      .groupBy(['owner_id', 'day_at'])
      .orderBy('owner_id')
      .orderBy('day_at'),
  )

test('a shipper reads what it pays, a carrier what it gets, the house both', async () => {
  const figures = { day: startOfDay(Date.now()), made: 3, signed: 2, weightG: 64_500_000 }
  expect(await today('shipper')).toEqual({ ...figures, shipperFreight: 1_900_000 })
  expect(await today('carrier')).toEqual({ ...figures, carrierFreight: 1_805_000 })
  expect(await today('admin')).toEqual({ ...figures, shipperFreight: 1_900_000, carrierFreight: 1_805_000 })
  expect(await today('shipper2')).toMatchObject({ made: 0, signed: 0, shipperFreight: 0 })
})

test('every day of the thirty stands there once, oldest first', async () => {
  const { days } = await world.as('carrier').send(getHomeDays, {})
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: homeDays }, (_, n) => startOfDay(Date.now()) - (homeDays - 1 - n) * DAY_MS),
  )
})

test('without the price permit there is no freight, without the permit of waybills nothing', async () => {
  const { client } = await addColleague(world.server, {
    account: 'no-price',
    company: 'shipper',
    permits: ['waybill.view'],
    dataScope: 'COMPANY',
  })
  const { days } = await client.send(getHomeDays, {})
  expect(days.at(-1)).toEqual({ day: startOfDay(Date.now()), made: 3, signed: 2, weightG: 64_500_000 })
  const { client: nobody } = await addColleague(world.server, {
    account: 'no-waybills',
    company: 'shipper',
    permits: ['goods.view'],
    dataScope: 'COMPANY',
  })
  expect((await nobody.ask(getHomeDays, {})).http).toBe(403)
})

test('who sees their own rows only gets the figures of those', async () => {
  const { client } = await addColleague(world.server, {
    account: 'own-rows',
    company: 'shipper',
    permits: ['waybill.view', 'price.shipper'],
    dataScope: 'SELF',
  })
  expect((await client.send(getHomeDays, {})).days.every(({ made, signed }) => made === 0 && signed === 0)).toBe(true)
  const branchOffice = await addColleague(world.server, {
    account: 'own-goods',
    company: 'shipper',
    permits: ['waybill.view', 'price.shipper'],
    dataScope: 'SELF',
  })
  await world.server.db(tx => tx.run(q.updateTable('waybills').set({ shipper_by: branchOffice.id })))
  expect((await branchOffice.client.send(getHomeDays, {})).days.at(-1)).toEqual(await today('shipper'))
})

test('the kept figures are those of the waybills, and a figure that was not kept would be seen', async () => {
  const anew = () => world.server.db(tx => tx.rows(daysCountedAnew.compile(q)))
  const sorted = (rows: readonly { owner_id: string; day_at: number }[]) =>
    [...rows].sort((a, b) => (a.owner_id + a.day_at < b.owner_id + b.day_at ? -1 : 1))
  expect(sorted(await world.server.db(kept))).toEqual(sorted(await anew()))
  await world.server.db(tx => tx.run(q.updateTable('waybill_days').set({ signed: 7 })))
  expect(sorted(await world.server.db(kept))).not.toEqual(sorted(await anew()))
})
