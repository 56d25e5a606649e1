// Test support: a terminal of JT/T 808 on a real socket, and a gateway with a database for it to talk to.
import { once } from 'node:events'
import net from 'node:net'
import { isFault } from '../../packages/jt808/src/fault.ts'
import { Splitter, writeFrame, type Frame } from '../../packages/jt808/src/frame.ts'
import { readMessage, writeBody, messageKinds, type Message } from '../../packages/jt808/src/message.ts'

/** Ways a test terminal speaks. */
export interface Speech {
  readonly phone: string
  readonly is2019?: boolean
  readonly deviceNo?: string
  readonly plate?: string
  readonly plateColor?: number
  readonly maker?: string
  readonly software?: string
}

/** A location of nowhere in particular; `at` makes it another one. */
export const locationBody = (at: number): Uint8Array => {
  const body = Buffer.from('0000000000000003026 2a3a006ed6a1000320258005a261124083015'.replaceAll(' ', ''), 'hex')
  body.writeUInt32BE(31_000_000 + at, 8)
  return body
}

/** The place of a vehicle at a moment. */
export interface Said {
  readonly at: number
  readonly receivedAt?: number
  readonly place: { readonly lonE6: number; readonly latE6: number }
  /** 0.1 km/h. */
  readonly speed?: number
  readonly isFixed?: boolean
  readonly hasIgnition?: boolean
  /** The vehicle's own counter. */
  readonly odometerTenthKm?: number
  /** The alarm word. */
  readonly alarm?: number
  /** A driver on the phone, as a terminal of active safety tells it: the level. */
  readonly phoning?: 1 | 2
}

const zoneMs = 8 * 3_600_000
const bcdOf = (at: number): string => new Date(at + zoneMs).toISOString().replace(/\D/g, '').slice(2, 14)

/** A report of a place as terminals send it. */
export const locationOf = ({
  at,
  place,
  speed = 0,
  isFixed = true,
  hasIgnition = true,
  odometerTenthKm,
  alarm = 0,
  phoning,
}: Said) => ({
  alarm,
  // positions of tests are in the datum of circles
  status: (hasIgnition ? 1 : 0) | (isFixed ? 2 : 0) | 32,
  latE6: place.latE6,
  lonE6: place.lonE6,
  altitudeM: 1100,
  speedTenthKmh: speed,
  heading: 90,
  time: bcdOf(at),
  extras: Buffer.concat([
    odometerTenthKm === undefined ? Buffer.alloc(0) : counterOf(odometerTenthKm),
    phoning === undefined ? Buffer.alloc(0) : phoningOf(phoning, bcdOf(at)),
  ]),
})

/** 0x65 by its table (T/JSATL12): alarm 2 begins, of a level. */
const phoningOf = (level: number, time: string): Buffer =>
  Buffer.from(
    `652f 00000001 01 02 0${level} 00 00000000 3c 044c 00000000 00000000 ${time} 0001 ${'31'.repeat(7)}${time}000100`.replaceAll(
      ' ',
      '',
    ),
    'hex',
  )

function counterOf(tenthKm: number): Buffer {
  const extra = Buffer.from([1, 4, 0, 0, 0, 0])
  extra.writeUInt32BE(tenthKm, 2)
  return extra
}

/** One terminal; `frames` are what the platform said to it. */
export class Terminal808 {
  readonly speech: Required<Speech>
  readonly frames: Frame[] = []
  readonly #splitter = new Splitter()
  #socket: net.Socket
  #serial = 0
  #waiters: (() => void)[] = []
  #isClosed = false

