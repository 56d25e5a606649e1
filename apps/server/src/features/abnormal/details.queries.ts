// One abnormal position as its drawer has it: what people did about it, its photos, the interruptions of its waybill, and the
// terminal orders can go to.
import type { getAbnormal } from '@yunshu/contract/abnormal/abnormal'
import type { Input, Output } from '@yunshu/contract/call'
import { terminalStates } from '@yunshu/domain/terminal/terminal'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { findFiles } from '../file/file.queries.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { isOnlineNow } from '../terminal/order.queries.ts'
import { actOn, movesOf } from '../waybill/waybillActs.queries.ts'
import { findEpisode, showEpisode } from './abnormal.queries.ts'

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

interface Line {
  readonly at: number
  readonly user_name: string
  readonly to_state: string | null
  readonly remark: string | null
}

/** Interruptions of a waybill by its history, the newest first: those that lasted within a time, open at its end too. */
async function findInterruptions(
  { tx }: Ctx,
  waybillId: string,
  { fromAt, toAt }: { readonly fromAt: number; readonly toAt: number },
): Promise<Output<typeof getAbnormal>['interruptions']> {
  const lines = await tx.rows(
    sql<Line>`select at, user_name, to_state, remark from events where entity_id = ${waybillId}::uuid
      and entity = 'waybill' and from_state is not null
      and 'interrupted' in (from_state, to_state) order by id`.compile(q),
  )
  return lines
    .flatMap((line, n) => {
      if (line.to_state !== 'interrupted') return []
      const resumedAt = lines[n + 1]?.at
      return [
        {
          at: line.at,
          by: line.user_name,
          ...(line.remark === null ? {} : { reason: line.remark }),
          ...(resumedAt === undefined ? {} : { resumedAt }),
        },
      ]
    })
    .filter(({ at, resumedAt = Infinity }) => at <= toAt && resumedAt >= fromAt)
    .toReversed()
}

/** An episode with its history, and the main terminal of its vehicle, else another of it, for those who may send orders. */
export async function findAbnormal(ctx: Ctx, { id }: Input<typeof getAbnormal>): Promise<Output<typeof getAbnormal>> {
  const episode = await findEpisode(ctx, id)
  const waybill = { state: keyOf(waybillStates.states, episode.waybill_state), carrier_id: episode.waybill_carrier }
  const shown = {
    ...showEpisode(ctx, episode),
    log: await findLog(ctx, id),
    files: await findFiles(ctx, 'episode', id),
    interruptions: await findInterruptions(ctx, episode.waybill_id, {
      fromAt: episode.from_at,
      toAt: episode.to_at ?? ctx.now,
    }),
    canInterrupt: movesOf(actOn(ctx, waybill)).includes('interrupt'),
  }
  const terminal = ctx.can('terminal.command') ? await findTerminalOf(ctx, episode.vehicle_id) : undefined
  if (!terminal) return shown
  const state = keyOf(terminalStates.states, terminal.state)
  const isOnline = await isOnlineNow(ctx, terminal.terminal_no)
  return { ...shown, terminal: { id: terminal.id, phone: terminal.phone, state, isOnline } }
}
