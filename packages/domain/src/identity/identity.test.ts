// Tests of identity numbers: the published vectors, and that a single slip of the finger is noticed.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ageOn,
  birthDate,
  checkBankCard,
  checkCompanyAccount,
  checkDriverIdNo,
  checkIdNo,
  checkMobile,
  checkOperatingPermit,
  checkQualification,
  checkTransportCert,
  checkUscc,
  lightTruckPermit,
  lightTruckQualification,
  tidyNumber,
  warnUscc,
} from './identity.ts'
import { messages } from '../message/messages.ts'

const validUscc = ['9144030071526726XG', '914403001922038216', '91510100MA6DEMX014']
const validIdNo = ['11010519491231002X', '440524188001010014', '510104199001010019']
const validCards = ['4111111111111111', '6222020000000000018', '5500005555555559', '378282246310005']

/** Puts another digit at one place of a valid number. */
function slip(numbers: readonly string[], digits: string) {
  return fc
    .tuple(fc.constantFrom(...numbers), fc.nat(20), fc.constantFrom(...digits.split('')))
    .map(([number, place, digit]) => ({
      number,
      slipped: number.slice(0, place % number.length) + digit + number.slice((place % number.length) + 1),
    }))
    .filter(({ number, slipped }) => number !== slipped)
}

describe('统一社会信用代码', () => {
  test.each(validUscc)('%s is valid', code => expect(checkUscc(code)).toBeUndefined())

  test.each([
    '914403001922038217',
    '91440300192203821',
    '9144030019220382166',
    '91440300192203821I',
    '91A403001922038216',
    '9144030071526726xg',
    '',
  ])('%j is not', code => expect(checkUscc(code)).toBe(messages.uscc))

  test('the check character completes the powers of 3 to a multiple of 31', () => {
    const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{9}$/), start => {
        const total = start
          .split('')
          .reduce((all, character, index) => all + BigInt(alphabet.indexOf(character)) * 3n ** BigInt(index), 0n)
        expect(checkUscc(start + alphabet.charAt(Number((31n - (total % 31n)) % 31n)))).toBeUndefined()
      }),
    )
  })

  test('one wrong character is always noticed', () => {
    fc.assert(
      fc.property(slip(validUscc, '0123456789ABCDEFGHJKLMNPQRTUWXY'), ({ slipped }) => {
        expect(checkUscc(slipped)).toBe(messages.uscc)
      }),
    )
  })

  test('the organisation code inside it is only warned about', () => {
    expect(warnUscc('914403001922038216')).toBeUndefined()
    expect(warnUscc('9144030071526726XG')).toBeUndefined()
    expect(warnUscc('914403001922038226')).toBe(messages.usccOrgCode)
  })
})

describe('身份证号', () => {
  test.each(validIdNo)('%s is valid', idNo => expect(checkIdNo(idNo)).toBeUndefined())

  test.each([
    '110105194912310021',
    '11010519491231002x',
    '11010519490231002X',
    '510104199013010019',
    '010104199001010019',
    '51010419900101001',
    '',
  ])('%j is not', idNo => expect(checkIdNo(idNo)).toBe(messages.idNo))

  test('the check character is that of ISO 7064 MOD 11-2, here worked out step by step', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{5}1980\d{3}$/), fc.nat(27), (start, day) => {
        const digits = `${start.slice(0, 10)}02${String(day + 1).padStart(2, '0')}${start.slice(-3)}`
        const carry = digits.split('').reduce((step, digit) => ((step + Number(digit)) * 2) % 11, 0)
        expect(checkIdNo(digits + '0123456789X'.charAt((12 - carry) % 11))).toBeUndefined()
      }),
    )
  })

  test('one wrong digit is always noticed', () => {
    fc.assert(
      fc.property(slip(validIdNo, '0123456789X'), ({ slipped }) => {
        expect(checkIdNo(slipped)).toBe(messages.idNo)
      }),
    )
  })

  test('age counts from the birthday on the calendar of China', () => {
    const birthday = Date.UTC(2007, 11, 31, 16) // 2008-01-01 00:00 in China
    expect(birthDate('510104199001010019')).toBe('1990-01-01')
    expect(ageOn('510104199001010019', birthday)).toBe(18)
    expect(ageOn('510104199001010019', birthday - 1)).toBe(17)
    expect(ageOn('510104199002300019', birthday)).toBeUndefined()
  })

  test('a driver is 18 to 70 years old', () => {
    const at = (year: number) => Date.UTC(year, 5, 1)
    expect(checkDriverIdNo('510104199001010019', at(2026))).toBeUndefined()
    // the 18th birthday in China
    expect(checkDriverIdNo('510104199001010019', Date.UTC(2007, 11, 31, 16))).toBeUndefined()
    expect(checkDriverIdNo('510104199001010019', at(2060))).toBeUndefined()
    expect(checkDriverIdNo('510104199001010019', at(2061))).toBe(messages.driverAge)
    expect(checkDriverIdNo('510104199001010019', at(2007))).toBe(messages.driverAge)
    expect(checkDriverIdNo('510104199001010018', at(2026))).toBe(messages.idNo)
  })
})

