// Inviting, answering and ending: the moves of a relation between a shipper and a carrier, and what the other side is
// told.
import type { Input } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/relation/relation'
import { businessBits } from '@yunshu/domain/account/account'
import { Problem } from '@yunshu/domain/problems/problems'
import {
  invitationLimits,
  openParts,
  relationStates,
  usualRefusal,
  type Inviter,
  type OpenWork,
} from '@yunshu/domain/relation'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import { move, moveAll } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Receivers } from '../../work/receivers.ts'
import { tellHappening } from '../../work/outbox.ts'
import { findOpenWork, ownSide } from './relation.queries.ts'

interface Pair {
  shipperId: string
  carrierId: string
}
type Changed = Promise<{ id: string; version: number }>
export type Relation = NonNullable<Awaited<ReturnType<typeof lockRelation>>>

const other = (side: Inviter): Inviter => (side === 'shipper' ? 'carrier' : 'shipper')
const sideId = (relation: { shipper_id: string; carrier_id: string }, side: Inviter): string =>
  side === 'shipper' ? relation.shipper_id : relation.carrier_id

const statedRelation = <R extends { readonly state: string }>(row: R) => ({
  ...row,
  state: keyOf(relationStates.states, row.state),
})

/** The relation of a pair, locked; undefined when the two never had one. */
export async function lockRelation(ctx: Ctx, { shipperId, carrierId }: Pair) {
  const row = await ctx.tx.first(
    q
      .selectFrom('relations')
      .selectAll()
      .where('shipper_id', '=', shipperId)
      .where('carrier_id', '=', carrierId)
      .forUpdate(),
  )
  return row && statedRelation(row)
}

interface Own {
  relation: Relation
  side: Inviter
}

async function ownRelation(ctx: Ctx, pair: Pair): Promise<Own> {
  const side = ownSide(ctx, { shipper_id: pair.shipperId, carrier_id: pair.carrierId })
  const relation = await lockRelation(ctx, pair)
  if (!relation) throw new Problem('row.none')
  return { relation, side }
}

/**
 * Invites the other company, for the first time or again. Refuses a relation that stands, and more invitations than is
 * civil.
 */
export async function inviteCompany(ctx: Ctx, { message = '', ...pair }: Input<typeof calls.inviteCompany>): Changed {
  const side = ownSide(ctx, { shipper_id: pair.shipperId, carrier_id: pair.carrierId })
  await assertPartners(ctx, pair)
  const made = await insertInvited(ctx, pair, { side, inviterId: ctx.actor.userId, message, action: '邀请合作' })
  if (made !== undefined)
    return sent(ctx, { id: made, shipper_id: pair.shipperId, carrier_id: pair.carrierId }, side, message, 1)
  return again(ctx, await ownRelation(ctx, pair), message)
}

/** Invites again after a refusal, an expiry, a withdrawal or an end. */
export async function inviteAgain(ctx: Ctx, { message = '', ...pair }: Input<typeof calls.inviteCompany>): Changed {
  const own = await ownRelation(ctx, pair)
  await assertPartners(ctx, pair)
  return again(ctx, own, message)
}

