// The subject of a record in narrow and wide heads.
import { expect, test } from 'vitest'
import { wayParts, wholeLine } from './heroLine.ts'

test('a narrow head says the places by their names, a wide one with their cities', () => {
  const way = wayParts('陕西省 / 榆林市 / 横山区 恒泰横山煤台', '河南省 / 南阳市 / 唐河县')
  expect(way.filter(part => typeof part === 'string').join('')).toBe('恒泰横山煤台 → 南阳·唐河县')
  expect(wholeLine(way)).toBe('榆林·横山区 恒泰横山煤台 → 南阳·唐河县')
})

test('words alone are the whole line', () => expect(wholeLine('个人 · 中国工商银行')).toBe('个人 · 中国工商银行'))
