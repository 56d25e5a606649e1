// Lines of an appointment: what a new one starts with, how what is left is divided, what is wrong with each.
import type { DriverChoice, VehicleChoice } from '@yunshu/contract/task/task'
import type { QuantityMode } from '@yunshu/domain/goods/goods'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { expect, test } from 'vitest'
import {
  asSent,
  changeLine,
  licenceFault,
  lineFaults,
  newLine,
  overweightNote,
  restAfter,
  shareOut,
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

test('goods by truck send one truck, whose weight is for people to say', () => {
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
    weightG: '装货重量超过核定载质量32.000吨，请核对',
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
