// Orders to terminals: taken from their rows, one at a time for each terminal, answered by serial, and written down. A row
// is marked as sent before its bytes leave, so that no crash sends a text twice.
import type { Location } from '@yunshu/jt808/location'
import { messageKinds, type Message } from '@yunshu/jt808/message'
import { params, type ParamItem, type ParamKey } from '@yunshu/jt808/params'
import { placeOf } from '@yunshu/jt808/status'
import type pg from 'pg'
import type { Figures } from './figures.ts'
import type { Session, Sessions } from './sessions.ts'

/** A terminal is asked so often where asking again changes nothing. */
const triesMost = 3
/** Orders looked at in one go. */
const rowsAtOnce = 1000

/** Parameters people ask for: no more than one frame holds. */
const asked = [
  'heartbeatS',
  'mainServer',
  'tcpPort',
  'reportStrategy',
  'reportAsleepS',
  'reportS',
  'speedMostKmh',
  'drivingMostS',
  'odometerTenthKm',
  'plate',
  'plateColor',
] as const satisfies readonly ParamKey[]

/** Items of an order that sets parameters, as the server wrote them: the gateway knows no names. */
interface BodyItem {
  readonly id: number
  readonly hex: string
}

type Fault = 'refused' | 'silent' | 'unsure' | 'unwritable'
interface Order {
  readonly id: string
  readonly terminalNo: number
  readonly phone: string
  readonly kind: string
  readonly state: 'queued' | 'sent'
  readonly body: { readonly text?: string; readonly items?: readonly BodyItem[]; readonly channel?: number }
  readonly tries: number
}
interface Flight {
  readonly order: Order
  readonly serial: number
  /** The id of the message, by which general replies name it. */
  readonly messageId: number
  readonly until: number
  readonly epoch: number
}

/** A message that is answered by more than that it came. */
const isQuestion = (kind: string): boolean => kind === 'locate' || kind === 'params'
/** A message that may be sent again: the second time changes nothing. */
const isRepeatable = (kind: string): boolean => isQuestion(kind) || kind === 'setParams'

/** One photo now, kept nowhere but here, as the camera is set. */
const shootOf = (channel: number): Message => ({
  kind: 'shoot',
  value: {
    channel,
    count: 1,
    everyS: 0,
    isKept: 0,
    resolution: 1,
    quality: 5,
    brightness: 127,
    contrast: 64,
    saturation: 64,
    chroma: 127,
  },
})

