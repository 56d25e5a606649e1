// Reasons against a step with many abnormal positions at once, said before it is taken.
import type { judgeAbnormals } from '@yunshu/contract/abnormal/abnormal'
import type { Input, Output } from '@yunshu/contract/call'
import { abnormalKinds, episodeStates, type AbnormalBatchMove } from '@yunshu/domain/track/abnormal'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isHandOf, ownEpisodes, type Episode } from './abnormal.queries.ts'

/** The reason against taking a step with an episode among many; undefined where it can be taken. */
export function faultAmongMany(
  ctx: Pick<Ctx, 'actor'>,
  move: AbnormalBatchMove,
  episode: Pick<Episode, 'state' | 'claimed_name' | 'carrier_id'>,
): string | undefined {
  const { state, claimed_name: claimer } = episode
  if (!isHandOf(ctx, episode)) return '由承运商或平台处理'
  if (episodeStates.moves[move].from.some(one => one === state)) return undefined
  const { label } = episodeStates.states[state]
  return state === 'claimed' && claimer !== null ? `${claimer}${label}` : label
}

/** The step with many as it would go now: how many it would be taken with, and those it would leave. */
export async function judgeMany(
  ctx: Ctx,
  { ids, move }: Input<typeof judgeAbnormals>,
): Promise<Output<typeof judgeAbnormals>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('episodes as e')
      .innerJoin('waybills as w', 'w.id', 'e.waybill_id')
      .select(['e.id', 'e.plate', 'e.kind', 'e.state', 'e.claimed_name', 'e.carrier_id'])
      .where(sql<boolean>`e.id = any(${ids}::uuid[])`)
      .where(ownEpisodes(ctx))
      // in the order of the list they were chosen in
      .orderBy(sql`array_position(${ids}::uuid[], e.id)`),
  )
  const left = rows.flatMap(({ id, plate, kind, state, ...episode }) => {
    const why = faultAmongMany(ctx, move, { ...episode, state: keyOf(episodeStates.states, state) })
    return why === undefined ? [] : [{ id, plate, kind: keyOf(abnormalKinds, kind), why }]
  })
  return { ready: rows.length - left.length, left }
}
