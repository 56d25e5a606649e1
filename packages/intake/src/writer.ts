// The writer of the log: batches, one statement at a time, and the only place that says a message is stored.
import pg from 'pg'
import { fitsEnvelope, sizeOf, writeEnvelope, type Arrived } from './envelope.ts'
import { beatLanes, Fenced, groupOf, takeLanes, type Lane } from './lanes.ts'
import { dayOf, daysOf } from './partitions.ts'
import { findRows, hasNoPartition, insertRows, isAnswered, isThere, type Row } from './rows.ts'

/** A batch ends at so many messages or bytes, or so long after the one before. */
const batchMessages = 1000,
  batchBytes = 1_048_576,
  batchMs = 40
const beatMs = 5000
/** Pauses between tries while the database is away. */
const firstPauseMs = 20,
  longestPauseMs = 2000

/** The place of a stored row. Instances are made below, after its COMMIT, and nowhere else. */
class StoredRow {
  readonly lane: number
  readonly seq: number
  readonly #isMade = true
  constructor(row: { readonly lane: number; readonly seq: number }) {
    this.lane = row.lane
    this.seq = row.seq
  }

  static isMade(value: unknown): value is StoredRow {
    return typeof value === 'object' && value !== null && #isMade in value && value.#isMade
  }
}

/** Proof that a message is stored: whoever acknowledges asks for it. */
export type Stored = StoredRow

/** Whether a value is a proof made by the log, and no look-alike. */
export const isStored = (value: unknown): value is Stored => StoredRow.isMade(value)

export interface WriterOptions {
  readonly url: string
  /** Settings of the connection, as `-c name=value`: the role, and whose rows it may touch. */
  readonly options?: string
  /** A slot such as `gateway-1`, never a pid: whoever starts again takes its lanes over. */
  readonly writer: string
  readonly now?: () => number
  readonly log: (line: string) => void
  /** Longest time a writer that fell silent inside a transaction keeps its lanes from the next one. */
  readonly silentMs?: number
}

interface Waiting {
  readonly message: Arrived
  readonly done: (stored: Stored) => void
  readonly failed: (error: Error) => void
}

/** A row with those who wait for it. */
interface SentRow extends Row {
  readonly waiting: readonly Waiting[]
}

/** Writes the lanes of one slot. */
export class IntakeWriter {
  readonly #options: Required<WriterOptions>
  #lanes: readonly Lane[] = []
  #client: pg.Client | undefined
  #days: { readonly first: string; readonly last: string } | undefined
  readonly #queue: Waiting[] = []
  #queueBytes = 0
  #sentAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #beating: NodeJS.Timeout | undefined
  /** The work on the connection, one piece behind the other. */
  #work: Promise<unknown> = Promise.resolve()
  #isSending = false
  #inFlight: readonly SentRow[] = []
  #pending = 0
  #ended: Error | undefined
  #stop = new AbortController()
  readonly #over = Promise.withResolvers<Error>()

  private constructor(options: WriterOptions) {
    this.#options = { options: '', now: Date.now, silentMs: 5000, ...options }
  }

  /** Takes the lanes of the slot over. Fails when the database is away: whoever starts it tries again. */
  static async open(options: WriterOptions): Promise<IntakeWriter> {
    const writer = new IntakeWriter(options)
    const client = await writer.#connected()
    try {
      writer.#lanes = await takeLanes(client, options.writer, writer.#options.now())
    } catch (error) {
      writer.#hangUp()
      throw error
    }
    writer.#beating = setInterval(() => writer.#beat(), beatMs)
    return writer
  }

  /** Resolves with the reason once nothing is stored any more. */
  get ended(): Promise<Error> {
    return this.#over.promise
  }

  /** Messages that wait for their COMMIT. */
  get pending(): number {
    return this.#pending
  }

