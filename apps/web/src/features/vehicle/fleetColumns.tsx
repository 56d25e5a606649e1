// The columns of vehicles and of drivers.
import type { DriverRow, VehicleRow } from '@yunshu/contract/vehicle'
import { energyTypes, labelOf, plateColours } from '@yunshu/domain/codes'
import { paperStates } from '@yunshu/domain/paper'
import { vehicleTypes } from '@yunshu/domain/vehicleTypes'
import { stateColumn, textColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { Expiry } from './Expiry.tsx'

const open = (row: { openWaybills: number }) => <span className="ys-figure">{row.openWaybills}</span>

export const vehicleColumns: readonly Column<VehicleRow>[] = [
  textColumn('plate', '车牌号', (row) => row.plate, { width: 120, fixed: 'start', card: 'title' }),
  stateColumn('paper', '认证状态', paperStates, (row) => row.paper),
  textColumn('plateColor', '车牌颜色', (row) => labelOf(plateColours, row.plateColor), { width: 96, card: 'hide' }),
  textColumn('typeCode', '车辆类型', (row) => labelOf(vehicleTypes, row.typeCode) ?? row.typeCode, { width: 150 }),
  weightColumn('tonnageG', '核定载质量', (row) => row.tonnageG),
  weightColumn('grossG', '总质量', (row) => row.grossG, { card: 'hide' }),
  textColumn('energy', '能源', (row) => labelOf(energyTypes, row.energy), { width: 80, card: 'hide' }),
  { key: 'licenceExpiry', title: '行驶证有效期', width: 200, render: (row) => <Expiry value={row.licenceExpiry} /> },
  { key: 'transportCertExpiry', title: '道路运输证有效期', width: 200, render: (row) => <Expiry value={row.transportCertExpiry} /> },
  textColumn('transportCertNo', '道路运输证号', (row) => row.transportCertNo, { width: 150, card: 'hide' }),
  { key: 'openWaybills', title: '在途运单', width: 90, align: 'right', render: open },
  textColumn('owner', '所有人', (row) => row.owner, { width: 200, card: 'hide', isHidden: true }),
  textColumn('vin', '车辆识别代号', (row) => row.vin, { width: 180, card: 'hide', isHidden: true }),
  textColumn('carrierName', '承运商', (row) => row.carrierName, { width: 220, card: 'hide' }),
]

export const driverColumns: readonly Column<DriverRow>[] = [
  textColumn('name', '姓名', (row) => row.name, { width: 110, fixed: 'start', card: 'title' }),
  stateColumn('paper', '认证状态', paperStates, (row) => row.paper),
  textColumn('mobile', '手机号', (row) => row.mobile, { width: 130 }),
  textColumn('idNo', '身份证号', (row) => row.idNo, { width: 190, card: 'hide' }),
  textColumn('licenceClass', '准驾车型', (row) => row.licenceClass, { width: 96 }),
  { key: 'licenceExpiry', title: '驾驶证有效期', width: 200, render: (row) => <Expiry value={row.licenceExpiry} /> },
  { key: 'qualificationExpiry', title: '从业资格证有效期', width: 200, render: (row) => <Expiry value={row.qualificationExpiry} /> },
  textColumn('qualificationNo', '从业资格证号', (row) => row.qualificationNo, { width: 190, card: 'hide' }),
  { key: 'openWaybills', title: '在途运单', width: 90, align: 'right', render: open },
  textColumn('carrierName', '承运商', (row) => row.carrierName, { width: 220, card: 'hide' }),
]
