// Vehicles, drivers and payees that must not be used: the blacklist (黑名单), and vehicles and drivers out of use (停用).
import type { Input } from '@yunshu/contract/call'
import type { blacklistVehicle, retireVehicle } from '@yunshu/contract/fleet/vehicle'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { countOpenWaybills } from './openWaybills.queries.ts'
import { type FleetKind, type FleetRow, type Held, isHouse, withPaperState } from './fleet.queries.ts'
import { wordsOfHeld } from './held.commands.ts'
import { actsOf } from './record.queries.ts'

/** Writes columns of a record and its line of history. */
async function write(
  ctx: Ctx,
  { kind, row }: Held,
  set: Readonly<Record<string, unknown>>,
  action: string,
  reason: string,
): Promise<{ id: string; version: number }> {
  const assignments = Object.entries({ ...set, updated_at: ctx.now }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  await ctx.tx.run(
    sql`update ${sql.table(kind.papers.table)} set ${sql.join(assignments)}, version = version + 1
      where id = ${row.id}`.compile(q),
  )
  await logEvent(ctx, { entity: kind.entity, entityId: row.id, action, reason })
  ctx.touched(kind.entity, row.id)
  return { id: row.id, version: row.version + 1 }
}

type Standing = Input<typeof blacklistVehicle>
type Same = (alias: string) => RawBuilder<boolean>

/**
 * Puts a record on the blacklist or takes it off. The house does it for everybody, and its word stands over the
 * carrier's;
 * a carrier does it for itself. Each takes off what it put on. `same` tells the records of the same thing or person
 * other
 * carriers keep: the house's word falls on those too.
 */
export async function setBlacklisted(
  ctx: Ctx,
  held: Held,
  input: Standing,
  same: Same,
): Promise<{ id: string; version: number }> {
  if (isHouse(ctx.actor))
    for (const twin of await lockTwins(ctx, held, input.isBlacklisted, same))
      await ctx.tx.elevated(() => setOne(ctx, twin, { ...input, version: twin.row.version }))
  return setOne(ctx, held, input)
}

/** Records in use of the same thing or person on which the house's word is not yet what it is to be. */
async function lockTwins(ctx: Ctx, { kind, row }: Held, isBlacklisted: boolean, same: Same): Promise<Held[]> {
  const side = isBlacklisted ? sql`r.blacklisted_side is distinct from 'house'` : sql`r.blacklisted_side = 'house'`
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<Omit<FleetRow, 'state' | 'papers'> & { paper: string; papers: unknown; name: string }>`
    select r.id, r.carrier_id, r.paper, r.papers, r.version, r.verified_at, r.verified_name, r.blacklisted_at, r.blacklist_reason, r.blacklisted_by, r.blacklisted_side, r.${sql.ref(kind.named)} as name
    from ${sql.table(kind.papers.table)} r where ${same('r')} and r.id <> ${row.id} and r.${sql.ref(kind.gone)} is null and ${side} order by r.id for update`.compile(
        q,
      ),
    ),
  )
  return rows.map(twin => ({ kind, row: withPaperState(twin), name: twin.name, goneAt: null }))
}

async function setOne(
  ctx: Ctx,
  held: Held,
  { version, isBlacklisted, reason }: Standing,
): Promise<{ id: string; version: number }> {
  const { kind, row, goneAt } = held
  const acts = actsOf(ctx, kind, row, goneAt !== null)
  if (!acts.includes('blacklist') && !acts.includes('unlist') && row.blacklisted_side !== 'house')
    throw new Problem('permit.missing')
  if (version !== row.version) throw await stale(ctx, row.id)
  if (!acts.includes(isBlacklisted ? 'blacklist' : 'unlist'))
    throw row.blacklisted_side === 'house' && !isHouse(ctx.actor)
      ? new Problem('fleet.houseBlacklist')
      : new Problem('state.wrong', {
          state: row.blacklisted_at === null ? '未列入黑名单' : '已列入黑名单',
          move: isBlacklisted ? '列入黑名单' : '移出黑名单',
        })
  const side = isHouse(ctx.actor) ? 'house' : 'carrier'
  const set = isBlacklisted
    ? {
        blacklisted_at: ctx.now,
        blacklist_reason: reason,
        blacklisted_by: writtenName(ctx.actor),
        blacklisted_side: side,
      }
    : { blacklisted_at: null, blacklist_reason: null, blacklisted_by: null, blacklisted_side: null }
  const answer = await write(ctx, held, set, isBlacklisted ? '列入黑名单' : '移出黑名单', reason)
  if (side === 'house') {
    const editors = { company: row.carrier_id, permit: kind.edit } as const
    const name = isBlacklisted ? (`${kind.entity}.blacklisted` as const) : (`${kind.entity}.unblacklisted` as const)
    await tellHappening(ctx, name, editors, { ...wordsOfHeld(held), reason })
  }
  return answer
}

interface Return {
  /** The refusal of what somebody has registered since. */
  duplicate: Problem
  /** Refuses what the platform has blacklisted, under whichever carrier. */
  assertNotBanned: () => Promise<void>
}

/**
 * Takes a vehicle or driver out of use, or back into it; one with open waybills stays. Back into use goes only what
 * nobody has registered since and the platform has not blacklisted.
 */
export async function setRetired(
  ctx: Ctx,
  held: Held,
  { version, isRetired, reason }: Input<typeof retireVehicle>,
  { duplicate, assertNotBanned }: Return,
): Promise<{ id: string; version: number }> {
  const { kind, row, name, goneAt } = held
  const acts = actsOf(ctx, kind, row, goneAt !== null)
  if (!acts.includes('retire') && !acts.includes('restore')) throw new Problem('permit.missing')
  if (version !== row.version) throw await stale(ctx, row.id)
  if (!acts.includes(isRetired ? 'retire' : 'restore'))
    throw new Problem('state.wrong', { state: isRetired ? '已停用' : '使用中', move: isRetired ? '停用' : '恢复' })
  await (isRetired ? assertIdle(ctx, kind, row.id, name) : assertNotBanned())
  const work =
    isRetired || row.state === 'unsubmitted'
      ? write(ctx, held, { [kind.gone]: isRetired ? ctx.now : null }, isRetired ? '停用' : '恢复', reason)
      : reopen(ctx, held, reason)
  return work.catch((error: unknown) => {
    throw isTaken(error) ? duplicate : error
  })
}

/** Papers were verified for the time it was in use: back in use it is verified anew. */
async function reopen(ctx: Ctx, { kind, row }: Held, reason: string): Promise<{ id: string; version: number }> {
  const { version } = await move(ctx, kind.papers, row, 'reopen', {
    reason,
    set: { [kind.gone]: null, papers: '{}' },
  })
  ctx.touched(kind.entity, row.id)
  return { id: row.id, version }
}

async function assertIdle(ctx: Ctx, { entity, word }: FleetKind, id: string, name: string): Promise<void> {
  const open = await ctx.tx.elevated(() =>
    countOpenWaybills(ctx, entity === 'vehicle' ? 'vehicle_id' : 'driver_id', [id]),
  )
  const count = open.get(id) ?? 0
  if (count > 0) throw new Problem('fleet.busy', { name: `${word}${name}`, count })
}
