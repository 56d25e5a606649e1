// Test support: a terminal in a vehicle that has not said a word.
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../apps/server/src/db/tx.ts'
import type { TestServer } from './testServer.ts'

let phones = 0

/** Binds a new terminal to a vehicle from a moment on, as its main one. */
export async function bindTerminal(server: TestServer, vehicleId: string, fromAt: number): Promise<void> {
  const [id, phone] = [v7(), String(18_000_000_000 + ++phones)]
  await server.db(async tx => {
    await tx.run(
      sql`insert into terminals (id, phone, phone_digits, protocol, vehicle_id, track_no, carrier_id, role, state,
        created_at, updated_at)
        select ${id}::uuid, ${phone}, 12, 2013, v.id, v.track_no, v.carrier_id, 'main', 'active', 1, 1
        from vehicles v where v.id = ${vehicleId}::uuid`.compile(q),
    )
    await tx.run(
      sql`insert into terminal_bindings (id, terminal_id, terminal_no, track_no, vehicle_id, carrier_id, role,
        from_at, by_name)
        select ${v7()}::uuid, t.id, t.terminal_no, t.track_no, t.vehicle_id, t.carrier_id, 'main', ${fromAt}::bigint, ''
        from terminals t where t.id = ${id}::uuid`.compile(q),
    )
  })
}
