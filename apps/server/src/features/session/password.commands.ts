// Passwords: argon2id in the PHC text form, computed by a bounded number of hands, and those people are given first.
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { holdsConnection } from '../../db/tx.ts'
import { openLine } from '../../work/line.ts'
import { deriveInThread, type Recipe } from './hashThreads.ts'

/**
 * Cost of new hashes: memory in KiB, passes, lanes (about 26 ms a hash). @source OWASP password storage
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32
/** Hashes computed at once: each keeps a processor busy, and one stays free for everything else. */
export const hashLanes = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Hashes that may wait; more are turned away, so that a flood of logins cannot take all memory. */
export const hashesWaiting = 64

const line = openLine({ together: hashLanes, waiting: hashesWaiting }, 'rate.limited')

async function derive(recipe: Recipe): Promise<Buffer> {
  if (holdsConnection()) throw new Error('a password is hashed while a database connection is held')
  return line.run(() => deriveInThread(recipe))
}

const phc = (salt: Buffer, tag: Buffer): string => {
  const b64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${b64(salt)}$${b64(tag)}`
}

/** A hash nobody's password has: checked for unknown accounts, so that they take as long as known ones. */
export const nobodysHash = phc(Buffer.alloc(16), Buffer.alloc(tagLength))

/**
 * The PHC text of a password, with a fresh salt. Throws `rate.limited` when too many wait, and an Error inside a
 * transaction or read: connection and locks would be kept for as long as hashes wait.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive({ message: password, nonce: salt, tagLength, ...cost })
  return phc(salt, tag)
}

/**
 * True if the password is the one hashed; the cost is read from the hash, so that raising it needs no reset. Throws as
 * `hashPassword` does.
 */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  if (!parts) throw new Error('stored password hash is not argon2id')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const got = await derive({
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(expected, got)
}

/** Characters of a first password that nobody mistakes for another, by class; each class is in it. */
const letters = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '@#%+=!'] as const
const firstLength = 12

/** A first password: random, of all four classes. */
export function makeFirstPassword(): string {
  const pick = (from: string): string => from.charAt(randomInt(from.length))
  const chosen = [
    ...letters.map(pick),
    ...Array.from({ length: firstLength - letters.length }, () => pick(letters.join(''))),
  ]
  for (let i = chosen.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    const [a = '', b = ''] = [chosen[i], chosen[j]]
    chosen[i] = b
    chosen[j] = a
  }
  return chosen.join('')
}
