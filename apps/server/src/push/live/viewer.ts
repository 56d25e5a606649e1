// One viewer of the live map: the part of it they look at, what was sent to them, and the frame that is next.
import { writeLiveFrame, type LiveView } from '@yunshu/contract/track/liveFrame'
import type { WebSocket } from 'ws'
import { toPosition } from '../../features/track/map.queries.ts'
import type { Actor } from '../../work/ctx.ts'
import { isSeen, type FedRow, type LiveFeed, type Sight } from './feed.ts'

/** Bytes that may wait to be read; with more only the newest goes out, once they are read. */
const bufferedMax = 256 * 1024
/** Turns a viewer that reads nothing is left alone before it is cut off. */
const heldMost = 30
/** Vehicles outside the view are told of every so many turns: the list beside the map has them all. */
const wideEvery = 10
/** Views a browser may tell of in a minute. */
const inboundMost = 120

/** The person of a viewer, and the branch they chose. */
interface Watcher {
  readonly sessionId: string
  readonly userId: string
  readonly branchCompanyId: string | undefined
}

/** A viewer with the actor it looks as. */
export class LiveViewer {
  readonly ws: WebSocket
  readonly sessionId: string
  readonly userId: string
  readonly branchCompanyId: string | undefined
  actor: Actor
  /** The moment the actor was last read. */
  checkedAt: number
  isAlive = true
  #view: LiveView['view'] | undefined
  /** Editions that were sent, by vehicle. */
  readonly #sent = new Map<number, number>()
  #turn = 0
  #held = 0
  #isFirst = true
  #minute = { startedAt: 0, count: 0 }

  constructor(ws: WebSocket, who: Watcher, actor: Actor, now: number) {
    this.ws = ws
    this.sessionId = who.sessionId
    this.userId = who.userId
    this.branchCompanyId = who.branchCompanyId
    this.actor = actor
    this.checkedAt = now
  }

  /** The part of the map somebody looks at, undefined before they said it; false when they say it too often. */
  look(view: LiveView['view'], now: number): boolean {
    if (now - this.#minute.startedAt >= 60_000) this.#minute = { startedAt: now, count: 0 }
    this.#view = view
    return ++this.#minute.count <= inboundMost
  }

  /**
   * Sends what changed, newest only; answers the bytes sent. A viewer that does not read gets nothing until it has, and
   * is cut off in the end.
   */
  tell(feed: LiveFeed, sight: Sight, now: number): number {
    if (this.#view === undefined || this.ws.readyState !== this.ws.OPEN) return 0
    if (this.ws.bufferedAmount > bufferedMax) {
      if (++this.#held >= heldMost) this.ws.terminate()
      return 0
    }
    this.#held = 0
    const isWide = this.#turn++ % wideEvery === 0
    const news: FedRow[] = []
    const seen = new Set<number>()
    for (const [no, spans] of sight) {
      const row = feed.get(no)
      if (!row || !isSeen(spans, row, now)) continue
      seen.add(no)
      const sent = this.#sent.get(no)
      if (sent !== row.rev && (sent === undefined || isWide || this.#isInView(row))) news.push(row)
    }
    const gone = [...this.#sent.keys()].filter(no => !seen.has(no))
    if (news.length === 0 && gone.length === 0 && !this.#isFirst && !isWide) return 0
    for (const row of news) this.#sent.set(row.track_no, row.rev)
    for (const no of gone) this.#sent.delete(no)
    // times travel as seconds before it
    const at = Math.floor(now / 1000) * 1000
    const frame = writeLiveFrame({ isWhole: this.#isFirst, at, positions: news.map(toPosition), gone })
    this.#isFirst = false
    this.ws.send(frame)
    return frame.length
  }

  #isInView({ lon_e6, lat_e6 }: FedRow): boolean {
    const [west, south, east, north] = this.#view ?? [0, 0, 0, 0]
    return lon_e6 >= west && lon_e6 <= east && lat_e6 >= south && lat_e6 <= north
  }
}
