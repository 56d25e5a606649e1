// The calls of drivers, bound to what they do.
import { addDriver, blacklistDriver, countDrivers, getDriver, listDrivers, retireDriver, submitDriver, updateDriver, uploadDriverFiles, verifyDriver } from '@yunshu/contract/driver'
import { on, type Route } from '../../http/serve.ts'
import { banDriver, changeDriver, judgeDriver, registerDriver, shelveDriver, submitForCheck, uploadDriver } from './driver.commands.ts'
import { countDriversByPaper, findDriver, findDriversPage } from './driver.queries.ts'

export const driverRoutes: Route[] = [
  on(listDrivers, findDriversPage),
  on(countDrivers, countDriversByPaper),
  on(getDriver, findDriver),
  on(addDriver, registerDriver),
  on(updateDriver, changeDriver),
  on(uploadDriverFiles, uploadDriver),
  on(submitDriver, submitForCheck),
  on(verifyDriver, judgeDriver),
  on(blacklistDriver, banDriver),
  on(retireDriver, shelveDriver),
]
