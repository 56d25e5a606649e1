// Accounts of people and of companies, and what a payee has to show.
import { expect, test } from 'vitest'
import { checkAccountNo, checkPayeeNo, missingOfPayee, payeeDocuments, payeeParts } from './payee.ts'

test('cards of people have a Luhn digit, accounts of companies have none', () => {
  expect(checkAccountNo('PERSON', '6222020000000000018')).toBeUndefined()
  expect(checkAccountNo('PERSON', '6222020000000000019')).toBe('银行卡号校验失败')
  expect(checkAccountNo('COMPANY', '6222020000000000019')).toBeUndefined()
  expect(checkAccountNo('COMPANY', '62220A')).toBe('对公账号格式不正确')
})

test('people are told apart by 身份证号, companies by credit code', () => {
  expect([checkPayeeNo('PERSON', '11010519491231002X'), checkPayeeNo('COMPANY', '9144030071526726XG')]).toEqual([
    undefined,
    undefined,
  ])
  expect(
    [checkPayeeNo('PERSON', '9144030071526726XG'), checkPayeeNo('COMPANY', '11010519491231002X')].every(
      fault => fault !== undefined,
    ),
  ).toBe(true)
})

test('a driver shows his card, another person the identity card too, a company its licence', () => {
  const lacks = (kind: 'PERSON' | 'COMPANY', isOwn: boolean, documents: string[] = []) =>
    Object.keys(missingOfPayee({ kind, isOwn, documents }))
  expect([lacks('PERSON', true), lacks('PERSON', false), lacks('COMPANY', false)]).toEqual([
    ['card'],
    ['card', 'idFront', 'idBack'],
    ['licence', 'card'],
  ])
  expect(lacks('COMPANY', false, ['licence', 'card'])).toEqual([])
  expect(Object.keys(payeeDocuments).filter(kind => !Object.hasOwn(payeeParts, kind))).toEqual([])
})
