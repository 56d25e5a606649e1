// The check of signs against a client that knows the rule alone: whatever a call carries, its sign is right.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyInputOf } from '../../../../tests/wire/anyInput.ts'
import { calls } from '../../../../tests/wire/calls.ts'
import { formByRule } from '../../../../tests/wire/ruleClient.ts'
import { parseBody } from './parse.ts'
import { assertSigned } from './signed.ts'

const now = 1_790_000_000_000
const config = { signEnforced: true, signSecret: 'yunshu-demo-sign-secret' }
const common = {
  timestamp: now,
  token: 't',
  operatorAccount: 'shipper',
  operatorName: '张三',
  branchCompanyId: '00000000-0000-4000-8000-000000000001',
}
const read = (form: string) => parseBody(Buffer.from(form))

test.each(calls)('[CL-03] any value of $name, signed by the rule alone, passes', ({ call }) => {
  fc.assert(
    fc.property(anyInputOf(call), fc.constantFrom(0, 2), (input, indent) => {
      const form = formByRule({ ...common, ...input }, config.signSecret, indent)
      expect(() => assertSigned(config, call, read(form), now), form).not.toThrow()
    }),
    { numRuns: 30 },
  )
})

test('[CL-03] only an array counts for nothing when it is empty: a text that reads [] is signed like any other', () => {
  const call = calls.find(({ name }) => name === 'goods.publishGoods')?.call
  if (!call) throw new Error('there is no publishing any more')
  const signed = read(formByRule({ ...common, remark: '', priceSteps: [] }, config.signSecret))
  expect(() => assertSigned(config, call, signed, now)).not.toThrow()
  expect(() => assertSigned(config, call, { ...signed, remark: '[]' }, now)).toThrow('签名')
  expect(() => assertSigned(config, call, { ...signed, priceSteps: '[[]]' }, now)).toThrow('签名')
})

test('[CL-03] a megabyte of quotes, escapes and blanks holds the server up hardly longer than one of letters', () => {
  const call = calls.find(({ name }) => name === 'goods.publishGoods')?.call
  if (!call) throw new Error('there is no publishing any more')
  /** The least time that looking at so many characters of `part` takes, ms: the machine may have other work. */
  const least = (part: string, characters = 1_000_000): number => {
    const signed = {
      ...read(formByRule(common, config.signSecret)),
      items: part.repeat(characters / part.length),
    }
    return Math.min(
      ...Array.from({ length: 5 }, () => {
        const begun = performance.now()
        expect(() => assertSigned(config, call, signed, now)).toThrow('签名')
        return performance.now() - begun
      }),
    )
  }
  const ofLetters = least('a')
  for (const part of ['"\\', '" ', '\\"', ' 1', '["', '"\\"'])
    expect(least(part) / ofLetters, JSON.stringify(part)).toBeLessThan(50)
})
