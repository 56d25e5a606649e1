// The desk of proofs: whose turn it is, and what sprays.
import { spraying } from '@yunshu/domain/account/loginLock'
import { Problem } from '@yunshu/domain/problems/problems'
import { expect, test } from 'vitest'
import { createProofDesk } from './proofDesk.ts'

/** A desk whose proofs end when the test says so; `begun` holds their names in the order in which their turn came. */
function openDesk() {
  const desk = createProofDesk()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const refused: string[] = []
  const come = (name: string, account: string, address?: string): void => {
    const work = (): Promise<void> =>
      new Promise(resolve => {
        begun.push(name)
        ends.set(name, resolve)
      })
    desk.inTurn({ account, address }, work).catch((error: unknown) => {
      if (error instanceof Problem && error.problem === 'rate.limited') refused.push(name)
    })
  }
  const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await settled()
  }
  return { come, end, settled, begun, refused }
}

test('two guesses at one account were compared at once: the second waits for the first, another account does not', async () => {
  const { come, end, begun, settled } = openDesk()
  come('first', 'zhang', '198.51.100.1')
  come('second', 'zhang', '198.51.100.2')
  come('other', 'li', '198.51.100.1')
  await settled()
  expect(begun).toEqual(['first', 'other'])
  await end('first')
  expect(begun).toEqual(['first', 'other', 'second'])
})

test('an address with many attempts stood before everybody else: addresses take turns, known devices every other one', async () => {
  const { come, end, begun, settled } = openDesk()
  // one account at a time: the order of its proofs is that of the turns
  come('begun', 'zhang', '198.51.100.1')
  for (let n = 0; n < 10; n++) come(`flood ${n}`, 'zhang', '198.51.100.1')
  come('stranger', 'zhang', '203.0.113.9')
  come('owner', 'zhang')
  come('owner again', 'zhang')
  await settled()
  for (let n = 0; n < 5; n++) await end(begun.at(-1) ?? '')
  expect(begun).toEqual(['begun', 'owner', 'flood 0', 'owner again', 'stranger', 'flood 1'])
})

test('a flood filled the line: one address has sixteen places in it, the next has its own', async () => {
  const { come, refused, begun, end, settled } = openDesk()
  for (let n = 0; n < 40; n++) come(`flood ${n}`, 'zhang', '198.51.100.1')
  come('stranger', 'zhang', '203.0.113.9')
  await settled()
  expect([begun, refused.length]).toEqual([['flood 0'], 40 - 17])
  await end('flood 0')
  await end('flood 1')
  expect(begun).toEqual(['flood 0', 'flood 1', 'stranger'])
})

test('one address at many accounts, one password at many: refused within twenty guesses, others are not', () => {
  const desk = createProofDesk()
  const now = Date.now()
  const guess = (n: number) => ({ account: `account ${n}`, password: `word ${n}`, ip: `203.0.113.${n}` })
  for (const common of [{ ip: '198.51.100.7' }, { password: 'Summer#2026' }]) {
    let n = 0
    while (desk.sprayedUntil({ ...guess(n), ...common }, now) === undefined && n < 30)
      desk.noteGuess({ ...guess(n++), ...common }, now)
    expect(n).toBe(spraying.accounts)
    expect(n).toBeLessThan(20)
    expect(desk.sprayedUntil({ ...guess(n), ...common }, now)).toBe(now + spraying.holdMs)
    expect(desk.sprayedUntil(guess(n), now)).toBeUndefined()
    expect(desk.sprayedUntil({ ...guess(n), ...common }, now + spraying.holdMs)).toBeUndefined()
  }
})

test('people behind one address who mistype and then get in are no spraying, nor is one who mistypes often', () => {
  const desk = createProofDesk()
  const now = Date.now()
  const ip = '198.51.100.7'
  for (let n = 0; n < 40; n++) {
    desk.noteGuess({ account: `account ${n}`, password: 'mistyped', ip }, now)
    desk.takeBackGuess({ account: `account ${n}`, password: 'mistyped', ip })
    desk.noteGuess({ account: 'zhang', password: `mistyped ${n}`, ip }, now)
  }
  expect(desk.sprayedUntil({ account: 'li', password: 'mistyped', ip }, now)).toBeUndefined()
})
