// What goods need done without anybody asking: expiry.
import type { Deps } from '../../http/ctx.ts'
import { asSystem } from '../../jobs/system.ts'
import { expireDue } from './goods.commands.ts'

/** How many goods one transaction expires, so that none holds locks for long. */
const batch = 200

/** Expires all goods whose time is over; answers how many. Safe to run on several servers at once. */
export async function expireGoods(deps: Deps): Promise<number> {
  let all = 0
  for (;;) {
    const done = await asSystem(deps, (ctx) => expireDue(ctx, batch))
    all += done
    if (done < batch) return all
  }
}
