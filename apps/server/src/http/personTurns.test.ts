// Turns of one person's calls.
import { Problem } from '@yunshu/domain/problems/problems'
import { expect, test } from 'vitest'
import { createPersonTurns, personLimits } from './personTurns.ts'

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

test('statistics of one colleague held every connection: a few at a time, some wait, the rest are told; others are not concerned', async () => {
  const turns = createPersonTurns()
  const heavy = { heavy: true } as const
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (who: string, call: { heavy?: true }): Promise<void> =>
    turns(who, call, () => {
      begun.push(who)
      return new Promise(resolve => {
        ends.push(resolve)
      })
    })
  const { together, waiting } = personLimits.heavy
  // of the ten connections reads have where nobody says otherwise, some are left for others
  expect(together + personLimits.other.together).toBeLessThan(10)
  const flood = Array.from({ length: together + waiting + 5 }, () => ask('colleague', heavy))
  const refused = flood
    .slice(-5)
    .map(each => each.catch((error: unknown) => (error instanceof Problem ? [error.problem, error.message] : error)))
  expect(await Promise.all(refused)).toEqual(
    Array.from({ length: 5 }, () => ['person.busy', '您同时进行的查询和操作过多，请等前面的完成后再试']),
  )
  expect(begun).toHaveLength(together)
  // neither somebody else's statistics nor the colleague's own other calls wait behind them
  const others = [ask('somebody', heavy), ask('colleague', {})]
  await settled()
  expect(begun.slice(together)).toEqual(['somebody', 'colleague'])
  while (ends.length > 0) {
    ends.shift()?.()
    await settled()
  }
  await Promise.all([...flood.slice(0, -5), ...others])
  expect(begun).toHaveLength(together + waiting + 2)
})
