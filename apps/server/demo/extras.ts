// Offers without trips: what the named accounts can take, close or look at right now.
import type { Extra } from './lots.ts'
import type { Route } from './routes.ts'
import { routeOf } from './trips.ts'

/** Goods of `shipper` counted by truck, so that the last truck can be seen to go. */
const boxedCoal: Route = {
  ...routeOf('coal'),
  key: 'boxedCoal',
  quantityMode: 'BY_TRUCK',
  pricing: 'PER_TRUCK',
  price: [560, 620],
  oilPercent: [20],
  bodies: ['tractor'],
  cargo: { name: '洗精煤（集装箱）', code: '0100', packing: '集装箱', yuanPerTon: 1150 },
}

/** The same on a trunk line of `shipper`. */
const boxedCoalLine: Route = { ...boxedCoal, key: 'boxedCoalLine', kind: 'GX' }

const ton = 1_000_000

/** The offers, each by how many hours ago it was made. */
export const extras: readonly Extra[] = [
  // open for `carrier` now
  {
    route: routeOf('coal'),
    publishTo: 'RELATED',
    agoHours: 3,
    left: 660 * ton,
    remark: '随到随装，装车前请提前一小时电话联系煤台',
  },
  { route: routeOf('coal'), publishTo: 'PUBLIC', agoHours: 7, left: 330 * ton },
  {
    route: boxedCoal,
    publishTo: 'RELATED',
    agoHours: 20,
    left: 1,
    tasks: [
      { carrier: 'carrier8', qty: 3 },
      { carrier: 'carrier4', qty: 2 },
    ],
    remark: '余一车，先到先得',
  },
  { route: boxedCoal, publishTo: 'RELATED', agoHours: 5, left: 10 },
  // taken by `carrier`, waiting for vehicles
  {
    route: routeOf('coal'),
    publishTo: 'RELATED',
    agoHours: 9,
    left: 165 * ton,
    tasks: [{ carrier: 'carrier', qty: 99 * ton }],
  },
  {
    route: routeOf('fertiliser'),
    publishTo: 'RELATED',
    agoHours: 6,
    left: 132 * ton,
    tasks: [{ carrier: 'carrier', qty: 66 * ton }],
  },
  // other shippers: one open to everybody, one `carrier` must not see
  { route: routeOf('steel'), publishTo: 'PUBLIC', agoHours: 11, left: 264 * ton },
  { route: routeOf('steel'), publishTo: 'RELATED', agoHours: 8, left: 198 * ton },
  { route: routeOf('grain'), publishTo: 'CARRIERS', agoHours: 4, left: 231 * ton },
  { route: routeOf('fresh'), publishTo: 'RELATED', agoHours: 10, left: 4 },
  // bulk and trunk goods by the book, for their own pages
  {
    route: routeOf('coal'),
    publishTo: 'RELATED',
    agoHours: 1,
    left: 990 * ton,
    isOfKind: true,
    remark: '按磅单结算，过磅后凭磅单提货',
  },
  {
    route: routeOf('coal'),
    publishTo: 'RELATED',
    agoHours: 28,
    left: 396 * ton,
    tasks: [{ carrier: 'carrier', qty: 132 * ton }],
    isOfKind: true,
  },
  { route: routeOf('parcels'), publishTo: 'PUBLIC', agoHours: 5, left: 6, isOfKind: true, remark: '到站两小时内卸完' },
  { route: boxedCoalLine, publishTo: 'RELATED', agoHours: 12, left: 8, isOfKind: true },
  // sides of the way
  { route: routeOf('coal'), publishTo: 'RELATED', agoHours: 30, left: 330 * ton, fate: 'paused' },
  { route: boxedCoal, publishTo: 'RELATED', agoHours: 75, left: 8, fate: 'cancelled' },
  { route: routeOf('coal'), publishTo: 'CARRIERS', agoHours: 120, left: 99 * ton, fate: 'expired' },
  { route: routeOf('grain'), publishTo: 'RELATED', agoHours: 2, left: 165 * ton, fate: 'draft' },
]
