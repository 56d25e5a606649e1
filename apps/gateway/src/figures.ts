// Figures of the gateway, counted since its start, as operators read them.
import { registerCounts } from '@yunshu/operations/counts'
import { Gauge, Histogram, Registry } from 'prom-client'

export interface Figures {
  frames: number
  faults: number
  refused: number
  registered: number
  acknowledged: number
  repeated: number
  turnedAway: number
  commands: number
}

const counted: Readonly<Record<keyof Figures, string>> = {
  frames: 'frames that were read',
  faults: 'frames that were none',
  refused: 'terminals that were refused',
  registered: 'registrations',
  acknowledged: 'messages that were stored and answered',
  repeated: 'messages that came again',
  turnedAway: 'connections that were not taken',
  commands: 'orders that were sent down',
}

/** Figures at the start. */
export const newFigures = (): Figures => ({
  frames: 0,
  faults: 0,
  refused: 0,
  registered: 0,
  acknowledged: 0,
  repeated: 0,
  turnedAway: 0,
  commands: 0,
})

/** Time from a message to its answer: a terminal that waits for seconds sends again. */
export const newAckSeconds = (): Histogram =>
  new Histogram({
    name: 'gateway_ack_seconds',
    help: 'time from a message to its answer',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [],
  })

/** Parts of the gateway whose figures are read. */
export interface Measured {
  readonly figures: Readonly<Figures>
  readonly ackSeconds: Histogram
  readonly links: () => number
  readonly sessions: () => number
  /** Messages that wait for the log. */
  readonly pending: () => number
}

/** The register operators read. */
export function gatewayRegister({ figures, ackSeconds, links, sessions, pending }: Measured): Registry {
  const register = new Registry()
  register.registerMetric(ackSeconds)
  registerCounts(register, { role: 'gateway', help: counted, figures })
  for (const [name, help, read] of [
    ['links', 'open connections', links],
    ['sessions', 'terminals that have said who they are', sessions],
    ['pending', 'messages that wait for the log', pending],
  ] as const)
    new Gauge({
      name: `gateway_${name}`,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  return register
}
