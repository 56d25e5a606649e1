// Ordering goods anew (再来一单): which of what was said holds again, moved into the future, and what is left out.
import type { GoodsTerms } from './diff.ts'
import { stepsAfter } from './priceSteps.ts'
import { DAY_MS, HOUR_MS, formatDateTime, MINUTE_MS, startOfDay } from '../figures/time.ts'

export interface CopyGround {
  readonly now: number
  /** The time of publication. */
  readonly publishedAt: number
  /** Carriers the shipper still works with. */
  readonly related: readonly string[]
  readonly nameOf: (carrierId: string) => string
}

/** The proposal for the new goods; `left` and `moved` tell people how it differs from the old goods. */
export interface Copied<T> {
  readonly fields: T
  readonly left: readonly string[]
  readonly moved: readonly string[]
}

/** The shortest time new goods stay open, ms, even if the old ones stayed shorter. */
const leastStandMs = HOUR_MS

/**
 * The terms of goods to be published again. Numbers of the customer and steps of the price plan that are over are left
 * out; appointed times move by whole days until the earliest lies ahead, so that they keep their distances and hours;
 * the offer stands as long as it did.
 *
 * The terms are those that hold at `now`: the price in force. @source spec §2 (Re-order pages)
 */
export function copyGoods<T extends GoodsTerms>(goods: T, ground: CopyGround): Copied<T> {
  const left: string[] = []
  const moved: string[] = []
  if (goods.upstreamNo) left.push(`客户单号 ${goods.upstreamNo}`)
  const days = daysToMove(goods, ground.now)
  if (days > 0) moved.push(`${goods.gx ? '装卸与发车' : '装卸'}时间顺延 ${days} 天`)
  const steps = stepsAfter(goods.priceSteps ?? [], ground.now)
  const over = (goods.priceSteps?.length ?? 0) - steps.length
  if (over > 0) left.push(`已过去的价格计划 ${over} 项`)
  const gone = (goods.carrierIds ?? []).filter(id => !ground.related.includes(id))
  if (gone.length > 0) left.push(`已解除合作的承运商 ${gone.map(ground.nameOf).join('、')}`)
  const validTo = standsUntil(goods.validTo, ground)
  moved.push(`截止时间改为 ${formatDateTime(validTo).slice(0, 16)}`)
  return {
    left,
    moved,
    fields: {
      ...goods,
      upstreamNo: undefined,
      validTo,
      loadPoints: goods.loadPoints.map(point => movedBy(point, days)),
      unloadPoints: goods.unloadPoints.map(point => movedBy(point, days)),
      priceSteps: steps.length > 0 ? steps : undefined,
      carrierIds: goods.carrierIds?.filter(id => ground.related.includes(id)),
      ...(goods.gx
        ? {
            gx: {
              ...goods.gx,
              plannedDepartAt: goods.gx.plannedDepartAt + days * DAY_MS,
              via: goods.gx.via.map(place =>
                place.plannedAt === undefined ? place : { ...place, plannedAt: place.plannedAt + days * DAY_MS },
              ),
            },
          }
        : {}),
    },
  }
}

interface Window {
  readonly windowStart?: number | undefined
  readonly windowEnd?: number | undefined
}

function movedBy<W extends Window>(point: W, days: number): W {
  const { windowStart, windowEnd } = point
  return {
    ...point,
    ...(windowStart === undefined ? {} : { windowStart: windowStart + days * DAY_MS }),
    ...(windowEnd === undefined ? {} : { windowEnd: windowEnd + days * DAY_MS }),
  }
}

/** Whole days until the earliest appointed time lies ahead; 0 when it does already or none was appointed. */
function daysToMove({ loadPoints, unloadPoints, gx }: GoodsTerms, now: number): number {
  const times = [...loadPoints, ...unloadPoints]
    .flatMap(({ windowStart, windowEnd }) => [windowStart ?? windowEnd])
    .concat(gx?.plannedDepartAt)
    .filter(time => time !== undefined)
  const earliest = Math.min(...times)
  return earliest > now ? 0 : Math.floor((now - earliest) / DAY_MS) + 1
}

/**
 * The end of an offer that stands as long as the old one did, at the last minute of its day when that is further off
 * than a day.
 */
function standsUntil(validTo: number, { now, publishedAt }: CopyGround): number {
  const stands = Math.max(leastStandMs, validTo - publishedAt)
  return stands < DAY_MS
    ? Math.ceil((now + stands) / MINUTE_MS) * MINUTE_MS
    : startOfDay(now + stands) + DAY_MS - MINUTE_MS
}
