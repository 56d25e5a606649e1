// The columns of vehicles.
import type { VehicleRow } from '@yunshu/contract/fleet/vehicle'
import { energyTypes, labelOf, plateColours } from '@yunshu/domain/codes'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { Expiry } from '../../parts/fleet/Expiry.tsx'
import { standingColumn } from '../../parts/fleet/FleetTags.tsx'
import { textColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { printLength } from './vehicleOptions.ts'

export const vehicleColumns: readonly Column<VehicleRow>[] = [
  textColumn('plate', '车牌号', row => row.plate, { width: 120, fixed: 'start', card: 'title' }),
  standingColumn<VehicleRow>(),
  textColumn('plateColor', '车牌颜色', row => labelOf(plateColours, row.plateColor), { width: 96, card: 'hide' }),
  textColumn('typeCode', '车辆类型', row => labelOf(vehicleTypes, row.typeCode) ?? row.typeCode, { width: 150 }),
  weightColumn('tonnageG', '核定载质量', row => row.tonnageG),
  weightColumn('grossG', '总质量', row => row.grossG, { card: 'hide' }),
  textColumn('lengthDm', '车长(米)', row => (row.lengthDm === undefined ? undefined : printLength(row.lengthDm)), {
    width: 90,
    card: 'hide',
    isHidden: true,
  }),
  textColumn('energy', '能源', row => labelOf(energyTypes, row.energy), { width: 80, card: 'hide' }),
  { key: 'licenceExpiry', title: '行驶证有效期', width: 200, render: row => <Expiry value={row.licenceExpiry} /> },
  {
    key: 'transportCertExpiry',
    title: '道路运输证有效期',
    width: 200,
    render: row => <Expiry value={row.transportCertExpiry} />,
  },
  {
    key: 'annualCheckExpiry',
    title: '年检有效期',
    width: 200,
    card: 'hide',
    render: row => <Expiry value={row.annualCheckExpiry} />,
  },
  {
    key: 'insuranceExpiry',
    title: '交强险有效期',
    width: 200,
    card: 'hide',
    render: row => <Expiry value={row.insuranceExpiry} />,
  },
  textColumn('transportCertNo', '道路运输证号', row => row.transportCertNo, { width: 150, card: 'hide' }),
  {
    key: 'openWaybills',
    title: '在途运单',
    width: 90,
    align: 'right',
    render: row => <span className="ys-figure">{row.openWaybills}</span>,
  },
  textColumn('trailerPlate', '挂车号牌', row => row.trailerPlate, { width: 120, card: 'hide', isHidden: true }),
  textColumn('owner', '所有人', row => row.owner, { width: 200, card: 'hide', isHidden: true }),
  textColumn('vin', '车辆识别代号', row => row.vin, { width: 180, card: 'hide', isHidden: true }),
  textColumn('carrierName', '承运商', row => row.carrierName, { width: 220, card: 'hide' }),
]
