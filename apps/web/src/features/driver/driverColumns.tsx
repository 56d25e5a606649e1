// The columns of drivers.
import type { DriverRow } from '@yunshu/contract/fleet/driver'
import { Expiry } from '../../parts/fleet/Expiry.tsx'
import { standingColumn } from '../../parts/fleet/FleetTags.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'

export const driverColumns: readonly Column<DriverRow>[] = [
  textColumn('name', '姓名', row => row.name, { width: 110, fixed: 'start', card: 'title' }),
  standingColumn<DriverRow>(),
  textColumn('mobile', '手机号', row => row.mobile, { width: 130 }),
  textColumn('idNo', '身份证号', row => row.idNo, { width: 190, card: 'hide' }),
  textColumn('licenceClass', '准驾车型', row => row.licenceClass, { width: 96 }),
  { key: 'licenceExpiry', title: '驾驶证有效期', width: 200, render: row => <Expiry value={row.licenceExpiry} /> },
  {
    key: 'qualificationExpiry',
    title: '从业资格证有效期',
    width: 200,
    render: row => <Expiry value={row.qualificationExpiry} />,
  },
  {
    key: 'idCardExpiry',
    title: '身份证有效期',
    width: 200,
    card: 'hide',
    render: row => <Expiry value={row.idCardExpiry} />,
  },
  textColumn('qualificationNo', '从业资格证号', row => row.qualificationNo, { width: 190, card: 'hide' }),
  {
    key: 'openWaybills',
    title: '在途运单',
    width: 90,
    align: 'right',
    render: row => <span className="ys-figure">{row.openWaybills}</span>,
  },
  textColumn('carrierName', '承运商', row => row.carrierName, { width: 220, card: 'hide' }),
]
