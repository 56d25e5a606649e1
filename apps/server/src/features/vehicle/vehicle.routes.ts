// The calls of vehicles, bound to what they do.
import { addVehicle, blacklistVehicle, countVehicles, getVehicle, listVehicles, retireVehicle, submitVehicle, updateVehicle, uploadVehicleFiles, verifyVehicle } from '@yunshu/contract/vehicle'
import { on, type Route } from '../../http/serve.ts'
import { banVehicle, changeVehicle, judgeVehicle, registerVehicle, shelveVehicle, submitForCheck, uploadVehicle } from './vehicle.commands.ts'
import { countVehiclesByPaper, findVehicle, findVehiclesPage } from './vehicle.queries.ts'

export const vehicleRoutes: Route[] = [
  on(listVehicles, findVehiclesPage),
  on(countVehicles, countVehiclesByPaper),
  on(getVehicle, findVehicle),
  on(addVehicle, registerVehicle),
  on(updateVehicle, changeVehicle),
  on(uploadVehicleFiles, uploadVehicle),
  on(submitVehicle, submitForCheck),
  on(verifyVehicle, judgeVehicle),
  on(blacklistVehicle, banVehicle),
  on(retireVehicle, shelveVehicle),
]