  /**
   * Stores a message. The answer comes after its COMMIT; while the database is away there is none. Fails when somebody
   * took the lanes over, or the writer was closed: the message may then be stored or not, and is not to be acknowledged.
   */
  append(message: Arrived): Promise<Stored> {
    if (this.#ended) return Promise.reject(this.#ended)
    if (!fitsEnvelope(message)) return Promise.reject(new RangeError('numbers of the message fit no envelope'))
    this.#pending++
    this.#queueBytes += sizeOf(message)
    return new Promise((done, failed) => {
      this.#queue.push({ message, done, failed })
      this.#wake()
    })
  }

  /** Stores what waits if the database is there, and hangs up. */
  async close(withinMs = 5000): Promise<void> {
    const limit = setTimeout(() => this.#end(new Error('the intake log was closed')), withinMs)
    while (this.#pending > 0 && !this.#ended) {
      this.#flush()
      await this.#work.catch(() => {})
    }
    clearTimeout(limit)
    this.#end(new Error('the intake log was closed'))
    await this.#work.catch(() => {})
    this.#hangUp()
  }

  #wake(): void {
    if (this.#isSending) return
    if (this.#queue.length >= batchMessages || this.#queueBytes >= batchBytes) this.#flush()
    else
      this.#timer ??= setTimeout(
        () => this.#flush(),
        Math.max(0, Math.ceil(this.#sentAt + batchMs - performance.now())),
      )
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isSending || this.#queue.length === 0) return
    this.#isSending = true
    this.#sentAt = performance.now()
    this.#work = this.#work
      .then(() => {
        this.#inFlight = this.#rowsOf(this.#takeBatch())
        return this.#store(this.#inFlight)
      })
      .catch((error: unknown) => this.#end(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        this.#isSending = false
        if (this.#queue.length > 0 && !this.#ended) this.#wake()
      })
  }

  #takeBatch(): Waiting[] {
    let count = 0,
      bytes = 0
    for (const { message } of this.#queue) {
      if (count > 0 && (count >= batchMessages || bytes + sizeOf(message) > batchBytes)) break
      bytes += sizeOf(message)
      count++
    }
    this.#queueBytes -= bytes
    return this.#queue.splice(0, count)
  }

  /** A row for each lane that has something, with the next number of its lane. */
  #rowsOf(batch: readonly Waiting[]): SentRow[] {
    const today = dayOf(this.#options.now())
    return this.#lanes.flatMap(lane => {
      const waiting = batch.filter(({ message }) => groupOf(message.trackNo) === lane.group)
      if (waiting.length === 0) return []
      const messages = waiting.map(({ message }) => message)
      const receivedAt = Math.min(...messages.map(one => one.receivedAt))
      const day = this.#within(lane.lastDay !== undefined && lane.lastDay > today ? lane.lastDay : today)
      lane.lastDay = day
      lane.lastSeq++
      return [
        {
          lane,
          seq: lane.lastSeq,
          day,
          receivedAt,
          n: waiting.length,
          body: writeEnvelope(messages, receivedAt),
          waiting,
        },
      ]
    })
  }

  /** A clock that is far ahead or behind neither refuses nor reorders: the nearest partition takes the row. */
  #within(day: string): string {
    if (!this.#days) return day
    return day > this.#days.last ? this.#days.last : day < this.#days.first ? this.#days.first : day
  }

  async #store(rows: readonly SentRow[]): Promise<void> {
    let open = rows,
      isDoubtful = false,
      pauseMs = firstPauseMs
    while (open.length > 0) {
      if (this.#ended) throw this.#ended
      try {
        const client = await this.#connected()
        if (isDoubtful)
          open = this.#settled(open, await findRows(client, open, this.#options.writer, this.#options.now()))
        if (open.length > 0) {
          const lanes = await insertRows(client, open)
          open = this.#settled(open, lanes)
          if (open.length > 0) throw new Fenced(this.#options.writer)
        }
        if (pauseMs > firstPauseMs) this.#options.log(`intake log: ${this.#options.writer} stores again`)
        return
      } catch (error) {
        if (error instanceof Fenced) throw error
        // the rows may be there after any fault: each is looked for under its own key before it is sent again
        isDoubtful = true
        if (isThere(error)) continue
        if (pauseMs === firstPauseMs) this.#options.log(`intake log: ${String(error)}`)
        if (!isAnswered(error)) this.#hangUp()
        else if (hasNoPartition(error)) await this.#moveDays(open)
        await this.#pause(pauseMs)
        pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      }
    }
  }

  /** Tells those who wait for rows of these lanes, and answers the other rows. */
  #settled(rows: readonly SentRow[], lanes: ReadonlySet<number>): SentRow[] {
    for (const row of rows) {
      if (!lanes.has(row.lane.id)) continue
      const stored = new StoredRow({ lane: row.lane.id, seq: row.seq })
      this.#pending -= row.n
      for (const { done } of row.waiting) done(stored)
    }
    return rows.filter(row => !lanes.has(row.lane.id))
  }

  /** Rows whose partition is gone, or was not there yet, take the nearest one. */
  async #moveDays(rows: readonly SentRow[]): Promise<void> {
    try {
      this.#days = await daysOf(await this.#connected())
    } catch (error) {
      this.#options.log(`intake log: ${String(error)}`)
      return
    }
    for (const row of rows) {
      row.day = this.#within(row.day)
      row.lane.lastDay = row.day
    }
  }

  #beat(): void {
    if (this.#isSending || this.#ended) return
    this.#work = this.#work
      .then(async () => {
        const client = await this.#connected()
        if (!(await beatLanes(client, this.#lanes, this.#options.now()))) this.#end(new Fenced(this.#options.writer))
        else this.#days = await daysOf(client)
      })
      .catch((error: unknown) => {
        if (!isAnswered(error)) this.#hangUp()
      })
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const { url, options, writer, log, silentMs } = this.#options
    const client = new pg.Client({
      connectionString: url,
      options,
      application_name: `yunshu-intake ${writer}`,
      connectionTimeoutMillis: 2000,
      statement_timeout: 10_000,
      query_timeout: 12_000,
      idle_in_transaction_session_timeout: silentMs,
    })
    client.on('error', error => {
      if (this.#client !== client) return
      log(`intake log: connection lost: ${error.message}`)
      this.#client = undefined
    })
    try {
      await client.connect()
      this.#days = await daysOf(client)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.#client = client
    return client
  }

  #hangUp(): void {
    this.#client?.end().catch(() => {})
    this.#client = undefined
  }

  #pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      const end = (): void => {
        clearTimeout(timer)
        this.#stop.signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#stop.signal.addEventListener('abort', end)
    })
  }

  /** Ends the writer: nobody who waits is told that a message is stored. */
  #end(error: Error): void {
    if (this.#ended) return
    this.#ended = error
    this.#over.resolve(error)
    clearInterval(this.#beating)
    clearTimeout(this.#timer)
    this.#stop.abort()
    // a promise that was kept stays kept
    for (const { failed } of [...this.#inFlight.flatMap(row => row.waiting), ...this.#queue]) failed(error)
    this.#pending = 0
  }
}
