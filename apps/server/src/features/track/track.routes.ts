// The calls of the map and of what trails tell, bound to what they do.
import * as calls from '@yunshu/contract/track/map'
import * as reports from '@yunshu/contract/track/report'
import { on, type Route } from '../../http/serve.ts'
import { findLive, findTracked } from './map.queries.ts'
import { findTrackDays, findTrackOnline, findTrackStops } from './report.queries.ts'
import { showTrail } from './trail.commands.ts'

export const trackRoutes: Route[] = [
  on(calls.listTracked, findTracked),
  on(calls.getLive, findLive),
  on(calls.getTrail, showTrail),
  on(reports.listTrackStops, findTrackStops),
  on(reports.listTrackDays, findTrackDays),
  on(reports.listTrackOnline, findTrackOnline),
]
