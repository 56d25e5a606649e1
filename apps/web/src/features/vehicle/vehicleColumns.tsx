// The list of vehicles as it is drawn.
import type { VehicleRow } from '@yunshu/contract/fleet/vehicle'
import { vehicleListColumns } from '@yunshu/contract/fleet/vehicleColumns'
import { Expiry } from '../../parts/fleet/Expiry.tsx'
import { standingDrawing } from '../../parts/fleet/FleetTags.tsx'
import { WaybillNo } from '../../parts/voucher/columns.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, twoLines, withDefaults } from '../../ui/list/twoLines.tsx'

/** The waybill under way; a link for people who see waybills. */
const OpenWaybill = ({ row: { waybillId, waybillNo } }: { row: VehicleRow }) =>
  waybillId === undefined || waybillNo === undefined ? nothing : <WaybillNo {...{ waybillId, waybillNo }} />

const singles = drawColumns(vehicleListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  paper: standingDrawing,
  plateColor: { width: 96, card: 'hide' },
  typeCode: { width: 150 },
  tonnageG: {},
  grossG: { card: 'hide' },
  lengthDm: { width: 90, card: 'hide', isHidden: true },
  energy: { width: 80, card: 'hide' },
  licenceExpiry: { width: 200, render: row => <Expiry value={row.licenceExpiry} /> },
  transportCertExpiry: { width: 200, render: row => <Expiry value={row.transportCertExpiry} /> },
  annualCheckExpiry: { width: 200, card: 'hide', render: row => <Expiry value={row.annualCheckExpiry} /> },
  insuranceExpiry: { width: 200, card: 'hide', render: row => <Expiry value={row.insuranceExpiry} /> },
  transportCertNo: { width: 150, card: 'hide' },
  driverName: { width: 100, card: 'hide', isHidden: true },
  waybillNo: { width: 180, card: 'hide', isHidden: true, render: row => <OpenWaybill row={row} /> },
  openWaybills: { isHidden: true },
  trailerPlate: { width: 120, card: 'hide', isHidden: true },
  owner: { width: 200, card: 'hide', isHidden: true },
  vin: { width: 180, card: 'hide', isHidden: true },
  carrierName: { width: 220, card: 'hide' },
})

const pair = pairing(singles)

/** The names of its papers with a last day. */
const papers = {
  licenceExpiry: '行驶证',
  transportCertExpiry: '道路运输证',
  annualCheckExpiry: '年检',
  insuranceExpiry: '交强险',
} as const
type Paper = keyof typeof papers
const paperKeys = Object.keys(papers).filter((key): key is Paper => Object.hasOwn(papers, key))

/** The paper that is over first. */
const worstOf = (row: VehicleRow): { readonly name: string; readonly end: number } | undefined =>
  paperKeys
    .flatMap(key => {
      const { [key]: end } = row
      return end === undefined ? [] : [{ name: papers[key], end }]
    })
    .toSorted((a, b) => a.end - b.end)[0]

const worst = twoLines<VehicleRow>(
  'two-worst',
  [
    {
      title: '最早到期',
      holds: paperKeys,
      render: row => {
        const found = worstOf(row)
        return found === undefined ? nothing : found.name
      },
    },
    { title: '到期日', holds: [], render: row => <Expiry value={worstOf(row)?.end} /> },
  ],
  { title: '最早到期的证件', width: 190 },
)
/** Its driver now; a vehicle without a waybill is free. */
const now = factOf(singles, 'driverName', {
  title: '现在',
  render: ({ driverName, openWaybills }: VehicleRow) => driverName ?? (openWaybills === 0 ? '空闲' : nothing),
})
const number = factOf(singles, 'waybillNo')
/** The waybill under way, and how many more there are. */
const waybill = factOf(singles, 'waybillNo', {
  title: '运单',
  render: (row: VehicleRow) =>
    row.openWaybills > 1 ? (
      <>
        {number.render(row)} 等 {row.openWaybills} 单
      </>
    ) : row.waybillNo === undefined ? (
      nothing
    ) : (
      number.render(row)
    ),
  holds: ['waybillNo', 'openWaybills'],
})
const start = [
  pair('plate', ['plate', 'typeCode'], { width: 150, fixed: 'start', card: 'title' }),
  'paper',
  pair('now', [now, waybill], { title: '现司机 / 运单', width: 170, fits: true, isNamed: true }),
  worst,
  pair(
    'tons',
    [factOf(singles, 'tonnageG', { title: '核载(吨)' }), factOf(singles, 'grossG', { title: '总质量(吨)' })],
    {
      width: 150,
      align: 'right',
      card: 'hide',
    },
  ),
] as const

/** A carrier's own list does not repeat its name. */
export const vehicleColumns = {
  fleets: withDefaults(
    [...start, pair('owner', ['carrierName', 'transportCertNo'], { width: 190, card: 'hide' })],
    singles,
  ),
  own: withDefaults(
    [...start, pair('trailer', ['trailerPlate', 'transportCertNo'], { width: 150, card: 'hide' })],
    singles,
  ),
} as const
