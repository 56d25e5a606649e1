// The proof of the guard table: a wrong rule put into the product shows in it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFreightWorld, type FreightWorld } from '../freightWorld.ts'
import { guardFaults } from './guards.ts'
import { wrongRules } from './plants.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

it.each(wrongRules)('a wrong rule of the product is found: $what (control)', async ({ put, code, complaint }) => {
  const takeOut = put()
  try {
    expect((await guardFaults(world, code)).faults.join('\n')).toMatch(complaint)
  } finally {
    takeOut()
  }
})
