// The header search: a number or plate typed whole or by its beginning, over the records the person may see.
import { screenUrl } from '@yunshu/contract/screens'
import type { Input, Output } from '@yunshu/contract/call'
import type { searchRecords } from '@yunshu/contract/session/session'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { paperStandings, standingAt } from '@yunshu/domain/fleet/certificates'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { ownRows, ownSheets } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { ownGoods } from '../goods/goods.queries.ts'

/** The parts of a request the search needs. */
type Asker = Pick<Ctx, 'actor' | 'tx' | 'can' | 'now'>
type Hit = Output<typeof searchRecords>['hits'][number]

const hitsMax = 10
/** Shorter beginnings match too much to be worth showing; a whole number is found at any length. */
const prefixMin = 4
/** Sorts after every continuation of a number or plate, whatever the database's collation. */
const afterAll = '\u9fff'

/**
 * True where the column is the text, or begins with it when it is long enough; a range, so that a plain index serves.
 */
function begins(column: string, text: string): RawBuilder<boolean> {
  const name = sql.ref(column)
  if (text.length < prefixMin) return sql<boolean>`${name} = ${text}`
  return sql<boolean>`(${name} >= ${text} and ${name} <= ${text + afterAll} and starts_with(${name}, ${text}))`
}

async function waybillHits(ctx: Asker, text: string): Promise<Hit[]> {
  const asked = ['w.waybill_no', 'w.goods_no', 'w.plate'].map(column => begins(column, text))
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybills as w')
      .select(['w.id', 'w.waybill_no', 'w.plate', 'w.state', 'w.load_place', 'w.unload_place'])
      .where(sql<boolean>`(${sql.join([...asked, sql<boolean>`w.upstream_no = ${text}`], sql` or `)})`)
      .where(ownRows(ctx.actor, 'w'))
      .orderBy('w.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(w => ({
    kind: 'waybill',
    title: w.waybill_no,
    path: screenUrl('WaybillDetails', { id: w.id }),
    note: `${w.plate} ${w.load_place}→${w.unload_place} ${waybillStates.states[keyOf(waybillStates.states, w.state)].label}`,
  }))
}

async function goodsHits(ctx: Asker, text: string): Promise<Hit[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('goods as g')
      .select(['g.id', 'g.goods_no', 'g.item_names', 'g.state', 'g.load_place', 'g.unload_place'])
      .where(begins('g.goods_no', text))
      .where(ownGoods(ctx.actor))
      .orderBy('g.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(g => ({
    kind: 'goods',
    title: g.goods_no,
    path: screenUrl('GoodsDetails', { id: g.id }),
    note: `${g.item_names} ${g.load_place}→${g.unload_place} ${goodsStates.states[keyOf(goodsStates.states, g.state)].label}`,
  }))
}

async function settlementHits(ctx: Asker, text: string): Promise<Hit[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('settlements as s')
      .innerJoin('companies as c', 'c.id', 's.carrier_id')
      .select(['s.settlement_num', 's.state', 'c.name'])
      .where(begins('s.settlement_num', text))
      .where(ownSheets(ctx.actor, 's'))
      .orderBy('s.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(s => ({
    kind: 'settlement',
    title: s.settlement_num,
    path: screenUrl('SettlementNormal', { settlementNum: s.settlement_num }),
    note: `${s.name} ${settlementStates.states[keyOf(settlementStates.states, s.state)].label}`,
  }))
}

async function vehicleHits(ctx: Asker, text: string): Promise<Hit[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('vehicles as v')
      .innerJoin('companies as c', 'c.id', 'v.carrier_id')
      .select([
        'v.plate',
        'v.plate_color',
        'v.paper',
        'v.licence_expiry',
        'v.transport_cert_expiry',
        'v.annual_check_expiry',
        'v.insurance_expiry',
        'c.name',
      ])
      .where(begins('v.plate', text))
      .where(ownFleet(ctx.actor, 'v'))
      .orderBy('v.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(v => ({
    kind: 'vehicle',
    title: v.plate,
    path: `${screenUrl('VehicleList')}?text=${encodeURIComponent(v.plate)}`,
    note: `${v.name} ${paperStandings.states[standingAt(keyOf(paperStates.states, v.paper), [v.licence_expiry, v.transport_cert_expiry, v.annual_check_expiry, v.insurance_expiry], ctx.now)].label}`,
  }))
}

/** At most ten records, waybills first; each kind only with its permit and only the actor's rows. */
export async function searchFor(ctx: Asker, input: Input<typeof searchRecords>): Promise<Output<typeof searchRecords>> {
  const text = input.text.toUpperCase()
  const hits: Hit[] = []
  const look = async (permit: Parameters<Ctx['can']>[0], find: typeof waybillHits): Promise<void> => {
    if (hits.length < hitsMax && ctx.can(permit)) hits.push(...(await find(ctx, text)))
  }
  await look('waybill.view', waybillHits)
  await look('goods.view', goodsHits)
  await look('settlement.view', settlementHits)
  await look('vehicle.view', vehicleHits)
  return { hits: hits.slice(0, hitsMax) }
}
