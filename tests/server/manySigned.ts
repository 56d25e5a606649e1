// Test support: hundreds of signed waybills at once, copies of one, each in the books.
import { fen } from '@yunshu/domain/figures/money'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { asSystem } from '../../apps/server/src/work/system.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import { postSigned } from '../../apps/server/src/features/voucher/books.commands.ts'
import { insertParts } from './partRows.ts'
import { signedWaybill, type SignedOptions } from './settlementWorld.ts'
import type { TestServer } from './testServer.ts'

/** Ids of so many signed waybills of one dealing, as `signedWaybill` makes them; they share goods, vehicle and driver. */
export async function manySigned(server: TestServer, count: number, options: SignedOptions = {}): Promise<string[]> {
  const first = await signedWaybill(server, options)
  const ids = await asSystem(server.server.deps, async ctx => {
    const copies = await ctx.tx.rows(
      sql<{
        id: string
        waybill_no: string
        shipper_id: string
        carrier_id: string
        branch_id: string
        shipper_freight_fen: number
        payable_fen: number
      }>`insert into waybills select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(),
          'waybill_no', w.waybill_no || '-' || lpad(n::text, 5, '0')))).*
        from waybills w, generate_series(2, ${count}::int) as n
        where w.id = ${first.id}::uuid
        returning id, waybill_no, shipper_id, carrier_id, branch_id, shipper_freight_fen, payable_fen`.compile(q),
    )
    await insertParts(ctx.tx)
    for (const row of copies)
      await postSigned(ctx, {
        id: row.id,
        waybillNo: row.waybill_no,
        shipperId: row.shipper_id,
        carrierId: row.carrier_id,
        branchId: row.branch_id,
        shipperFreight: fen(row.shipper_freight_fen),
        carrierFreight: fen(row.payable_fen),
        signedAt: ctx.now,
      })
    return copies.map(({ id }) => id)
  })
  // the planner knows of thousands of rows once it is told
  await withClient(server.ownerUrl, client => client.query('analyze'))
  return [first.id, ...ids]
}
