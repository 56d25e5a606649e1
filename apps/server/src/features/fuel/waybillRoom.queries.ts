// Waybills fuel and tolls are handed out for: one under lock, and the room it has.
import type { Input, Output } from '@yunshu/contract/call'
import type { getFuelRoom, listFuelReady } from '@yunshu/contract/fuel/issue'
import { fen, subtractFen } from '@yunshu/domain/figures/money'
import { roomOf, type IssueRoom, fuelCapOf } from '@yunshu/domain/fuel/fuel'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type Selectable } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import type { Waybills } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownRows } from '../../work/scope.ts'
import { ownFuel } from './account.queries.ts'

/** A waybill on its way, as far as handing out asks about it. */
export type TravellingWaybill = Pick<
  Selectable<Waybills>,
  | 'id'
  | 'waybill_no'
  | 'state'
  | 'shipper_id'
  | 'carrier_id'
  | 'branch_id'
  | 'plate'
  | 'driver_name'
  | 'payable_fen'
  | 'advanced_fen'
>

const onTheWay: ReadonlySet<string> = new Set([
  'toLoad',
  'loading',
  'inTransit',
  'interrupted',
  'arrived',
  'toSign',
  'disputed',
])

/** Accepted and not signed: what is handed out now is counted by the signature. */
export const isOpenTo = ({ state }: { readonly state: string }): boolean => onTheWay.has(state)

const columns = [
  'w.id',
  'w.waybill_no',
  'w.state',
  'w.shipper_id',
  'w.carrier_id',
  'w.branch_id',
  'w.plate',
  'w.driver_name',
  'w.payable_fen',
  'w.advanced_fen',
] as const

/** A waybill in the actor's reach under lock, by number or id; of another branch there is none. */
export const lockTravelling = (
  ctx: Ctx,
  by: { readonly waybillNo: string } | { readonly id: string },
): Promise<TravellingWaybill> =>
  ctx.tx.one(
    q
      .selectFrom('waybills as w')
      .select(columns)
      .where('id' in by ? sql<boolean>`w.id = ${by.id}::uuid` : sql<boolean>`w.waybill_no = ${by.waybillNo}`)
      .where(ownRows(ctx.actor, 'w'))
      .forUpdate(),
  )

/** The room of a waybill for fuel: its plan, what it has, and the most its shipper allows. */
export async function findRoom(
  ctx: Ctx,
  waybill: Pick<TravellingWaybill, 'id' | 'shipper_id' | 'payable_fen'>,
): Promise<IssueRoom> {
  const { planned, issued, ppm } = await ctx.tx.elevated(() =>
    ctx.tx.one(
      sql<{ planned: number; issued: number; ppm: number }>`
      select coalesce(sum(p.planned_fen), 0)::bigint as planned, coalesce(sum(p.issued_fen), 0)::bigint as issued,
        (select c.fuel_max_ppm from companies c where c.id = ${waybill.shipper_id}::uuid) as ppm
      from waybill_parts p where p.waybill_id = ${waybill.id}::uuid and p.part = 'oil'`.compile(q),
    ),
  )
  return { planned: fen(planned), issued: fen(issued), cap: fuelCapOf(fen(waybill.payable_fen), ppm) }
}

/** The room of one waybill for the person who asks, before anything is handed out. */
export async function findFuelRoom(
  ctx: Ctx,
  { waybillNo, cardId }: Input<typeof getFuelRoom>,
): Promise<Output<typeof getFuelRoom>> {
  const row = await ctx.tx.one(
    q
      .selectFrom('waybills as w')
      .innerJoin('companies as c', 'c.id', 'w.carrier_id')
      .select(columns)
      .select('c.name as carrier_name')
      .where('w.waybill_no', '=', waybillNo)
      .where(ownRows(ctx.actor, 'w')),
  )
  const room = await findRoom(ctx, row)
  const card = await plateOfCard(ctx, cardId)
  return {
    waybillId: row.id,
    waybillNo: row.waybill_no,
    state: keyOf(waybillStates.states, row.state),
    plate: row.plate,
    driver: row.driver_name,
    carrierName: row.carrier_name,
    planned: room.planned,
    issued: room.issued,
    left: roomOf(room, ctx.can('fuel.over')),
    isOpen: isOpenTo(row),
    ...(card === null || card === row.plate ? {} : { cardPlate: card }),
  }
}

/** The plate a card in reach is kept for; null where it is for no one vehicle. */
async function plateOfCard(ctx: Ctx, cardId: string | undefined): Promise<string | null> {
  if (cardId === undefined) return null
  const card = await ctx.tx.one(
    q.selectFrom('fuel_cards as k').select('k.plate').where('k.id', '=', cardId).where(ownFuel(ctx.actor, 'k')),
  )
  return card.plate
}

/** The most waybills that are named: people hand out to those that wait longest first. */
const readyMost = 50

/** Waybills in reach whose plan has fuel they were not handed yet. */
export async function findFuelReady(
  ctx: Ctx,
  { text }: Input<typeof listFuelReady>,
): Promise<Output<typeof listFuelReady>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybill_parts as sp')
      .innerJoin('waybills as w', 'w.id', 'sp.waybill_id')
      .innerJoin('companies as c', 'c.id', 'w.carrier_id')
      .select([
        'w.waybill_no',
        'w.plate',
        'w.driver_name',
        'c.name',
        'sp.planned_fen',
        'sp.issued_fen',
        'w.accepted_at',
      ])
      .where(
        allOf([
          ownRows(ctx.actor, 'w'),
          // the literals are those of the index waybill_parts_fuel
          sql<boolean>`sp.part = 'oil' and sp.fixed_fen is null and sp.state <> 'dropped'
            and sp.planned_fen > sp.issued_fen`,
          sql<boolean>`w.state = any(${[...onTheWay]}::text[])`,
          contains(['w.waybill_no', 'w.plate', 'w.driver_name', 'c.name'], text),
        ]),
      )
      .orderBy('w.accepted_at')
      .orderBy('w.id')
      .limit(readyMost),
  )
  return {
    rows: rows.map(row => ({
      waybillNo: row.waybill_no,
      plate: row.plate,
      driver: row.driver_name,
      carrierName: row.name,
      planned: fen(row.planned_fen),
      left: subtractFen(fen(row.planned_fen), fen(row.issued_fen)),
      ...(row.accepted_at === null ? {} : { acceptedAt: row.accepted_at }),
    })),
  }
}
