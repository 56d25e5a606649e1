// Lines of an appointment: what a new one starts with, how what is left is divided, what is wrong with each.
import type { DriverChoice, VehicleChoice } from '@yunshu/contract/task/task'
import type { QuantityMode } from '@yunshu/domain/goods/goods'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { expect, test } from 'vitest'
import {
  againstUsual,
  asSent,
  changeLine,
  licenceFault,
  lineFaults,
  lineNow,
  newLine,
  overweightNote,
  restAfter,
  restText,
  shareOut,
  withVehicleToggled,
  trucksLeft,
} from './appointLines.ts'
import { faultsOfLine } from './useAppointment.ts'

const driver: DriverChoice = {
  id: 'd',
  name: '张三',
  note: '',
  faults: [],
  openWaybills: 0,
  mobile: '138****0000',
  licenceClass: 'A2',
  payees: [{ id: 'p', name: '张三 工商银行 尾号0001' }],
}
const vehicle: VehicleChoice = {
  id: 'v',
  name: '陕K12345',
  note: '',
  faults: [],
  openWaybills: 0,
  tonnageG: grams(32_000_000),
  typeCode: 'Q11',
  driver,
}
const view = (quantityMode: QuantityMode, remainQty: number, perTruckMax?: number) => ({
  task: {
    id: 't',
    taskNo: 'RW1',
    state: 'accepted',
    source: 'GRAB',
    goodsId: 'g',
    goodsNo: 'HY1',
    shipperName: '',
    carrierName: '',
    giverName: '',
    loadPlace: '',
    unloadPlace: '',
    itemNames: '',
    quantityMode,
    qty: remainQty,
    remainQty,
    pricing: 'PER_TON',
    carrierUnitPrice: unitPrice(1),
    mayRelease: true,
    depth: 0,
    remark: '',
    createdAt: 0,
    version: 1,
    acts: [],
    partCount: 0,
  } satisfies Parameters<typeof restAfter>[0]['task'],
  overweightBlocks: true,
  ...(perTruckMax === undefined ? {} : { perTruckMax }),
})

test('a new line by weight fills the truck, within limit and rest, with the driver who last drove it and his payee', () => {
  expect(newLine(view('BY_TON', 100_000_000), [], vehicle, '1')).toMatchObject({
    qty: 32_000_000,
    weightG: 32_000_000,
    driver: { id: 'd' },
    payeeId: 'p',
  })
  expect(newLine(view('BY_TON', 100_000_000, 30_000_000), [], vehicle, '1').qty).toBe(30_000_000)
  const first = newLine(view('BY_TON', 40_000_000), [], vehicle, '1')
  expect(newLine(view('BY_TON', 40_000_000), [first], vehicle, '2')).toMatchObject({
    qty: 8_000_000,
    driver: undefined,
    payeeId: undefined,
  })
})

test('a driver is proposed only when nothing speaks against him', () => {
  const proposed = (over: Partial<DriverChoice>) =>
    newLine(view('BY_TON', 100_000_000), [], { ...vehicle, driver: { ...driver, ...over } }, '1').driver?.id
  expect([proposed({}), proposed({ faults: ['驾驶证已过期'] }), proposed({ licenceClass: 'C1' })]).toEqual([
    'd',
    undefined,
    undefined,
  ])
})

test('a plan that was kept holds its trucks and drivers as they are now: those that cannot go any more say why', () => {
  const by = view('BY_TON', 100_000_000)
  const line = newLine(by, [], vehicle, '1')
  const now = (truck: VehicleChoice | undefined, man: DriverChoice | undefined) =>
    lineFaults(by, lineNow(line, new Map(truck && [[truck.id, truck]]), new Map(man && [[man.id, man]])))
  expect(now(vehicle, driver)).toEqual({})
  expect(now({ ...vehicle, faults: ['车辆已停用'] }, { ...driver, faults: ['驾驶证已过期'] })).toEqual({
    vehicleId: '不能派：车辆已停用',
    driverId: '不能派：驾驶证已过期',
  })
  expect(Object.keys(now(undefined, undefined))).toEqual(['vehicleId', 'driverId'])
})

