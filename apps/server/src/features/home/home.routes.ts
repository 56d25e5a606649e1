// Route of the home page: the cards of what waits for the caller, counted in one statement.
import * as calls from '@yunshu/contract/home'
import type { Output } from '@yunshu/contract/call'
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { isHouseSide } from '@yunshu/domain/permits'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { on, type Route } from '../../http/serve.ts'
import type { Card } from './card.ts'
import { cards } from './cards.ts'
import { findHomeDays } from './days.queries.ts'

/** A company that ships and carries gets the cards of both; a branch those of the platform. */
function isFor(actor: Actor, card: Card): boolean {
  if (isHouseSide(actor.side)) return card.sides.includes('platform')
  return (
    (isShipper(actor.businessType) && card.sides.includes('shipper')) ||
    (isCarrier(actor.businessType) && card.sides.includes('carrier'))
  )
}

async function countCards(ctx: Ctx): Promise<Output<typeof calls.getHome>> {
  const mine = cards.filter(card => isFor(ctx.actor, card) && ctx.can(card.permit))
  if (mine.length === 0) return { cards: [] }
  const counts = await ctx.tx.one(
    sql<
      Record<string, number>
    >`select ${sql.join(mine.map(card => sql`${card.count(ctx.actor, ctx.now)} as ${sql.ref(card.key)}`))}`.compile(q),
  )
  return {
    cards: mine
      .filter(({ key, isRare }) => !isRare || (counts[key] ?? 0) > 0)
      .map(({ key, title, tone, path }) => ({ key, title, tone, path, count: counts[key] ?? 0 })),
  }
}

export const homeRoutes: Route[] = [on(calls.getHome, countCards), on(calls.getHomeDays, ctx => findHomeDays(ctx))]