test('typed numbers are tidied before they are checked', () => {
  expect(tidyNumber(' 11010519491231002x ')).toBe('11010519491231002X')
  expect(tidyNumber('川A·12345')).toBe('川A12345')
  expect(tidyNumber('186-0000-1402')).toBe('18600001402')
  expect(tidyNumber('6222 0200 0000 0000 018')).toBe('6222020000000000018')
})

test('a mobile number has 11 digits and starts with 13 to 19', () => {
  for (const good of ['13800138000', '19900001234', '16600001234']) expect(checkMobile(good)).toBeUndefined()
  for (const bad of ['12800138000', '1380013800', '138001380000', '+8613800138000', '1380013800a', ''])
    expect(checkMobile(bad)).toBe(messages.mobile)
})

describe('bank accounts', () => {
  test.each(validCards)('card %s is valid', card => expect(checkBankCard(card)).toBeUndefined())

  test.each(['4111111111111112', '41111111111', '62220200000000000180', '4111-1111-1111-1111', ''])(
    'card %j is not',
    card => {
      expect(checkBankCard(card)).toBe(messages.bankCard)
    },
  )

  test('a card has 12 to 19 digits', () => {
    for (const length of [12, 19]) expect(checkBankCard('0'.repeat(length))).toBeUndefined()
    for (const length of [11, 20]) expect(checkBankCard('0'.repeat(length))).toBe(messages.bankCard)
  })

  test('one wrong digit of a card is always noticed', () => {
    fc.assert(
      fc.property(slip(validCards, '0123456789'), ({ slipped }) => {
        expect(checkBankCard(slipped)).toBe(messages.bankCard)
      }),
    )
  })

  test('a company account needs no check digit', () => {
    expect(checkCompanyAccount('4111111111111112')).toBeUndefined()
    expect(checkCompanyAccount('ABC123456')).toBe(messages.bankAccount)
  })
})

describe('transport papers', () => {
  test('certificate numbers are digits of a limited length and may start with 0', () => {
    expect(checkTransportCert('051234567890')).toBeUndefined()
    for (const length of [1, 20]) expect(checkTransportCert('1'.repeat(length))).toBeUndefined()
    expect(checkTransportCert('1'.repeat(21))).toBe(messages.transportCert)
    expect(checkTransportCert('川12345')).toBe(messages.transportCert)
    expect(checkOperatingPermit('1'.repeat(50))).toBeUndefined()
    expect(checkOperatingPermit('1'.repeat(51))).toBe(messages.operatingPermit)
    expect(checkQualification('510104199001010019')).toBeUndefined()
    expect(checkQualification('1'.repeat(19))).toBeUndefined()
    expect(checkQualification('1'.repeat(20))).toBe(messages.qualification)
    expect(checkQualification('51010419900101001')).toBe(messages.qualification)
  })

  test('stand-in numbers for trucks up to 4.5 t pass the same checks', () => {
    expect(lightTruckPermit('510104')).toBe('510104000000')
    expect(checkTransportCert(lightTruckPermit('510104'))).toBeUndefined()
    expect(lightTruckQualification('510104199001010019')).toBe('510104000000000000')
    expect(checkQualification(lightTruckQualification('510104199001010019'))).toBeUndefined()
  })
})
