// The calls of vehicles, bound to what they do.
import * as calls from '@yunshu/contract/fleet/vehicle'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { changeVehicle, registerVehicle, shelveVehicle, vehicleKeeping } from './vehicle.commands.ts'
import { countVehiclesByPaper, findVehicle, findVehiclesPage } from './vehicle.queries.ts'

export const vehicleRoutes: Route[] = [
  on(calls.listVehicles, findVehiclesPage),
  on(calls.countVehicles, countVehiclesByPaper),
  on(calls.getVehicle, findVehicle),
  on(calls.addVehicle, registerVehicle),
  on(calls.updateVehicle, changeVehicle),
  onAfter(calls.uploadVehicleFiles, storeUploads, vehicleKeeping.upload),
  on(calls.submitVehicle, vehicleKeeping.submit),
  on(calls.verifyVehicle, vehicleKeeping.judge),
  on(calls.blacklistVehicle, vehicleKeeping.ban),
  on(calls.retireVehicle, shelveVehicle),
]
