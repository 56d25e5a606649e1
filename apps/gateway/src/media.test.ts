// Packages that name ever new messages: the log is read for few of them.
import type { Frame } from '@yunshu/jt808/frame'
import pg from 'pg'
import { expect, test } from 'vitest'
import { Media } from './media.ts'
import { Sessions } from './sessions.ts'

test('a terminal that begins ever new photos in their middle has the log read a few times', async () => {
  let reads = 0
  const pool = Object.assign(new pg.Pool(), { query: () => Promise.resolve({ rows: (reads++, []) }) })
  const media = new Media({ pool, sessions: new Sessions(0), now: () => 1_000_000, say: () => {}, onWhole: () => {} })
  for (let n = 0; n < 100; n++)
    media.hear(
      { terminal: { terminalNo: 1 } } as never,
      {
        id: 0x0801,
        phone: '13500000000',
        serial: 10 + 7 * n,
        encryption: 0,
        part: { total: 9, index: 2 },
        body: new Uint8Array(10),
      } as unknown as Frame,
      undefined,
    )
  await media.look()
  expect(reads).toBeLessThanOrEqual(4)
})
