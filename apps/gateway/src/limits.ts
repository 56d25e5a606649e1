// Limits against strangers: connections of one address, wrong codes, a pause after three of them, and the notes about them.

const wrongMost = 3
const banMs = 10 * 60_000
/** Most addresses and bans that are remembered; the oldest goes. */
const rememberedMost = 20_000

/** Registrations that ask the database at once, of its few connections, and those that wait for it: the rest goes on to those who are known. */
const registeringMost = 2,
  waitingMost = 500
/** Most notes about strangers that wait for the one before. */
const notesMost = 50

/** Limits of a gateway. Time is the caller's. */
export class Limits {
  readonly #perAddress: number
  readonly #strangers = new Map<string, number>()
  readonly #arrivals = new Map<string, { second: number; count: number }>()
  readonly #wrong = new Map<string, { count: number; until: number }>()
  readonly #waiting: (() => void)[] = []
  #registering = 0
  #noting: Promise<void> = Promise.resolve()
  #toNote = 0

  constructor(perAddress: number) {
    this.#perAddress = perAddress
  }

  /** Whether one more connection of an address may come in; terminals that said who they are do not count. */
  admit(address: string, now: number): boolean {
    const second = Math.floor(now / 1000)
    const arrived = this.#arrivals.get(address)
    const count = arrived?.second === second ? arrived.count + 1 : 1
    this.#arrivals.delete(address)
    this.#arrivals.set(address, { second, count })
    trim(this.#arrivals)
    const strangers = this.#strangers.get(address) ?? 0
    if (strangers >= this.#perAddress || count > this.#perAddress) return false
    this.#strangers.set(address, strangers + 1)
    return true
  }

  /** A stranger of an address has said who it is, or is gone. */
  settled(address: string): void {
    const left = (this.#strangers.get(address) ?? 1) - 1
    if (left > 0) this.#strangers.set(address, left)
    else this.#strangers.delete(address)
  }

  /** Whether a phone is not listened to at an address for a while. */
  isBanned(phone: string, address: string, now: number): boolean {
    const wrong = this.#wrong.get(`${phone} ${address}`)
    return wrong !== undefined && wrong.count >= wrongMost && now < wrong.until
  }

  /** A wrong code; true for the one behind which nobody listens any more. */
  wrong(phone: string, address: string, now: number): boolean {
    const key = `${phone} ${address}`
    const before = this.#wrong.get(key)
    const count = before && now < before.until ? before.count + 1 : 1
    this.#wrong.delete(key)
    this.#wrong.set(key, { count, until: now + banMs })
    trim(this.#wrong)
    return count === wrongMost
  }

  right(phone: string, address: string): void {
    this.#wrong.delete(`${phone} ${address}`)
  }

  /** Lets few registrations ask at once, in their order. @throws Error where too many wait: they come again */
  async inTurn<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#registering < registeringMost) this.#registering++
    else if (this.#waiting.length >= waitingMost) throw new Error('too many registrations')
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    try {
      return await ask()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#registering--
    }
  }

  /** Writes a note about a stranger, one after another; where too many wait it is not written, and the stranger stays one. */
  async note(write: () => Promise<void>): Promise<void> {
    if (this.#toNote >= notesMost) return
    this.#toNote++
    const written = this.#noting.then(write).finally(() => this.#toNote--)
    this.#noting = written.catch(() => {})
    await written
  }
}

function trim(map: Map<string, unknown>): void {
  if (map.size <= rememberedMost) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
