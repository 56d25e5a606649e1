// The open connections of this process by person, and the reading of what some of them lack.
import { setTimeout as pause } from 'node:timers/promises'
import type { PushPerson } from '../work/ctx.ts'
import type { Delivery, News } from './bus.ts'
import type { Faults } from './faults.ts'
import type { Missed } from './inbox.ts'
import type { PushSocket } from './socket.ts'

/** People whose frames are read at a time, and the wait after a failed read, ms. */
const partMax = 500
const againMs = 500

export interface Member {
  readonly person: PushPerson
  readonly socket: PushSocket
}

interface MembersOptions {
  /** The frames missing at each of these standings. */
  readonly findMissedOf: (standings: readonly News[]) => Promise<Map<News, Missed>>
  /** Those of these inboxes that reach further. */
  readonly findNews: (standings: readonly News[]) => Promise<readonly News[]>
  /** Gets the reason of a failed read; the read is repeated after any reason. */
  readonly faults: Faults
}

type SocketsOf = (userId: string) => PushSocket[]

/**
 * Reads frames from the inbox for people whose connections lack some, many people in one query, until nobody lacks any.
 * A failed read is repeated after `againMs`.
 */
function createCatchUp({ findMissedOf, faults }: Omit<MembersOptions, 'findNews'>, socketsOf: SocketsOf) {
  const behind = new Set<string>()
  const counts = { read: 0 }
  let isReading = false
  let isClosed = false

  const readPart = async (userIds: readonly string[]): Promise<void> => {
    const standings = userIds.flatMap((userId): News[] => {
      const lacking = socketsOf(userId).flatMap(socket => socket.lacking() ?? [])
      return lacking.length > 0 ? [{ userId, seq: Math.min(...lacking) }] : []
    })
    if (standings.length === 0) return
    for (const [{ userId }, missed] of await findMissedOf(standings)) {
      counts.read += missed.frames.length
      for (const socket of socketsOf(userId)) socket.catchUp(missed)
    }
  }

  const readBehind = async (): Promise<void> => {
    if (isReading) return
    isReading = true
    while (behind.size > 0 && !isClosed) {
      const part = [...behind].slice(0, partMax)
      for (const userId of part) behind.delete(userId)
      try {
        await readPart(part)
        faults.clear()
      } catch (error) {
        faults.add(error)
        // these people stay behind until a read succeeds
        for (const userId of part) behind.add(userId)
        await pause(againMs)
      }
    }
    isReading = false
  }

  return {
    counts,
    add: (userId: string): void => {
      behind.add(userId)
      // after the present work, so that a broadcast is read in a few queries
      setImmediate(() => {
        void readBehind()
      })
    },
    close: (): void => {
      isClosed = true
    },
  }
}

/**
 * Makes the set of connections. Each connection gets every frame of its person once and in order: a frame that does not
 * follow the last one sent is read from the inbox, for many people at once.
 */
export function createMembers({ findMissedOf, findNews, faults }: MembersOptions) {
  const groups = new Map<string, Set<Member>>()
  const counts = { sent: 0 }
  const socketsOf: SocketsOf = userId => [...(groups.get(userId) ?? [])].map(({ socket }) => socket)
  const catchUp = createCatchUp({ findMissedOf, faults }, socketsOf)

  return {
    /** Adds a connection and answers whether it may stay: no person has more than `max`. */
    add(member: Member, max: number): boolean {
      const { userId } = member.person
      const group = groups.get(userId) ?? new Set()
      if (group.size >= max) return false
      groups.set(userId, group.add(member))
      member.socket.onGone(() => {
        group.delete(member)
        if (group.size === 0 && groups.get(userId) === group) groups.delete(userId)
      })
      return true
    },
    all: (): Member[] => [...groups.values()].flatMap(group => [...group]),
    deliver(deliveries: readonly Delivery[]): void {
      for (const delivery of deliveries) {
        for (const { socket } of groups.get(delivery.userId) ?? []) {
          counts.sent++
          socket.deliver(delivery)
        }
      }
    },
    tell(news: readonly News[]): void {
      for (const { userId, seq } of news) for (const { socket } of groups.get(userId) ?? []) socket.tell(seq)
    },
    /** A connection of this person lacks frames: they are read soon. */
    isBehind: catchUp.add,
    /** Looks in the inboxes for frames that no wake-up told. */
    async look(): Promise<void> {
      const standings = [...groups.keys()].flatMap((userId): News[] => {
        const all = socketsOf(userId).flatMap(socket => socket.standing() ?? [])
        return all.length > 0 ? [{ userId, seq: Math.min(...all) }] : []
      })
      if (standings.length > 0) this.tell(await findNews(standings))
    },
    close: catchUp.close,
    stats: () => ({ ...counts, ...catchUp.counts, users: groups.size }),
  }
}

export type Members = ReturnType<typeof createMembers>
