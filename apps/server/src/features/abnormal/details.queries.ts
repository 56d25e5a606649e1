// One abnormal position as its drawer has it: what people did about it, and the terminal orders can go to.
import type { getAbnormal } from '@yunshu/contract/abnormal/abnormal'
import type { Input, Output } from '@yunshu/contract/call'
import { terminalStates } from '@yunshu/domain/terminal'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { isOnlineNow } from '../terminal/order.queries.ts'
import { ownEpisodes } from './abnormal.queries.ts'

/** The main terminal of a vehicle, else another of it, where it is the actor's to send orders to. */
export const findTerminalOf = (ctx: Ctx, vehicleId: string) =>
  ctx.tx.first(
    q
      .selectFrom('terminals as t')
      .select(['t.id', 't.phone', 't.state', 't.terminal_no'])
      .where('t.vehicle_id', '=', vehicleId)
      .where(ownFleet(ctx.actor, 't'))
      .orderBy('t.role')
      .orderBy('t.id')
      .limit(1),
  )

/** The history of an episode, and the main terminal of its vehicle, else another of it, for those who may send orders. */
export async function findAbnormal(ctx: Ctx, { id }: Input<typeof getAbnormal>): Promise<Output<typeof getAbnormal>> {
  const episode = await ctx.tx.one(
    q
      .selectFrom('episodes as e')
      .innerJoin('waybills as w', 'w.id', 'e.waybill_id')
      .select('e.vehicle_id')
      .where('e.id', '=', id)
      .where(ownEpisodes(ctx)),
  )
  const log = await findLog(ctx, id)
  if (!ctx.can('terminal.command')) return { log }
  const terminal = await findTerminalOf(ctx, episode.vehicle_id)
  if (!terminal) return { log }
  const state = keyOf(terminalStates.states, terminal.state)
  const isOnline = await isOnlineNow(ctx, terminal.terminal_no)
  return { log, terminal: { id: terminal.id, phone: terminal.phone, state, isOnline } }
}
