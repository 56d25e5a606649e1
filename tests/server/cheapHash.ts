// The password hash of test accounts: genuine, but as cheap as the method allows, since tests sign in thousands of times.
import { argon2Sync, randomBytes } from 'node:crypto'

/** The least argon2id takes; a hash says its own cost, so the product verifies it like any other. */
const cost = { memory: 8, passes: 1, parallelism: 1 } as const

/** The PHC text of a test password. */
export function cheapHash(password: string): string {
  const salt = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, tagLength: 32, ...cost })
  const b64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${b64(salt)}$${b64(tag)}`
}
