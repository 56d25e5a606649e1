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
  /** The person's frames after number `lastSeq`. */
  readonly findMissed: (lastSeq: number) => Promise<Missed>
  /** Number of the person's last frame before this connection; a browser that asks for no resume starts there. */
  readonly standing: number
  /** Called when frames exist that this connection has not got: read them and call `catchUp`. */
  readonly onBehind: () => void
}

/** The number in `{"resume": lastSeq}`, the only message a browser may send; undefined for anything else. */
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

/** Counts one more message at each call; true beyond `inboundMax` in a minute. */
function createInboundCount(): () => boolean {
  let minute = { startedAt: Date.now(), count: 0 }
  return () => {
    const now = Date.now()
    if (now - minute.startedAt >= minuteMs) minute = { startedAt: now, count: 0 }
    return ++minute.count > inboundMax
  }
}

interface FrameLine {
  /** Sends a text to the browser. */
  readonly send: (text: string) => void
  /** Cuts off a browser that leaves too many frames waiting. */
  readonly cut: () => void
  /** Called when frames are known to exist that were not sent. */
  readonly onBehind: () => void
}

/** Keeps the frames of one connection in order and without a gap. It holds them back until the first `release`. */
function createFrameLine({ send, cut, onBehind }: FrameLine) {
  let held: Delivery[] | undefined = []
  /** Number of the last frame sent. */
  let seq = 0
  /** Number of the last frame known to exist. */
  let told = 0
  /** The value of `told` when missing frames were last asked for. */
  let asked = 0

  const tell = (upTo: number): void => {
    told = Math.max(told, upTo)
    if (!held && told > seq) onBehind()
  }

  const deliver = (delivery: Delivery): void => {
    if (held) held.push(delivery)
    else if (delivery.seq === seq + 1) {
      seq = delivery.seq
      send(delivery.text)
    } else tell(delivery.seq)
    // a browser that neither reads nor resumes must not fill memory
    if (held && held.length > 1000) cut()
  }

  return {
    /** The part of a connection that the set of connections works with. */
    live: {
      /** A frame that has just been committed. One that does not follow the last is left to `onBehind`. */
      deliver,
      /** There are frames up to this number. */
      tell,
      /** Number of the last frame sent; undefined while frames are held back. */
      standing: (): number | undefined => (held ? undefined : seq),
      /** As `standing`, for a connection that is known to lack frames; remembers that they are being read. */
      lacking(): number | undefined {
        if (held || told <= seq) return undefined
        asked = told
        return seq
      },
      /** Takes the result of a read that began at `lacking()` or earlier. */
      catchUp(missed: Missed): void {
        if (held) return
        for (const frame of missed.frames) if (frame.seq > seq) send(frame.text)
        seq = Math.max(seq, missed.seq)
        // every frame numbered before the read started is in its result, or does not exist
        if (told <= asked) told = seq
        tell(seq)
      },
    },
    isHeld: (): boolean => held !== undefined,
    hold(): void {
      held ??= []
    },
    /** Sends frames of a resume, past those held back, and goes on from the last of them. */
    replay(missed: Missed): void {
      for (const { text } of missed.frames) send(text)
      seq = missed.seq
    },
    /** Delivers the frames held back; later ones are sent at once. */
    release(): void {
      const waiting = held ?? []
      held = undefined
      for (const delivery of waiting) deliver(delivery)
      // a wake-up may have come while the resume was read
      tell(seq)
    },
  }
}

/**
 * Wraps a connection that has just opened. It listens at once, because a browser may speak before its session is known;
 * `start` begins delivery when the session is known.
 */
export function createPushSocket(ws: WebSocket) {
  let wanted: number | undefined
  let source: Source | undefined
  let isReplaying = false
  const isTooMany = createInboundCount()
  let isAlive = true

  const frames = createFrameLine({
    send: text => {
      if (ws.bufferedAmount > bufferedMax) ws.terminate()
      else if (ws.readyState === ws.OPEN) ws.send(text)
    },
    cut: () => {
      ws.terminate()
    },
    onBehind: () => source?.onBehind(),
  })

  const replay = async (): Promise<void> => {
    if (isReplaying || !source) return
    isReplaying = true
    frames.hold()
    try {
      while (wanted !== undefined) {
        const lastSeq = wanted
        wanted = undefined
        frames.replay(await source.findMissed(lastSeq))
      }
      frames.release()
    } catch {
      // the browser asks again after its reconnect; the frames it missed are still kept
      ws.close(1013, 'try again')
    } finally {
      isReplaying = false
    }
  }

  ws.on('message', (data, isBinary) => {
    if (isTooMany()) return ws.close(pushCloses.tooMany, 'too many messages')
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
    ...frames.live,
    start(given: Source): void {
      source = given
      if (wanted !== undefined) void replay()
      else
        setTimeout(() => {
          if (!frames.isHeld() || isReplaying) return
          wanted = given.standing
          void replay()
        }, openingMs).unref()
    },
    /** Sends a ping; a connection that did not answer the last one is cut off. */
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
