// Many people at once: what a broadcast of another process costs in queries, and what a failed read leaves behind.
import { expect, test } from 'vitest'
import type { News } from './bus.ts'
import { createFaults } from './faults.ts'
import type { Missed } from './inbox.ts'
import { createMembers } from './members.ts'
import type { PushSocket } from './socket.ts'

/** A connection that stands at a number and counts what it is sent; the real one is tested beside it. */
function socketAt(seq: number, onBehind: () => void): PushSocket & { readonly got: number[] } {
  const got: number[] = []
  let told = seq
  return {
    got,
    deliver: () => {},
    start: () => {},
    ping: () => {},
    close: () => {},
    onGone: () => {},
    isOpen: () => true,
    tell: upTo => {
      told = Math.max(told, upTo)
      if (told > seq) onBehind()
    },
    standing: () => seq,
    lacking: () => (told > seq ? seq : undefined),
    catchUp: missed => {
      got.push(...missed.frames.map(frame => frame.seq).filter(at => at > seq))
      seq = missed.seq
    },
  }
}

/** Two thousand people whose inboxes reach number 7 while they stand at 5. */
function crowd(
  findMissedOf: (standings: readonly News[]) => Promise<Map<News, Missed>>,
  log: (line: string) => void = () => {},
) {
  const members = createMembers({
    findMissedOf,
    faults: createFaults('reading', log),
    findNews: async standings => standings.map(({ userId }) => ({ userId, seq: 7 })),
  })
  const people = Array.from({ length: 2000 }, (_, i) => {
    const userId = `user ${i}`
    const socket = socketAt(5, () => {
      members.isBehind(userId)
    })
    members.add({ person: { userId, sessionId: '', tag: '' }, socket }, 5)
    return { userId, socket }
  })
  return { members, people }
}
const upToSeven = (standings: readonly News[]): Map<News, Missed> =>
  new Map(
    standings.map(standing => [
      standing,
      {
        frames: [6, 7].map(seq => ({ userId: standing.userId, seq, text: '' })),
        seq: 7,
      },
    ]),
  )

test('news for two thousand people are read in four queries', async () => {
  const asked: number[] = []
  const { members, people } = crowd(async standings => {
    asked.push(standings.length)
    return upToSeven(standings)
  })
  members.tell(people.map(({ userId }) => ({ userId, seq: 7 })))
  await expect.poll(() => people.every(({ socket }) => socket.got.join() === '6,7')).toBe(true)
  expect(asked).toEqual([500, 500, 500, 500])
  // a known member costs no query
  members.tell(people.map(({ userId }) => ({ userId, seq: 7 })))
  await members.look()
  expect(asked).toHaveLength(4)
})

test('what cannot be read because the database is away is read when it is back', async () => {
  let isAway = true
  const { members, people } = crowd(async standings => {
    if (isAway) throw new Error('away')
    return upToSeven(standings)
  })
  await members.look()
  setTimeout(() => {
    isAway = false
  }, 300)
  await expect.poll(() => people.every(({ socket }) => socket.got.length === 2)).toBe(true)
})

test('a bug in the reading is told once, though the reading is tried until it works', async () => {
  const lines: string[] = []
  let tries = 0
  const { members, people } = crowd(
    async standings => {
      if (++tries <= 3) throw new TypeError('planted')
      return upToSeven(standings)
    },
    line => lines.push(line),
  )
  await members.look()
  await expect.poll(() => people.every(({ socket }) => socket.got.length === 2)).toBe(true)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^reading: TypeError: planted/)
})

test('two windows of one person at different numbers each get what they lack', async () => {
  const members = createMembers({
    findMissedOf: async standings => {
      expect(standings).toEqual([{ userId: 'u', seq: 5 }])
      return upToSeven(standings)
    },
    findNews: async () => [],
    faults: createFaults('reading', () => {}),
  })
  const sockets = [5, 6].map(seq =>
    socketAt(seq, () => {
      members.isBehind('u')
    }),
  )
  for (const socket of sockets) members.add({ person: { userId: 'u', sessionId: '', tag: '' }, socket }, 5)
  members.tell([{ userId: 'u', seq: 7 }])
  await expect.poll(() => sockets.map(({ got }) => got)).toEqual([[6, 7], [7]])
})
