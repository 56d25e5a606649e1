// The calls of posting rules bound to what serves them.
import * as calls from '@yunshu/contract/voucher/posting'
import { on, type Route } from '../../http/serve.ts'
import { makePostingVersion, movePostingVersion } from './posting.commands.ts'
import { findPostingVersion, findPostingVersions, findTrial } from './posting.queries.ts'

export const postingRoutes: Route[] = [
  on(calls.listPostingVersions, findPostingVersions),
  on(calls.getPostingVersion, findPostingVersion),
  on(calls.makePostingVersion, makePostingVersion),
  on(calls.movePostingVersion, movePostingVersion),
  on(calls.tryPostings, findTrial),
]
