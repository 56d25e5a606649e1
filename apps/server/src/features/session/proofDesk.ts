// The desk at which passwords are looked at: whose turn it is, and which guesses are one guess at many accounts.
import { createHmac, randomBytes } from 'node:crypto'
import { sprayedUntil } from '@yunshu/domain/account/loginLock'
import { Problem } from '@yunshu/domain/problems/problems'
import { lineOf } from '../../http/networks.ts'
import type { PasswordGuess, ProofDesk } from '../../work/ctx.ts'
import { hashLanes } from './password.commands.ts'

/** Proofs looked at together: while hashes are computed, others ask the database. Each holds a connection at most. */
const together = hashLanes + 2
/** Proofs that may wait: of one address or one known person, and of all. */
const waitingMost = { ofOne: 16, all: 1024 } as const

interface Waiting {
  readonly account: string
  readonly start: () => void
}
/** Those who wait, by address or account; whose turn it was stands last. */
type Ring = Map<string, Waiting[]>

/** The next of a ring whose account nobody is looked at for. */
function takeNext(ring: Ring, busy: ReadonlySet<string>): Waiting | undefined {
  for (const [key, line] of ring) {
    const at = line.findIndex(({ account }) => !busy.has(account))
    if (at < 0) continue
    ring.delete(key)
    const [next] = line.splice(at, 1)
    if (line.length > 0) ring.set(key, line)
    return next
  }
  return undefined
}

/** Turns at the desk. */
function makeTurns(): ProofDesk['inTurn'] {
  const known: Ring = new Map()
  const strangers: Ring = new Map()
  const busy = new Set<string>()
  let waiting = 0
  let wasKnown = false

  const takeTurn = (): Waiting | undefined => {
    for (const ring of wasKnown ? [strangers, known] : [known, strangers]) {
      const next = takeNext(ring, busy)
      if (!next) continue
      wasKnown = ring === known
      return next
    }
    return undefined
  }
  const startNext = (): void => {
    while (busy.size < together) {
      const next = takeTurn()
      if (!next) return
      waiting--
      busy.add(next.account)
      next.start()
    }
  }

  return async ({ account, address }, work) => {
    const ring = address === undefined ? known : strangers
    const key = address ?? account
    const line = ring.get(key) ?? []
    if (line.length >= waitingMost.ofOne || waiting >= waitingMost.all) throw new Problem('rate.limited')
    await new Promise<void>(resolve => {
      line.push({ account, start: resolve })
      ring.set(key, line)
      waiting++
      startNext()
    })
    try {
      return await work()
    } finally {
      busy.delete(account)
      startNext()
    }
  }
}

/** Addresses and passwords that are remembered at most: under a flood the oldest go. */
const rememberedMost = 50_000

/** Addresses and passwords of guesses, with the accounts they went wrong at and the time of the last one. */
function makeSprays(): Omit<ProofDesk, 'inTurn'> {
  const guessedAt = new Map<string, Map<string, number>>()
  // a mark of a mistyped password must be of no use to anybody: neither it nor its key leaves the process
  const secret = randomBytes(32)
  const keysOf = ({ password, ip }: PasswordGuess): string[] => [
    `address ${lineOf(ip)}`,
    `password ${createHmac('sha256', secret).update(password).digest('base64url')}`,
  ]
  return {
    sprayedUntil: (guess, now) => {
      const untils = keysOf(guess).map(key => sprayedUntil([...(guessedAt.get(key)?.values() ?? [])], now) ?? 0)
      const until = Math.max(...untils)
      return until > 0 ? until : undefined
    },
    noteGuess: (guess, now) => {
      for (const key of keysOf(guess)) {
        const accounts = guessedAt.get(key) ?? new Map<string, number>()
        guessedAt.delete(key)
        guessedAt.set(key, accounts.set(guess.account, now))
      }
      for (const [key] of guessedAt) {
        if (guessedAt.size <= rememberedMost) break
        guessedAt.delete(key)
      }
    },
    takeBackGuess: guess => {
      for (const key of keysOf(guess)) {
        const accounts = guessedAt.get(key)
        accounts?.delete(guess.account)
        if (accounts?.size === 0) guessedAt.delete(key)
      }
    },
  }
}

/** Makes the desk of one process. */
export const createProofDesk = (): ProofDesk => ({ inTurn: makeTurns(), ...makeSprays() })
