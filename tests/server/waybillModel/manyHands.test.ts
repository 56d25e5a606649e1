// Many hands on one waybill at a time, and one hand that asks again.
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFreightWorld, type FreightWorld } from '../freightWorld.ts'
import { manyHands } from './manyHands.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

it('of many hands on one waybill at a time exactly one moves it', async () => {
  const { waybills, transitions, refusals } = await manyHands(world, 20, 32)
  expect(waybills).toBe(20)
  expect(transitions, 'each waybill took one step and no more').toEqual(Array.from({ length: 20 }, () => 1))
  expect(refusals).toEqual({ stale: 20 * 31 })
})

it('a move that is sent again with its key is one move', async () => {
  const [waybill] = await world.waybills(1)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      world
        .as('carrier')
        .ask(moveWaybill, { id: waybill?.id ?? '', version: 1, move: 'accept' }, { key: `again-${waybill?.id}` }),
    ),
  )
  expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope)))).toEqual(
    new Set([JSON.stringify({ code: 0, message: '操作成功', data: { id: waybill?.id, version: 2 } })]),
  )
})
