// The header search: a number or plate typed whole or by its beginning, over the records the person may see.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { taskListUrl } from '@yunshu/contract/task/task'
import type { Input, Output } from '@yunshu/contract/call'
import type { searchRecords } from '@yunshu/contract/session/session'
import { standingAt } from '@yunshu/domain/fleet/certificates'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { liveRelationStates } from '@yunshu/domain/relation'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { ownRows, ownSheets, ownTasks } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { ownGoods } from '../goods/goods.queries.ts'
import { isOrBegins, hitsMax } from './begins.ts'
import { findDocumentHits } from './documentHits.queries.ts'
import { sheetActsOf, taskHitActsOf, waybillActsOf, type Acts, type Asker } from './hitActs.queries.ts'

type Hit = Output<typeof searchRecords>['hits'][number]

const offering = (acts: Acts): { acts?: Acts } => (acts.length === 0 ? {} : { acts })

async function waybillHits(ctx: Asker, text: string): Promise<Hit[]> {
  const asked = ['w.waybill_no', 'w.goods_no', 'w.plate'].map(column => isOrBegins(column, text))
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybills as w')
      .select(['w.id', 'w.waybill_no', 'w.plate', 'w.state', 'w.load_place', 'w.unload_place'])
      .select(['w.carrier_id', 'w.receipt_state', 'w.settle_state'])
      .select(sql<unknown>`w.body -> 'receiptRule'`.as('receipt_rule'))
      .where(sql<boolean>`(${sql.join([...asked, sql<boolean>`w.upstream_no = ${text}`], sql` or `)})`)
      .where(ownRows(ctx.actor, 'w'))
      .orderBy('w.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(w => ({
    kind: 'waybill',
    title: w.waybill_no,
    path: screenUrl('WaybillDetails', { id: w.id }),
    note: `${w.plate} ${w.load_place}→${w.unload_place}`,
    state: w.state,
    ...offering(waybillActsOf(ctx, w)),
  }))
}

/** Tasks by their number: the list shows one alone. */
async function taskHits(ctx: Asker, text: string): Promise<Hit[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('tasks as t')
      .innerJoin('goods as g', 'g.id', 't.goods_id')
      .selectAll('t')
      .select(['g.item_names', 'g.load_place', 'g.unload_place'])
      .where(isOrBegins('t.task_no', text))
      .where(ownTasks(ctx.actor, 't'))
      .orderBy('t.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(t => ({
    kind: 'task',
    title: t.task_no,
    path: taskListUrl('tasks', { text: t.task_no }),
    note: `${t.item_names} ${t.load_place}→${t.unload_place}`,
    state: t.state,
    ...offering(taskHitActsOf(ctx, t)),
  }))
}

async function goodsHits(ctx: Asker, text: string): Promise<Hit[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('goods as g')
      .select(['g.id', 'g.goods_no', 'g.item_names', 'g.state', 'g.load_place', 'g.unload_place'])
      .where(isOrBegins('g.goods_no', text))
      .where(ownGoods(ctx.actor))
      .orderBy('g.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(g => ({
    kind: 'goods',
    title: g.goods_no,
    path: screenUrl('GoodsDetails', { id: g.id }),
    note: `${g.item_names} ${g.load_place}→${g.unload_place}`,
    state: g.state,
  }))
}

async function settlementHits(ctx: Asker, text: string): Promise<Hit[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('settlements as s')
      .innerJoin('companies as c', 'c.id', 's.carrier_id')
      .selectAll('s')
      .select('c.name')
      .where(isOrBegins('s.settlement_num', text))
      .where(ownSheets(ctx.actor, 's'))
      .orderBy('s.id', 'desc')
      .limit(hitsMax),
  )
  const hits: Hit[] = []
  for (const s of rows)
    hits.push({
      kind: 'settlement',
      title: s.settlement_num,
      path: screenUrl('SettlementNormal', { settlementNum: s.settlement_num }),
      note: s.name,
      state: s.state,
      ...offering(await sheetActsOf(ctx, s)),
    })
  return hits
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
      .where(isOrBegins('v.plate', text))
      .where(ownFleet(ctx.actor, 'v'))
      .orderBy('v.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(v => ({
    kind: 'vehicle',
    title: v.plate,
    path: `${screenUrl('VehicleList')}?text=${encodeURIComponent(v.plate)}`,
    note: v.name,
    state: standingAt(
      keyOf(paperStates.states, v.paper),
      [v.licence_expiry, v.transport_cert_expiry, v.annual_check_expiry, v.insurance_expiry],
      ctx.now,
    ),
  }))
}

