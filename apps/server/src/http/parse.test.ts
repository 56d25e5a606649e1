// The strict reader of requests: what it takes, and that everything else is a clear refusal.
import { backfillFields } from '@yunshu/domain/backfill/columns'
import { backfillLimits } from '@yunshu/domain/backfill/backfill'
import { Problem } from '@yunshu/domain/problems/problems'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFormType, parseBody, parseForm, parseQuery, requestLimits } from './parse.ts'
import { parseStrictJson } from '../strictJson.ts'

const refused = (work: () => unknown): boolean => {
  try {
    work()
    return false
  } catch (error) {
    return error instanceof Problem && (error.problem === 'request.bad' || error.problem === 'request.long')
  }
}

test('any clean text survives a form unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }).filter(text => !text.includes('\0')),
      text => {
        expect(parseForm(new URLSearchParams({ text }).toString())['text']).toBe(text)
      },
    ),
  )
})

test('a name twice, an empty name, NUL, bad percent codes and bad UTF-8 are refused', () => {
  for (const form of ['a=1&a=2', '=1', 'a=%00', 'a=%E4%BD', 'a=%zz', '%C0%80=1'])
    expect(
      refused(() => parseForm(form)),
      form,
    ).toBe(true)
  expect(refused(() => parseBody(Buffer.from([0x61, 0x3d, 0xd6, 0xd0])))).toBe(true)
  expect(refused(() => parseQuery(`/x?a=${'1'.repeat(requestLimits.queryBytes)}`))).toBe(true)
})

test('`__proto__` as a parameter was dropped in silence: it is refused, however it is written', () => {
  for (const form of ['__proto__=1', 'a=1&__proto__=', '%5F_proto__=1', '__proto__'])
    expect(
      refused(() => parseForm(form)),
      form,
    ).toBe(true)
})

test('a million bytes of names were all read: more than 200 are refused, in forms and in queries', () => {
  const names = (n: number) => Array.from({ length: n }, (_, i) => `p${i}=`).join('&')
  expect(Object.keys(parseForm(names(requestLimits.names)))).toHaveLength(200)
  expect(refused(() => parseForm(names(201)))).toBe(true)
  expect(refused(() => parseQuery(`/x?${names(201)}`))).toBe(true)
  expect(refused(() => parseBody(Buffer.from(names(130_000))))).toBe(true)
})

test('only the exact form content type passes', () => {
  for (const type of [
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=UTF-8',
    'application/x-www-form-urlencoded;charset=utf-8',
  ])
    expect(isFormType(type), type).toBe(true)
  for (const type of [
    undefined,
    '',
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded; charset=gbk',
    'application/x-www-form-urlencoded\t;x',
    'application/x-www-form-urlencodedx',
  ])
    expect(
      refused(() => {
        if (!isFormType(type)) throw new Problem('request.bad', { reason: '格式不正确' })
      }),
      String(type),
    ).toBe(true)
})

test('JSON text deeper than 32 is refused before it is parsed, however it hides', () => {
  const deep = (n: number): string => '['.repeat(n) + ']'.repeat(n)
  expect(parseStrictJson(deep(32))).toBeInstanceOf(Array)
  expect(refused(() => parseStrictJson(deep(33)))).toBe(true)
  expect(refused(() => parseStrictJson('['.repeat(5000)))).toBe(true)
  expect(parseStrictJson(JSON.stringify('['.repeat(100)))).toBe('['.repeat(100))
  expect(parseStrictJson(String.raw`["\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]`)).toHaveLength(1)
})

test('JSON with a lone surrogate, NUL, `__proto__` or broken form is refused', () => {
  for (const text of [
    String.raw`"\ud800"`,
    String.raw`"\u0000"`,
    '{"__proto__":{"isAdmin":true}}',
    '{a:1}',
    '',
    '[1,]',
  ])
    expect(
      refused(() => parseStrictJson(text)),
      text,
    ).toBe(true)
})

test('of two values of one name in JSON the last won in silence: a name twice is refused, however it is spelt', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"b":[{"c":{}}],"a":2}',
    String.raw`{"a":1,"\u0061":2}`,
    '[{"x":{"a":1, "b":2 , "a" :3}}]',
    String.raw`{"a\"":1,"a\u0022":2}`,
    String.raw`{"\u005f_proto__":1}`,
  ])
    expect(
      refused(() => parseStrictJson(text)),
      text,
    ).toBe(true)
  for (const text of [
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":1}},"b":["a","a","a"]}',
    '{"a":"b","b":"a"}',
    String.raw`{"a":"\",\"a\":2","b":1}`,
  ])
    expect(parseStrictJson(text), text).toEqual(JSON.parse(text))
})

test('half a megabyte of values in one parameter kept the process busy: so many are refused', () => {
  // nothing a person may type is among them: all columns in all rows of the longest sheet of entered trips
  const cells = Object.fromEntries(backfillFields.map(field => [field, 'x']))
  const sheet = Array.from({ length: backfillLimits.gridRows }, (_, row) => ({ row: row + 1, cells }))
  expect(parseStrictJson(JSON.stringify(sheet))).toHaveLength(backfillLimits.gridRows)
  for (const text of [`[${'1,'.repeat(500_000)}1]`, `[${'{},'.repeat(10_000)}{}]`, '[[],'.repeat(20_000)])
    expect(
      refused(() => parseStrictJson(text)),
      text.slice(0, 8),
    ).toBe(true)
})

test('any JSON value within bounds comes through equal', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'grapheme' }), value => {
      const text = JSON.stringify(value)
      if (text.includes('__proto__') || text.includes('\\u0000')) return
      expect(parseStrictJson(text)).toEqual(JSON.parse(text))
    }),
  )
})
