// Test support: works as the product itself does, in a transaction of a test server.
import type { Ctx } from '../../http/ctx.ts'
import { asSystem } from '../../jobs/system.ts'
import type { FreightWorld } from './freightWorld.testing.ts'

export const systemCtx = <T>(world: FreightWorld, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  asSystem(world.server.server.deps, work)
