// Answers that are stale after vehicles, drivers, payees, terminals, positions, fences and links have changed.
import { countAbnormal, getAbnormal, judgeAbnormals, listAbnormal, listAbnormalRules } from '../abnormal/abnormal.ts'
import { countFences, getFences, listFences, listFenceVehicles } from '../fence/fence.ts'
import { getGoods } from '../goods/goods.ts'
import { listTerminalCommands, listTerminalPhotos } from '../terminal/command.ts'
import { countTerminals, getTerminal, listClaims, listTerminalMessages, listTerminals } from '../terminal/terminal.ts'
import { listToday } from '../today.ts'
import { listShares } from '../share.ts'
import { listDriverChoices, listVehicleChoices } from '../task/task.ts'
import { listDriverInvites } from '../fleet/driverInvite.ts'
import { countDrivers, getDriver, listDrivers } from '../fleet/driver.ts'
import { countPayees, getPayee, listDriverPayees, listPayees } from '../fleet/payee.ts'
import { countVehicles, getVehicle, listVehicles } from '../fleet/vehicle.ts'
import { getWaybill } from '../waybill/details.ts'
import { listTracked } from '../track/map.ts'

export const fleetStale = {
  vehicle: [listVehicles, countVehicles, getVehicle, listVehicleChoices, listDriverChoices, listToday],
  driver: [
    listDriverInvites,
    listDrivers,
    countDrivers,
    getDriver,
    listDriverPayees,
    listVehicleChoices,
    listDriverChoices,
    listToday,
  ],
  payee: [listPayees, countPayees, getPayee, listDriverPayees, listDriverChoices, listToday],
  terminal: [
    listTerminalPhotos,
    listTerminals,
    countTerminals,
    getTerminal,
    listTerminalMessages,
    listTerminalCommands,
    listClaims,
    getVehicle,
    getAbnormal,
    listToday,
  ],
  abnormal: [
    listAbnormal,
    countAbnormal,
    getAbnormal,
    judgeAbnormals,
    listAbnormalRules,
    getWaybill,
    listTracked,
    listToday,
  ],
  fence: [getFences, listFences, countFences, listFenceVehicles, getGoods],
  // both stand in the history of the goods
  share: [listShares, getGoods],
} as const
