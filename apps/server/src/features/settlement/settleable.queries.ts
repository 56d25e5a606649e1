// Waybills that can be settled: signed, on no sheet, with the open amount of each and the state of its receipt.
import type { Input, Output } from '@yunshu/contract/call'
import type { listSettleable, SettleableRow } from '@yunshu/contract/settlement/settleable'
import { fen } from '@yunshu/domain/figures/money'
import { cutCodes } from '@yunshu/domain/settlement/charges'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { grams } from '@yunshu/domain/figures/weight'
import { sql, type RawBuilder } from 'kysely'
import { receiptStates } from '@yunshu/domain/waybill/waybill'
import { between, contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { inForce } from '../../work/policies.ts'
import { allOf, ownRows } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { holdOf } from '../part/parts.queries.ts'
import { owedFen } from './debts.queries.ts'
import { isHeldWaybill } from './held.queries.ts'
import { payerRows } from './settlement.queries.ts'

/** True where the receipt is confirmed, or the waybill's rule wants none. */
export const receiptOk = sql<boolean>`(w.receipt_state = 'confirmed'
  or not (coalesce((w.body->'receiptRule'->>'needPhoto')::boolean, false)
    or coalesce((w.body->'receiptRule'->>'needOriginal')::boolean, false)))`

/**
 * True where the receipt of waybill `w` bars none of its parts but the one that waits for it: it is confirmed, none is
 * wanted, or a part of the freight is kept back for it, or was until two people let it go.
 */
export const isReceiptInOrder = sql<boolean>`(${receiptOk}
  or exists (select from waybill_parts kept where kept.waybill_id = w.id and kept.part = 'receipt'
  and (kept.state <> 'dropped' or kept.freight_fen > 0)))`

/** True where no receipt bars part `sp` of waybill `w` of shipper `p` from a sheet. */
const isReceiptSettled = sql<boolean>`(sp.state = 'ready'
  and (${isReceiptInOrder} or not ${inForce('p', 'receiptRequired')}))`

/** True for a settleable part `sp` of waybill `w` of shipper `p` that can stand on a sheet now. */
export const isReady = sql<boolean>`(${isReceiptSettled} and sp.hold_at is null and not ${isHeldWaybill})`

/**
 * Deductions of waybill `w` that a loss made or somebody decided, fen above zero, as far as `isCounted` says of the part
 * `k.part_id` they became after the signature: rounding is on every waybill.
 */
export const cutFen = (isCounted: RawBuilder<boolean>): RawBuilder<number> =>
  sql<number>`(select abs(coalesce(sum(ch.amount_fen), 0))::bigint from charges ch
    left join waybill_claims k on k.waybill_id = ch.waybill_id and k.charge_id = ch.id
    where ch.waybill_id = w.id and ch.side = 'CARRIER' and ch.code = any(${['LOSS', ...cutCodes]}::text[])
      and ${isCounted})`

/** The same of the part with this id: of one agreed on after the signature its own, of the others what the signature charged. */
export const cutOfPart = (id: string): RawBuilder<number> =>
  cutFen(
    sql<boolean>`k.part_id is not distinct from (select o.part_id from waybill_claims o where o.part_id = ${sql.ref(id)} limit 1)`,
  )

/** Parts `sp` of waybills `w` the actor can put on a sheet, now or when what they wait for has come. */
export const isSettleable = (actor: Actor): RawBuilder<boolean> =>
  allOf([
    payerRows(actor, 'w'),
    ownRows(actor, 'w'),
    // the literals are those of the partial indexes waybill_parts_open, _shipper and _branch
    sql<boolean>`sp.state in ('planned', 'ready') and sp.fixed_fen is not null
      and sp.part in ('arrive', 'receipt', 'debt', 'adjust') and w.state = 'signed'`,
  ])

/** Advances `sp` of waybills `w` on their way the actor can put on a sheet. */
export const isAdvance = (actor: Actor): RawBuilder<boolean> =>
  allOf([
    payerRows(actor, 'w'),
    ownRows(actor, 'w'),
    // the literals are those of the partial index waybill_parts_advance
    sql<boolean>`sp.part = 'pre' and sp.state = 'ready' and w.state not in ('signed', 'finished', 'cancelled', 'void')`,
  ])

const rows = q
  .selectFrom('waybills as w')
  .innerJoin('waybill_parts as sp', 'sp.waybill_id', 'w.id')
  .innerJoin('companies as p', 'p.id', 'w.shipper_id')
  .innerJoin('companies as c', 'c.id', 'w.carrier_id')
  .select([
    'sp.id',
    'w.payee_id',
    'sp.waybill_id',
    'sp.part',
    'w.waybill_no',
    'w.shipper_id',
    'p.name as shipper_name',
    'w.carrier_id',
    'c.name as carrier_name',
    'w.plate',
    'w.driver_name',
    'w.load_place',
    'w.unload_place',
    'w.item_names',
    'w.load_weight_g',
    'w.unload_weight_g',
    'w.loss_g',
    'sp.freight_fen',
    'sp.oil_fen',
    'sp.deducted_fen',
    sql<number>`coalesce(sp.fixed_fen, sp.planned_fen)`.as('fixed_fen'),
    'sp.planned_fen',
    'sp.advanced_fen',
    'w.accepted_at',
    'w.signed_at',
    'sp.due_at',
    // an advance takes no debt off
    sql<number>`case when sp.part = 'pre' then 0 else ${owedFen('w')} end`.as('owed'),
    isReceiptSettled.as('receipt_ok'),
    'w.receipt_state',
    isHeldWaybill.as('held'),
    'sp.hold_reason',
    'sp.hold_name',
    'sp.hold_at',
    'sp.version',
  ])
type Found = Awaited<ReturnType<typeof rows.execute>>[number]

function show(row: Found, payees: ReadonlyMap<string, string>): SettleableRow {
  return {
    partId: row.id,
    part: keyOf(waybillParts, row.part),
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    plate: row.plate,
    driverName: row.driver_name,
    payeeName: payees.get(row.payee_id ?? '') ?? row.carrier_name,
    loadPlace: row.load_place,
    unloadPlace: row.unload_place,
    itemNames: row.item_names,
    loadWeightG: grams(row.load_weight_g ?? 0),
    unloadWeightG: grams(row.unload_weight_g ?? 0),
    lossG: grams(row.loss_g ?? 0),
    payable: fen(row.part === 'pre' ? row.planned_fen : row.freight_fen),
    oil: fen(row.oil_fen),
    deducted: fen(row.deducted_fen),
    advanced: fen(row.advanced_fen),
    open: fen(row.fixed_fen),
    owed: fen(row.owed),
    receiptOk: row.part === 'pre' || row.receipt_ok,
    receiptState: keyOf(receiptStates.states, row.receipt_state),
    held: row.held,
    ...holdOf(row),
    version: row.version,
    signedAt: row.signed_at ?? row.accepted_at ?? 0,
    ...(row.due_at === null ? {} : { dueAt: row.due_at }),
  }
}

type Asked = Input<typeof listSettleable>

/** Parts in the reach of the actor that one of the lists of the page holds. */
const inList = ({ actor }: Pick<Ctx, 'actor'>, { advance }: Pick<Asked, 'advance'>): RawBuilder<boolean> =>
  advance ? isAdvance(actor) : isSettleable(actor)

/** The names of payees; they stand behind the walls of their carriers, and are told to whoever pays them. */
async function namesOfPayees(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('payees')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(ids)]),
    ),
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Parts paid to somebody of this name, among those of the list. */
async function paidTo(ctx: Ctx, input: Asked): Promise<RawBuilder<boolean> | undefined> {
  if (!input.payee) return undefined
  const found = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<{ id: string }>`select distinct y.id from waybill_parts sp join waybills w on w.id = sp.waybill_id
        join payees y on y.id = w.payee_id
        where ${allOf([inList(ctx, input), contains(['y.name'], input.payee)])}`.compile(q),
    ),
  )
  return sql<boolean>`(w.payee_id = any(${found.map(({ id }) => id)}::uuid[])
    or (w.payee_id is null and ${contains(['c.name'], input.payee)}))`
}

