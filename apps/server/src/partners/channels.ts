// The payment channels this installation can use.
import type { PayChannel } from '@yunshu/domain/settlement/settlement'
import type pg from 'pg'
import type { Channel, Channels } from './channel.ts'
import { openSimulator } from './simulator.ts'

/** Opens every channel; until a bank is connected that is the simulated one. */
export function openChannels(pool: pg.Pool): Channels {
  const channels = new Map<PayChannel, Channel>([openSimulator(pool)].map(channel => [channel.key, channel]))
  return { of: key => channels.get(key), keys: [...channels.keys()] }
}
