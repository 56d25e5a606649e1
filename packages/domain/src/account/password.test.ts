// Passwords: what each policy lets through and what it says of the rest.
import { expect, test } from 'vitest'
import {
  checkPassword,
  classesOf,
  isCommon,
  isPasswordExpired,
  passwordPolicies,
  passwordStrength,
} from './password.ts'

const owner = { account: 'wangli-88', name: '王立', company: '杭州顺达物流有限公司' }
const dengbao = (password: string) => checkPassword('dengbao', password, owner)
const asvs = (password: string) => checkPassword('asvs', password, owner)

test('the demo password and long sentences pass both policies', () => {
  for (const password of ['Demo#2026', '河东狮吼-7号码头X', 'korrekt-Pferd-Batterie-9']) {
    expect([dengbao(password), asvs(password)], password).toEqual([undefined, undefined])
  }
})

test('length counts characters, at both ends', () => {
  expect(dengbao('Ab#4567')).toBe('应为8–64个字符')
  expect(dengbao('Kx#45679')).toBeUndefined()
  expect(dengbao(`Kx#4${'qv7'.repeat(20)}`)).toBeUndefined()
  expect(dengbao(`Kx#4${'qv7'.repeat(20)}z`)).toBe('应为8–64个字符')
  expect(asvs(`Kx#4${'qv7'.repeat(20)}z`)).toBeUndefined()
  expect(asvs('五个汉字密')).toBe('应为8–128个字符')
  expect(asvs('码头见面换货单十吨')).toBeUndefined()
})

test('three of four kinds are wanted by 等级保护 and none by ASVS', () => {
  for (const password of ['kxqvbnmt', 'kxqv#bnmt', '48151623', 'KXQVBNMT#'])
    expect(dengbao(password), password).toBe('大写字母、小写字母、数字、符号至少要有3种')
  expect(asvs('kxqvjbnmt')).toBeUndefined()
  expect(classesOf('aA1汉')).toBe(4)
})

test.each([
  'xWangli-88',
  'x88-ILGNAW',
  '王立的卡车Aa1',
  '杭州顺达Truck#77',
  'YunShu#2026!',
  '运枢Truck#77',
  'ｗａｎｇｌｉ-88Q',
])('a password of known words is refused: %s', password => {
  expect(dengbao(password)).toBe('不能含有账号（正写或倒写）、姓名、企业或产品名称')
  expect(asvs(password)).toBe('不能含有账号（正写或倒写）、姓名、企业或产品名称')
})

test.each([
  'P@ssw0rd',
  'Passw0rd!',
  'Admin@123',
  'Admin#2026',
  'Aa123456',
  'Aa@123456',
  'A123456!',
  'Abc@123456',
  'Qwer1234!',
  'Qwe123!@#',
  '1qaz@WSX',
  '!QAZ2wsx',
  'Woaini1314!',
  'Woaini@520',
  'Zhang#888',
  'Zhangwei123!',
  'Lm19870512',
  'Zx#19870512',
  'Qwe13812345678',
  'Wuliu#2026',
  'Abcd1234',
  'Aa111111',
  '!Q2w3e4r',
  'Huawei@123',
  'Test#2026',
  'Caiwu@2025',
])('a common one is refused however it is dressed up: %s', password => {
  expect(dengbao(password)).toBe('太常见，容易被猜到，请换一个')
})

test.each([
  '88888888',
  '12345678',
  '87654321',
  'abcabcabc',
  'qwertyuiop',
  'iloveyou',
  'password',
  '13812345678',
  '5201314520',
])('without rules of composition a common one is still refused: %s', password => {
  expect(asvs(password)).toBe('太常见，容易被猜到，请换一个')
})

test('a common word inside something longer is not common', () => {
  for (const password of ['Admin-geht-7x-Kino', 'Zhang7#mQk2', 'Hx#83920174', 'Pass-auf-9-Hunde'])
    expect(isCommon(password), password).toBe(false)
})

test('ninety days make a password old under 等级保护 alone, and one of unknown age never is', () => {
  const day = 86_400_000
  const now = 1_790_000_000_000
  expect(isPasswordExpired('dengbao', now - 90 * day, now)).toBe(true)
  expect(isPasswordExpired('dengbao', now - 90 * day + 1, now)).toBe(false)
  expect(isPasswordExpired('dengbao', 0, now)).toBe(false)
  expect(isPasswordExpired('asvs', now - 900 * day, now)).toBe(false)
  expect(passwordPolicies.dengbao.history).toBe(5)
})

test('strength grows with length and kinds, and a common one stays weak', () => {
  expect([
    passwordStrength('Kx#4'),
    passwordStrength('Demo#2026'),
    passwordStrength('korrekt-Pferd-Batterie-9'),
    passwordStrength('Admin@123'),
  ]).toEqual([0, 1, 2, 0])
})
