// Orders to a terminal that does not answer, while the clock of the machine is set back.
import pg from 'pg'
import { expect, test } from 'vitest'
import { newFigures } from './figures.ts'
import { Orders } from './orders.ts'

const hour = 3_600_000

test('a clock that is set back an hour keeps no order waiting for the answer to the one before', async () => {
  let wall = 10 * hour,
    steady = 0
  const ended: unknown[] = []
  let waiting = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002']
  const query = (text: string, values: readonly unknown[]): Promise<object> => {
    if (text.includes('select distinct on')) {
      const [id] = waiting
      const order = { id, terminalNo: 1, phone: '13500000000', kind: 'text', state: 'queued', body: {}, tries: 0 }
      return Promise.resolve({ rows: id === undefined ? [] : [order] })
    }
    if (text.includes("set state = 'sent'")) {
      waiting = waiting.slice(1)
      return Promise.resolve({ rowCount: 1 })
    }
    ended.push(values[0])
    return Promise.resolve({ rows: [] })
  }
  let sent = 0
  const session = { terminal: { terminalNo: 1 }, epoch: 1, form: { version: 2013 }, send: () => ++sent }
  const sessions = { of: () => session, [Symbol.iterator]: () => [session][Symbol.iterator]() }
  const orders = new Orders({
    pool: Object.assign(new pg.Pool(), { query }),
    sessions: sessions as never,
    figures: newFigures(),
    now: () => wall,
    steady: () => steady,
    answerMs: 20_000,
  })
  await orders.look()
  expect(sent).toBe(1)
  wall -= hour
  steady += 20_000
  await orders.look()
  expect([sent, ended.length]).toEqual([2, 1])
})