test('goods that state no weight leave it to people to say', () => {
  const line = newLine(view('BY_TRUCK', 5), [], vehicle, '1')
  expect(line).toMatchObject({ qty: 1, weightG: undefined })
  expect(lineFaults(view('BY_TRUCK', 5), line)).toEqual({ weightG: '请填写重量' })
  expect(asSent([line])).toBeUndefined()
})

test('when nothing is left a new line has no quantity and cannot be sent', () => {
  const first = newLine(view('BY_TRUCK', 1), [], vehicle, '1')
  const second = newLine(view('BY_TRUCK', 1), [first], vehicle, '2')
  expect(second.qty).toBeUndefined()
  expect(asSent([first, second])).toBeUndefined()
})

test('weight follows quantity where weight is what is counted; another driver brings his payee', () => {
  const line = newLine(view('BY_TON', 100_000_000), [], vehicle, '1')
  expect(changeLine(view('BY_TON', 100_000_000), line, { qty: 20_000_000 }).weightG).toBe(20_000_000)
  const piece = { ...line, weightG: grams(5) }
  expect(changeLine(view('BY_PIECE', 50), piece, { qty: 1 }).weightG).toBe(5)
  expect(changeLine(view('BY_TON', 1), line, { driver: { ...driver, id: 'e', payees: [] } }).payeeId).toBeUndefined()
})

test('what is left is divided evenly or truck by truck, never more than a truck may take', () => {
  const fit = view('BY_TON', 50_000_000)
  const small = { ...vehicle, id: 'w', tonnageG: grams(18_000_000) }
  const lines = [newLine(fit, [], vehicle, '1'), newLine(fit, [], small, '2')]
  expect(shareOut(fit, lines, 'even').map(({ qty }) => qty)).toEqual([32_000_000, 18_000_000])
  expect(shareOut(view('BY_TON', 20_000_000), lines, 'even').map(({ qty, weightG }) => [qty, weightG])).toEqual([
    [10_000_000, 10_000_000],
    [10_000_000, 10_000_000],
  ])
  expect(shareOut(view('BY_TON', 32_000_000), lines, 'full').map(({ qty }) => qty)).toEqual([32_000_000, undefined])
  expect(shareOut(view('BY_PIECE', 7, 5), lines, 'full').map(({ qty }) => qty)).toEqual([5, 2])
})

test('overload, too much for a truck, unreadable text, a missing and a repeated driver are faults of their fields', () => {
  const line = newLine(view('BY_TON', 100_000_000, 40_000_000), [], vehicle, '1')
  const fit = view('BY_TON', 100_000_000, 40_000_000)
  expect(lineFaults(fit, line)).toEqual({})
  expect(lineFaults(fit, changeLine(fit, line, { qty: 33_000_000 }))).toEqual({
    weightG: '装货重量超过核定载质量 32.000 吨，请核对',
  })
  expect(lineFaults(fit, changeLine(fit, line, { qty: 41_000_000 }))).toHaveProperty('qty')
  expect(lineFaults(fit, { ...line, qty: { unreadable: 'x', fault: '数量格式不正确' } })).toMatchObject({
    qty: '数量格式不正确',
  })
  expect(lineFaults(fit, { ...line, driver: undefined })).toEqual({ driverId: '请选择司机' })
  expect(lineFaults(fit, line, [line, { ...line, key: '2' }])).toEqual({ driverId: '同一司机不能重复指派' })
})

test('where the shipper lets it pass, overload is no fault but said', () => {
  const fit = { ...view('BY_TON', 100_000_000, 40_000_000), overweightBlocks: false }
  const line = { ...newLine(fit, [], vehicle, '1'), qty: 30_000_000, weightG: grams(30_000_000) }
  const heavy = changeLine(fit, line, { qty: 33_000_000 })
  expect([lineFaults(fit, heavy), overweightNote(fit, heavy)]).toEqual([
    {},
    '超过核定载质量 32.000 吨，将在运单记录中标明超重',
  ])
  expect([overweightNote(fit, line), overweightNote(view('BY_TON', 1), heavy)]).toEqual([undefined, undefined])
})

