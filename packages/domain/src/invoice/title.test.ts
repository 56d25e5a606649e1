// Tax numbers of invoice titles.
import { expect, test } from 'vitest'
import { checkTaxNo, plainTaxNo } from './title.ts'

test('a tax number is a credit code with its check digit, or 15 to 20 letters and digits of the older kinds', () => {
  expect(checkTaxNo('91350100M000100Y43')).toBeUndefined()
  expect(checkTaxNo(' 91350100m000100y43 ')).toBeUndefined()
  expect(checkTaxNo('110105194912310')).toBeUndefined()
  expect(checkTaxNo('11010519491231002X')).toBeUndefined()
  expect(checkTaxNo('11010519491231002X01')).toBeUndefined()
  expect(checkTaxNo('91350100M000100Y44')).toBe('18 位税号的校验位不正确')
  expect(checkTaxNo('12345678901234')).toBe('应为 15 至 20 位数字或大写字母')
  expect(checkTaxNo('123456789012345678901')).toBe('应为 15 至 20 位数字或大写字母')
  expect(checkTaxNo('中国税号1234567890123')).toBe('应为 15 至 20 位数字或大写字母')
  expect(plainTaxNo(' 91350100m000100y43 ')).toBe('91350100M000100Y43')
})
