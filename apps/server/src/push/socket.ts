// One connection of one browser: keeps frames in order without a gap, bounds what comes in, cuts who does not read.
import { PushResume } from '@yunshu/contract/message/message'
import { pushCloses } from '@yunshu/domain/message/push'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { parseStrictJson } from '../strictJson.ts'
import type { Delivery } from './bus.ts'
import type { Missed } from './inbox.ts'

/** Messages a browser may send in a minute, and bytes that may wait to be read by it. */
const inboundMax = 20
const minuteMs = 60_000
const bufferedMax = 1_048_576
/** A new connection holds live frames this long, so that those a resume brings come before them. */
const openingMs = 1000

export interface Source {
  /** Answers what the person missed since a frame. */
  readonly findMissed: (lastSeq: number) => Promise<Missed>
  /** The person's last frame before this connection: who says nothing resumes there. */
  readonly standing: number
  /** Hears that frames are known to exist which this connection has not got: read them and call `catchUp`. */
  readonly onBehind: () => void
}

/** What a browser may say: `{"resume": lastSeq}`. */
function readResume(data: Buffer): number | undefined {
  try {
    const read = z.safeParse(PushResume, parseStrictJson(data.toString('utf8')))
    return read.success && Number.isSafeInteger(read.data.resume) && read.data.resume >= 0
      ? read.data.resume
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Wraps a connection that has just opened. It listens at once, because a browser may speak before it is known who it
 * is; `start` begins delivery when that is settled.
 */
export function createPushSocket(ws: WebSocket) {
  let held: Delivery[] | undefined = []
  /** The last frame sent, the last one known of, and the last one known of when what is missing was asked for. */
  let seq = 0
  let told = 0
  let asked = 0
  let wanted: number | undefined
  let source: Source | undefined
  let isReplaying = false
  let minute = { startedAt: Date.now(), count: 0 }
  let isAlive = true

  const send = (text: string): void => {
    if (ws.bufferedAmount > bufferedMax) ws.terminate()
    else if (ws.readyState === ws.OPEN) ws.send(text)
  }

  const tell = (upTo: number): void => {
    told = Math.max(told, upTo)
    if (!held && told > seq) source?.onBehind()
  }

  const deliver = (delivery: Delivery): void => {
    if (held) held.push(delivery)
    else if (delivery.seq === seq + 1) {
      seq = delivery.seq
      send(delivery.text)
    } else tell(delivery.seq)
    // a browser that neither reads nor resumes must not fill memory
    if (held && held.length > 1000) ws.terminate()
  }

  const release = (): void => {
    const waiting = held ?? []
    held = undefined
    for (const delivery of waiting) deliver(delivery)
    // a wake-up may have come while the resume was read
    tell(seq)
  }

  const replay = async (): Promise<void> => {
    if (isReplaying || !source) return
    isReplaying = true
    held ??= []
    try {
      while (wanted !== undefined) {
        const lastSeq = wanted
        wanted = undefined
        const missed = await source.findMissed(lastSeq)
        for (const { text } of missed.frames) send(text)
        seq = missed.seq
      }
      release()
    } catch {
      // the browser asks again after its reconnect; what it missed is still kept
      ws.close(1013, 'try again')
    } finally {
      isReplaying = false
    }
  }

  ws.on('message', (data, isBinary) => {
    const now = Date.now()
    if (now - minute.startedAt >= minuteMs) minute = { startedAt: now, count: 0 }
    if (++minute.count > inboundMax) return ws.close(pushCloses.tooMany, 'too many messages')
    const lastSeq = isBinary || !Buffer.isBuffer(data) ? undefined : readResume(data)
    if (lastSeq === undefined) return ws.close(pushCloses.badMessage, 'not understood')
    wanted = lastSeq
    void replay()
  })
  ws.on('pong', () => {
    isAlive = true
  })
  // ws closes the connection itself after an error; unheard it would end the process
  ws.on('error', () => {})

  return {
    /** A frame that has just been committed. One that does not follow the last is left to `onBehind`. */
    deliver,
    /** There are frames up to this number. */
    tell,
    /** Where the connection stands; undefined while it waits for a resume or replays one. */
    standing: (): number | undefined => (held ? undefined : seq),
    /** As `standing`, for a connection that is known to lack frames; remembers that they are being read. */
    lacking(): number | undefined {
      if (held || told <= seq) return undefined
      asked = told
      return seq
    },
    /** What was read since an earlier or the same standing. */
    catchUp(missed: Missed): void {
      if (held) return
      for (const frame of missed.frames) if (frame.seq > seq) send(frame.text)
      seq = Math.max(seq, missed.seq)
      // every frame numbered before the read started is in its result, or does not exist
      if (told <= asked) told = seq
      tell(seq)
    },
    start(given: Source): void {
      source = given
      if (wanted !== undefined) void replay()
      else
        setTimeout(() => {
          if (!held || isReplaying) return
          wanted = given.standing
          void replay()
        }, openingMs).unref()
    },
    /** Asks for a sign of life; who gave none since the last ask is cut off. */
    ping(): void {
      if (!isAlive) return ws.terminate()
      isAlive = false
      ws.ping()
    },
    close: (code: number, reason: string): void => {
      ws.close(code, reason)
    },
    onGone: (gone: () => void): void => {
      ws.on('close', gone)
    },
    isOpen: (): boolean => ws.readyState === ws.OPEN,
  }
}

export type PushSocket = ReturnType<typeof createPushSocket>
