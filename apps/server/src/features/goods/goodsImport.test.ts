// Goods by file: rows of one customer number make one, and every fault of a row is told at once, also where a cell
// cannot be read.
import { getGoods, listGoods } from '@yunshu/contract/goods/goods'
import { checkImport, runImport } from '@yunshu/contract/importing'
import { goodsColumns, type GoodsColumn } from '@yunshu/domain/goods/sheet'
import { DAY_MS, formatDateTime } from '@yunshu/domain/figures/time'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

type Cells = Partial<Record<GoodsColumn, string>>
const keys = Object.keys(goodsColumns) as GoodsColumn[]
const tomorrow = formatDateTime(Date.now() + DAY_MS)
const row = (upstreamNo: string, over: Cells = {}): Cells => ({
  upstreamNo,
  kind: '普通',
  loadRegion: '陕西省榆林市榆阳区',
  loadAddress: '红柳林',
  loadContact: '王建国',
  loadMobile: '19900001234',
  unloadRegion: '河南省南阳市唐河县',
  unloadAddress: '电厂',
  unloadContact: '李卫东',
  unloadMobile: '19900005678',
  item: '动力煤',
  cargo: '煤炭及制品',
  weight: '320',
  pricing: '元/吨',
  price: '293.21',
  validTo: tomorrow,
  ...over,
})
const check = async (rows: readonly Cells[]) => {
  const bytes = Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: '货源',
          rows: [keys.map(key => goodsColumns[key].title), ...rows.map(cells => keys.map(key => cells[key] ?? null))],
        },
      ],
    }),
  )
  return world.as('shipper').send(checkImport, { kind: 'goods' }, { files: [{ name: '货源.xlsx', bytes }] })
}
const said = ({ faults }: Awaited<ReturnType<typeof check>>): string[] =>
  faults.map(({ row: n, title = '', reason }) => `${n} ${title} ${reason}`)

test('rows of one number are the cargo of one goods item; a number is used once', async () => {
  const data = await check([row('K1'), row('K1', { item: '块煤', weight: '80' }), row('K2')])
  expect(data).toMatchObject({ rowsTotal: 3, rowsBad: 0 })
  const { made } = await world.as('shipper').send(runImport, { id: data.id, version: data.version, mode: 'ALL' })
  expect(new Set(made.map(({ id }) => id)).size).toBe(2)
  expect(await world.as('shipper').send(getGoods, { id: made[0]?.id ?? '' })).toMatchObject({
    upstreamNo: 'K1',
    totalQty: 400_000_000,
    items: [{ name: '动力煤' }, { name: '块煤' }],
  })
  expect(said(await check([row('K1')]))).toEqual([expect.stringMatching(/^2 客户单号 已有货源.*使用这个客户单号$/)])
})

test('a row with a cell that cannot be read is told its other faults too, and none for what that cell alone could decide', async () => {
  const before = (await world.as('shipper').send(listGoods, {})).rows.length
  const data = await check([
    row('K1', { weight: '很重', loadRegion: '桃花源', price: '0' }),
    row('K3', { validTo: '2020-01-01', loadMobile: '123' }),
    // the file counts by volume, which cannot be read: nothing is said of quantity or pricing
    row('K4', { mode: '按方', pricing: '元/方', volume: '三方' }),
    row('K5'),
    row('K5', { item: '汽油', weight: '#VALUE!', unloadContact: '别人' }),
    row('', { unloadRegion: '桃花源' }),
    // all cells can be read, and more than one is wrong
    row('K6', { loadRegion: '桃花源', item: '汽油', distance: '0', validTo: '2020-01-01' }),
  ])
  expect(said(data)).toEqual([
    '2 重量 重量格式不正确，例如 32.400',
    expect.stringMatching(/^2 客户单号 已有货源/),
    '2 装货地区 没有找到这个地区，请填写省市区全称',
    '2 单价 须大于0',
    '3 装货电话 手机号格式不正确',
    '3 截止时间 须晚于当前时间',
    '4 体积 应为数字，最多4位小数',
    '5  同一客户单号的第6行有错误',
    '6 重量 是 Excel 错误值 #VALUE!',
    '6 卸货联系人 与第5行不同，同一客户单号的货源信息须相同',
    expect.stringMatching(/^6 货物 /),
    '7 客户单号 不能为空',
    '7 卸货地区 没有找到这个地区，请填写省市区全称',
    '8 装货地区 没有找到这个地区，请填写省市区全称',
    '8 里程 应为1至10000公里',
    expect.stringMatching(/^8 货物 /),
    '8 截止时间 须晚于当前时间',
  ])
  expect(
    (await world.as('shipper').ask(runImport, { id: data.id, version: data.version, mode: 'GOOD' })).envelope.code,
  ).not.toBe(0)
  expect((await world.as('shipper').send(listGoods, {})).rows).toHaveLength(before)
})
