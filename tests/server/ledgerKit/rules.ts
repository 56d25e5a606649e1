// The fifteen rules of the conformance kit; each throws where a ledger does not keep it.
import assert from 'node:assert/strict'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { v7 } from 'uuid'
import { dice } from '../../../apps/server/demo/invented.ts'
import type { Account, Ledger, Posting } from './ledger.ts'

/** Writers at once where many ask for the same money. */
const writers = 64

const refused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  )
const move = (from: Account, to: Account, fen: number, more: Partial<Posting> = {}): Posting => ({
  key: v7(),
  amounts: [
    { account: to, fen },
    { account: from, fen: -fen },
  ],
  ...more,
})
const two = async (ledger: Ledger): Promise<[Account, Account]> => [await ledger.open(), await ledger.open()]

/** A place to wait at, and the moment somebody got there. */
function gate(): { hold: () => Promise<void>; reached: Promise<void>; open: () => void } {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    hold: () => {
      reached.resolve()
      return opened.promise
    },
    reached: reached.promise,
    open: opened.resolve,
  }
}

/** The days of last month the books still take something for, ms. */
const pastDay = (n: number): number => startOfPeriod(shiftPeriod(periodOf(Date.now()), -1)) + n * DAY_MS

export const rules = {
  balanced: async ledger => {
    const [a, b] = await two(ledger)
    const amounts = [
      { account: a, fen: 100 },
      { account: b, fen: -99 },
    ]
    assert.ok(await refused(ledger.post({ key: v7(), amounts })), 'one fen too much was posted')
    assert.deepEqual([await ledger.balance(a), await ledger.balance(b)], [0, 0])
  },
  conservation: async ledger => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => ledger.open()))
    const before = await ledger.total()
    const throwing = dice(15)
    for (let n = 0; n < 6; n++) {
      const [first, ...others] = accounts.map(account => ({ account, fen: throwing.int(1, 500) }))
      const rest = others.slice(0, 2 + (n % 3))
      if (first === undefined) throw new Error('no accounts')
      const amounts = [{ ...first, fen: -rest.reduce((sum, { fen }) => sum + fen, 0) }, ...rest]
      await ledger.post({ key: v7(), amounts })
    }
    let sum = 0
    for (const account of accounts) sum += await ledger.balance(account)
    assert.deepEqual([sum, (await ledger.total()) - before], [0, 0], 'money came from nowhere, or went there')
  },
  'atomic multi-posting': async ledger => {
    const [a, b] = await two(ledger)
    const fails = (): Promise<void> => Promise.reject(new Error('what they stand for came to nothing'))
    assert.ok(await refused(ledger.postMany([move(a, b, 10), move(a, b, 20)], fails)))
    assert.equal(await ledger.balance(b), 0, 'some of many stayed')
    await ledger.postMany([move(a, b, 10), move(a, b, 20)])
    assert.equal(await ledger.balance(b), 30)
  },
  'immutable lines': async ledger => {
    const [a, b] = await two(ledger)
    const posting = move(a, b, 700)
    await ledger.post(posting)
    assert.ok(await refused(ledger.rewrite(posting.key)), 'a posted line was written over')
    assert.deepEqual(await ledger.history(b), [{ fen: 700, after: 700 }])
  },
  'idempotent key': async ledger => {
    const [a, b] = await two(ledger)
    const posting = move(a, b, 50)
    await Promise.all(Array.from({ length: 8 }, () => ledger.post(posting)))
    await ledger.post(posting)
    assert.equal(await ledger.balance(b), 50, 'one key had more than one effect')
  },
  'reused key refused': async ledger => {
    const [a, b] = await two(ledger)
    const posting = move(a, b, 50)
    await ledger.post(posting)
    assert.ok(await refused(ledger.post({ ...move(a, b, 60), key: posting.key })), 'a key was used for something else')
    assert.equal(await ledger.balance(b), 50)
  },
  'reversal exact and once': async ledger => {
    const [a, b] = await two(ledger)
    const posting = move(a, b, 333)
    await ledger.post(posting)
    await Promise.all([1, 2].map(() => refused(ledger.reverse(posting.key))))
    await refused(ledger.reverse(posting.key))
    assert.deepEqual([await ledger.balance(a), await ledger.balance(b)], [0, 0], 'not back at what was before')
    assert.deepEqual(
      (await ledger.history(b)).map(({ fen }) => fen),
      [333, -333],
    )
  },
  'balance = history': async ledger => {
    const [a, b] = await two(ledger)
    await Promise.all(Array.from({ length: 8 }, (_, n) => ledger.post(move(a, b, n + 1))))
    const history = await ledger.history(b)
    const sum = history.reduce((all, { fen }) => all + fen, 0)
    assert.equal(history.length, 8)
    assert.deepEqual(
      [await ledger.balance(b), await ledger.balanceOn(b, Date.now()), history.at(-1)?.after, sum],
      [36, 36, 36, 36],
      'the balance kept is not that of the lines',
    )
  },
  'balance as of a past moment': async ledger => {
    const [a, b] = await two(ledger)
    await ledger.post(move(a, b, 100, { at: pastDay(3) }))
    await ledger.post(move(a, b, 1000))
    await ledger.post(move(a, b, 10, { at: pastDay(5) }))
    const days = [pastDay(2), pastDay(3), pastDay(4), pastDay(5), Date.now()]
    const balances: number[] = []
    for (const day of days) balances.push(await ledger.balanceOn(b, day))
    assert.deepEqual(balances, [0, 100, 100, 110, 1110])
  },
  'no overdraft without flag': async ledger => {
    const [a, b] = await two(ledger)
    await ledger.post(move(a, ledger.house, 500))
    const all = await ledger.balance(ledger.house)
    assert.ok(await refused(ledger.spend(v7(), b, all + 1)), 'the house paid a fen it has not')
    await ledger.spend(v7(), b, all)
    assert.deepEqual([await ledger.balance(ledger.house), await ledger.balance(b)], [0, all])
    assert.equal(await ledger.balance(a), -500, 'an account that may, does not go below zero')
  },
  'no double spend under 64 writers': async ledger => {
    const [a, b] = await two(ledger)
    await ledger.post(move(a, ledger.house, 1000))
    const each = Math.floor((await ledger.balance(ledger.house)) / 10)
    const done = await Promise.all(Array.from({ length: writers }, () => refused(ledger.spend(v7(), b, each))))
    assert.equal(done.filter(isRefused => !isRefused).length, 10, 'the same money was spent twice')
    assert.equal(await ledger.balance(b), 10 * each)
  },
  'serial order visible to readers': async ledger => {
    const [[a, b], [c, d]] = [await two(ledger), await two(ledger)]
    const before = new Set(await ledger.numbers())
    const { hold, reached, open } = gate()
    const slow = ledger.post(move(a, b, 1), hold)
    await reached
    await ledger.post(move(c, d, 1))
    const seen = (await ledger.numbers()).filter(n => !before.has(n))
    open()
    await slow
    const late = (await ledger.numbers()).filter(n => !before.has(n) && !seen.includes(n))
    assert.deepEqual([seen.length, late.length], [1, 1])
    assert.ok(Math.min(...late) > Math.max(...seen), 'a number below one that was seen came later')
  },
  'pending reserves, posts, voids': async ledger => {
    await ledger.fund(1_000_000)
    const free = await ledger.free()
    const first = await ledger.reserve(400)
    assert.equal(await ledger.free(), free - 400, 'money set aside is free')
    assert.ok(await refused(ledger.reserve(free - 399)), 'money set aside was set aside again')
    await ledger.release(first)
    assert.equal(await ledger.free(), free, 'money given back is not there')
    const second = await ledger.reserve(300)
    await ledger.settle(second)
    assert.ok(await refused(ledger.settle(second)), 'settled twice')
    assert.ok(await refused(ledger.release(second)), 'settled and given back')
    assert.equal(await ledger.free(), free - 300)
  },
  'precision at 2⁵³ and of remainders': async ledger => {
    const [a, b] = await two(ledger)
    const at = pastDay(4)
    const parts = [2 ** 52 + 1, 2 ** 52 - 2]
    for (const part of parts) await ledger.post(move(a, b, part, { at }))
    assert.deepEqual([await ledger.balance(b), await ledger.balance(a)], [2 ** 53 - 1, 1 - 2 ** 53])
    // more cannot be told to the fen: refused, never rounded
    const more = await refused(ledger.post(move(a, b, 2, { at })))
    assert.ok(more || (await refused(ledger.balance(b))), 'a balance beyond what is exact was told')
    for (const [fen, weights] of [
      [10_000, [1, 1, 1]],
      [1, [1, 1]],
      [-7, [2, 3, 5]],
      [2 ** 53 - 1, [333_333, 666_667]],
    ] as const)
      assert.equal(
        ledger.divide(fen, weights).reduce((sum, part) => sum + part, 0),
        fen,
      )
  },
  'nothing acknowledged is lost by a crash': async ledger => {
    const [[a, b], [c, d]] = [await two(ledger), await two(ledger)]
    const { hold, reached, open } = gate()
    const cut = move(c, d, 20)
    const broken = refused(ledger.post(cut, hold))
    await reached
    await ledger.post(move(a, b, 10))
    await ledger.crash()
    open()
    assert.ok(await broken, 'a posting that was cut off was said to be done')
    assert.deepEqual([await ledger.balance(b), await ledger.balance(d)], [10, 0], 'what was acknowledged is gone')
    await ledger.post(cut)
    assert.equal(await ledger.balance(d), 20)
  },
} as const satisfies Readonly<Record<string, (ledger: Ledger) => Promise<void>>>
export type Rule = keyof typeof rules
