// The fleet's forms: colours that fit, masked numbers, warnings of papers.
import { DAY_MS } from '@yunshu/domain/time'
import { expect, test } from 'vitest'
import { driverChange, driverInitial } from './driverForm.ts'
import { expiryWarning } from './expiry.ts'
import { classOptions, colourOptions, fittingColour } from './fleetOptions.ts'

const now = Date.UTC(2026, 10, 21, 3)

test('a new-energy plate leaves one colour, which is chosen by itself', () => {
  expect(colourOptions('川A12345D', undefined).map(({ value }) => value)).toEqual(['93'])
  expect(fittingColour('川A12345D', 'H11', '2')).toBe('93')
})

test('a colour that fits plate and type is kept, one that does not is dropped', () => {
  expect(fittingColour('川A12345', 'Q11', '2')).toBe('2')
  expect(fittingColour('川A12345', 'Q11', '1')).toBeUndefined()
})

test('while a plate is being typed every colour can be chosen', () => {
  expect(colourOptions('川A1', 'Q11').length).toBe(10)
})

test('a class a record has is a choice even when it is unusual', () => {
  expect(classOptions('A1A2').at(-1)?.value).toBe('A1A2')
})

const row = { id: 'd', carrierId: 'c', carrierName: '', name: '张三', idNo: '610***********1234', mobile: '138****0000', licenceClass: 'A2', licenceExpiry: now, qualificationNo: '610***********1234', qualificationExpiry: now, paper: 'approved', openWaybills: 0, version: 3 } as const

test('masked numbers are no values of the form and are not sent', () => {
  expect(driverInitial(row)).not.toHaveProperty('idNo')
  expect(driverInitial(row)).not.toHaveProperty('mobile')
  const sent = driverChange({ ...driverInitial(row), id: row.id, version: row.version } as never, row)
  expect(sent).not.toHaveProperty('idNo')
  expect(sent).not.toHaveProperty('mobile')
})

test('numbers seen whole are sent only when they were changed', () => {
  const whole = { ...row, idNo: '110101199003070230', mobile: '13800000000' }
  const same = driverChange({ ...driverInitial(whole), id: 'd', version: 3 } as never, whole)
  expect(same).not.toHaveProperty('idNo')
  expect(driverChange({ ...same, mobile: '13900000000' }, whole).mobile).toBe('13900000000')
})

test('a paper warns from thirty days before, is good on its last day, and has expired after it', () => {
  expect(expiryWarning(now + 31 * DAY_MS, now)).toBeUndefined()
  expect(expiryWarning(now + 30 * DAY_MS, now)).toEqual({ tone: 'warn', text: '剩 30 天' })
  expect(expiryWarning(now, now)).toEqual({ tone: 'warn', text: '今天到期' })
  expect(expiryWarning(now - DAY_MS, now)).toEqual({ tone: 'bad', text: '已过期 1 天' })
})