test('the rest goes below zero when lines want more than there is', () => {
  const fit = view('BY_TON', 40_000_000)
  const line = newLine(fit, [], vehicle, '1')
  expect(restAfter(fit, [line, line])).toBe(-24_000_000)
})

test('a driver whose licence does not allow the vehicle says so', () => {
  expect(licenceFault({ ...driver, licenceClass: 'B2' }, vehicle)).toContain('B2')
  expect(licenceFault(driver, vehicle)).toBeUndefined()
})

test('faults of the server find their line', () => {
  const faults = { 'lines.1': '行驶证已过期', 'lines.1.qty': '太多', 'lines.10.qty': '别的' }
  expect(faultsOfLine(faults, 1)).toEqual({ '': '行驶证已过期', qty: '太多' })
  expect(faultsOfLine(faults, 0)).toEqual({})
})

const stated = { weightG: grams(400_000_000), qty: 8 }

test('a truck bears its share of the weight the goods state, marked until somebody says another', () => {
  const fit = { ...view('BY_TRUCK', 5), goodsWeight: { weightG: grams(160_000_000), qty: 5 } }
  const line = newLine(fit, [], vehicle, '1')
  expect(line).toMatchObject({ qty: 1, weightG: 32_000_000, isShared: true })
  expect(lineFaults(fit, line)).toEqual({})
  expect(changeLine(fit, line, { weightG: grams(31_000_000) }).isShared).toBe(false)
  const pieces = { ...view('BY_PIECE', 8), goodsWeight: stated, overweightBlocks: false }
  const few = newLine(pieces, [], vehicle, '1')
  expect([few.qty, few.weightG]).toEqual([8, 400_000_000])
  expect(changeLine(pieces, few, { qty: 2 }).weightG).toBe(100_000_000)
  const said = changeLine(pieces, few, { weightG: grams(7) })
  expect(changeLine(pieces, said, { qty: 2 }).weightG, 'a weight somebody said stays').toBe(7)
})

test('a proposal never goes above what the vehicle is approved for where the shipper blocks it', () => {
  const small = { ...vehicle, tonnageG: grams(120_000_000) }
  const line = newLine({ ...view('BY_PIECE', 8), goodsWeight: stated }, [], small, '1')
  expect([line.qty, line.weightG]).toEqual([2, 100_000_000])
})

test('a press puts a truck into the plan with all it needs, the next press takes it out', () => {
  const fit = view('BY_TON', 40_000_000)
  const one = withVehicleToggled(fit, [], vehicle, '1')
  expect(asSent(one)).toHaveLength(1)
  expect(withVehicleToggled(fit, one, vehicle, '2')).toEqual([])
})

test('the usual driver that is not proposed is named with the reason', () => {
  const fit = view('BY_TON', 100_000_000)
  const first = newLine(fit, [], vehicle, '1')
  expect(againstUsual({ ...vehicle, id: 'w' }, [first])).toEqual(['已在第 1 车'])
  expect(againstUsual({ ...vehicle, driver: { ...driver, faults: ['驾驶证已过期'] } }, [])).toEqual(['驾驶证已过期'])
  expect(againstUsual(vehicle, [])).toEqual([])
})

test('the plan ends with the rest of goods counted by truck, the trucks of the day, and what is sent at once', () => {
  const line = newLine(view('BY_TRUCK', 2), [], vehicle, '1')
  expect(trucksLeft(view('BY_TRUCK', 2), [line])).toEqual({ left: 1, why: '任务的车数已选满' })
  expect(trucksLeft({ ...view('BY_TON', 2), trucksToday: 1 }, [line])).toEqual({ left: 0, why: '今日还可派 1 车' })
  expect(trucksLeft(view('BY_TON', 2), []).left).toBe(20)
})

test('the fate of the rest is said', () => {
  const fit = view('BY_TRUCK', 3)
  expect([1, 0, -2].map(rest => restText(fit, rest))).toEqual([
    '派后剩余 1 车，留在任务里，可再派',
    '派完后任务没有剩余',
    '超出剩余 2 车',
  ])
})
