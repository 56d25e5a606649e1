// Tests of the signature: the published vectors, and what must and must not change it.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signRequest, signText, wireFields } from './signing.ts'

const secret = 'yunshu-demo-sign-secret'
const md5Hex = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

const vectors = [
  {
    params: { account: 'shipper', password: 'Demo#2026', timestamp: 1790000000000 },
    text: 'account=shipper&password=Demo#2026&timestamp=1790000000000yunshu-demo-sign-secret',
    signature: '736F23DA812DE46A1F71385B6C772446',
  },
  {
    params: {
      b: '2',
      a: '1',
      empty: '',
      none: null,
      list: [],
      timestamp: 1790000000000,
      token: 't',
      operatorAccount: 'shipper',
      operatorName: '张三',
    },
    text: 'a=1&b=2&operatorAccount=shipper&operatorName=张三&timestamp=1790000000000&token=tyunshu-demo-sign-secret',
    signature: 'FBD7959C33C4E9A36C8DA2097311BD68',
  },
  {
    params: { ids: ['A1', 'A2'], flag: false, n: 0, text: 'a&b=c 空格', timestamp: 1790000000000 },
    text: 'flag=false&ids=["A1","A2"]&n=0&text=a&b=c 空格&timestamp=1790000000000yunshu-demo-sign-secret',
    signature: '1B334BC30E87BD6F6E6F69212529E893',
  },
]

test.each(vectors)('[CL-03] the published vector $signature is reproduced', ({ params, text, signature }) => {
  expect(signText(params, secret)).toBe(text)
  expect(signRequest(params, secret, md5Hex)).toBe(signature)
})

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter(text => text !== 'sign')
const value = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string(), { minLength: 1 }),
  fc.dictionary(fc.string(), fc.integer()),
)
const someParams = fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key })

describe('[CL-03] what the signature covers', () => {
  test('[CL-03] empty values and the old signature change nothing', () => {
    fc.assert(
      fc.property(someParams, name, fc.constantFrom(undefined, null, '', []), (entries, extra, empty) => {
        const params = Object.fromEntries(entries)
        if (Object.hasOwn(params, extra)) return
        const text = signText(params, secret)
        expect(signText(Object.fromEntries([...entries, [extra, empty], ['sign', 'ABC']]), secret)).toBe(text)
      }),
    )
  })

  test('[CL-03] the order in which parameters are given does not matter', () => {
    fc.assert(
      fc.property(someParams, entries => {
        expect(signText(Object.fromEntries(entries.toReversed()), secret)).toBe(
          signText(Object.fromEntries(entries), secret),
        )
      }),
    )
  })

  test('[CL-03] the server gets the same text from the fields it receives, where all are text', () => {
    fc.assert(
      fc.property(someParams, entries => {
        const params = Object.fromEntries(entries)
        expect(signText(Object.fromEntries(wireFields(params)), secret)).toBe(signText(params, secret))
      }),
    )
  })

  test('[CL-03] a changed value changes the signature', () => {
    fc.assert(
      fc.property(someParams, name, fc.integer(), fc.integer(), (entries, key, one, other) => {
        fc.pre(one !== other)
        const params = Object.fromEntries(entries)
        expect(signRequest({ ...params, [key]: one }, secret, md5Hex)).not.toBe(
          signRequest({ ...params, [key]: other }, secret, md5Hex),
        )
      }),
    )
  })

  test('[CL-03] keys are sorted by UTF-16 code unit, not by language or by code point', () => {
    // '😀' starts with the unit D83D, below U+FF21 'Ａ', though its code point is higher
    expect(wireFields({ Ａ: 1, '😀': 2, b: 3, B: 4, 张: 5 }).map(([key]) => key)).toEqual(['B', 'b', '张', '😀', 'Ａ'])
  })

  test('[CL-03] 0, false and an empty object are values, not emptiness', () => {
    expect(signText({ a: 0, b: false, c: {}, d: [''] }, '#')).toBe('a=0&b=false&c={}&d=[""]#')
  })
})
