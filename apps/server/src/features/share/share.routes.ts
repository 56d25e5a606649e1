// The calls of sharing: for those who share, and for anybody.
import { getPublicGoods, getSharedGoods, listShares, makeShare, revokeShare } from '@yunshu/contract/share'
import { publicReads } from '@yunshu/domain/share'
import { on, onOpen, type Route } from '../../http/serve.ts'
import { findPublicGoods, viewShared } from './public.queries.ts'
import { readLimit } from './readLimit.ts'
import { addShare, endShare } from './share.commands.ts'
import { findShares } from './share.queries.ts'

/** Both public pages count together. */
const take = readLimit(publicReads)

export const shareRoutes: Route[] = [
  on(listShares, findShares),
  on(makeShare, addShare),
  on(revokeShare, endShare),
  onOpen(getPublicGoods, async (ctx, input) => {
    take(ctx.ip, ctx.now)
    return findPublicGoods(ctx, input)
  }),
  onOpen(getSharedGoods, async (ctx, input) => {
    take(ctx.ip, ctx.now)
    return viewShared(ctx, input)
  }),
]
