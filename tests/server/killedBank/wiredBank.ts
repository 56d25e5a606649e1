// Test support: the channel to a bank behind a wire, and two wrong ones.
import { createHash } from 'node:crypto'
import type { Channel, PayOrder, PayResult } from '../../../apps/server/src/partners/channel.ts'

/** Faults of a channel that the rig has to see: an order without an answer sent again, as it was or under a new number. */
export const channelFaults = ['resends', 'renumbers'] as const
type ChannelFault = (typeof channelFaults)[number]

const isFault = (text: string | undefined): text is ChannelFault => channelFaults.some(fault => fault === text)

async function talk(url: string, body?: string): Promise<PayResult> {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body })
  return (await response.json()) as PayResult
}

/** The channel to the bank at this address. */
export function wiredBank(url: string, fault: string | undefined): Channel {
  const tell = (order: PayOrder): Promise<PayResult> => talk(`${url}/${order.idemKey}`, JSON.stringify(order))
  const again = (order: PayOrder): PayOrder =>
    fault === 'renumbers' ? { ...order, idemKey: createHash('sha256').update(order.idemKey).digest('hex') } : order
  return {
    key: 'SIM',
    send: order => (isFault(fault) ? tell(order).catch(() => tell(again(order))) : tell(order)),
    query: idemKey => talk(`${url}/${idemKey}`),
  }
}
