// The calls of the fleet, bound to what they do.
import { addDriver, addVehicle, listDrivers, listVehicles, updateDriver, updateVehicle } from '@yunshu/contract/vehicle'
import { on, type Route } from '../../http/serve.ts'
import { changeDriver, changeVehicle, registerDriver, registerVehicle } from './vehicle.commands.ts'
import { findDriversPage, findVehiclesPage } from './vehicle.queries.ts'

export const vehicleRoutes: Route[] = [
  on(listVehicles, findVehiclesPage),
  on(addVehicle, registerVehicle),
  on(updateVehicle, changeVehicle),
  on(listDrivers, findDriversPage),
  on(addDriver, registerDriver),
  on(updateDriver, changeDriver),
]
