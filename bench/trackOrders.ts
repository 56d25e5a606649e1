// A day of a truck in a hundred orders and batchings, with a restart of the track role after every tenth message.
import { isDeepStrictEqual } from 'node:util'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { acceptedWaybill } from '../tests/server/acceptedWaybill.ts'
import { dayOf, forgetTruck, rowsOf, tellInOrder } from '../tests/server/trackOrders.ts'
import { startTrackWorld } from '../tests/server/trackWorld.ts'
import type { Bench, Figure } from './figure.ts'

const orders = Number(process.env['ORDERS'] ?? 100)

async function figuresOf(): Promise<Figure[]> {
  const world = await startTrackWorld()
  try {
    const { trackNo } = await acceptedWaybill(world)
    const day = dayOf(Date.now() - 6 * HOUR_MS)
    await world.report(trackNo, day.told)
    await world.reportLate(trackNo, day.kept, day.keptAt)
    await world.follow()
    const steady = await rowsOf(world, trackNo)
    let equal = 0,
      died = 0
    for (let seed = 1; seed <= orders; seed++) {
      await forgetTruck(world, trackNo)
      died += await tellInOrder(world, trackNo, day, seed)
      if (isDeepStrictEqual(await rowsOf(world, trackNo), steady)) equal++
    }
    await forgetTruck(world, trackNo)
    await tellInOrder(world, trackNo, { ...day, told: day.told.slice(1) }, orders + 1)
    const isCaught = !isDeepStrictEqual(await rowsOf(world, trackNo), steady)
    return [
      {
        name: `一天 ${day.told.length + day.kept.length} 个定位，乱序分批：到访、里程、停车与分段逐字节相同`,
        value: equal,
        unit: `种，共 ${orders} 种`,
        goal: `= ${orders}`,
        reached: equal === orders && steady.visits.length > 0 && steady.stops.length > 0,
        detail: `每 10 条报文重启一次，共 ${died} 次；到访 ${steady.visits.length}，停车 ${steady.stops.length}`,
      },
      { name: '对照：少一个定位是否被发现', value: Number(isCaught), unit: '', goal: '= 1', reached: isCaught },
    ]
  } finally {
    await world.stop()
  }
}

/** The figure, on a server of its own. */
export async function orderFigures(): Promise<Figure[]> {
  const cluster = await startTestCluster()
  try {
    return await figuresOf()
  } finally {
    await cluster.stop()
  }
}

export const trackOrdersBench: Bench = { name: 'trackOrders', run: orderFigures }
