// Vehicles of a fence by file: judged by plate, written all or exactly the good ones, and never more than goods may
// have.
import { bindVehicles, getFences } from '@yunshu/contract/fence/fence'
import { moveGoods } from '@yunshu/contract/goods/goods'
import { checkImport, runImport } from '@yunshu/contract/importing'
import { fenceLimits } from '@yunshu/domain/fence'
import { sql } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightAccount, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const check = async (goodsId: string, rows: readonly (readonly [string, string?])[], who: FreightAccount = 'carrier') =>
  world.as(who).ask(
    checkImport,
    { kind: 'fenceVehicles', targetId: goodsId },
    {
      files: [
        {
          name: '车辆.xlsx',
          bytes: Buffer.from(
            await writeXlsx({
              sheets: [
                {
                  name: '车辆',
                  rows: [['车牌号', '车牌颜色'], ...rows.map(([plate, colour]) => [plate, colour ?? null])],
                },
              ],
            }),
          ),
        },
      ],
    },
  )
const plates = async (goodsId: string) =>
  (await world.as('shipper').send(getFences, { goodsId })).vehicles.map(({ plate }) => plate).toSorted()

test('which row is wrong and why is told, ALL binds nothing, GOOD exactly the rest; those bound already are told again', async () => {
  const { goodsId } = await world.task()
  const [one, two, retired, bound] = await world.trucks(4)
  const [foreign] = await world.trucks(1, 'carrier2')
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('vehicles')
        .set({ retired_at: 1 })
        .where('id', '=', retired?.vehicleId ?? ''),
    ),
  )
  await world.as('carrier').send(bindVehicles, { goodsId, vehicleIds: [bound?.vehicleId ?? ''] })
  const spaced = `${one?.plate.slice(0, 2) ?? ''}·${one?.plate.slice(2).toLowerCase() ?? ''}`
  const { data } = await check(goodsId, [
    [spaced, '黄色'],
    [two?.plate ?? ''],
    [one?.plate ?? ''],
    [retired?.plate ?? ''],
    [foreign?.plate ?? ''],
    ['冀A00000'],
    [bound?.plate ?? ''],
    ['ABC'],
    [two?.plate ?? '', '蓝色'],
  ])
  const none = '车牌号 没有可绑定的这辆车：须为已接单承运商登记、未停用、不在黑名单的车辆'
  expect(data.faults.map(({ row, title = '', reason }) => `${row} ${title} ${reason}`)).toEqual([
    '4 车牌号 与第2行重复',
    `5 ${none}`,
    `6 ${none}`,
    `7 ${none}`,
    '8 车牌号 已绑定',
    '9 车牌号 车牌号格式不正确，新能源车牌为8位',
    `10 ${none}`,
  ])
  expect(
    (await world.as('carrier').ask(runImport, { id: data.id, version: data.version, mode: 'ALL' })).envelope.message,
  ).toContain('没有导入任何数据')
  expect(await plates(goodsId)).toEqual([bound?.plate])
  expect(
    (await world.as('carrier').send(runImport, { id: data.id, version: data.version, mode: 'GOOD' })).made.map(
      ({ label }) => label,
    ),
  ).toEqual([one?.plate, two?.plate])
  expect(new Set(await plates(goodsId))).toEqual(new Set([one?.plate, two?.plate, bound?.plate]))
  expect((await world.as('shipper').send(getFences, { goodsId })).log[0]).toMatchObject({
    action: '绑定车辆',
    diff: [{ field: '车辆', new: [one?.plate, two?.plate].join('、') }],
  })
})

test('a row whose colour cannot be read is told of its plate too', async () => {
  const { goodsId } = await world.task()
  const [one] = await world.trucks(1)
  const { data } = await check(goodsId, [
    ['冀A00000', '彩色'],
    [one?.plate ?? '', '彩色'],
  ])
  expect(data.faults.map(({ row, title = '' }) => `${row} ${title}`)).toEqual(['2 车牌颜色', '2 车牌号', '3 车牌颜色'])
})

