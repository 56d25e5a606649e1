// Secrets at rest and codes: a sealed text opens for its owner alone, and codes are those of RFC 6238.
import { expect, test } from 'vitest'
import { markOf, sealText, unsealText } from '../../work/seal.ts'
import { addressOf, newFactorSecret, newRecoveryCodes, plainCode, stepOf } from './totp.ts'

const key = 'k'.repeat(43)

test('a seal opens with its key for its owner, and for nothing else', () => {
  const sealed = sealText(key, 'anna', 'JBSWY3DPEHPK3PXP')
  expect(unsealText(key, 'anna', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(() => unsealText(key, 'bert', sealed)).toThrow()
  expect(() => unsealText('x'.repeat(43), 'anna', sealed)).toThrow()
  const [version, nonce, tag, body = ''] = sealed.split('.')
  expect(() =>
    unsealText(key, 'anna', [version, nonce, tag, body.replace(/^./, char => (char === 'A' ? 'B' : 'A'))].join('.')),
  ).toThrow()
  expect(() => unsealText(key, 'anna', 'v0.a.b.c')).toThrow('unknown form')
})

test('the same text is sealed differently each time', () => {
  expect(sealText(key, 'anna', 'x')).not.toBe(sealText(key, 'anna', 'x'))
})

test('a recovery code leaves another mark for each owner and each key', () => {
  const marks = [
    markOf(key, 'anna', 'ABCD'),
    markOf(key, 'bert', 'ABCD'),
    markOf('x'.repeat(43), 'anna', 'ABCD'),
    markOf(key, 'anna', 'ABCE'),
  ]
  expect(new Set(marks).size).toBe(4)
})

// RFC 6238 appendix B, SHA-1, the last six of its eight digits
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code of the RFC is taken', (second, code) => {
  const step = Math.floor(second / 30)
  expect(stepOf(rfcSecret, code, second * 1000)).toBe(step)
  // in the middle of the steps around it: one before and one after, and no further
  expect([-2, -1, 0, 1, 2].map(shift => stepOf(rfcSecret, code, ((step + shift) * 30 + 15) * 1000))).toEqual([
    undefined,
    step,
    step,
    step,
    undefined,
  ])
})

test('what is no code of six figures belongs to no step', () => {
  for (const text of ['', '28708', '2870820', '28708a', ' 287082'])
    expect(stepOf(rfcSecret, text, 59_000), text).toBeUndefined()
  expect(plainCode(' 287 082')).toBe('287082')
  expect(plainCode('abcd-efgh-２３４５-mnop')).toBe('ABCDEFGH2345MNOP')
})

test('the address names the product, the account and the secret', () => {
  const secret = newFactorSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(decodeURIComponent(addressOf(secret, 'shipper-finance'))).toBe(
    `otpauth://totp/运枢:shipper-finance?issuer=运枢&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
})

test('ten recovery codes of sixteen characters, no two alike', () => {
  const codes = newRecoveryCodes()
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
})
