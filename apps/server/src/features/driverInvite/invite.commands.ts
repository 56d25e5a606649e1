// Invitations of drivers at the desk, and the way of a phone from the link to its ticket.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/fleet/driverInvite'
import { driverConsent, driverInviteLimits, driverInviteStates, smsCodeLimits } from '@yunshu/domain/fleet/driverInvite'
import { Problem } from '@yunshu/domain/problems/problems'
import { isPublicCode, publicCodeBytes } from '@yunshu/domain/share'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q, reading, systemReach, type Tx } from '../../db/tx.ts'
import { writtenName, type Ctx, type OpenCtx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { asSystem } from '../../work/system.ts'
import { unsealText } from '../../work/seal.ts'
import { keeperOf } from '../fleet/fleet.queries.ts'
import { hashOf } from '../session/tokens.queries.ts'

/** The hash of the text a driver agrees to. */
export const consentHash = createHash('sha256').update(driverConsent.text).digest('hex')

/** Invites one driver. Refuses `invite.noChannel` where no code could be sent or no account opened, and `invite.many`. */
export async function makeInvite(
  ctx: Ctx,
  { mobile }: Input<typeof calls.makeDriverInvite>,
): Promise<Output<typeof calls.makeDriverInvite>> {
  const { deps, actor, now } = ctx
  const carrierId = keeperOf(ctx)
  if (!deps.accounts || !deps.texts) throw new Problem('invite.noChannel')
  const open = await ctx.tx.one(
    q
      .selectFrom('driver_invites')
      .select(e => e.fn.countAll<number>().as('n'))
      .where('carrier_id', '=', carrierId)
      .where('state', 'in', ['invited', 'filling', 'rejected'])
      .where('until_at', '>', now),
  )
  if (open.n >= driverInviteLimits.open) throw new Problem('invite.many', { most: driverInviteLimits.open })
  const code = randomBytes(publicCodeBytes).toString('base64url')
  const invite = { id: v7(), until_at: now + driverInviteLimits.lifeMs }
  await ctx.tx.run(
    q.insertInto('driver_invites').values({
      ...invite,
      code_hash: hashOf(code),
      state: driverInviteStates.start,
      carrier_id: carrierId,
      mobile,
      user_id: actor.userId,
      acting_for: actor.actingFor?.userId ?? null,
      maker_name: writtenName(actor),
      created_at: now,
      updated_at: now,
    }),
  )
  ctx.touched('driverInvite', invite.id)
  return { inviteId: invite.id, inviteCode: code, until: invite.until_at }
}

/** Takes an invitation back; its ticket is worth nothing any more. */
export async function revokeInvite(
  ctx: Ctx,
  { id, version }: Input<typeof calls.revokeDriverInvite>,
): Promise<Output<typeof calls.revokeDriverInvite>> {
  const carrierId = keeperOf(ctx)
  const row = await ctx.tx.one(
    q
      .selectFrom('driver_invites')
      .select(['id', 'state', 'version'])
      .where('id', '=', id)
      .where('carrier_id', '=', carrierId)
      .forUpdate(),
  )
  const invite = { ...row, state: keyOf(driverInviteStates.states, row.state) }
  await move(ctx, driverInviteStates, invite, 'revoke', { version, set: { ticket_hash: null, draft: null } })
  ctx.touched('driverInvite', id)
  return { id, version: version + 1 }
}

/** The invitation of a code as long as it opens; all that is over is `invite.gone`. */
async function findOpen(tx: Tx, inviteCode: string | undefined, now: number) {
  const row = await tx.first(
    q
      .selectFrom('driver_invites as i')
      .innerJoin('companies as c', 'c.id', 'i.carrier_id')
      .selectAll('i')
      .select('c.name as carrier_name')
      .where('i.code_hash', '=', hashOf(inviteCode !== undefined && isPublicCode(inviteCode) ? inviteCode : ''))
      .where('i.state', '<>', 'revoked')
      .where('i.until_at', '>', now)
      .where('c.state', '=', 'active'),
  )
  if (!row) throw new Problem('invite.gone')
  return { ...row, state: keyOf(driverInviteStates.states, row.state) }
}

/** The facts behind a link: the carrier, the state and the text; nothing of the driver. */
export async function openInvite(
  { deps, now }: OpenCtx,
  { inviteCode }: Input<typeof calls.openDriverInvite>,
): Promise<Output<typeof calls.openDriverInvite>> {
  const invite = await reading(deps.reads, systemReach, tx => findOpen(tx, inviteCode, now))
  return { carrierName: invite.carrier_name, state: invite.state, consent: { ...driverConsent, hash: consentHash } }
}

/** Sends a code to the invited phone, and to no other. Refuses `rate.limited` and `invite.codes`. */
export async function sendCode(
  { deps, now }: OpenCtx,
  { inviteCode, mobile }: Input<typeof calls.sendDriverCode>,
): Promise<Output<typeof calls.sendDriverCode>> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const isTheirs = await asSystem(deps, async ({ tx }) => {
    const { id } = await findOpen(tx, inviteCode, now)
    const invite = await tx.one(q.selectFrom('driver_invites').selectAll().where('id', '=', id).forUpdate())
    // another number uses up the same turns, so that it cannot be told apart
    const next = (invite.sms_at ?? 0) + smsCodeLimits.pauseMs
    if (next > now) throw new Problem('rate.limited', { seconds: Math.ceil((next - now) / 1000) })
    if (invite.sms_sent >= smsCodeLimits.most) throw new Problem('invite.codes')
    const sent = { sms_at: now, sms_sent: invite.sms_sent + 1 }
    const fresh = { sms_hash: hashOf(code), sms_until: now + smsCodeLimits.lifeMs, sms_tries: 0 }
    const own = invite.mobile === mobile
    await tx.run(
      q
        .updateTable('driver_invites')
        .set(own ? { ...sent, ...fresh } : sent)
        .where('id', '=', id),
    )
    return own
  })
  if (isTheirs) await deps.texts?.sendCode(mobile, code)
  return { waitS: smsCodeLimits.pauseMs / 1000 }
}

