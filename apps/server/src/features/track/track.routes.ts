// The calls of the map, bound to what they do.
import * as calls from '@yunshu/contract/track/map'
import { on, type Route } from '../../http/serve.ts'
import { findLive, findTracked } from './map.queries.ts'
import { showTrail } from './trail.commands.ts'

export const trackRoutes: Route[] = [
  on(calls.listTracked, findTracked),
  on(calls.getLive, findLive),
  on(calls.getTrail, showTrail),
]
