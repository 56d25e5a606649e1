// Test support: the server of the product whose bank stands behind a wire, in a process of its own.
import { startServer } from '../../../apps/server/src/server.ts'
import { wiredBank } from './wiredBank.ts'

const { BANK_URL: url = '', CHANNEL_FAULT: fault } = process.env
const bank = wiredBank(url, fault)
await startServer(process.env, console.error, undefined, () => ({
  of: key => (key === 'SIM' ? bank : undefined),
  keys: ['SIM', 'FILE'],
}))
process.send?.({ ready: true })
