// A terminal of the demo: it registers with the gateway over TCP as the one in a cab does, and reports.
import net from 'node:net'
import { isFault } from '@yunshu/jt808/fault'
import { Splitter, writeFrame } from '@yunshu/jt808/frame'
import type { Location } from '@yunshu/jt808/location'
import { messageKinds, readMessage, writeBody, type Message } from '@yunshu/jt808/message'

/** The facts a terminal says about itself. */
export interface Identity {
  readonly phone: string
  readonly deviceNo: string
  readonly plate: string
  readonly plateColor: number
}

/** An answer that does not come is given up after this. */
const answerMs = 10_000

export class DemoTerminal {
  readonly #identity: Identity
  readonly #socket: net.Socket
  readonly #splitter = new Splitter()
  #serial = 0
  #waiting = new Map<number, (answer: Message | undefined) => void>()

  constructor(port: number, identity: Identity) {
    this.#identity = identity
    this.#socket = net.connect(port, '127.0.0.1')
    this.#socket.on('data', chunk => {
      for (const found of this.#splitter.push(chunk)) {
        const message = isFault(found) ? found : readMessage(found)
        if (!isFault(message)) this.#heard(message)
      }
    })
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      for (const done of this.#waiting.values()) done(undefined)
    })
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  #heard(message: Message): void {
    if (message.kind === 'reply' || message.kind === 'registerReply') this.#waiting.get(message.value.serial)?.(message)
  }

  /** Says something; answers the reply, or undefined where none came. */
  #say(message: Message): Promise<Message | undefined> {
    const serial = this.#serial++ & 0xffff
    const body = writeBody(message, 2013)
    const { id } = messageKinds[message.kind]
    const phone = this.#identity.phone.padStart(12, '0')
    const header = { id, is2019: false, protocol: 0, phone, serial, encryption: 0, isReserved: false, part: undefined }
    const wire = isFault(body) ? body : writeFrame(header, body)
    if (isFault(wire) || !this.isOpen) return Promise.resolve(undefined)
    return new Promise(resolve => {
      const timer = setTimeout(() => done(undefined), answerMs)
      const done = (answer: Message | undefined): void => {
        clearTimeout(timer)
        this.#waiting.delete(serial)
        resolve(answer)
      }
      this.#waiting.set(serial, done)
      this.#socket.write(wire)
    })
  }

  /** Registers and authenticates; false where the gateway does not want it. */
  async enter(): Promise<boolean> {
    const { deviceNo, plate, plateColor } = this.#identity
    const answer = await this.#say({
      kind: 'register',
      value: { province: 0, city: 0, maker: 'YUNSH', model: 'YS-808', deviceNo, plateColor, plate },
    })
    if (answer?.kind !== 'registerReply' || answer.value.result !== 0) return false
    const { code } = answer.value
    const known = await this.#say({ kind: 'auth', value: { code, imei: '861234567890123', software: 'v1' } })
    return known?.kind === 'reply' && known.value.result === 0
  }

  /** Reports a place. */
  async report(value: Location): Promise<void> {
    await this.#say({ kind: 'location', value })
  }

  /** Reports places that were kept back, twenty at a time. */
  async reportKept(locations: readonly Location[]): Promise<void> {
    for (let from = 0; from < locations.length && this.isOpen; from += 20)
      await this.#say({ kind: 'batch', value: { type: 1, locations: locations.slice(from, from + 20) } })
  }

  close(): void {
    this.#socket.destroy()
  }
}
