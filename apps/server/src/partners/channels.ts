// The payment channels and the way to the tax platform this installation can use.
import type { PayChannel } from '@yunshu/domain/settlement/settlement'
import type pg from 'pg'
import type { Channel, Channels } from './channel.ts'
import type { InvoiceGateway } from './invoiceGateway.ts'
import { openInvoiceSimulator } from './invoiceSimulator.ts'
import { openSimulator } from './simulator.ts'

/**
 * Opens every channel: no bank is connected by wire yet, and the simulated one, which moves no money, is for demos alone.
 * Files for a bank's batch upload, and payments made at the bank by hand, are there everywhere, and asked about at nobody.
 */
export function openChannels(pool: pg.Pool, isDemo: boolean): Channels {
  const open = isDemo ? [openSimulator(pool)] : []
  const channels = new Map<PayChannel, Channel>(open.map(channel => [channel.key, channel]))
  return { of: key => channels.get(key), keys: [...channels.keys(), 'FILE', 'OFFLINE'] }
}

/** Opens the way to the tax platform: none is connected yet, and the simulated one, which issues nothing, is for demos. */
export const openInvoiceGateway = (pool: pg.Pool, isDemo: boolean): InvoiceGateway | undefined =>
  isDemo ? openInvoiceSimulator(pool) : undefined
