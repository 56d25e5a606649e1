// Invitation links: one company makes a link; a person of another who opens it and agrees makes the two partners at
// once.
import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type { acceptLink, listLinks, makeLink, previewLink, revokeLink } from '@yunshu/contract/relation/relation'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { Problem } from '@yunshu/domain/problems/problems'
import { invitationLimits, inviters, liveRelationStates, relationStates, type Inviter } from '@yunshu/domain/relation'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { hashOf } from '../session/tokens.queries.ts'
import { agreeRelation, assertPartners, invitedByLink, lockRelation } from './relation.commands.ts'
import { isCompanyOf } from '../../work/scope.ts'

/** The most links of one company that are live at a time. */
const linksMax = 20

/** Makes a link for the side the caller's company stands on; its secret is told this once. */
export async function addLink(ctx: Ctx, { side }: Input<typeof makeLink>): Promise<Output<typeof makeLink>> {
  const companyId = ownCompany(ctx, side)
  const live = await ctx.tx.one(
    q
      .selectFrom('relation_links')
      .select(e => e.fn.countAll<number>().as('n'))
      .where('company_id', '=', companyId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', ctx.now),
  )
  if (live.n >= linksMax)
    throw new Problem('request.field', { field: '邀请链接', reason: `最多 ${linksMax} 个，请先作废不用的链接` })
  const linkCode = randomBytes(16).toString('base64url')
  const id = v7()
  const expiresAt = ctx.now + invitationLimits.validMs
  await ctx.tx.run(
    q.insertInto('relation_links').values({
      id,
      token_hash: hashOf(linkCode),
      company_id: companyId,
      company_side: side,
      created_by: ctx.actor.userId,
      created_at: ctx.now,
      expires_at: expiresAt,
    }),
  )
  ctx.touched('relationLink', id)
  return { id, linkCode, expiresAt }
}

/** The company's links, newest first. */
export async function findLinks(ctx: Ctx): Promise<Output<typeof listLinks>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('relation_links')
      .selectAll()
      .where(isCompanyOf(ctx.actor, 'company_id'))
      .orderBy('id', 'desc')
      .limit(50),
  )
  return {
    rows: rows.map(row => ({
      id: row.id,
      side: keyOf(inviters, row.company_side),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      uses: row.uses,
      isLive: row.revoked_at === null && row.expires_at > ctx.now,
    })),
  }
}

/** Makes a link worthless at once. */
export async function endLink(ctx: Ctx, { id }: Input<typeof revokeLink>): Promise<Output<typeof revokeLink>> {
  const touched = await ctx.tx.run(
    q
      .updateTable('relation_links')
      .set(e => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(ctx.now)) }))
      .where('id', '=', id)
      .where(isCompanyOf(ctx.actor, 'company_id')),
  )
  if (touched === 0) throw new Problem('row.none')
  ctx.touched('relationLink', id)
  return {}
}

/** The inviting company, and the obstacle to accepting its link, if any. */
export async function lookAtLink(
  ctx: Ctx,
  { linkCode }: Input<typeof previewLink>,
): Promise<Output<typeof previewLink>> {
  const link = await findLink(ctx, linkCode)
  const pair = pairOf(ctx, link)
  const relation =
    'obstacle' in pair
      ? undefined
      : await ctx.tx.first(
          q
            .selectFrom('relations')
            .select('state')
            .where('shipper_id', '=', pair.shipperId)
            .where('carrier_id', '=', pair.carrierId),
        )
  const state = relation && keyOf(relationStates.states, relation.state)
  const obstacle =
    'obstacle' in pair
      ? pair.obstacle
      : state && liveRelationStates.some(one => one === state)
        ? '双方已在合作中'
        : undefined
  return {
    companyId: link.company_id,
    name: link.name,
    trustCode: link.credit_code,
    side: keyOf(inviters, link.company_side),
    expiresAt: link.expires_at,
    ...(state === undefined ? {} : { state }),
    ...(obstacle === undefined ? {} : { obstacle }),
  }
}

/** Agrees to what the link offers: the relation is active at once. */
export async function takeLink(ctx: Ctx, { linkCode }: Input<typeof acceptLink>): Promise<Output<typeof acceptLink>> {
  const link = await findLink(ctx, linkCode)
  const pair = pairOf(ctx, link)
  if ('obstacle' in pair) throw new Problem('request.bad', { reason: pair.obstacle })
  await assertPartners(ctx, pair)
  const before = await lockRelation(ctx, pair)
  if (before && liveRelationStates.some(state => state === before.state))
    throw new Problem('relation.exists', { state: relationStates.states[before.state].label })
  const side = keyOf(inviters, link.company_side)
  const relation = await invitedByLink(ctx, pair, before, side, link.created_by)
  await ctx.tx.elevated(() =>
    ctx.tx.run(
      q
        .updateTable('relation_links')
        .set({ uses: sql`uses + 1` })
        .where('id', '=', link.id),
    ),
  )
  // the link's maker and its taker both agree by this, whichever side invited first
  return agreeRelation(ctx, { ...relation, invited_by: side }, side === 'shipper' ? 'carrier' : 'shipper', undefined)
}

/** A live link by its secret, with the company that made it. */
async function findLink(ctx: Ctx, linkCode: string) {
  const link = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('relation_links as l')
        .innerJoin('companies as c', 'c.id', 'l.company_id')
        .select(['l.id', 'l.company_id', 'l.company_side', 'l.created_by', 'l.expires_at', 'c.name', 'c.credit_code'])
        .where('l.token_hash', '=', hashOf(linkCode))
        .where('l.revoked_at', 'is', null)
        .where('l.expires_at', '>', ctx.now),
    ),
  )
  if (!link) throw new Problem('relation.link')
  return link
}

function pairOf(
  ctx: Ctx,
  link: { company_id: string; company_side: string },
): { shipperId: string; carrierId: string } | { obstacle: string } {
  const { companyId, side, businessType } = ctx.actor
  if (companyId === undefined || side === 'branch' || side === 'platform')
    return { obstacle: '平台账号不能接受合作邀请' }
  if (companyId === link.company_id) return { obstacle: '这是贵公司自己的邀请链接' }
  if (link.company_side === 'shipper')
    return isCarrier(businessType)
      ? { shipperId: link.company_id, carrierId: companyId }
      : { obstacle: '该链接邀请承运商，贵公司不是承运商' }
  return isShipper(businessType)
    ? { shipperId: companyId, carrierId: link.company_id }
    : { obstacle: '该链接邀请货主，贵公司不是货主' }
}

function ownCompany(ctx: Ctx, wanted: Inviter): string {
  const { companyId, side, businessType } = ctx.actor
  const isOf = wanted === 'shipper' ? isShipper : isCarrier
  if (companyId === undefined || side === 'branch' || side === 'platform' || !isOf(businessType))
    throw new Problem('permit.missing')
  return companyId
}
