// The columns of drivers.
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { count, day, state, text, type ListColumns } from '../columns.ts'
import type { DriverRow } from './driver.ts'

export const driverListColumns = {
  name: text('姓名', row => row.name, { chars: 10 }),
  paper: state('认证状态', paperStandings, row => row.paper),
  mobile: text('手机号', row => row.mobile),
  idNo: text('身份证号', row => row.idNo, { chars: 20 }),
  licenceClass: text('准驾车型', row => row.licenceClass, { chars: 10 }),
  licenceExpiry: day('驾驶证有效期', row => row.licenceExpiry),
  idCardExpiry: day('身份证有效期', row => row.idCardExpiry),
  qualificationNo: text('从业资格证号', row => row.qualificationNo, { chars: 20 }),
  qualificationExpiry: day('从业资格证有效期', row => row.qualificationExpiry),
  plate: text('现驾车辆', row => row.plate, { chars: 14 }),
  waybillNo: text('现运单', row => row.waybillNo, { chars: 20 }),
  openWaybills: count('在途运单', row => row.openWaybills),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
} satisfies ListColumns<DriverRow>
