// Waybills of the demo whose vehicle changes on the way: one that is asked for, and some that went on with another.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q, type Tx } from '../src/db/tx.ts'
import type { WaybillRow, Writing } from './lifeWriting.ts'
import { demoUserId } from './people.ts'

interface Spare {
  vehicle_id: string
  driver_id: string
  plate: string
  plate_color: string
  driver_name: string
  driver_mobile: string
}

/** A vehicle of the same carrier with a driver of its class that carried nothing at the time. */
async function spareOf(tx: Tx, row: WaybillRow, from: number, to: number): Promise<Spare | undefined> {
  return tx.first(
    sql<Spare>`
    select v.id as vehicle_id, d.id as driver_id, v.plate, v.plate_color, d.name as driver_name,
      d.mobile as driver_mobile from vehicles v
    join lateral (select d.* from drivers d join vehicles own on own.id = ${row.vehicle_id}
      where d.carrier_id = v.carrier_id and d.paper = 'approved' and d.id <> ${row.driver_id}
      and not exists (select from waybills w where w.driver_id = d.id and w.created_at < ${to}
        and coalesce(w.unloaded_at, w.updated_at) > ${from} and w.state not in ('cancelled', 'void')) order by d.id
        limit 1) d on true
    where v.carrier_id = ${row.carrier_id} and v.paper = 'approved' and v.id <> ${row.vehicle_id}
      and v.type_code = (select type_code from vehicles where id = ${row.vehicle_id})
      and v.tonnage_g >= ${row.load_weight_g ?? row.plan_weight_g}
      and not exists (select from waybills w where w.vehicle_id = v.id and w.created_at < ${to}
        and coalesce(w.unloaded_at, case when w.state in ('signed', 'finished', 'cancelled', 'void')
        then w.updated_at else 9e15 end) > ${from} and w.state not in ('cancelled', 'void'))
    order by v.id limit 1`.compile(q),
  )
}

/** A broken-down truck whose carrier asks for another one. */
export async function proposeSwap(
  tx: Tx,
  { rows, makeId, nameOf, note }: Writing,
  row: WaybillRow,
  now: number,
): Promise<void> {
  const spare = await spareOf(tx, row, now - HOUR_MS, now)
  if (!spare) return
  const at = Math.max(row.updated_at + MINUTE_MS, now - 20 * MINUTE_MS)
  const reason = '发动机故障，就近调车接驳'
  rows.waybill_swaps.push({
    id: makeId(at),
    waybill_id: row.id,
    state: 'proposed',
    vehicle_id: spare.vehicle_id,
    driver_id: spare.driver_id,
    plate: spare.plate,
    driver_name: spare.driver_name,
    reason,
    answered_name: null,
    answered_at: null,
    answer_reason: null,
    version: 1,
    created_by: row.carrier_by,
    created_name: nameOf(row.carrier_by),
    created_at: at,
    updated_at: at,
  })
  note(row, 'swap', '申请换车', row.carrier_by, at, {
    to: 'proposed',
    remark: reason,
    diff: [
      { field: '车辆', old: row.plate, new: spare.plate },
      { field: '司机', old: row.driver_name, new: spare.driver_name },
    ],
  })
}

/** Waybills that stood still on the way and went on with another vehicle: the present one is the second. */
export async function changeVehicles(
  tx: Tx,
  { rows, nameOf, note }: Writing,
  recent: readonly WaybillRow[],
): Promise<void> {
  const stops = await tx.rows(
    sql<{
      entity_id: string
      at: number
      user_id: string
    }>`select entity_id, at, user_id from events where entity = 'waybill' and to_state = 'interrupted'
      and entity_id = any(${recent.map(({ id }) => id)}::uuid[]) order by at desc limit 4`.compile(q),
  )
  for (const stop of stops) {
    const row = recent.find(({ id }) => id === stop.entity_id)
    const first = row && (await spareOf(tx, row, row.created_at, stop.at))
    if (!row || !first || row.loaded_at === null) continue
    const at = stop.at + 40 * MINUTE_MS
    const reason = '车辆故障，现场换车接驳'
    const changedBy = nameOf(demoUserId('branch'))
    rows.waybill_segments.push(
      { waybill_id: row.id, serial: 1, ...first, from_at: row.loaded_at, to_at: at, reason, changed_by: changedBy },
      {
        waybill_id: row.id,
        serial: 2,
        vehicle_id: row.vehicle_id,
        driver_id: row.driver_id,
        plate: row.plate,
        plate_color: row.plate_color,
        driver_name: row.driver_name,
        driver_mobile: row.driver_mobile,
        from_at: at,
        to_at: null,
        reason: null,
        changed_by: changedBy,
      },
    )
    await tx.run(sql`update waybills set segments = 2 where id = ${row.id}`.compile(q))
    note(row, 'waybill', '换车', demoUserId('branch'), at, {
      remark: reason,
      diff: [
        { field: '车辆', old: first.plate, new: row.plate },
        { field: '司机', old: first.driver_name, new: row.driver_name },
      ],
    })
  }
}