function messageOf({ kind, body: { text, items = [], channel = 1 } }: Order, { form }: Session): Message | undefined {
  switch (kind) {
    case 'locate':
      return { kind: 'locationQuestion', value: undefined }
    case 'params':
      // before 2013 there was only the question for all of them
      return form.version === 2011
        ? { kind: 'allParams', value: undefined }
        : { kind: 'someParams', value: { ids: asked.map(key => params[key].id) } }
    case 'text':
      // shown and read aloud; since 2019 a notice of service
      return form.version === 2019
        ? { kind: 'text', value: { flags: 0b1101, type: 1, text: text ?? '' } }
        : { kind: 'text', value: { flags: 0b1100, type: undefined, text: text ?? '' } }
    case 'setParams':
      return {
        kind: 'setParams',
        value: { items: items.map(({ id, hex }) => ({ id, value: Buffer.from(hex, 'hex') })) },
      }
    case 'photo':
      return shootOf(channel)
    default:
      return undefined
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const answerOfPlace = (location: Location): object => ({
  place: { ...placeOf(location), status: location.status, speed: location.speedTenthKmh, time: location.time },
})
const answerOfParams = (items: readonly ParamItem[]): object => ({
  items: items.map(({ id, value }) => ({ id, hex: hexOf(value) })),
})

export interface OrderDesk {
  readonly pool: pg.Pool
  readonly sessions: Sessions
  readonly figures: Figures
  readonly now: () => number
  readonly steady: () => number
  /** A terminal answers within this, ms. */
  readonly answerMs: number
}

/** Orders of one gateway. */
export class Orders {
  readonly #desk: OrderDesk
  /** By number of the terminal: one is under way for each. */
  readonly #flights = new Map<number, Flight>()
  /** Endings that wait to be written down: a database that is away hears of them later. */
  #endings: { readonly id: string; readonly state: string; readonly answer: object }[] = []

  constructor(desk: OrderDesk) {
    this.#desk = desk
  }

  /** Takes what waits for terminals that are here, and ends what nobody answers. */
  async look(): Promise<void> {
    await this.#write()
    const now = this.#desk.steady()
    for (const flight of this.#flights.values()) if (flight.until <= now || !this.#isHere(flight)) this.#miss(flight)
    const online = [...this.#desk.sessions].map(({ terminal }) => terminal.terminalNo).filter(no => no > 0)
    const free = online.filter(no => !this.#flights.has(no))
    if (free.length > 0) for (const order of await this.#waiting(free)) await this.#take(order)
    await this.#write()
  }

  #isHere({ order, epoch }: Flight): boolean {
    return this.#desk.sessions.of(order.phone)?.epoch === epoch
  }

  async #waiting(free: readonly number[]): Promise<Order[]> {
    const { rows } = await this.#desk.pool.query<Order>(
      `select distinct on (c.terminal_no) c.id, c.terminal_no as "terminalNo", t.phone, c.kind, c.state, c.body, c.tries
       from terminal_commands c join terminals t on t.id = c.terminal_id
       where c.terminal_no = any($1) and c.state in ('queued', 'sent') and c.expires_at > $2
       order by c.terminal_no, c.id limit $3`,
      [free, this.#desk.now(), rowsAtOnce],
    )
    return rows
  }

  /** Sends an order; one that was sent by a gateway that is gone, or over a link that is, is only asked again. */
  async #take(order: Order): Promise<void> {
    if (order.state === 'sent' && !isRepeatable(order.kind)) return this.#end(order.id, 'failed', { fault: 'unsure' })
    if (order.tries >= triesMost) return this.#end(order.id, 'failed', { fault: 'silent' })
    const session = this.#desk.sessions.of(order.phone)
    if (session?.terminal.terminalNo !== order.terminalNo) return
    const message = messageOf(order, session)
    if (message === undefined) return this.#end(order.id, 'failed', { fault: 'unwritable' })
    const { rowCount } = await this.#desk.pool.query(
      `update terminal_commands set state = 'sent', tries = tries + 1, sent_at = $2, version = version + 1, updated_at = $2
       where id = $1 and state = $3 and tries = $4`,
      [order.id, this.#desk.now(), order.state, order.tries],
    )
    // somebody called it off meanwhile
    if (rowCount !== 1) return
    const serial = session.send(message)
    if (serial === undefined) return this.#end(order.id, 'failed', { fault: 'unwritable' })
    this.#desk.figures.commands++
    this.#flights.set(order.terminalNo, {
      order: { ...order, state: 'sent', tries: order.tries + 1 },
      serial,
      messageId: messageKinds[message.kind].id,
      until: this.#desk.steady() + this.#desk.answerMs,
      epoch: session.epoch,
    })
  }

  /** Nobody answered, or the link is gone. A question stays in its row and is asked again, a text is not. */
  #miss({ order }: Flight): void {
    const isOver = !isRepeatable(order.kind) || order.tries >= triesMost
    this.#flights.delete(order.terminalNo)
    if (isOver) this.#end(order.id, 'failed', { fault: isRepeatable(order.kind) ? 'silent' : 'unsure' })
  }

  /** A message of a terminal: the answer to what it was asked, where it names its serial. */
  hear(session: Session, message: Message | undefined): void {
    const flight = this.#flights.get(session.terminal.terminalNo)
    if (flight === undefined || message === undefined || flight.epoch !== session.epoch) return
    const { order, serial, messageId } = flight
    const end = (state: string, answer: object): void => {
      this.#flights.delete(order.terminalNo)
      this.#end(order.id, state, answer)
    }
    if (message.kind === 'locationAnswer' && order.kind === 'locate' && message.value.serial === serial)
      return end('done', answerOfPlace(message.value.location))
    if (message.kind === 'paramsReply' && order.kind === 'params' && message.value.serial === serial)
      return end('done', answerOfParams(message.value.items))
    if (message.kind === 'shot' && order.kind === 'photo' && message.value.serial === serial)
      return message.value.result === 0
        ? end('done', { mediaIds: message.value.mediaIds ?? [] })
        : message.value.result === 2
          ? end('unsupported', {})
          : end('failed', { fault: 'refused' })
    if (message.kind !== 'terminalReply' || message.value.serial !== serial || message.value.id !== messageId) return
    const { result } = message.value
    if (result === 3) end('unsupported', {})
    else if (result !== 0) end('failed', { fault: 'refused' })
    // a question is answered by more than that it came
    else if (!isQuestion(order.kind)) end('done', {})
  }

  #end(id: string, state: string, answer: object & { readonly fault?: Fault }): void {
    this.#endings.push({ id, state, answer })
  }

  /** Writes down what is known, before the gateway goes. */
  settle(): Promise<void> {
    return this.#write()
  }

  /** Writes endings down; those that could not be are written at the next look. */
  async #write(): Promise<void> {
    const endings = this.#endings
    if (endings.length === 0) return
    await this.#desk.pool.query(
      `update terminal_commands c set state = x.state, answer = x.answer::jsonb, version = c.version + 1, updated_at = $4
       from unnest($1::uuid[], $2::text[], $3::text[]) x(id, state, answer) where c.id = x.id and c.state in ('queued', 'sent')`,
      [
        endings.map(({ id }) => id),
        endings.map(({ state }) => state),
        endings.map(({ answer }) => JSON.stringify(answer)),
        this.#desk.now(),
      ],
    )
    this.#endings = this.#endings.slice(endings.length)
  }
}
