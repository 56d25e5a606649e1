// Passwords: hashes of the agreed cost, each with its own salt, and a bounded number at a time.
import { expect, test } from 'vitest'
import { Problem } from '@yunshu/domain/problems/problems'
import { hashesWaiting, hashLanes, hashPassword, nobodysHash, verifyPassword } from './password.commands.ts'

test('a hash is argon2id with 19 MiB, two passes, one lane, and tells its password from others', async () => {
  const hash = await hashPassword('Demo#2026 汉字')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword(hash, 'Demo#2026 汉字')).toBe(true)
  expect(await verifyPassword(hash, 'Demo#2026 汉子')).toBe(false)
})

test('two hashes of one password differ', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
})

test('a hash made at another cost still verifies (reference vector of the argon2 tools)', async () => {
  // argon2id, m=65536, t=2, p=1, salt "somesalt", password "password"
  expect(
    await verifyPassword(
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
      'password',
    ),
  ).toBe(true)
})

test('nobody knows the password of unknown accounts', async () => {
  expect(await verifyPassword(nobodysHash, '')).toBe(false)
})

test('beyond those at work and sixty-four waiting, hashing is turned away', async () => {
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword('x')))
  const refused = results.filter(result => result.status === 'rejected')
  expect(hashLanes).toBeLessThanOrEqual(4)
  expect(refused).toHaveLength(80 - hashLanes - hashesWaiting)
  for (const { reason } of refused)
    expect(reason).toSatisfy((error: unknown) => error instanceof Problem && error.problem === 'rate.limited')
  expect(await verifyPassword(await hashPassword('after'), 'after')).toBe(true)
})
