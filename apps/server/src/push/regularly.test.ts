// Work that is repeated for ever: a bug in it is heard of, an outage of the database is not taken for one.
import { expect, test } from 'vitest'
import { createFaults } from './faults.ts'
import { runRegularly } from './regularly.ts'

/** Runs `work` a few times in a row; answers what was told of it. */
async function told(work: (time: number) => void, times: number): Promise<string[]> {
  const lines: string[] = []
  let time = 0
  const repeated = runRegularly(
    5,
    async () => work(++time),
    createFaults('work', line => lines.push(line)),
  )
  await expect.poll(() => time).toBeGreaterThanOrEqual(times)
  await repeated.stop()
  return lines
}

test('a planted bug is told, once, and the work goes on', async () => {
  const lines = await told(() => {
    throw new TypeError('planted')
  }, 5)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^work: TypeError: planted/)
})

test('a bug that comes back after the work went well is told again', async () => {
  const lines = await told(time => {
    if (time % 2) throw new TypeError('planted')
  }, 4)
  expect(lines.length).toBeGreaterThanOrEqual(2)
})

test('a database that is away is no bug', async () => {
  expect(
    await told(() => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }, 3),
  ).toEqual([])
})
