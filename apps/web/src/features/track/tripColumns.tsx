// The lists of trips, and of vehicles in an area, as they are drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { areaListColumns, tripListColumns } from '@yunshu/contract/track/reportColumns'
import { Link } from 'react-router'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const trips = drawColumns(tripListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  fromAt: {},
  toAt: {},
  fromDistrict: { width: 190 },
  toDistrict: { width: 190 },
  distance: { width: 110, isNamed: true },
  gap: { width: 130, card: 'hide' },
  moving: { width: 110, card: 'hide' },
  mostSpeed: { width: 130, card: 'hide' },
  waybillNo: {
    width: 180,
    render: ({ waybillId, waybillNo }) =>
      waybillId === undefined ? (
        nothing
      ) : (
        <Link className="ys-link" to={screenUrl('WaybillDetails', { id: waybillId })}>
          {waybillNo}
        </Link>
      ),
  },
  fromPlace: { width: 190, card: 'hide' },
  toPlace: { width: 190, card: 'hide' },
  carrierName: { width: 220, card: 'hide' },
})
const tripPair = pairing(trips)
export const tripColumns = withDefaults(
  [
    tripPair('vehicle', ['plate', 'carrierName'], { width: 180, fixed: 'start', card: 'title' }),
    tripPair('start', ['fromDistrict', 'fromAt'], { width: 190 }),
    tripPair('end', ['toDistrict', 'toAt'], { width: 190 }),
    tripPair('metres', ['distance', 'gap'], { width: 150, align: 'right', isNamed: true }),
    tripPair('drive', ['moving', 'mostSpeed'], { width: 150, align: 'right', card: 'hide' }),
    'waybillNo',
  ],
  trips,
)

const areas = drawColumns(areaListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  firstAt: {},
  lastAt: {},
  inside: { width: 120, isNamed: true },
  points: { width: 90, card: 'hide' },
  district: { width: 190 },
  place: { width: 190, card: 'hide' },
  carrierName: { width: 220, card: 'hide' },
})
const areaPair = pairing(areas)
export const areaColumns = withDefaults(
  [
    areaPair('vehicle', ['plate', 'carrierName'], { width: 200, fixed: 'start', card: 'title' }),
    areaPair('span', ['firstAt', 'lastAt'], { width: 150 }),
    'inside',
    'points',
    areaPair('where', ['district', 'place'], { width: 220 }),
  ],
  areas,
)
