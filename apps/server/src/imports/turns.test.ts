// Turns of companies at reading files.
import { expect, test } from 'vitest'
import { makeTurns } from './turns.ts'

test('two of one company run, the third is told to wait, another company is not; who is done makes room, also after a fault', async () => {
  const gate = makeTurns(2, 'import.busy')
  const ends: (() => void)[] = []
  const work = (): Promise<string> =>
    new Promise(resolve => {
      ends.push(() => resolve('read'))
    })
  const [one, two] = [gate('a', work), gate('a', work)]
  await expect(gate('a', work)).rejects.toMatchObject({ problem: 'import.busy' })
  const other = gate('b', work)
  ends[0]?.()
  expect(await one).toBe('read')
  await expect(
    gate('a', async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
  const three = gate('a', work)
  for (const end of ends) end()
  expect(await Promise.all([two, three, other])).toEqual(['read', 'read', 'read'])
})