/** Drivers by their whole mobile number; by their whole name too where the rows of one fleet are looked through. */
async function driverHits(ctx: Asker, text: string): Promise<Hit[]> {
  const isName = !isHouseSide(ctx.actor.side) && !/\d/.test(text)
  if (!isName && !/^\d{11}$/.test(text)) return []
  const rows = await ctx.tx.rows(
    q
      .selectFrom('drivers as d')
      .innerJoin('companies as c', 'c.id', 'd.carrier_id')
      .select([
        'd.id',
        'd.name',
        'd.paper',
        'd.licence_expiry',
        'd.qualification_expiry',
        'd.id_card_expiry',
        'c.name as fleet',
      ])
      .where(isName ? 'd.name' : 'd.mobile', '=', text)
      .where('d.retired_at', 'is', null)
      .where(ownFleet(ctx.actor, 'd'))
      .orderBy('d.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(d => ({
    kind: 'driver',
    title: d.name,
    path: screenUrl('DriverDetails', { id: d.id }),
    note: d.fleet,
    state: standingAt(
      keyOf(paperStates.states, d.paper),
      [d.licence_expiry, d.qualification_expiry, d.id_card_expiry],
      ctx.now,
    ),
  }))
}

/** Companies one works with, by a part of their name: the carriers of a shipper, the shippers of a carrier. */
async function companyHits(ctx: Asker, text: string): Promise<Hit[]> {
  const { companyId } = ctx.actor
  if (companyId === undefined || isHouseSide(ctx.actor.side)) return []
  const rows = await ctx.tx.rows(
    q
      .selectFrom('relations as r')
      .innerJoin('companies as c', join =>
        join.on(
          sql<boolean>`c.id = case when r.shipper_id = ${companyId}::uuid then r.carrier_id else r.shipper_id end`,
        ),
      )
      .select(['c.name', 'r.state', sql<boolean>`r.shipper_id = ${companyId}::uuid`.as('isCarrier')])
      .where(sql<boolean>`(r.shipper_id = ${companyId}::uuid or r.carrier_id = ${companyId}::uuid)`)
      .where('r.state', 'in', [...liveRelationStates])
      .where(contains(['c.name', 'c.short_name'], text) ?? sql<boolean>`false`)
      .orderBy('r.id', 'desc')
      .limit(hitsMax),
  )
  return rows.map(c => ({
    kind: 'company',
    title: c.name,
    path: `${screenUrl(c.isCarrier ? 'CarrierRelations' : 'ShipperRelations')}?text=${encodeURIComponent(c.name)}`,
    note: c.isCarrier ? '合作承运商' : '合作货主',
    state: c.state,
  }))
}

/** The beginning of a plate: its province and letter. */
const plateStart = /^[\u4e00-\u9fff][A-Z]/

/** At most ten records: a truck named by its whole plate before its waybills, else waybills first; each kind only with its permit and only the actor's rows. */
export async function searchFor(ctx: Asker, input: Input<typeof searchRecords>): Promise<Output<typeof searchRecords>> {
  const text = input.text.toUpperCase()
  const isPlate = plateStart.test(text)
  const trucks = isPlate && ctx.can('vehicle.view') ? await vehicleHits(ctx, text) : []
  const hits = trucks.filter(({ title }) => title === text)
  const look = async (permit: Parameters<Ctx['can']>[0], find: typeof waybillHits): Promise<void> => {
    if (hits.length < hitsMax && ctx.can(permit)) hits.push(...(await find(ctx, text)))
  }
  await look('waybill.view', waybillHits)
  await look('task.view', taskHits)
  await look('goods.view', goodsHits)
  await look('settlement.view', settlementHits)
  await look('vehicle.view', async (...asked) =>
    isPlate ? trucks.filter(({ title }) => title !== text) : vehicleHits(...asked),
  )
  await look('driver.view', driverHits)
  if (hits.length < hitsMax) hits.push(...(await findDocumentHits(ctx, text)))
  await look('relation.view', companyHits)
  return { hits: hits.slice(0, hitsMax) }
}
