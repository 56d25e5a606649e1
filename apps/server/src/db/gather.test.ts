// Asks that come together go together, within bounds, and each gets its own answer or error.
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@yunshu/domain/problems/problems'
import { expect, test } from 'vitest'
import { gatherAsks } from './gather.ts'

/** Doubles numbers in rounds that take a moment; `rounds` are the asks of each. */
function doubling(gathering: { max: number; lanes: number; waiting: number }) {
  const rounds: number[][] = []
  let busy = 0
  let most = 0
  const ask = gatherAsks(gathering, async (asks: readonly number[]) => {
    rounds.push([...asks])
    most = Math.max(most, ++busy)
    await sleep(20)
    busy--
    if (asks.includes(13)) throw new Error('unlucky')
    return (one): number => one * 2
  })
  return { ask, rounds, most: () => most }
}

test('what comes in one moment goes in one round, later asks wait for the next', async () => {
  const { ask, rounds } = doubling({ max: 100, lanes: 1, waiting: 100 })
  const first = [1, 2, 3].map(ask)
  await sleep(5)
  const second = [4, 5].map(ask)
  expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10])
  expect(rounds).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('no round is larger than allowed, and no more are under way', async () => {
  const { ask, rounds, most } = doubling({ max: 10, lanes: 2, waiting: 100 })
  const asks = Array.from({ length: 45 }, (_, i) => 100 + i)
  expect(await Promise.all(asks.map(ask))).toEqual(asks.map(one => one * 2))
  expect(rounds.map(round => round.length)).toEqual([10, 10, 10, 10, 5])
  expect(most()).toBe(2)
})

test('an error is told to its round alone, and the next asks are answered', async () => {
  const { ask } = doubling({ max: 2, lanes: 1, waiting: 100 })
  const ends = await Promise.allSettled([13, 1, 2, 3].map(ask))
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await ask(4)).toBe(8)
})

test('when too many wait the next are told that the server is busy, and those who wait are answered', async () => {
  const { ask } = doubling({ max: 10, lanes: 1, waiting: 30 })
  const ends = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => ask(100 + i)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  expect(
    ends.flatMap(end => (end.status === 'rejected' && end.reason instanceof Problem ? end.reason.problem : [])),
  ).toEqual(Array.from({ length: 20 }, () => 'server.busy'))
})
