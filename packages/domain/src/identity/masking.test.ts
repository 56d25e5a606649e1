// Tests of masking: what stays visible, and that nothing hidden leaks.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskAccountsIn, maskBankCard, maskGivenName, maskIdNo, maskMobile, maskPlate } from './masking.ts'

test('where anybody may read it a name is a surname and two stars', () => {
  expect(['张三', '张三丰', '𠮷野家'].map(maskGivenName)).toEqual(['张**', '张**', '𠮷**'])
  expect(maskGivenName('')).toBe('')
})

test('numbers show their ends only', () => {
  expect(maskMobile('18600001402')).toBe('186****1402')
  expect(maskMobile('12345678')).toBe('123*5678')
  expect(maskIdNo('510104199001010019', '1+1')).toBe('5****************9')
  expect(maskIdNo('510104199001010019', '3+3')).toBe('510************019')
  expect(maskIdNo('510104199001010019', '6+4')).toBe('510104********0019')
  expect(maskBankCard('6222020000000000018')).toBe('****0018')
  expect(maskPlate('川A12345')).toBe('川A***45')
})

test('a value too short to hide anything is hidden whole, an empty one stays empty', () => {
  for (const mask of [maskMobile, maskIdNo, maskBankCard, maskPlate]) expect(mask('')).toBe('')
  expect([maskBankCard('12345678'), maskBankCard('123456789')]).toEqual(['***', '****6789'])
  for (const mask of [maskMobile, maskIdNo, maskBankCard]) expect(mask('123456')).toBe('***')
})

test('no masked number lets the whole number be read, whatever its length', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,25}$/), number => {
      for (const mask of [maskMobile, maskIdNo, maskBankCard, maskPlate]) {
        expect(mask(number)).not.toContain(number)
        expect(mask(number)).toContain('*')
      }
    }),
  )
})

test('accounts inside a text are masked, credit codes stay', () => {
  expect(maskAccountsIn('晴川 91510100MA6DEMX014 中国银行 6222020000000000018')).toBe(
    '晴川 91510100MA6DEMX014 中国银行 ****0018',
  )
  expect(maskAccountsIn('晴川 1234567 ****0018')).toBe('晴川 *** ****0018')
})