/** A new row for the pair; undefined when there is one already, however many insert at once. */
async function insertInvited(
  ctx: Ctx,
  { shipperId, carrierId }: Pair,
  { side, inviterId, message, action }: { side: Inviter; inviterId: string; message: string; action: string },
): Promise<string | undefined> {
  const id = v7()
  const made = await ctx.tx.run(
    q
      .insertInto('relations')
      .values({
        id,
        shipper_id: shipperId,
        carrier_id: carrierId,
        state: relationStates.start,
        invited_by: side,
        inviter_id: inviterId,
        message,
        expires_at: ctx.now + invitationLimits.validMs,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflict(c => c.columns(['shipper_id', 'carrier_id']).doNothing()),
  )
  if (made === 0) return undefined
  await logEvent(ctx, {
    entity: 'relation',
    entityId: id,
    action,
    to: relationStates.start,
    reason: message || undefined,
  })
  return id
}

async function again(ctx: Ctx, { relation, side }: Own, message: string): Changed {
  if (relation.state === 'invited' && relation.invited_by !== side) throw new Problem('relation.theirs')
  if (!relationStates.moves.repeat.from.includes(relation.state))
    throw new Problem('relation.exists', { state: relationStates.states[relation.state].label })
  await assertCivil(ctx, relation.id, side)
  const moved = await move(ctx, relationStates, relation, 'repeat', {
    reason: message || undefined,
    set: {
      invited_by: side,
      inviter_id: ctx.actor.userId,
      message,
      expires_at: ctx.now + invitationLimits.validMs,
      reason: null,
      ended_at: null,
      ended_by: null,
    },
  })
  return sent(ctx, relation, side, message, moved.version)
}

/** A day between two invitations of one side, and three in thirty days. */
async function assertCivil(ctx: Ctx, relationId: string, side: Inviter): Promise<void> {
  const { repeatAfterMs, perWindow, windowMs } = invitationLimits
  const earlier = await ctx.tx.rows(
    q
      .selectFrom('relation_invites')
      .select('created_at')
      .where('relation_id', '=', relationId)
      .where('invited_by', '=', side)
      .where('created_at', '>', ctx.now - windowMs)
      .orderBy('created_at', 'desc'),
  )
  const last = earlier[0]?.created_at ?? 0
  const waitMs = last + repeatAfterMs - ctx.now
  if (waitMs > 0)
    throw new Problem('relation.soon', {
      time: waitMs > HOUR_MS ? `${Math.ceil(waitMs / HOUR_MS)} 小时` : '1 小时内稍',
    })
  if (earlier.length >= perWindow) throw new Problem('relation.many', { most: perWindow })
}

/** Keeps the invitation as a line of its own and brings it to the people who may answer it. */
async function sent(
  ctx: Ctx,
  relation: { id: string; shipper_id: string; carrier_id: string },
  side: Inviter,
  message: string,
  version: number,
): Changed {
  const { id, shipper_id, carrier_id } = relation
  await ctx.tx.run(
    q.insertInto('relation_invites').values({
      id: v7(),
      relation_id: id,
      shipper_id,
      carrier_id,
      invited_by: side,
      inviter_id: ctx.actor.userId,
      message,
      created_at: ctx.now,
    }),
  )
  const name = ctx.actor.companyName ?? ''
  const to = { company: sideId(relation, other(side)), permit: 'relation.answer' } as const
  await tellHappening(ctx, 'relation.invited', to, {
    reader: other(side),
    company: name,
    message,
    shipperId: shipper_id,
    carrierId: carrier_id,
  })
  await tellHappening(ctx, 'relation.changed', viewers(relation, side))
  ctx.touched('relation', id)
  return { id, version }
}

/** Agrees to the other side's invitation. */
export async function approveInvite(ctx: Ctx, { version, ...pair }: Input<typeof calls.approveInvite>): Changed {
  const { relation, side } = await ownRelation(ctx, pair)
  await assertPartners(ctx, pair)
  return agreeRelation(ctx, relation, side, version)
}

/** The agreement itself; the inviting side hears of it. */
export async function agreeRelation(ctx: Ctx, relation: Relation, side: Inviter, version: number | undefined): Changed {
  if (relation.state === 'invited' && relation.invited_by === side) throw new Problem('relation.own')
  const moved = await move(ctx, relationStates, relation, 'approve', { version, set: { since: ctx.now } })
  await tellOther(ctx, relation, side, 'relation.agreed')
  return changed(ctx, moved)
}

/** Refuses the other side's invitation. */
export async function rejectInvite(
  ctx: Ctx,
  { version, reason = usualRefusal, ...pair }: Input<typeof calls.rejectInvite>,
): Changed {
  const { relation, side } = await ownRelation(ctx, pair)
  if (relation.state === 'invited' && relation.invited_by === side) throw new Problem('relation.own')
  const moved = await move(ctx, relationStates, relation, 'reject', { version, reason, set: { reason } })
  await tellOther(ctx, relation, side, 'relation.refused', reason)
  return changed(ctx, moved)
}

/** Takes an invitation back before it is answered. */
export async function withdrawInvite(ctx: Ctx, { version, ...pair }: Input<typeof calls.withdrawInvite>): Changed {
  const { relation, side } = await ownRelation(ctx, pair)
  if (relation.state === 'invited' && relation.invited_by !== side) throw new Problem('relation.notOurs')
  const moved = await move(ctx, relationStates, relation, 'withdraw', { version })
  await tellOther(ctx, relation, side, 'relation.withdrawn')
  return changed(ctx, moved)
}

/** Ends a relation: at once when nothing is open, or once it is done. */
export async function endRelationship(
  ctx: Ctx,
  { version, reason, atCompletion = false, ...pair }: Input<typeof calls.endRelationship>,
): Changed {
  const { relation, side } = await ownRelation(ctx, pair)
  const open = await findOpenWork(ctx, relation)
  const what = openText(open)
  if (what !== '' && !atCompletion && relation.state === 'active') throw new Problem('relation.open', { what }, open)
  const set = { reason, ended_by: ctx.actor.companyId }
  const moved =
    what === ''
      ? await move(ctx, relationStates, relation, 'end', { version, reason, set: { ...set, ended_at: ctx.now } })
      : await move(ctx, relationStates, relation, 'endLater', { version, reason, set })
  await tellOther(ctx, relation, side, what === '' ? 'relation.ended' : 'relation.ending', reason)
  return changed(ctx, moved)
}

/** Takes back the wish to end; only who had it. */
export async function resumeRelationship(
  ctx: Ctx,
  { version, ...pair }: Input<typeof calls.resumeRelationship>,
): Changed {
  const { relation, side } = await ownRelation(ctx, pair)
  if (relation.state === 'ending' && relation.ended_by !== ctx.actor.companyId) throw new Problem('relation.notOurs')
  const moved = await move(ctx, relationStates, relation, 'resume', { version, set: { reason: null, ended_by: null } })
  await tellOther(ctx, relation, side, 'relation.resumed')
  return changed(ctx, moved)
}

/** Expires invitations nobody answered in time; answers how many. */
export async function expireDueInvitations(ctx: Ctx, limit: number): Promise<number> {
  const due = await ctx.tx.rows(
    q
      .selectFrom('relations')
      .selectAll()
      .where('state', '=', 'invited')
      .where('expires_at', '<=', ctx.now)
      .orderBy('expires_at')
      .limit(limit)
      .forUpdate()
      .skipLocked(),
  )
  await moveAll(ctx, relationStates, due.map(statedRelation), 'expire')
  await tellBoth(ctx, due, 'relation.expired')
  return due.length
}

/**
 * Ends relations whose last work is done; answers how many of those it looked at after `from`, and where it stopped.
 */
export async function finishEnding(ctx: Ctx, from: string, limit: number): Promise<{ next: string | undefined }> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('relations')
      .selectAll()
      .where('state', '=', 'ending')
      .where('id', '>', from)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked(),
  )
  const done: typeof rows = []
  for (const row of rows) if (openText(await findOpenWork(ctx, row)) === '') done.push(row)
  await moveAll(ctx, relationStates, done.map(statedRelation), 'finish', { set: { ended_at: ctx.now } })
  await tellBoth(ctx, done, 'relation.finished')
  return { next: rows.length === limit ? rows.at(-1)?.id : undefined }
}

