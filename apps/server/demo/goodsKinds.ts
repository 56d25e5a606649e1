// Facts that each kind of demo goods has of its own: trunk lines, weighbridges and limits of bulk, and prices that are
// to rise.
import type { Gx, PoundRule } from '@yunshu/contract/goods/blocks'
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { priceLessFee, unitPrice } from '@yunshu/domain/figures/unitPrice'
import type { PlannedPrice } from '../src/features/goods/goodsBody.queries.ts'
import type { Lot } from './lots.ts'
import { feePpmOf } from './serviceFees.ts'

interface KindBlocks {
  readonly gx?: Gx | undefined
  readonly poundRule?: PoundRule | undefined
  readonly priceSteps?: PlannedPrice[] | undefined
  readonly dailyTrucks?: number | undefined
}

/** The lines of the demo by route: their names, shifts, and the places they pass. */
const lines: Readonly<
  Record<
    string,
    {
      readonly lineName: string
      readonly shift: string
      readonly dropAndHook: boolean
      readonly via: readonly (readonly [regionCode: string, regionName: string, name: string, hours: number])[]
    }
  >
> = {
  parcels: {
    lineName: '成都—上海干线',
    shift: 'CD-SH',
    dropAndHook: true,
    via: [
      ['610112', '陕西省 / 西安市 / 未央区', '西安北郊中转场', 10],
      ['410122', '河南省 / 郑州市 / 中牟县', '郑州中牟中转场', 17],
    ],
  },
  southNorth: {
    lineName: '广州—北京干线',
    shift: 'GZ-BJ',
    dropAndHook: false,
    via: [
      ['430121', '湖南省 / 长沙市 / 长沙县', '长沙黄花中转场', 9],
      ['420116', '湖北省 / 武汉市 / 黄陂区', '武汉横店中转场', 14],
    ],
  },
  boxedCoalLine: {
    lineName: '榆林—南阳集装箱专线',
    shift: 'YL-NY',
    dropAndHook: true,
    via: [['410122', '河南省 / 郑州市 / 中牟县', '郑州中牟中转场', 12]],
  },
}

/** Trucks a day no seeded day comes near. */
const plentyTrucks = 60

/** The facts of a lot that follow from its kind; open bulk gets dearer twice. */
export function kindBlocks(lot: Lot, now: number): KindBlocks {
  switch (lot.kind) {
    case 'NORMAL':
      return {}
    case 'GX':
      return { gx: lineOf(lot) }
    case 'SH':
      return {
        poundRule: { loadPhoto: true, loadWeight: true, unloadPhoto: lot.n % 2 === 0, unloadWeight: true },
        dailyTrucks: plentyTrucks,
        ...(isOpen(lot, now) ? { priceSteps: stepsOf(lot, now) } : {}),
      }
  }
}

const isOpen = ({ fate, validTo }: Lot, now: number): boolean => fate === undefined && validTo > now

function lineOf({ route, createdAt, n }: Lot): Gx {
  const line = lines[route.key]
  if (!line) throw new Error(`demo: no trunk line for ${route.key}`)
  const plannedDepartAt = startOfDay(createdAt) + DAY_MS + 20 * HOUR_MS
  return {
    lineName: line.lineName,
    shiftNo: `${line.shift}-${String((n % 7) + 1).padStart(2, '0')}`,
    plannedDepartAt,
    dropAndHook: line.dropAndHook,
    via: line.via.map(([regionCode, regionName, name, hours]) => ({
      name,
      regionCode,
      regionName,
      plannedAt: plannedDepartAt + hours * HOUR_MS,
    })),
  }
}

/** Two steps, 2 % each: tomorrow at midnight and four days on. */
function stepsOf({ shipper, terms: { shipperPrice } }: Lot, now: number): PlannedPrice[] {
  return [
    [1, 102],
    [5, 104],
  ].map(([days = 0, percent = 100]) => {
    const price = unitPrice(Math.round((shipperPrice * percent) / 100 / 1000) * 1000)
    return {
      unitPrice: price,
      carrierUnitPrice: priceLessFee(price, feePpmOf(shipper)),
      effectiveAt: startOfDay(now) + days * DAY_MS,
    }
  })
}
