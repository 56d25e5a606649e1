// Work on goods that nobody asks for: expiry, and prices of a plan that come into force.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import type { Ctx, Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { expireDueGoods } from './goods.commands.ts'
import { applyDuePrices } from './prices.commands.ts'

/** Goods one transaction works on: few, so that none holds locks for long. */
const batch = 200

/** Expires all goods whose time is over; answers how many. Safe to run on several servers at once. */
export const expireGoods = (deps: Deps): Promise<number> => inBatches(deps, expireDueGoods)

/**
 * Writes all prices that have come into force onto their goods; answers how many goods. Safe to run on several servers
 * at once.
 */
export const applyPrices = (deps: Deps): Promise<number> => inBatches(deps, applyDuePrices)

async function inBatches(deps: Deps, work: (ctx: Ctx, limit: number) => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const done = await asSystem(deps, ctx => work(ctx, batch))
    all += done
    if (done < batch) return all
  }
}

export const goodsJobs: readonly Job[] = [
  {
    name: 'goods.expire',
    everyMs: MINUTE_MS,
    run: async deps => {
      await expireGoods(deps)
    },
  },
  {
    name: 'goods.prices',
    everyMs: MINUTE_MS,
    run: async deps => {
      await applyPrices(deps)
    },
  },
]
