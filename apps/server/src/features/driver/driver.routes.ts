// The calls of drivers, bound to what they do.
import {
  addDriver,
  blacklistDriver,
  countDrivers,
  getDriver,
  listDrivers,
  retireDriver,
  submitDriver,
  updateDriver,
  uploadDriverFiles,
  verifyDriver,
} from '@yunshu/contract/fleet/driver'
import { on, type Route } from '../../http/serve.ts'
import { changeDriver, driverKeeping, registerDriver, shelveDriver } from './driver.commands.ts'
import { countDriversByPaper, findDriver, findDriversPage } from './driver.queries.ts'

export const driverRoutes: Route[] = [
  on(listDrivers, findDriversPage),
  on(countDrivers, countDriversByPaper),
  on(getDriver, findDriver),
  on(addDriver, registerDriver),
  on(updateDriver, changeDriver),
  on(uploadDriverFiles, driverKeeping.upload),
  on(submitDriver, driverKeeping.submit),
  on(verifyDriver, driverKeeping.judge),
  on(blacklistDriver, driverKeeping.ban),
  on(retireDriver, shelveDriver),
]
