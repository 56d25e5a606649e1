// Alarms of terminals as the look takes them: those that live, and calls for help, which people are told of at once.
import { formatDateTime } from '@yunshu/domain/figures/time'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { alarmOverMs, drivingKinds, helpKinds, isHelpKind, type ToldAlarm } from '@yunshu/domain/track/drivingAlarms'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import type { Watched } from './underWay.queries.ts'

/** Alarms told lately, and calls nobody was told of, by vehicle. */
export async function findAlarms({ tx, now }: Ctx): Promise<ReadonlyMap<number, readonly ToldAlarm[]>> {
  const rows = await tx.rows(
    q
      .selectFrom('vehicle_alarms')
      .selectAll()
      .where(
        sql<boolean>`heard_at >= ${now - alarmOverMs} or (told_at is null and kind = any(${[...helpKinds]}::text[]))`,
      ),
  )
  const grouped = Map.groupBy(rows, ({ track_no: no }) => no)
  return new Map([...grouped].map(([no, own]) => [no, own.map(told)]))
}

const told = (row: {
  kind: string
  from_at: number
  at: number
  heard_at: number
  told_at: number | null
  said: string | null
}): ToldAlarm => ({
  kind: keyOf(drivingKinds, row.kind),
  since: row.from_at,
  at: row.at,
  heardAt: row.heard_at,
  isTold: row.told_at !== null,
  said: row.said ?? undefined,
})

/** Alarms of a vehicle that belong to its waybill: those told before it was accepted are the carrier's alone. */
export const alarmsOn = (
  alarms: ReadonlyMap<number, readonly ToldAlarm[]>,
  { track_no: no, accepted_at: acceptedAt }: Watched,
): readonly ToldAlarm[] => (alarms.get(no) ?? []).filter(({ at }) => at >= (acceptedAt ?? 0))

interface Alone {
  readonly track_no: number
  readonly plate: string
  readonly carrier_id: string
}

/** Tells people of calls nobody has heard of: all sides that can act on it, or the carrier alone of a truck without a waybill. */
export async function tellHelp(
  ctx: Ctx,
  watched: readonly Watched[],
  alarms: ReadonlyMap<number, readonly ToldAlarm[]>,
): Promise<void> {
  const calls = [...alarms].flatMap(([no, own]) =>
    own.filter(({ kind, isTold }) => isHelpKind(kind) && !isTold).map(alarm => ({ no, alarm })),
  )
  if (calls.length === 0) return
  const nos = calls.map(({ no }) => no)
  const vehicles = await ctx.tx.rows(
    sql<Alone>`select track_no, plate, carrier_id from vehicles where track_no = any(${nos}::int[])`.compile(q),
  )
  for (const { no, alarm } of calls) {
    const one = watched.find(each => each.track_no === no && alarmsOn(alarms, each).includes(alarm))
    const vehicle = vehicles.find(each => each.track_no === no)
    const { kind, at } = alarm
    const words = { kind: abnormalKinds[kind].label, at: formatDateTime(at) }
    const isUnderWay = watched.some(each => each.track_no === no)
    if (one) await tellOnRoad(ctx, one, words)
    else if (vehicle) await tellAlone(ctx, vehicle, { ...words, why: isUnderWay ? '当时还没有接单' : '没有在途运单' })
    await ctx.tx.run(
      q
        .updateTable('vehicle_alarms')
        .set({ told_at: ctx.now })
        .where('track_no', '=', no)
        .where('kind', '=', kind)
        .where('told_at', 'is', null)
        .where('at', '=', at),
    )
  }
}

interface Words {
  readonly kind: string
  readonly at: string
}

async function tellOnRoad(ctx: Ctx, { id, plate, carrier_id, branch_id }: Watched, words: Words): Promise<void> {
  const { waybill_no: waybillNo, driver_name: driver } = await ctx.tx.one(
    q.selectFrom('waybills').select(['waybill_no', 'driver_name']).where('id', '=', id),
  )
  const said = { ...words, plate, driver, waybillNo }
  await tellHappening(ctx, 'abnormal.help', { company: carrier_id, permit: 'abnormal.handle' }, said)
  await tellHouse(ctx, 'abnormal.help', { branch: branch_id, permit: 'abnormal.handle' }, said)
}

const tellAlone = (ctx: Ctx, { plate, carrier_id }: Alone, words: Words & { readonly why: string }): Promise<void> =>
  tellHappening(ctx, 'abnormal.helpAlone', { company: carrier_id, permit: 'abnormal.handle' }, { ...words, plate })
