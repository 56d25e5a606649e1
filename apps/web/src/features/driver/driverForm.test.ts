// The driver's form: masked numbers, and classes of licence beyond the usual.
import { expect, test } from 'vitest'
import { driverChange, driverInitial } from './driverForm.ts'
import { classOptions } from './driverOptions.ts'

const now = Date.UTC(2026, 10, 21, 3)

test('a class a record has is a choice even when it is unusual', () => {
  expect(classOptions('A1A2').at(-1)?.value).toBe('A1A2')
})

const row = {
  id: 'd',
  carrierId: 'c',
  carrierName: '',
  name: '张三',
  idNo: '610***********1234',
  mobile: '138****0000',
  licenceNo: '610***********1234',
  licenceClass: 'A2',
  licenceExpiry: now,
  qualificationNo: '610***********1234',
  qualificationExpiry: now,
  paper: 'approved',
  isBlacklisted: false,
  isRetired: false,
  openWaybills: 0,
  version: 3,
  createdAt: now,
  acts: [],
  certificates: [],
  missing: {},
  log: [],
} as const
const form = (it: Parameters<typeof driverInitial>[0]) => ({
  id: it.id,
  version: it.version,
  name: '',
  licenceClass: '',
  licenceExpiry: now,
  ...driverInitial(it),
})
const of = (over: { idNo?: string; mobile?: string } = {}) => ({ ...row, acts: [], certificates: [], log: [], ...over })

test('masked numbers are no values of the form and are not sent', () => {
  for (const number of ['idNo', 'licenceNo', 'qualificationNo']) {
    expect(driverInitial(of())).not.toHaveProperty(number)
    expect(driverChange(form(of()), row)).not.toHaveProperty(number)
  }
  // a phone nobody changed is not sent either
  expect(driverChange(form(of()), row)).not.toHaveProperty('mobile')
  expect(driverChange(form(of()), row)).not.toHaveProperty('emptied')
})

test('a credit code is sent for a business alone', () => {
  const values = { ...form(of()), taxNo: '91350100M000100Y43' }
  expect(driverChange({ ...values, taxKind: 'PERSON' }, row)).not.toHaveProperty('taxNo')
  expect(driverChange({ ...values, taxKind: 'BUSINESS' }, row).taxNo).toBe('91350100M000100Y43')
})

test('numbers are sent only when they were typed anew, and those that were emptied are named', () => {
  const whole = of({ mobile: '13800000000' })
  const typed = driverChange({ ...form(whole), idNo: '110101199003070230', mobile: '13900000000' }, whole)
  expect([typed.idNo, typed.mobile]).toEqual(['110101199003070230', '13900000000'])
  const emptied = driverChange({ ...form(whole), licenceNo: '' }, whole)
  expect(emptied).not.toHaveProperty('licenceNo')
  expect(emptied.emptied).toEqual(['licenceNo'])
})
