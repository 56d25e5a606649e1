// Terminals of the demo: forty trucks have one, those on the road first; two lie in the store, one is out of use, one is
// disputed, and two strangers asked.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql, type Insertable } from 'kysely'
import type { TerminalClaims, Terminals } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId } from './people.ts'

/** Trucks with a terminal. */
export const demoTruckCount = 40

/** The number of a truck's terminal, from 0: those of a card for machines. */
export const demoTerminalPhone = (n: number): string => `10648${String(700_000 + n)}`
/** The device a terminal of the demo says it is. */
export const demoDeviceNo = (n: number): string => `YS${String(10_000 + n)}`

interface Truck {
  readonly id: string
  readonly carrier_id: string
  readonly plate: string
  readonly plate_color: string
  readonly vin: string | null
  readonly track_no: number
}

/** Trucks that have terminals: those on the road first. */
const findTrucks = (tx: Tx): Promise<Truck[]> =>
  tx.rows(
    sql<Truck>`select v.id, v.carrier_id, v.plate, v.plate_color, v.vin, v.track_no from vehicles v
      where v.retired_at is null and v.paper = 'approved'
      order by exists (select from waybills w where w.vehicle_id = v.id
        and w.state in ('loading', 'inTransit')) desc, md5(v.plate)
      limit ${demoTruckCount}`.compile(q),
  )

const sold = { phone_digits: 12, protocol: 2013, maker: 'YUNSH', model: 'YS-808' }

/** Writes them; answers how many rows. */
export async function seedTerminals(tx: Tx, now: number): Promise<number> {
  const trucks = await findTrucks(tx)
  const made = now - 90 * DAY_MS
  const terminalId = idMaker(70)
  const bindingId = idMaker(71)
  const base = (n: number): Insertable<Terminals> => ({
    ...sold,
    id: terminalId(made + n),
    phone: demoTerminalPhone(n),
    device_no: demoDeviceNo(n),
    state: 'new',
    created_at: made,
    updated_at: made,
  })
  const terminals = trucks.map((truck, n): Insertable<Terminals> => ({
    ...base(n),
    // the last of them is wanted by another device
    state: n === trucks.length - 1 ? 'conflict' : 'active',
    carrier_id: truck.carrier_id,
    vehicle_id: truck.id,
    track_no: truck.track_no,
    plate: truck.plate,
    plate_color: truck.plate_color,
    vin: truck.vin,
  }))
  const spare = [0, 1, 2].map((at): Insertable<Terminals> => ({
    ...base(trucks.length + at),
    carrier_id: demoCompanyId('carrier'),
    state: at === 2 ? 'blocked' : 'new',
    note: at === 2 ? '天线损坏，返厂维修' : '库存备机',
  }))
  let rows = 0
  for (const [n, one] of [...terminals, ...spare].entries()) {
    const { terminal_no: terminalNo } = await tx.one(q.insertInto('terminals').values(one).returning('terminal_no'))
    const truck = trucks[n]
    rows++
    if (!truck) continue
    rows += await tx.run(
      q.insertInto('terminal_bindings').values({
        id: bindingId(made + n),
        terminal_id: one.id,
        terminal_no: terminalNo,
        track_no: truck.track_no,
        vehicle_id: truck.id,
        carrier_id: truck.carrier_id,
        role: 'main',
        from_at: made,
        by_name: '平台运营',
      }),
    )
  }
  for (const [n, { id }] of trucks.entries())
    await tx.run(
      q
        .updateTable('vehicles')
        .set({ terminal_id: demoTerminalPhone(n) })
        .where('id', '=', id),
    )
  // heard of for as long as its vehicle's days say
  await tx.run(
    sql`update terminals t set seen_at = d.last_at
      from (select track_no, max(last_at) as last_at from track_days group by track_no) as d
      where d.track_no = t.track_no`.compile(q),
  )
  for (const one of strangers(now, trucks.length)) rows += await tx.run(q.insertInto('terminal_claims').values(one))
  return rows
}

/** Devices that asked and are in no list, or want the number of another one. */
function strangers(now: number, trucks: number): Insertable<TerminalClaims>[] {
  const heard = { phone_digits: 12, protocol: 2013, maker: 'HKVIS', model: 'GT-06', ip: '10.24.8.31' }
  return [
    {
      ...heard,
      phone: '10648799001',
      device_no: 'GT88001',
      plate: '冀A7K219',
      plate_color: '2',
      why: 'unknown',
      times: 36,
      first_at: now - 2 * HOUR_MS,
      last_at: now - 4 * MINUTE_MS,
    },
    {
      ...heard,
      phone: '10648799002',
      device_no: 'GT88002',
      plate: '鲁B9M306',
      plate_color: '2',
      why: 'unknown',
      times: 3,
      first_at: now - DAY_MS,
      last_at: now - 20 * HOUR_MS,
    },
    {
      ...heard,
      phone: demoTerminalPhone(trucks - 1),
      device_no: 'GT90017',
      why: 'phoneTaken',
      times: 5,
      first_at: now - 3 * HOUR_MS,
      last_at: now - HOUR_MS,
    },
  ]
}
