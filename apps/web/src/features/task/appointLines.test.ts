// Lines of an appointment: first quantities, faults, what is left, and who may go.
import { unitPrice } from '@yunshu/domain/unitPrice'
import { grams } from '@yunshu/domain/weight'
import type { QuantityMode } from '@yunshu/domain/goods'
import { expect, test } from 'vitest'
import { asSent, changeLine, licenceFault, lineFaults, newLine, overweightNote, rank, restAfter, type Driver, type Vehicle } from './appointLines.ts'
import { faultsOfLine } from './useAppointment.ts'

const vehicle: Vehicle = { id: 'v', name: '陕K12345', note: '', faults: [], openWaybills: 0, tonnageG: grams(32_000_000), typeCode: 'Q11' }
const driver: Driver = { id: 'd', name: '张三', note: '', faults: [], openWaybills: 0, mobile: '138****0000', licenceClass: 'A2' }
const view = (quantityMode: QuantityMode, remainQty: number, perTruckMax?: number) => ({
  task: {
    id: 't', taskNo: 'RW1', state: 'accepted', goodsId: 'g', goodsNo: 'HY1', shipperName: '', carrierName: '', loadPlace: '', unloadPlace: '', itemNames: '',
    quantityMode, qty: remainQty, remainQty, pricing: 'PER_TON', carrierUnitPrice: unitPrice(1), createdAt: 0, version: 1,
  } as const,
  overweightBlocks: true, ...(perTruckMax === undefined ? {} : { perTruckMax }),
})

test('a new line by weight fills the truck, within limit and rest', () => {
  expect(newLine(view('BY_TON', 100_000_000), [], vehicle, driver, '1')).toMatchObject({ qty: 32_000_000, weightG: 32_000_000 })
  expect(newLine(view('BY_TON', 100_000_000, 30_000_000), [], vehicle, driver, '1').qty).toBe(30_000_000)
  const first = newLine(view('BY_TON', 40_000_000), [], vehicle, driver, '1')
  expect(newLine(view('BY_TON', 40_000_000), [first], vehicle, driver, '2').qty).toBe(8_000_000)
})

test('goods by truck send one truck, whose weight is for people to say', () => {
  const line = newLine(view('BY_TRUCK', 5), [], vehicle, driver, '1')
  expect(line).toMatchObject({ qty: 1, weightG: undefined })
  expect(lineFaults(view('BY_TRUCK', 5), line, vehicle)).toEqual({ weightG: '请填写重量' })
  expect(asSent([line])).toBeUndefined()
})

test('when nothing is left a new line has no quantity and cannot be sent', () => {
  const first = newLine(view('BY_TRUCK', 1), [], vehicle, driver, '1')
  const second = newLine(view('BY_TRUCK', 1), [first], vehicle, driver, '2')
  expect(second.qty).toBeUndefined()
  expect(asSent([first, second])).toBeUndefined()
})

test('weight follows quantity where weight is what is counted', () => {
  const line = newLine(view('BY_TON', 100_000_000), [], vehicle, driver, '1')
  expect(changeLine(view('BY_TON', 100_000_000), line, { qty: 20_000_000 }).weightG).toBe(20_000_000)
  expect(changeLine(view('BY_PIECE', 50), line, { qty: 1 }).weightG).toBe(32_000_000)
})

test('overload, too much for a truck and unreadable text are faults of their fields', () => {
  const line = newLine(view('BY_TON', 100_000_000, 40_000_000), [], vehicle, driver, '1')
  const fit = view('BY_TON', 100_000_000, 40_000_000)
  expect(lineFaults(fit, line, vehicle)).toEqual({})
  expect(lineFaults(fit, changeLine(fit, line, { qty: 33_000_000 }), vehicle)).toEqual({ weightG: '装货重量超过核定载质量32.000吨，请核对' })
  expect(lineFaults(fit, changeLine(fit, line, { qty: 41_000_000 }), vehicle)).toHaveProperty('qty')
  expect(lineFaults(fit, { ...line, qty: { unreadable: 'x', fault: '数量格式不正确' } }, vehicle)).toMatchObject({ qty: '数量格式不正确' })
})

test('where the shipper lets it pass, overload is no fault but said', () => {
  const fit = { ...view('BY_TON', 100_000_000, 40_000_000), overweightBlocks: false }
  const line = newLine(fit, [], vehicle, driver, '1')
  const heavy = changeLine(fit, line, { qty: 33_000_000 })
  expect([lineFaults(fit, heavy, vehicle), overweightNote(fit, heavy, vehicle)]).toEqual([{}, '超过核定载质量 32.000 吨，将在运单记录中标明超重'])
  expect([overweightNote(fit, line, vehicle), overweightNote(view('BY_TON', 1), heavy, vehicle)]).toEqual([undefined, undefined])
})

test('the rest goes below zero when lines want more than there is', () => {
  const fit = view('BY_TON', 40_000_000)
  const line = newLine(fit, [], vehicle, driver, '1')
  expect(restAfter(fit, [line, line])).toBe(-24_000_000)
})

test('a driver whose licence does not allow the vehicle says so', () => {
  expect(licenceFault({ ...driver, licenceClass: 'B2' }, vehicle)).toContain('B2')
  expect(licenceFault(driver, vehicle)).toBeUndefined()
  expect(licenceFault({ ...driver, licenceClass: 'B2' }, undefined)).toBeUndefined()
})

test('those who can go stand first, the least busy before others', () => {
  const names = rank([{ name: '丙', faults: ['过期'], openWaybills: 0 }, { name: '乙', faults: [], openWaybills: 2 }, { name: '甲', faults: [], openWaybills: 0 }]).map(({ name }) => name)
  expect(names).toEqual(['甲', '乙', '丙'])
})

test('faults of the server find their line', () => {
  const faults = { 'lines.1': '行驶证已过期', 'lines.1.qty': '太多', 'lines.10.qty': '别的' }
  expect(faultsOfLine(faults, 1)).toEqual({ '': '行驶证已过期', qty: '太多' })
  expect(faultsOfLine(faults, 0)).toEqual({})
})
