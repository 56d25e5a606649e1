// Links anybody may open (分享): how long they hold, how often they may be opened, and the form of their secret.
import { DAY_MS } from './figures/time.ts'

/**
 * A link lives a week unless the sharer says otherwise, never longer than 90 days; goods have at most twenty live
 * links.
 */
export const shareLimits = { usualDays: 7, daysMax: 90, viewsMax: 100_000, livePerGoods: 20 } as const

/** Requests for public pages that one address may make in a window. */
export const publicReads = { most: 60, windowMs: 60_000 } as const

/** Random bytes in the secret of a link and in the public address of goods: 128 bits cannot be guessed. */
export const publicCodeBytes = 16

// 16 bytes in base64url: 21 whole characters, and one that carries the last two bits
const publicCodeForm = /^[\w-]{21}[AQgw]$/

/** True for text that may be the secret of a link or the public address of goods. */
export const isPublicCode = (text: string): boolean => publicCodeForm.test(text)

interface ShareRow {
  readonly expiresAt: number
  readonly views: number
  readonly maxViews?: number | undefined
  readonly revokedAt?: number | undefined
}

/** States of a link. */
export const shareStates = {
  live: { label: '有效', tone: 'good' },
  revoked: { label: '已作废', tone: 'bad' },
  used: { label: '次数已用完', tone: 'idle' },
  expired: { label: '已过期', tone: 'idle' },
} as const
export type ShareState = keyof typeof shareStates

/** The state of a link at `now`; it says nothing about whether its goods are still open. */
export function shareStateOf({ expiresAt, views, maxViews, revokedAt }: ShareRow, now: number): ShareState {
  if (revokedAt !== undefined) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return maxViews !== undefined && views >= maxViews ? 'used' : 'live'
}

/** The end of a link made at `now` for so many days; goods that close earlier end it with them. */
export const shareEnd = (now: number, days: number): number => now + days * DAY_MS
