// The limit of reads of public pages from one address: counted in memory, so that turning readers away costs nothing.
import type { OpenCtx } from '../work/ctx.ts'
import { Problem } from '@yunshu/domain/problems/problems'
import { lineOf } from './networks.ts'

/** Lines remembered at a time; beyond that the longest known are forgotten first. */
const linesMax = 50_000

interface Limit {
  readonly most: number
  readonly windowMs: number
}

/**
 * Counts reads of one server process: more than `most` from one line within a window are refused with `rate.limited`,
 * which says when to come back. Several processes count each for themselves.
 */
export function readLimit({ most, windowMs }: Limit): (ip: string, now: number) => void {
  const lines = new Map<string, { since: number; reads: number }>()
  return (ip, now) => {
    const line = lineOf(ip)
    const known = lines.get(line)
    if (known === undefined || now - known.since >= windowMs || now < known.since) {
      lines.delete(line)
      const [oldest] = lines.keys()
      if (lines.size >= linesMax && oldest !== undefined) lines.delete(oldest)
      lines.set(line, { since: now, reads: 1 })
      return
    }
    if (known.reads >= most)
      throw new Problem('rate.limited', { seconds: Math.ceil((known.since + windowMs - now) / 1000) })
    known.reads++
  }
}

/** Lets an open call be asked so often only. */
export const limitedBy =
  (take: (ip: string, now: number) => void) =>
  <I, O>(open: (ctx: OpenCtx, input: I) => Promise<O>) =>
  async (ctx: OpenCtx, input: I): Promise<O> => {
    take(ctx.ip, ctx.now)
    return open(ctx, input)
  }