/** Parts of waybills the actor can put on a sheet, newest first; the stretch of time is that of the signature. */
export async function findSettleablePage(ctx: Ctx, input: Asked): Promise<Output<typeof listSettleable>> {
  const numbers = input.numbers ?? []
  const where = allOf([
    inList(ctx, input),
    numbers.length === 0
      ? undefined
      : sql<boolean>`(w.waybill_no = any(${numbers}::text[]) or w.upstream_no = any(${numbers}::text[])
        or w.goods_no = any(${numbers}::text[]))`,
    input.carrierId === undefined ? undefined : sql<boolean>`w.carrier_id = ${input.carrierId}::uuid`,
    input.shipperId === undefined ? undefined : sql<boolean>`w.shipper_id = ${input.shipperId}::uuid`,
    contains(['w.plate'], input.plate),
    contains(['w.driver_name'], input.driver),
    await paidTo(ctx, input),
    input.ready === undefined || input.advance ? undefined : input.ready ? isReady : sql<boolean>`not ${isReady}`,
    between(input.advance ? 'w.accepted_at' : 'w.signed_at', input.from, input.to),
    between('sp.due_at', input.dueFrom, input.dueTo),
    afterCursor(input, 'sp.id'),
  ])
  const found = await ctx.tx.rows(rows.where(where).orderBy('sp.id', 'desc').limit(rowsToAsk(input)))
  const payees = await namesOfPayees(
    ctx,
    found.flatMap(({ payee_id: id }) => id ?? []),
  )
  return toPage(found, input, row => show(row, payees))
}
