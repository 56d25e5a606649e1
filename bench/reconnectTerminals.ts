// A process of terminals that come back again and again: each connects, says its code, reports one place, waits for its
// acknowledgement and is cut off.
import net from 'node:net'
import { once } from 'node:events'
import { Terminal808 } from '../tests/server/terminal808.ts'

const port = Number(process.env['WAVES_PORT'])
const first = Number(process.env['WAVES_FIRST'])
const count = Number(process.env['WAVES_TERMINALS'])
const addresses = 40
/** Terminals on their way at once, and the time each has. */
const atOnce = 64,
  mostMs = 20_000

/** The outcome of one wave. */
export interface Wave {
  readonly told: number
  readonly failed: number
  readonly seconds: number
  readonly why: string
}
export type WaveAsk =
  | { readonly ask: 'wave'; readonly at: number }
  | { readonly ask: 'stay' }
  | { readonly ask: 'leave' }

const codes = new Map<number, string>()
const staying: Terminal808[] = []

async function connect(n: number): Promise<Terminal808> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (n % addresses)}` })
  await once(socket, 'connect')
  return new Terminal808(socket, { phone: String(first + n) })
}

async function enter(n: number): Promise<Terminal808> {
  const terminal = await connect(n)
  try {
    const code = codes.get(n)
    if (code === undefined) codes.set(n, await terminal.enter())
    else {
      const result = await terminal.auth(code)
      if (result !== 0) throw new Error(`refused: ${result}`)
    }
    return terminal
  } catch (error) {
    terminal.destroy()
    throw error
  }
}

async function visit(n: number, at: number): Promise<void> {
  const terminal = await enter(n)
  try {
    if ((await terminal.replied(terminal.locate(at))) !== 0) throw new Error('not stored')
  } finally {
    terminal.destroy()
  }
}

const within = <T>(work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('too late')), mostMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Does something for each terminal, some at once. */
async function forAll(work: (n: number) => Promise<void>): Promise<Wave> {
  const begun = performance.now()
  let next = 0,
    told = 0,
    failed = 0,
    why = ''
  const one = async (): Promise<void> => {
    while (next < count) {
      const n = next++
      try {
        await within(work(n))
        told++
      } catch (error) {
        failed++
        why = String(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return { told, failed, why, seconds: (performance.now() - begun) / 1000 }
}

async function answerTo(asked: WaveAsk): Promise<Wave | null> {
  if (asked.ask === 'wave') return forAll(n => visit(n, asked.at * count + n))
  if (asked.ask === 'stay') return forAll(async n => void staying.push(await enter(n)))
  for (const terminal of staying.splice(0)) terminal.destroy()
  return null
}

process.on('message', (asked: { id: number } & WaveAsk) => {
  answerTo(asked).then(
    value => process.send?.({ id: asked.id, value }),
    (error: unknown) => process.send?.({ id: asked.id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ hello: true })
