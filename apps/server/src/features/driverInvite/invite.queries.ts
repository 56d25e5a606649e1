// Invitations as the desk sees them, and the person a ticket stands for.
import type { Output } from '@yunshu/contract/call'
import type { listDriverInvites } from '@yunshu/contract/fleet/driverInvite'
import { driverInviteStates } from '@yunshu/domain/fleet/driverInvite'
import { maskMobile } from '@yunshu/domain/identity/masking'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { isPublicCode } from '@yunshu/domain/share'
import { keyOf } from '../../db/keyOf.ts'
import { q, reading, systemReach } from '../../db/tx.ts'
import type { Actor, Ctx, Deps } from '../../work/ctx.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { findAbsent } from '../session/absent.queries.ts'
import { hashOf } from '../session/tokens.queries.ts'

const shownMax = 100

/** The newest invitations in the actor's scope; the house sees the codes of simulated messages. */
export async function findInvites(ctx: Ctx): Promise<Output<typeof listDriverInvites>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('driver_invites as i')
      .innerJoin('companies as c', 'c.id', 'i.carrier_id')
      .selectAll('i')
      .select('c.name as carrier_name')
      .where(ownFleet(ctx.actor, 'i'))
      .orderBy('i.id', 'desc')
      .limit(shownMax),
  )
  const isHouse = isHouseSide(ctx.actor.side)
  // those who see what is simulated see its codes
  const codes = ctx.can('partner.view') ? await simulatedCodes(ctx, rows) : new Map<string, string>()
  return {
    rows: rows.map(row => {
      const smsCode = codes.get(row.mobile)
      return {
        id: row.id,
        carrierName: row.carrier_name,
        mobile: isHouse ? maskMobile(row.mobile) : row.mobile,
        state: keyOf(driverInviteStates.states, row.state),
        makerName: row.maker_name,
        createdAt: row.created_at,
        until: row.until_at,
        ...(row.reason === null ? {} : { reason: row.reason }),
        ...(row.driver_id === null ? {} : { driverId: row.driver_id }),
        ...(row.account_no === null ? {} : { accountNo: row.account_no }),
        ...(smsCode === undefined || row.sms_hash === null || (row.sms_until ?? 0) <= ctx.now ? {} : { smsCode }),
        version: row.version,
      }
    }),
  }
}

/** The last code each phone was sent by the simulator. */
async function simulatedCodes(ctx: Ctx, rows: readonly { readonly mobile: string }[]): Promise<Map<string, string>> {
  const mobiles = [...new Set(rows.map(({ mobile }) => mobile))]
  if (mobiles.length === 0) return new Map()
  const sent = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q.selectFrom('sim_texts').select(['mobile', 'code']).where('mobile', 'in', mobiles).orderBy('created_at'),
    ),
  )
  return new Map(sent.map(({ mobile, code }) => [mobile, code]))
}

/** The person who invited, for whoever holds a ticket that is alive; undefined for any other code. */
export async function findInvited(
  deps: Pick<Deps, 'pool' | 'reads'>,
  ticket: string | undefined,
  now: number,
): Promise<Actor | undefined> {
  if (ticket === undefined || !isPublicCode(ticket)) return undefined
  const invite = await reading(deps.reads, systemReach, tx =>
    tx.first(
      q
        .selectFrom('driver_invites')
        .select(['id', 'user_id', 'acting_for'])
        .where('ticket_hash', '=', hashOf(ticket))
        .where('ticket_until', '>', now)
        .where('state', '=', 'filling'),
    ),
  )
  const person = invite && (await findAbsent(deps, invite.user_id, invite.acting_for))
  return person && { ...person, linkId: invite.id }
}
