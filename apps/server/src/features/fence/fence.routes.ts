// The calls of fences, bound to what they do.
import {
  bindVehicles,
  getFences,
  listFences,
  listFenceVehicles,
  saveFence,
  unbindVehicle,
} from '@yunshu/contract/fence'
import { on, type Route } from '../../http/serve.ts'
import { bind, draw, unbind } from './fence.commands.ts'
import { findFenceList, findFences, findFenceVehicles } from './fence.queries.ts'

export const fenceRoutes: Route[] = [
  on(getFences, findFences),
  on(saveFence, draw),
  on(listFenceVehicles, findFenceVehicles),
  on(bindVehicles, bind),
  on(unbindVehicle, unbind),
  on(listFences, findFenceList),
]
