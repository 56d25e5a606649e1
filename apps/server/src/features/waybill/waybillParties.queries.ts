// The parties of a waybill with the codes and numbers a printed paper names.
import { goodsKinds } from '@yunshu/domain/goods/goods'
import { maskIdNo } from '@yunshu/domain/identity/masking'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/**
 * The parties for a printed paper; the driver's number is masked for everybody, so that people who may not see drivers
 * can still print it.
 */
export async function partiesOf(
  ctx: Ctx,
  row: { id: string; goods_id: string; shipper_id: string; carrier_id: string; driver_id: string },
) {
  return ctx.tx.elevated(async () => {
    const found = await ctx.tx.one(
      q
        .selectFrom('companies as s')
        .innerJoin('companies as c', join => join.on('c.id', '=', row.carrier_id))
        .innerJoin('drivers as d', join => join.on('d.id', '=', row.driver_id))
        .innerJoin('goods as g', join => join.on('g.id', '=', row.goods_id))
        .leftJoin('special_lines as l', join => join.on('l.waybill_id', '=', row.id))
        .select([
          's.credit_code as shipperCode',
          'c.credit_code as carrierCode',
          'd.id_no',
          'g.kind',
          'l.version as line',
        ])
        .where('s.id', '=', row.shipper_id),
    )
    return {
      shipperCode: found.shipperCode,
      carrierCode: found.carrierCode,
      driverIdNo: maskIdNo(found.id_no, '6+4'),
      goodsKind: keyOf(goodsKinds, found.kind),
      hasSpecialLine: found.line !== null,
    }
  })
}
