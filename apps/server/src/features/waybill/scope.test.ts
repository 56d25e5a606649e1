// The first wall alone: with row-level security out of the way, every query still keeps to the actor's own rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActorSide, Ctx } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { findGoods, findGoodsPage, findOffers, lockGoods } from '../goods/goods.queries.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { findAppointView } from '../appoint/appoint.queries.ts'
import { findTask, findTasksPage, lockTask } from '../task/task.queries.ts'
import { findDriversPage, lockDriver } from '../driver/driver.queries.ts'
import { findVehiclesPage, lockVehicle } from '../vehicle/vehicle.queries.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { findFiles } from '../file/file.queries.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { findWaybill, findWaybillsPage, lockWaybills } from './waybill.queries.ts'
import { countWaybillsBy } from './waybillCount.queries.ts'
import { findWaybillDetail } from './waybillDetail.queries.ts'

let world: FreightWorld
let ids: { goods: string; task: string; waybill: string; vehicle: string; driver: string }
beforeAll(async () => {
  world = await startFreightWorld()
  const [waybill] = await world.waybills(1, { publishTo: 'CARRIERS', carrierIds: [demoCompanyId('carrier')] })
  await asSystem(world.server.server.deps, async ctx => {
    const row = await findWaybill({ ...ctx, actor: actorOfSide('carrier') }, waybill?.id ?? '')
    ids = {
      goods: row.goods_id,
      task: row.task_id ?? '',
      waybill: row.id,
      vehicle: row.vehicle_id,
      driver: row.driver_id,
    }
  })
})
afterAll(() => world.stop())

/** Runs a query as somebody, in a transaction that sees all rows. */
const as = <T>(side: ActorSide, company: string | undefined, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  asSystem(world.server.server.deps, ctx =>
    work({
      ...ctx,
      can: () => true,
      actor: {
        ...actorOfSide(side),
        ...(company ? { companyId: demoCompanyId(company) } : {}),
        ...(side === 'branch' ? { branchId: demoCompanyId(company ?? 'branch1') } : {}),
      },
    }),
  )

const lists: [string, (ctx: Ctx) => Promise<{ rows: { id: string }[] }>, keyof typeof ids][] = [
  ['goods', ctx => findGoodsPage(ctx, {}), 'goods'],
  ['tasks', ctx => findTasksPage(ctx, {}), 'task'],
  ['waybills', ctx => findWaybillsPage(ctx, {}), 'waybill'],
]
const records: [string, (ctx: Ctx) => Promise<unknown>][] = [
  ['goods', ctx => findGoods(ctx, ids.goods)],
  ['goods under lock', ctx => lockGoods(ctx, ids.goods)],
  ['task', ctx => findTask(ctx, ids.task)],
  ['task under lock', ctx => lockTask(ctx, ids.task)],
  ['appoint page', ctx => findAppointView(ctx, ids.task)],
  ['waybill', ctx => findWaybill(ctx, ids.waybill)],
  ['waybill page', ctx => findWaybillDetail(ctx, ids.waybill)],
]

describe('[PM-08] without row-level security', () => {
  it.each(lists)('the list of %s holds a company’s own rows only', async (_name, list, key) => {
    const sees = (side: ActorSide, company?: string) =>
      as(side, company, async ctx => (await list(ctx)).rows.some(row => row.id === ids[key]))
    expect([
      await sees('shipper', 'shipper'),
      await sees('carrier', 'carrier'),
      await sees('branch', 'branch1'),
      await sees('platform'),
    ]).toEqual([true, true, true, true])
    expect([
      await sees('shipper', 'shipper2'),
      await sees('carrier', 'carrier2'),
      await sees('branch', 'branch2'),
    ]).toEqual([false, false, false])
  })

  it.each(records)('the %s is not found by another company', async (_name, find) => {
    for (const [side, company] of [
      ['shipper', 'shipper2'],
      ['carrier', 'carrier2'],
      ['branch', 'branch2'],
    ] as const)
      await expect(as(side, company, find)).rejects.toMatchObject({ problem: 'row.none' })
    await expect(as('carrier', 'carrier', find)).resolves.toBeDefined()
  })

  it('locks, counters, offers, files and the fleet keep to their own as well', async () => {
    expect(await as('carrier', 'carrier2', ctx => lockWaybills(ctx, [ids.waybill]))).toEqual([])
    expect(await as('carrier', 'carrier', async ctx => (await lockWaybills(ctx, [ids.waybill])).length)).toBe(1)
    expect(await as('shipper', 'shipper2', async ctx => (await countWaybillsBy(ctx, { from: 1 })).total)).toBe(0)
    expect(await as('carrier', 'carrier2', async ctx => (await findOffers(ctx, {})).rows)).toEqual([])
    expect(await as('carrier', 'carrier2', ctx => findFiles(ctx, 'waybill', ids.waybill))).toEqual([])
    for (const list of [findVehiclesPage, findDriversPage]) {
      expect(await as('carrier', 'carrier2', async ctx => (await list(ctx, {})).rows)).toEqual([])
      expect(await as('carrier', 'carrier', async ctx => (await list(ctx, {})).rows.length)).toBe(1)
    }
    const locks: ((ctx: Ctx) => Promise<unknown>)[] = [
      ctx => lockVehicle(ctx, ids.vehicle),
      ctx => lockDriver(ctx, ids.driver),
    ]
    for (const lock of locks)
      await expect(as('carrier', 'carrier2', lock)).rejects.toMatchObject({ problem: 'row.none' })
  })
})