  constructor(socket: net.Socket, speech: Speech) {
    this.#socket = socket
    this.speech = {
      is2019: false,
      deviceNo: 'D000001',
      plate: '',
      plateColor: 0,
      maker: 'DEMO',
      software: 'v1',
      ...speech,
    }
    socket.on('data', chunk => {
      for (const found of this.#splitter.push(chunk)) if (!isFault(found)) this.frames.push(found)
      this.#wake()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#isClosed = true
      this.#wake()
    })
  }

  static async connect(port: number, speech: Speech): Promise<Terminal808> {
    const socket = net.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Terminal808(socket, speech)
  }

  /** Another terminal on the same socket. */
  beside(speech: Speech): Terminal808 {
    return new Terminal808(this.#socket, speech)
  }

  #wake(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const done of waiters) done()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves when `is` answers something. */
  async until<T>(is: () => T | undefined): Promise<T> {
    for (;;) {
      const found = is()
      if (found !== undefined) return found
      if (this.#isClosed) throw new Error('the gateway hung up')
      await new Promise<void>(resolve => this.#waiters.push(resolve))
    }
  }

  async closed(): Promise<void> {
    while (!this.#isClosed) await new Promise<void>(resolve => this.#waiters.push(resolve))
  }

  /** The frame of a body, with a serial of its own unless one is given. */
  frame(id: number, body: Uint8Array, serial = this.#serial++ & 0xffff, part?: Frame['part']): Uint8Array {
    const { phone, is2019 } = this.speech
    const wire = writeFrame(
      {
        id,
        is2019,
        protocol: is2019 ? 1 : 0,
        phone: phone.padStart(is2019 ? 20 : 12, '0'),
        serial,
        encryption: 0,
        isReserved: false,
        part,
      },
      body,
    )
    if (isFault(wire)) throw new Error(`${wire.fault} ${wire.at}`)
    return wire
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Sends a body and answers its serial. */
  send(id: number, body: Uint8Array): number {
    const serial = this.#serial & 0xffff
    this.write(this.frame(id, body))
    return serial
  }

  say(message: Message): number {
    const body = writeBody(message, this.speech.is2019 ? 2019 : 2013)
    if (isFault(body)) throw new Error(`${body.fault} ${body.at}`)
    return this.send(messageKinds[message.kind].id, body)
  }

  messages(): Message[] {
    return this.frames.flatMap(frame => {
      const message = readMessage(frame)
      return isFault(message) ? [] : [message]
    })
  }

  /** The result of the general reply to a serial. */
  async replied(serial: number): Promise<number> {
    return this.until(() =>
      this.messages()
        .flatMap(one => (one.kind === 'reply' && one.value.serial === serial ? [one.value.result] : []))
        .at(0),
    )
  }

  /** Serials the platform has acknowledged with result 0. */
  acknowledged(id: number): number[] {
    return this.messages().flatMap(one =>
      one.kind === 'reply' && one.value.id === id && one.value.result === 0 ? [one.value.serial] : [],
    )
  }

  /** Registers, and answers the result and the code. */
  async register(): Promise<{ result: number; code: string }> {
    const { deviceNo, plate, plateColor, maker } = this.speech
    const serial = this.say({
      kind: 'register',
      value: { province: 44, city: 300, maker, model: 'T1', deviceNo, plateColor, plate },
    })
    return this.until(() =>
      this.messages()
        .flatMap(one => (one.kind === 'registerReply' && one.value.serial === serial ? [one.value] : []))
        .at(0),
    )
  }

  auth(code: string): Promise<number> {
    const { software } = this.speech
    return this.replied(this.say({ kind: 'auth', value: { code, imei: '861234567890123', software } }))
  }

  /** Registers and authenticates. */
  async enter(): Promise<string> {
    const { code } = await this.register()
    const result = await this.auth(code)
    if (result !== 0) throw new Error(`refused: ${result}`)
    return code
  }

  /** Reports a place. */
  report(said: Said): number {
    return this.say({ kind: 'location', value: locationOf(said) })
  }

  /** Reports places that were kept back, as after a blind spot, and answers the serials. */
  reportKept(said: readonly Said[]): number[] {
    const serials: number[] = []
    for (let from = 0; from < said.length; from += 20)
      serials.push(
        this.say({ kind: 'batch', value: { type: 1, locations: said.slice(from, from + 20).map(locationOf) } }),
      )
    return serials
  }

  locate(at: number): number {
    return this.send(0x0200, locationBody(at))
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
