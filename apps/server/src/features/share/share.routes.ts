// The calls of sharing: for those who share, and for anybody.
import * as calls from '@yunshu/contract/share'
import { publicReads } from '@yunshu/domain/share'
import { on, onOpen, type Route } from '../../http/serve.ts'
import { findPublicGoods, viewShared } from './public.queries.ts'
import { readLimit } from '../../http/readLimit.ts'
import { addShare, endShare } from './share.commands.ts'
import { findShares } from './share.queries.ts'

/** Both public pages count together. */
const take = readLimit(publicReads)

export const shareRoutes: Route[] = [
  on(calls.listShares, findShares),
  on(calls.makeShare, addShare),
  on(calls.revokeShare, endShare),
  onOpen(calls.getPublicGoods, async (ctx, input) => {
    take(ctx.ip, ctx.now)
    return findPublicGoods(ctx, input)
  }),
  onOpen(calls.getSharedGoods, async (ctx, input) => {
    take(ctx.ip, ctx.now)
    return viewShared(ctx, input)
  }),
]
