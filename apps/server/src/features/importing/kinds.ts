// Everything that can be imported, by its key in the contract.
import type { ImportKey } from '@yunshu/contract/importing'
import type { ImportKind } from '../../imports/importKind.ts'
import { driversImport } from '../driver/driverImport.commands.ts'
import { fenceVehiclesImport } from '../fence/fenceImport.commands.ts'
import { fuelCardsImport } from '../fuel/cardImport.commands.ts'
import { tollPassesImport } from '../fuel/passImport.commands.ts'
import { fuelUsesImport } from '../fuel/useImport.commands.ts'
import { payeesImport } from '../payee/payeeImport.commands.ts'
import { terminalsImport } from '../terminal/terminalImport.commands.ts'
import { vehiclesImport } from '../vehicle/vehicleImport.commands.ts'
import { goodsImport } from '../goods/goodsImport.commands.ts'
import { waybillsImport } from '../backfill/backfill.commands.ts'

const kinds: Readonly<Record<ImportKey, ImportKind>> = {
  goods: goodsImport,
  waybills: waybillsImport,
  vehicles: vehiclesImport,
  drivers: driversImport,
  payees: payeesImport,
  fenceVehicles: fenceVehiclesImport,
  fuelCards: fuelCardsImport,
  fuelUses: fuelUsesImport,
  tollPasses: tollPassesImport,
  terminals: terminalsImport,
}

/** The kind of a key. */
export const kindOf = (key: ImportKey): ImportKind => kinds[key]
