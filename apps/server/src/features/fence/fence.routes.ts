// The calls of fences, bound to what they do.
import * as calls from '@yunshu/contract/fence/fence'
import { on, type Route } from '../../http/serve.ts'
import { bindVehicles, saveFence, unbindVehicle } from './fence.commands.ts'
import { countFencesBy, findFenceList, findFences, findFenceVehicles } from './fence.queries.ts'

export const fenceRoutes: Route[] = [
  on(calls.getFences, findFences),
  on(calls.saveFence, saveFence),
  on(calls.listFenceVehicles, findFenceVehicles),
  on(calls.bindVehicles, bindVehicles),
  on(calls.unbindVehicle, unbindVehicle),
  on(calls.listFences, findFenceList),
  on(calls.countFences, countFencesBy),
]
