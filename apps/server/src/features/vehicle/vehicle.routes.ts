// The calls of vehicles, bound to what they do.
import {
  addVehicle,
  blacklistVehicle,
  countVehicles,
  getVehicle,
  listVehicles,
  retireVehicle,
  submitVehicle,
  updateVehicle,
  uploadVehicleFiles,
  verifyVehicle,
} from '@yunshu/contract/fleet/vehicle'
import { on, type Route } from '../../http/serve.ts'
import { changeVehicle, registerVehicle, shelveVehicle, vehicleKeeping } from './vehicle.commands.ts'
import { countVehiclesByPaper, findVehicle, findVehiclesPage } from './vehicle.queries.ts'

export const vehicleRoutes: Route[] = [
  on(listVehicles, findVehiclesPage),
  on(countVehicles, countVehiclesByPaper),
  on(getVehicle, findVehicle),
  on(addVehicle, registerVehicle),
  on(updateVehicle, changeVehicle),
  on(uploadVehicleFiles, vehicleKeeping.upload),
  on(submitVehicle, vehicleKeeping.submit),
  on(verifyVehicle, vehicleKeeping.judge),
  on(blacklistVehicle, vehicleKeeping.ban),
  on(retireVehicle, shelveVehicle),
]
