// Links: one socket, its frames in order, its answers in few writes, and a reader that waits while nothing is stored.
import type net from 'node:net'
import { isFault } from '@yunshu/jt808/fault'
import { Splitter, type Frame } from '@yunshu/jt808/frame'

/** Bytes of a link that are not stored yet, above which nothing more is read of it, and below which reading goes on. */
const unstoredMost = 65_536,
  unstoredAgain = 32_768
/** Bytes a link may send, and time it has, before it says who it is. */
const strangerBytes = 8192,
  strangerMs = 30_000
/** Most bytes that wait for a terminal that does not read. */
const unreadMost = 262_144

/** Events of a link, for its gateway. */
export interface LinkEvents {
  /** A frame; a promise holds the frames behind it back. */
  onFrame(link: Link, frame: Frame): Promise<void> | undefined
  onFault(link: Link, fault: string): void
  onEnd(link: Link): void
}

/** A connection of one or several terminals. */
export class Link {
  readonly address: string
  readonly #socket: net.Socket
  readonly #events: LinkEvents
  readonly #splitter = new Splitter()
  #waiting: Frame[] = []
  #isBusy = false
  #out: Uint8Array[] = []
  #unstored = 0
  #isHeld = false
  #strangerBytes = 0
  #isKnown = false
  readonly #idle: NodeJS.Timeout
  readonly #stranger: NodeJS.Timeout

  constructor(socket: net.Socket, address: string, idleMs: number, events: LinkEvents) {
    this.#socket = socket
    this.address = address
    this.#events = events
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    // a frame that drips in byte by byte keeps no link open: frames count, not bytes
    this.#idle = setTimeout(() => this.end(), idleMs)
    this.#stranger = setTimeout(() => this.end(), strangerMs)
    socket.on('data', chunk => this.#take(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(this.#idle)
      clearTimeout(this.#stranger)
      this.#waiting = []
      events.onEnd(this)
    })
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  /** One of its terminals has said who it is. */
  known(): void {
    this.#isKnown = true
    clearTimeout(this.#stranger)
  }

  get isKnown(): boolean {
    return this.#isKnown
  }

  end(): void {
    this.#socket.destroy()
  }

  /** Writes what waits and hangs up. */
  finish(): void {
    this.#flush()
    this.#socket.end()
  }

  /** Sends frames, together with those of the same turn. */
  send(frames: readonly Uint8Array[]): void {
    if (this.#out.length === 0) queueMicrotask(() => this.#flush())
    this.#out.push(...frames)
  }

  /** Bytes that begin to wait for the log. */
  begin(bytes: number): void {
    this.#unstored += bytes
    this.#settle()
  }

  /** Bytes that wait no longer. */
  done(bytes: number): void {
    this.#unstored -= bytes
    this.#settle()
  }

  /** Reads nothing more until it is let go, whatever it may hold itself. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    this.#settle()
  }

  #settle(): void {
    if (this.#socket.destroyed) return
    const isPaused = this.#socket.isPaused()
    if (!isPaused && (this.#isHeld || this.#unstored >= unstoredMost)) this.#socket.pause()
    else if (isPaused && !this.#isHeld && this.#unstored < unstoredAgain && !this.#isBusy) this.#socket.resume()
  }

  #flush(): void {
    const out = this.#out
    this.#out = []
    if (this.#socket.destroyed || out.length === 0) return
    this.#socket.write(Buffer.concat(out))
    if (this.#socket.writableLength > unreadMost) this.end()
  }

  #take(chunk: Buffer): void {
    if (!this.#isKnown) {
      this.#strangerBytes += chunk.length
      if (this.#strangerBytes > strangerBytes) return this.end()
    }
    for (const found of this.#splitter.push(chunk)) {
      if (isFault(found)) this.#events.onFault(this, found.fault)
      else this.#waiting.push(found)
    }
    this.#work()
  }

  #work(): void {
    while (!this.#isBusy) {
      const frame = this.#waiting.shift()
      if (!frame || this.#socket.destroyed) return
      this.#idle.refresh()
      const wait = this.#events.onFrame(this, frame)
      if (!wait) continue
      this.#isBusy = true
      this.#socket.pause()
      wait
        .catch(() => this.end())
        .finally(() => {
          this.#isBusy = false
          this.#settle()
          this.#work()
        })
    }
  }
}
