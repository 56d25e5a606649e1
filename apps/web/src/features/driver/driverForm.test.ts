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
  expect(driverInitial(of())).not.toHaveProperty('idNo')
  expect(driverInitial(of())).not.toHaveProperty('mobile')
  const sent = driverChange(form(of()), row)
  expect(sent).not.toHaveProperty('idNo')
  expect(sent).not.toHaveProperty('mobile')
})

test('a credit code is sent for a business alone', () => {
  const values = { ...form(of()), taxNo: '91350100M000100Y43' }
  expect(driverChange({ ...values, taxKind: 'PERSON' }, row)).not.toHaveProperty('taxNo')
  expect(driverChange({ ...values, taxKind: 'BUSINESS' }, row).taxNo).toBe('91350100M000100Y43')
})

test('numbers seen whole are sent only when they were changed', () => {
  const whole = of({ idNo: '110101199003070230', mobile: '13800000000' })
  const same = driverChange(form(whole), whole)
  expect(same).not.toHaveProperty('idNo')
  expect(driverChange({ ...same, mobile: '13900000000' }, whole).mobile).toBe('13900000000')
})
