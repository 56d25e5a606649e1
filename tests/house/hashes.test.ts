// Passwords are hashed in threads of their own.
import { expect, test } from 'vitest'
import { productFiles, textOf } from './sources.ts'

test('a password hashed on the event loop, or in the threads that read files, kept everybody waiting: one thread does it', () => {
  const hashing = productFiles.filter(file =>
    /\b(?:argon2|scrypt|pbkdf2)(?:Sync)?\b.* from 'node:crypto'/.test(textOf(file)),
  )
  expect(hashing).toEqual(['apps/server/src/features/session/hashThread.ts'])
})
