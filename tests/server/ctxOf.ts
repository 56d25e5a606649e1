// Test support: works as the product itself does, in a transaction of a test server.
import type { Ctx } from '../../apps/server/src/work/ctx.ts'
import { asSystem } from '../../apps/server/src/work/system.ts'
import type { FreightWorld } from './freightWorld.ts'

export const systemCtx = <T>(world: FreightWorld, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  asSystem(world.server.server.deps, work)
