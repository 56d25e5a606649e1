// Tickets of the push connection; the first one is asked for before any page reads.
import type { Output } from '@yunshu/contract/call'
import { getPushTicket } from '@yunshu/contract/session/session'
import { send } from './send.ts'

/** A one-time ticket, and the number of the person's last frame when it was given out. */
export type PushTicket = Output<typeof getPushTicket>

let ahead: Promise<PushTicket | undefined> | undefined

/** A new ticket. */
export const askPushTicket = (): Promise<PushTicket> => send(getPushTicket, {}, { quiet: true })

/**
 * Asks for the ticket of the first connection. A page that reads after this has resolved misses nothing: a change behind
 * its answer has a higher number than the ticket, and the connection asks for all frames after that. Resolves without one
 * when none can be had.
 */
export async function preparePushTicket(): Promise<void> {
  ahead = askPushTicket().catch(() => undefined)
  await ahead
}

/** The ticket that was prepared, once; afterwards a new one for each try. */
export async function takePushTicket(): Promise<PushTicket> {
  const prepared = await ahead
  ahead = undefined
  return prepared ?? askPushTicket()
}
