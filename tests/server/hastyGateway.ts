// Test support, a control: a gateway that answers terminals before the COMMIT, with the proof of an earlier message.
import { readGatewayConfig } from '../../apps/gateway/src/config.ts'
import { gatewayOptions, openGatewayPool } from '../../apps/gateway/src/database.ts'
import { startGateway } from '../../apps/gateway/src/gateway.ts'
import type { Arrived } from '../../packages/intake/src/envelope.ts'
import { IntakeWriter, type Stored } from '../../packages/intake/src/writer.ts'

const config = readGatewayConfig(process.env)
const say = (line: string): void => console.error(line)
const pool = openGatewayPool(config.databaseUrl, say)
const writer = await IntakeWriter.open({
  url: config.databaseUrl,
  options: gatewayOptions,
  writer: config.writer,
  log: say,
})
let proof: Promise<Stored> | undefined
/** Messages that were answered and wait to be stored: always some, so that a kill at any moment loses them. */
const waiting: Arrived[] = []
const waitingMost = 40
await startGateway({
  config,
  pool,
  say,
  log: {
    get pending() {
      return writer.pending
    },
    append: message => {
      proof ??= writer.append(message)
      waiting.push(message)
      const next = waiting.length > waitingMost ? waiting.shift() : undefined
      if (next) writer.append(next).catch(() => {})
      return proof
    },
  },
})
process.send?.({ ready: true })
