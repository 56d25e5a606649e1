// The payment channels this installation can use.
import type { PayChannel } from '@yunshu/domain/settlement/settlement'
import type pg from 'pg'
import type { Channel, Channels } from './channel.ts'
import { openSimulator } from './simulator.ts'

/** Opens every channel: no bank is connected yet, and the simulated one, which moves no money, is for demos alone. */
export function openChannels(pool: pg.Pool, isDemo: boolean): Channels {
  const open = isDemo ? [openSimulator(pool)] : []
  const channels = new Map<PayChannel, Channel>(open.map(channel => [channel.key, channel]))
  return { of: key => channels.get(key), keys: [...channels.keys()] }
}
