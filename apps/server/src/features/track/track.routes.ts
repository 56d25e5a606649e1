// The calls of the map and of what trails tell, bound to what they do.
import * as evidence from '@yunshu/contract/track/evidence'
import * as calls from '@yunshu/contract/track/map'
import * as reports from '@yunshu/contract/track/report'
import { on, onFile, type Route } from '../../http/serve.ts'
import { handOutEvidence, showSealedTrail, verifyTrail } from './evidence.commands.ts'
import { findTrackAlarms } from './alarms.queries.ts'
import { findEvidence } from './evidence.queries.ts'
import { findDistrict, findLive, findTracked } from './map.queries.ts'
import { countTrackOnlineBy, findTrackOnline } from './online.queries.ts'
import { findTrackDays, findTrackStops, sumTrackDaysOf } from './report.queries.ts'
import { showTrail } from './trail.commands.ts'
import { findTrackArea } from './area.queries.ts'
import { findTrackTrips } from './trips.queries.ts'

export const trackRoutes: Route[] = [
  on(calls.listTracked, findTracked),
  on(calls.getLive, findLive),
  on(calls.getTrackDistrict, findDistrict),
  on(calls.getTrail, showTrail),
  on(evidence.getEvidence, findEvidence),
  on(evidence.verifyEvidence, verifyTrail),
  on(evidence.openEvidence, showSealedTrail),
  onFile(evidence.downloadEvidence, handOutEvidence),
  on(reports.listTrackStops, findTrackStops),
  on(reports.listTrackTrips, findTrackTrips),
  on(reports.listTrackAlarms, findTrackAlarms),
  on(reports.listTrackArea, findTrackArea),
  on(reports.listTrackDays, findTrackDays),
  on(reports.sumTrackDays, sumTrackDaysOf),
  on(reports.listTrackOnline, findTrackOnline),
  on(reports.countTrackOnline, countTrackOnlineBy),
]
