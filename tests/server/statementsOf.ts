// Test support: the number of statements a work sends.
import type { Tx } from '../../apps/server/src/db/tx.ts'
import type { Ctx } from '../../apps/server/src/work/ctx.ts'
import { systemCtx } from './ctxOf.ts'
import type { FreightWorld } from './freightWorld.ts'

type Runnable = Parameters<Tx['run']>[0]
const textOf = (query: Runnable): string => ('compile' in query ? query.compile() : query).sql

/** Statements sent by `work` as the product itself does it, without the row each telling is. */
export const statementsOf = (world: FreightWorld, work: (ctx: Ctx) => Promise<unknown>): Promise<number> =>
  systemCtx(world, async ctx => {
    let sent = 0
    const counted = <Q extends Runnable>(query: Q): Q => {
      if (!textOf(query).startsWith('insert into "outbox"')) sent++
      return query
    }
    const { tx } = ctx
    await work({
      ...ctx,
      tx: {
        rows: query => tx.rows(counted(query)),
        first: query => tx.first(counted(query)),
        one: query => tx.one(counted(query)),
        run: query => tx.run(counted(query)),
        elevated: inner => tx.elevated(inner),
      },
    })
    return sent
  })
