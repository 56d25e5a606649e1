// The columns of vehicles.
import { energyTypes, labelOf, plateColours } from '@yunshu/domain/codes'
import { printDecimal } from '@yunshu/domain/figures/decimal'
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { count, day, state, text, tons, type ListColumns } from '../columns.ts'
import type { VehicleRow } from './vehicle.ts'

export const vehicleListColumns = {
  plate: text('车牌号', row => row.plate, { chars: 12 }),
  paper: state('认证状态', paperStandings, row => row.paper),
  plateColor: text('车牌颜色', row => labelOf(plateColours, row.plateColor)),
  typeCode: text('车辆类型', row => labelOf(vehicleTypes, row.typeCode) ?? row.typeCode, { chars: 26 }),
  tonnageG: tons('核定载质量', row => row.tonnageG),
  grossG: tons('总质量', row => row.grossG),
  energy: text('能源', row => labelOf(energyTypes, row.energy), { chars: 10 }),
  owner: text('所有人', row => row.owner, { chars: 26 }),
  vin: text('车辆识别代号', row => row.vin, { chars: 20 }),
  transportCertNo: text('道路运输证号', row => row.transportCertNo),
  transportCertExpiry: day('道路运输证有效期', row => row.transportCertExpiry),
  licenceExpiry: day('行驶证有效期', row => row.licenceExpiry),
  annualCheckExpiry: day('年检有效期', row => row.annualCheckExpiry),
  insuranceExpiry: day('交强险有效期', row => row.insuranceExpiry),
  lengthDm: text('车长(米)', ({ lengthDm }) => (lengthDm === undefined ? undefined : printDecimal(lengthDm, 1, 0)), {
    chars: 10,
  }),
  trailerPlate: text('挂车号牌', row => row.trailerPlate, { chars: 12 }),
  driverName: text('现司机', row => row.driverName, { chars: 10 }),
  waybillNo: text('现运单', row => row.waybillNo, { chars: 20 }),
  openWaybills: count('在途运单', row => row.openWaybills),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
} satisfies ListColumns<VehicleRow>
