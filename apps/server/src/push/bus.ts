// Messages between server processes about pushes: wake-ups, never frames; the inbox in the database stays the truth.
import * as z from 'zod/mini'

/** A frame for one person, already written as the text that is sent. */
export interface Delivery {
  readonly userId: string
  readonly seq: number
  readonly text: string
}

/** Somebody's inbox now reaches up to this number. */
export interface News {
  readonly userId: string
  readonly seq: number
}

/** A message of one process: people whose inboxes grew, or people whose sessions changed. */
export type Word =
  | { readonly kind: 'news'; readonly news: readonly News[] }
  | { readonly kind: 'sessions'; readonly userIds: readonly string[] }

/** The listeners of a process to the others. */
export interface Ear {
  readonly hear: (word: Word) => void
  /** Words may have been lost until now: look for yourself. */
  readonly lost: () => void
}

export interface Bus {
  /**
   * Tells the other processes. Never throws: a word that is lost costs only time, because everyone looks for themselves
   * every few seconds.
   */
  readonly tell: (word: Word) => void
  readonly close: () => Promise<void>
}

/** For an installation of one process: there is nobody to tell. */
export const silentBus: Bus = { tell: () => {}, close: async () => {} }

/** So many people fit into a notification of PostgreSQL (8,000 bytes) whatever their numbers. */
const perText = 120

const Text = z.union([
  z.strictObject({ news: z.array(z.tuple([z.uuid(), z.int()])) }),
  z.strictObject({ sessions: z.array(z.uuid()) }),
])

/** The word as texts of less than 8,000 bytes each. */
export function writeWord(word: Word): string[] {
  const parts = <T>(all: readonly T[]): T[][] =>
    Array.from({ length: Math.ceil(all.length / perText) }, (_, i) => all.slice(i * perText, (i + 1) * perText))
  if (word.kind === 'sessions') return parts(word.userIds).map(sessions => JSON.stringify({ sessions }))
  return parts(word.news).map(news => JSON.stringify({ news: news.map(({ userId, seq }) => [userId, seq]) }))
}

/** The word in a text; undefined for other texts: a channel may be shared with strangers. */
export function readWord(text: string): Word | undefined {
  try {
    const read = Text.safeParse(JSON.parse(text))
    if (!read.success) return undefined
    return 'news' in read.data
      ? { kind: 'news', news: read.data.news.map(([userId, seq]) => ({ userId, seq })) }
      : { kind: 'sessions', userIds: read.data.sessions }
  } catch {
    return undefined
  }
}

/** The newest number of each person among these. */
export function newsOf(frames: readonly News[]): News[] {
  const newest = new Map<string, number>()
  for (const { userId, seq } of frames) newest.set(userId, Math.max(seq, newest.get(userId) ?? 0))
  return [...newest].map(([userId, seq]) => ({ userId, seq }))
}
