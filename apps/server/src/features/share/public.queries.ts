// Goods for anybody: by the public address of those offered to everybody, or by a link, each read of which is one view.
import type { Input, Output } from '@yunshu/contract/call'
import type { getPublicGoods, getSharedGoods, PublicGoods, PublicPlace } from '@yunshu/contract/share'
import type { Point } from '@yunshu/contract/goods/goods'
import { goodsKinds, openGoodsStates, pricings, quantityModes, takeModes } from '@yunshu/domain/goods/goods'
import { maskGivenName, maskMobile } from '@yunshu/domain/identity/masking'
import { isUuid } from '@yunshu/domain/identity/uuid'
import { Problem } from '@yunshu/domain/problems/problems'
import { isPublicCode } from '@yunshu/domain/share'
import { areaName } from '@yunshu/regions/areaLookup'
import { loadRegions } from '@yunshu/regions/load'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Companies, Goods } from '../../db/tables.gen.ts'
import { inTransaction, q, reading, systemReach } from '../../db/tx.ts'
import type { OpenCtx } from '../../work/ctx.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'

/** The columns of a public answer; nothing else of goods and their company is even read. */
export const publicColumns = [
  'g.id',
  'g.goods_no',
  'g.kind',
  'g.title',
  'g.body',
  'g.quantity_mode',
  'g.total_qty',
  'g.remain_qty',
  'g.per_truck_max',
  'g.take_mode',
  'g.pricing',
  'g.shipper_unit_price',
  'g.carrier_unit_price',
  'g.next_price_at',
  'g.valid_to',
  'c.name as company_name',
  'c.contact_name',
  'c.contact_mobile',
] as const

type PublicRow = Pick<
  Selectable<Goods>,
  | 'id'
  | 'goods_no'
  | 'kind'
  | 'title'
  | 'body'
  | 'quantity_mode'
  | 'total_qty'
  | 'remain_qty'
  | 'per_truck_max'
  | 'take_mode'
  | 'pricing'
  | 'shipper_unit_price'
  | 'carrier_unit_price'
  | 'next_price_at'
  | 'valid_to'
> &
  Pick<Selectable<Companies>, 'contact_name' | 'contact_mobile'> & { company_name: string }

/** True of goods `g` of company `c` that can still be taken at `now`: nothing else is shown to strangers. */
export const isOpenAt = (now: number) =>
  sql<boolean>`(g.state = any(${[...openGoodsStates]}::text[]) and g.valid_to > ${now} and c.state = 'active')`

const placeOf = ({ name, regionCode, windowStart, windowEnd }: Point): PublicPlace => ({
  name,
  regionName: areaName(loadRegions(), regionCode),
  ...(windowStart === undefined ? {} : { windowStart }),
  ...(windowEnd === undefined ? {} : { windowEnd }),
})

/** A row as strangers see it; the remark is free text in which people write numbers and stays out. */
export function toPublicGoods(row: PublicRow, more: Pick<PublicGoods, 'unitPrice' | 'expiresAt'> = {}): PublicGoods {
  const { loadPoints, unloadPoints, items, vehicleNeed, distanceKm } = readGoodsBody(row.body)
  return {
    goodsId: row.id,
    goodsNo: row.goods_no,
    kind: keyOf(goodsKinds, row.kind),
    title: row.title,
    companyName: row.company_name,
    contactName: maskGivenName(row.contact_name),
    contactMobile: maskMobile(row.contact_mobile),
    loadPoints: loadPoints.map(placeOf),
    unloadPoints: unloadPoints.map(placeOf),
    ...(distanceKm === undefined ? {} : { distanceKm }),
    items: items.map(({ name, packing, weightG, volume, pieces }) => ({
      name,
      weightG,
      ...(packing ? { packing } : {}),
      ...(volume ? { volume } : {}),
      ...(pieces ? { pieces } : {}),
    })),
    vehicleNeed,
    quantityMode: keyOf(quantityModes, row.quantity_mode),
    totalQty: row.total_qty,
    remainQty: row.remain_qty,
    ...(row.per_truck_max === null ? {} : { perTruckMax: row.per_truck_max }),
    takeMode: keyOf(takeModes, row.take_mode),
    pricing: keyOf(pricings, row.pricing),
    validTo: row.valid_to,
    ...more,
  }
}

/** Text that no code can be is looked for as well, so that it takes the same way as one nobody has. */
const soughtCode = (code: string | undefined): string => (code !== undefined && isPublicCode(code) ? code : '')

/** Goods offered to everybody and open now, by their public address or their id; anything else is `row.none`. */
export async function findPublicGoods(
  { deps, now }: OpenCtx,
  { publicCode }: Input<typeof getPublicGoods>,
): Promise<Output<typeof getPublicGoods>> {
  const row = await reading(deps.reads, systemReach, tx =>
    tx.one(
      q
        .selectFrom('goods as g')
        .innerJoin('companies as c', 'c.id', 'g.shipper_id')
        .select(publicColumns)
        .where(goods =>
          publicCode !== undefined && isUuid(publicCode)
            ? goods('g.id', '=', publicCode)
            : goods('g.public_id', '=', soughtCode(publicCode)),
        )
        .where('g.publish_to', '=', 'PUBLIC')
        .where(isOpenAt(now)),
    ),
  )
  return toPublicGoods(row)
}

/**
 * Goods behind a link, one view further. Unknown, revoked, expired and used-up links and those of goods that are over
 * are all `row.none`: one statement finds, judges and counts, so however many open it at once none is let in too many.
 */
export async function viewShared(
  { deps, now }: OpenCtx,
  { shareCode }: Input<typeof getSharedGoods>,
): Promise<Output<typeof getSharedGoods>> {
  const row = await inTransaction(deps.pool, systemReach, tx =>
    tx.first(
      q
        .updateTable('shares as s')
        .from('goods as g')
        .innerJoin('companies as c', 'c.id', 'g.shipper_id')
        .set({ views: sql`s.views + 1`, last_view_at: now })
        .where('s.token', '=', soughtCode(shareCode))
        .whereRef('g.id', '=', 's.goods_id')
        .where('s.revoked_at', 'is', null)
        .where('s.expires_at', '>', now)
        .where(sql<boolean>`(s.max_views is null or s.views < s.max_views)`)
        .where(isOpenAt(now))
        .returning([...publicColumns, 's.shows_price', 's.expires_at']),
    ),
  )
  if (!row) throw new Problem('row.none')
  return toPublicGoods(row, {
    expiresAt: row.expires_at,
    ...(row.shows_price ? { unitPrice: pricesNow(row, now).carrier } : {}),
  })
}
