// The list of drivers as it is drawn.
import type { DriverRow } from '@yunshu/contract/fleet/driver'
import { driverListColumns } from '@yunshu/contract/fleet/driverColumns'
import { Expiry } from '../../parts/fleet/Expiry.tsx'
import { standingDrawing } from '../../parts/fleet/FleetTags.tsx'
import { WaybillNo } from '../../parts/voucher/columns.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { PhoneText } from '../../ui/list/PhoneText.tsx'

/** The waybill under way; a link for people who see waybills. */
const OpenWaybill = ({ row: { waybillId, waybillNo } }: { row: DriverRow }) =>
  waybillId === undefined || waybillNo === undefined ? nothing : <WaybillNo {...{ waybillId, waybillNo }} />

const singles = drawColumns(driverListColumns, {
  name: { width: 110, fixed: 'start', card: 'title' },
  paper: standingDrawing,
  mobile: { width: 130, render: row => <Phone value={row.mobile} /> },
  idNo: { width: 190, card: 'hide' },
  licenceClass: { width: 96 },
  licenceExpiry: { width: 200, render: row => <Expiry value={row.licenceExpiry} /> },
  qualificationExpiry: { width: 200, render: row => <Expiry value={row.qualificationExpiry} /> },
  idCardExpiry: { width: 200, card: 'hide', render: row => <Expiry value={row.idCardExpiry} /> },
  qualificationNo: { width: 190, card: 'hide' },
  plate: { width: 110 },
  waybillNo: { width: 180, render: row => <OpenWaybill row={row} /> },
  openWaybills: {},
  carrierName: { width: 220, card: 'hide' },
})

const pair = pairing(singles)

/** The truck under way; a driver without a waybill is free. A plate and a number say on a card what they are. */
const onRoad = factOf(singles, 'plate', {
  title: '',
  render: ({ plate, openWaybills }: DriverRow) => plate ?? (openWaybills === 0 ? '空闲' : nothing),
})
const waybill = factOf(singles, 'waybillNo', {
  title: '',
  render: (row: DriverRow) => (row.waybillNo === undefined ? nothing : <OpenWaybill row={row} />),
})
const licenceClass = factOf(singles, 'licenceClass', {
  render: row => <span className="ys-table-fact">{row.licenceClass}</span>,
})

/** The end of the identity number tells people of one name apart. */
const tail = factOf(singles, 'idNo', {
  render: ({ idNo }: DriverRow) => (idNo === '' ? nothing : `****${idNo.slice(-4)}`),
})

export const driverColumns = withDefaults(
  [
    pair('name', ['name', tail], { width: 140, fixed: 'start', card: 'title' }),
    'paper',
    pair('mobile', [factOf(singles, 'mobile', { render: row => <PhoneText phone={row.mobile} /> })], { width: 124 }),
    pair('truck', [onRoad, waybill], {
      title: '现驾车辆 / 运单',
      width: 150,
      fits: true,
      isNamed: true,
    }),
    pair('class', [licenceClass, factOf(singles, 'licenceExpiry', { title: '驾驶证至' })], {
      title: '准驾 / 驾驶证至',
      width: 190,
      isNamed: true,
    }),
    pair('work', ['qualificationExpiry', 'idCardExpiry'], {
      title: '从业资格证至 / 身份证至',
      width: 190,
      card: 'hide',
    }),
  ],
  singles,
)
