// Bulk work: a bounded number at once, an end for every row, refusals that do not stop the others, and a stop that
// leaves the rest unsent.
import { expect, test } from 'vitest'
import { runBulk, tallyResults, type BulkResult } from './bulkRun.ts'

const ids = Array.from({ length: 25 }, (_, n) => `r${n}`)
const pause = (): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, 1)
  })

test('every row is sent once, at most four at a time, and each has its own end', async () => {
  const ends = new Map<string, BulkResult>()
  const sent: string[] = []
  let under = 0,
    most = 0
  await runBulk({
    ids,
    isStopped: () => false,
    tell: result => ends.set(result.id, result),
    send: async id => {
      sent.push(id)
      most = Math.max(most, ++under)
      await pause()
      under--
      if (id.endsWith('3')) throw new Error(`${id} 不能签收`)
    },
  })
  expect(sent).toEqual(ids)
  expect(most).toBe(4)
  expect(tallyResults(ends)).toEqual({ waiting: 0, sending: 0, done: 22, refused: 3, stopped: 0 })
  expect(ends.get('r13')).toEqual({ id: 'r13', state: 'refused', reason: 'r13 不能签收' })
})

test('a stop lets what is under way end and sends nothing more', async () => {
  const ends = new Map<string, BulkResult>()
  let sent = 0
  await runBulk({
    ids,
    isStopped: () => sent >= 6,
    tell: result => ends.set(result.id, result),
    send: async () => {
      sent++
      await pause()
    },
  })
  expect(sent).toBeLessThan(12)
  expect(tallyResults(ends)).toEqual({ waiting: 0, sending: 0, done: sent, refused: 0, stopped: 25 - sent })
})
