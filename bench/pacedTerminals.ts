// A process of terminals that report at a steady pace while they are asked to, and say how soon they were acknowledged.
import { setTimeout as pause } from 'node:timers/promises'
import { Terminal808 } from '../tests/server/terminal808.ts'
import { quantile } from './figure.ts'

const port = Number(process.env['PACED_PORT'])
const first = Number(process.env['PACED_FIRST'])
const count = Number(process.env['PACED_TERMINALS'])
const perSecond = Number(process.env['PACED_PER_SECOND'])

export interface PacedAsk {
  readonly ask: 'send'
  readonly seconds: number
}
/** Reports that were sent and acknowledged, and the processor time this process took for them. */
export interface Paced {
  readonly sent: number
  readonly told: number
  readonly ackP99Ms: number
  readonly cpuS: number
}

async function open(n: number): Promise<Terminal808> {
  const terminal = await Terminal808.connect(port, { phone: String(first + n) })
  await terminal.enter()
  return terminal
}

/** One terminal for some seconds, with its share of each of them. */
async function report(
  terminal: Terminal808,
  n: number,
  seconds: number,
  came: { sent: number; told: number; ms: number[] },
) {
  const share = perSecond / count
  await pause((1000 * n) / count)
  for (let second = 0; second < seconds; second++) {
    const begun = performance.now()
    terminal.frames.length = 0
    const now = Date.now()
    for (let each = 0; each < share; each++) {
      const place = { lonE6: 108_000_000 + n * 1000 + second * 150, latE6: 34_000_000 + each * 10 }
      terminal.report({ at: now - (share - each) * 1000, place, speed: 600 })
    }
    came.sent += share
    await terminal.until(() => (terminal.acknowledged(0x0200).length >= share ? true : undefined))
    came.told += share
    came.ms.push(performance.now() - begun)
    await pause(Math.max(0, 1000 - (performance.now() - begun)))
  }
}

const terminals: Terminal808[] = []
for (let n = 0; n < count; n++) terminals.push(await open(n))

process.on('message', ({ id, seconds }: { id: number } & PacedAsk) => {
  const before = process.cpuUsage()
  const came = { sent: 0, told: 0, ms: [] as number[] }
  void Promise.all(terminals.map((terminal, n) => report(terminal, n, seconds, came).catch(() => {}))).then(() => {
    const { user, system } = process.cpuUsage(before)
    const value: Paced = {
      sent: came.sent,
      told: came.told,
      ackP99Ms: quantile(came.ms, 0.99),
      cpuS: (user + system) / 1e6,
    }
    process.send?.({ id, value })
  })
})
process.on('disconnect', () => process.exit())
process.send?.({ hello: true })