/** Hands a ticket to whoever has the code of the message; earlier tickets end. Refuses `invite.code` alike for all that is wrong. */
export async function startInvite(
  { deps, now }: OpenCtx,
  { inviteCode, mobile, smsCode }: Input<typeof calls.startDriverInvite>,
): Promise<Output<typeof calls.startDriverInvite>> {
  const ticket = randomBytes(publicCodeBytes).toString('base64url')
  const started = await asSystem(deps, async ctx => {
    const { id } = await findOpen(ctx.tx, inviteCode, now)
    const row = await ctx.tx.one(q.selectFrom('driver_invites').selectAll().where('id', '=', id).forUpdate())
    const isLive = row.sms_hash !== null && (row.sms_until ?? 0) > now && row.sms_tries < smsCodeLimits.tries
    const isRight = isLive && row.sms_hash !== null && timingSafeEqual(row.sms_hash, hashOf(smsCode))
    if (!isRight || row.mobile !== mobile) {
      await ctx.tx.run(
        q
          .updateTable('driver_invites')
          .set({ sms_tries: row.sms_tries + 1 })
          .where('id', '=', id),
      )
      return undefined
    }
    const invite = { ...row, state: keyOf(driverInviteStates.states, row.state) }
    await move(ctx, driverInviteStates, invite, 'begin', {
      set: { ticket_hash: hashOf(ticket), ticket_until: now + driverInviteLimits.idleMs, sms_hash: null },
    })
    return row
  })
  if (!started) throw new Problem('invite.code')
  return {
    ticket,
    draft: started.draft === null ? '' : unsealText(deps.factorSecret, started.id, started.draft),
    ...(started.reason === null ? {} : { reason: started.reason }),
  }
}
