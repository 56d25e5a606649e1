// Every row of the guard table (oracle.ts): each status × each move × each person.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFreightWorld, type FreightWorld } from '../freightWorld.ts'
import { codes, guardFaults } from './guards.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

it.each(codes)('from %i nobody makes a move the table does not give them, and everybody those it does', async code => {
  const { faults, rows } = await guardFaults(world, code)
  expect(faults).toEqual([])
  expect(rows).toBe({ 10: 10, 20: 11, 30: 8, 40: 10, 45: 5, 50: 6, 60: 10, 65: 10, 70: 1, 80: 0, 90: 0, 95: 0 }[code])
})