test('by file too the shipper takes over what a carrier bound', async () => {
  const { goodsId } = await world.task()
  const [own, fresh] = await world.trucks(2)
  await world.as('carrier').send(bindVehicles, { goodsId, vehicleIds: [own?.vehicleId ?? ''] })
  const { data } = await check(goodsId, [[own?.plate ?? ''], [fresh?.plate ?? '']], 'shipper')
  expect(data.faults).toEqual([])
  expect(
    (await world.as('shipper').send(runImport, { id: data.id, version: data.version, mode: 'ALL' })).made.map(
      ({ label }) => label,
    ),
  ).toEqual([own?.plate, fresh?.plate])
  expect(
    (await world.as('shipper').send(getFences, { goodsId })).vehicles.map(({ byPublisher }) => byPublisher),
  ).toEqual([true, true])
  expect((await check(goodsId, [[own?.plate ?? '']], 'shipper')).data.faults).toMatchObject([{ reason: '已绑定' }])
})

test('goods have five hundred vehicles at most, also when files and people come at once', async () => {
  const { goodsId } = await world.task()
  const trucks = await world.trucks(6)
  // as many as leave room for three
  await world.server.db(tx =>
    tx.run(
      sql`with v as (
      insert into vehicles (id, carrier_id, plate, plate_color, type_code, energy, tonnage_g, gross_g,
        licence_expiry, transport_cert_no, paper, body, created_at, updated_at)
      select gen_random_uuid(), s.carrier_id, '试' || n, s.plate_color, s.type_code, s.energy, s.tonnage_g, s.gross_g,
        s.licence_expiry, s.transport_cert_no, s.paper, s.body, 1, 1
      from vehicles s, generate_series(1, ${fenceLimits.vehicles - 3}::int) n
        where s.id = ${trucks[0]?.vehicleId ?? ''}::uuid returning id, carrier_id)
    insert into fence_vehicles (id, goods_id, vehicle_id, shipper_id, carrier_id, branch_id, bound_at, bound_name,
      by_publisher)
    select gen_random_uuid(), g.id, v.id, g.shipper_id, v.carrier_id, g.branch_id, 1, '试', true from goods g, v
      where g.id = ${goodsId}::uuid`.compile(q),
    ),
  )
  const { data } = await check(
    goodsId,
    trucks.slice(0, 4).map(({ plate }) => [plate] as const),
  )
  expect(data.faults).toEqual([{ row: 5, reason: '超出一个货源最多绑定的 500 辆' }])
  const answers = await Promise.all([
    world.as('carrier').ask(runImport, { id: data.id, version: data.version, mode: 'GOOD' }),
    ...trucks
      .slice(3)
      .map(({ vehicleId }) => world.as('shipper').ask(bindVehicles, { goodsId, vehicleIds: [vehicleId] })),
  ])
  expect(answers.every(({ http }) => http === 200)).toBe(true)
  expect(await plates(goodsId)).toHaveLength(fenceLimits.vehicles)
})

test('a file is for who may bind to these goods now', async () => {
  const { goodsId } = await world.task()
  const [truck] = await world.trucks(1)
  const rows = [[truck?.plate ?? '']] as const
  expect((await check(goodsId, rows, 'shipper')).data).toMatchObject({ rowsTotal: 1, rowsBad: 0 })
  expect((await check(goodsId, rows, 'carrier2')).http).toBe(404)
  expect((await check(goodsId, rows, 'shipper-finance')).http).toBe(403)
  const goods = await world.publish()
  await world.as('shipper').send(moveGoods, { id: goods.id, version: goods.version, move: 'cancel', reason: '试验' })
  expect((await check(goods.id, rows, 'shipper')).envelope).toMatchObject({ code: 2402 })
})