/** The open work in words; empty when there is none. */
const openText = (open: OpenWork): string =>
  openParts(open)
    .map(([n, text]) => `${n}${text}`)
    .join('、')

/** Both companies are there, active, and of the kind the pair says. */
export async function assertPartners(ctx: Ctx, { shipperId, carrierId }: Pair): Promise<void> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('companies')
      .select(['id', 'name', 'state', 'role_flags', 'kind'])
      .where('id', 'in', [shipperId, carrierId]),
  )
  for (const [id, bit] of [
    [shipperId, businessBits.shipper],
    [carrierId, businessBits.carrier],
  ] as const) {
    const company = rows.find(row => row.id === id)
    if (!company || company.kind !== 'HEAD' || (company.role_flags & bit) === 0) throw new Problem('row.none')
    if (company.state !== 'active') throw new Problem('relation.company', { name: company.name })
  }
}

type Sides = Pick<Relation, 'shipper_id' | 'carrier_id'>
const viewers = (relation: Sides, side: Inviter): Receivers => ({
  company: sideId(relation, side),
  permit: 'relation.view',
})

/** Tells the other side, and refreshes the lists of one's own. */
async function tellOther(
  ctx: Ctx,
  relation: Sides,
  side: Inviter,
  name: `relation.${'agreed' | 'refused' | 'withdrawn' | 'ended' | 'ending' | 'resumed'}`,
  reason = '',
): Promise<void> {
  const said = { reader: other(side), company: ctx.actor.companyName ?? '', reason }
  await tellHappening(ctx, name, viewers(relation, other(side)), said)
  await tellHappening(ctx, 'relation.changed', viewers(relation, side))
}

async function tellBoth(
  ctx: Ctx,
  relations: readonly Sides[],
  name: 'relation.expired' | 'relation.finished',
): Promise<void> {
  if (relations.length === 0) return
  const ids = relations.flatMap(relation => [relation.shipper_id, relation.carrier_id])
  const companies = await ctx.tx.rows(q.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids))
  const names = new Map(companies.map(row => [row.id, row.name]))
  for (const relation of relations)
    for (const side of ['shipper', 'carrier'] as const) {
      const company = names.get(sideId(relation, other(side))) ?? ''
      await tellHappening(ctx, name, viewers(relation, side), { reader: side, company })
    }
}

function changed(ctx: Ctx, { id, version }: { id: string; version: number }): { id: string; version: number } {
  ctx.touched('relation', id)
  return { id, version }
}

/**
 * The relation a link stands for, invited by the company that made the link and not yet answered; `before` is the
 * relation the two have already.
 */
export async function invitedByLink(
  ctx: Ctx,
  pair: Pair,
  before: Relation | undefined,
  side: Inviter,
  inviterId: string,
): Promise<Relation> {
  if (before?.state === 'invited') return before
  if (before)
    return move(ctx, relationStates, before, 'byLink', {
      set: { invited_by: side, inviter_id: inviterId, message: '', reason: null, ended_at: null, ended_by: null },
    })
  await insertInvited(ctx, pair, { side, inviterId, message: '', action: relationStates.moves.byLink.label })
  const made = await lockRelation(ctx, pair)
  if (!made) throw new Error('the relation just written is not there')
  return made
}
