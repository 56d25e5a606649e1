// The calls of papers of waybills and of their check, bound to what they do.
import * as calls from '@yunshu/contract/waybill/paper'
import { publicReads } from '@yunshu/domain/share'
import { on, onOpen, type Route } from '../../http/serve.ts'
import { limitedBy, readLimit } from '../../http/readLimit.ts'
import { checkWaybill, checkWaybills, giveVerdict } from './check.commands.ts'
import { countPrint, makePaperLink, revokePaperLink } from './paper.commands.ts'
import { findPaper, findPaperDesk } from './paper.queries.ts'

/** The pages of papers count together. */
const take = readLimit(publicReads)
const limited = limitedBy(take)

export const paperRoutes: Route[] = [
  onOpen(calls.checkWaybill, limited(checkWaybill)),
  onOpen(calls.checkWaybills, (ctx, input) => {
    // a list is as many requests as it has pairs
    for (const _ of input.pairs) take(ctx.ip, ctx.now)
    return checkWaybills(ctx, input)
  }),
  onOpen(calls.giveVerdict, limited(giveVerdict)),
  onOpen(calls.getPaper, limited(findPaper)),
  onOpen(calls.countPrint, limited(countPrint)),
  on(calls.getPaperDesk, findPaperDesk),
  on(calls.makePaperLink, makePaperLink),
  on(calls.revokePaperLink, revokePaperLink),
]
