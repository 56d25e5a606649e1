// One-time tickets for the push connection: kept in memory only, so a restart asks browsers to fetch a new one.
import { randomBytes } from 'node:crypto'
import type { Actor } from '../../http/ctx.ts'

/** How long a ticket may wait to be used, ms (wire contract). */
const ticketMs = 30_000

/** The tickets of one process. */
export function createTickets() {
  const open = new Map<string, { actor: Actor; endsAt: number }>()
  return {
    issue(actor: Actor, now: number): string {
      // oldest first, so the expired ones lie at the front
      for (const [ticket, { endsAt }] of open) {
        if (endsAt > now) break
        open.delete(ticket)
      }
      const ticket = randomBytes(16).toString('base64url')
      open.set(ticket, { actor, endsAt: now + ticketMs })
      return ticket
    },
    redeem(ticket: string, now: number): Actor | undefined {
      const found = open.get(ticket)
      open.delete(ticket)
      return found && found.endsAt > now ? found.actor : undefined
    },
  }
}
