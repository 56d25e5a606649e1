// The calls of drivers, bound to what they do.
import * as calls from '@yunshu/contract/fleet/driver'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { changeDriver, driverKeeping, registerDriver, shelveDriver } from './driver.commands.ts'
import { countDriversByPaper, findDriver, findDriversPage } from './driver.queries.ts'

export const driverRoutes: Route[] = [
  on(calls.listDrivers, findDriversPage),
  on(calls.countDrivers, countDriversByPaper),
  on(calls.getDriver, findDriver),
  on(calls.addDriver, registerDriver),
  on(calls.updateDriver, changeDriver),
  onAfter(calls.uploadDriverFiles, storeUploads, driverKeeping.upload),
  on(calls.submitDriver, driverKeeping.submit),
  on(calls.verifyDriver, driverKeeping.judge),
  on(calls.blacklistDriver, driverKeeping.ban),
  on(calls.retireDriver, shelveDriver),
]
