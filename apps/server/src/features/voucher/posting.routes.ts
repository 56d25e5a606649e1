// The calls of posting rules and of opening balances bound to what serves them.
import * as opening from '@yunshu/contract/voucher/opening'
import * as calls from '@yunshu/contract/voucher/posting'
import { on, type Route } from '../../http/serve.ts'
import { saveOpening } from './opening.commands.ts'
import { findOpening } from './opening.queries.ts'
import { makePostingVersion, movePostingVersion } from './posting.commands.ts'
import { countVersions, findPostingVersion, findPostingVersions } from './posting.queries.ts'
import { findTrial } from './trial.queries.ts'

export const postingRoutes: Route[] = [
  on(calls.listPostingVersions, findPostingVersions),
  on(calls.countPostingVersions, countVersions),
  on(calls.getPostingVersion, findPostingVersion),
  on(calls.makePostingVersion, makePostingVersion),
  on(calls.movePostingVersion, movePostingVersion),
  on(calls.tryPostings, findTrial),
  on(opening.getOpening, findOpening),
  on(opening.saveOpening, saveOpening),
]
