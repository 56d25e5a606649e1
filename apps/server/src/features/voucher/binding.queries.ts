// Reads of bindings: a voucher with its waybills, and waybills with cost that no voucher has.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/bind'
import { fen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { bindClasses, bindMonths, bindMost, isBindable, type BindClass } from '@yunshu/domain/voucher/binding'
import { periodOf, shiftPeriod, startOfPeriod, voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { pageDefault } from '@yunshu/contract/fields'
import { placeFault } from '../../db/page.ts'
import { nilId, q } from '../../db/tx.ts'
import { evidenceClass, evidenceRoom, isEvidence } from '../../db/voucherRoom.ts'
import {
  handedSupply,
  hasInputTax,
  inputDeducted,
  invoicedCost,
  invoicedSupply,
  suppliedCost,
  tollCharges,
} from '../../db/waybillCost.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'

/** A voucher as evidence. */
export interface BoundVoucher {
  readonly id: string
  readonly branchId: string
  readonly voucherNo: string
  readonly carrierId: string | undefined
  readonly class: BindClass | undefined
  /** Made by hand, with input tax in the books. */
  readonly isTaxed: boolean
  readonly isOpen: boolean
  /** The part of it that is evidence of the class and stands. */
  readonly room: Fen
  readonly bound: Fen
  readonly date: number
}

const boundOf = sql<number>`(select coalesce(sum(b.amount_fen), 0) from voucher_waybills b where b.voucher_id = v.id
  and b.unbound_at is null)::bigint`

const vouchersOf = (ctx: Ctx, id: string, branchId: string) =>
  q
    .selectFrom('vouchers as v')
    .innerJoin('companies as b', 'b.id', 'v.branch_id')
    .select([
      'v.id',
      'v.branch_id',
      'b.name as branch_name',
      'v.voucher_no',
      'v.kind',
      'v.state',
      'v.summary',
      'v.counterparty',
      'v.carrier_id',
      'v.date',
      'v.amount_fen',
      boundOf.as('bound_fen'),
      evidenceClass.as('class'),
      evidenceRoom.as('room_fen'),
      sql<boolean>`(v.draft_lines is not null and ${hasInputTax})`.as('is_taxed'),
    ])
    .where('v.id', '=', id)
    .where('v.branch_id', '=', branchId)
    // the branch the person works for: pages with a branch in their address are of that branch alone
    .where('v.branch_id', '=', ctx.actor.branchId ?? nilId)
type Found = Awaited<ReturnType<ReturnType<typeof vouchersOf>['execute']>>[number]

const asBound = (row: Found): BoundVoucher => ({
  id: row.id,
  branchId: row.branch_id,
  voucherNo: row.voucher_no,
  carrierId: row.carrier_id ?? undefined,
  class: row.class === null ? undefined : keyOf(bindClasses, row.class),
  isTaxed: row.is_taxed,
  isOpen: isBindable(keyOf(voucherStates.states, row.state)) && row.amount_fen > 0,
  room: fen(row.room_fen),
  bound: fen(row.bound_fen),
  date: row.date,
})

/** A voucher of the actor's branch under lock, so that no two bind more to it than it has. */
export async function lockBound(ctx: Ctx, id: string, branchId: string): Promise<BoundVoucher> {
  await ctx.tx.one(
    q
      .selectFrom('vouchers')
      .select('id')
      .where('id', '=', id)
      .where('branch_id', '=', ctx.actor.branchId ?? nilId)
      .forUpdate(),
  )
  return asBound(await ctx.tx.one(vouchersOf(ctx, id, branchId)))
}

/** The part of a voucher's room that no waybill has. */
export const leftOf = ({ room, bound }: Pick<BoundVoucher, 'room' | 'bound'>): Fen =>
  room > bound ? subtractFen(room, bound) : ZERO_FEN

function whyNot(voucher: BoundVoucher): string | undefined {
  if (voucher.class === undefined) return '这张凭证不是外来的成本凭据，不绑定运单'
  return voucher.isOpen ? undefined : '只有已记账、未冲销的蓝字凭证可以绑定运单'
}

/** A voucher with its waybills, newest first. */
export async function findBinding(
  ctx: Ctx,
  { id, branchId }: Input<typeof calls.getBinding>,
): Promise<Output<typeof calls.getBinding>> {
  const row = await ctx.tx.one(vouchersOf(ctx, id, branchId))
  const voucher = asBound(row)
  const why = whyNot(voucher)
  return {
    id: row.id,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    voucherNo: row.voucher_no,
    kind: keyOf(voucherKinds, row.kind),
    state: keyOf(voucherStates.states, row.state),
    summary: row.summary,
    counterparty: row.counterparty,
    amount: fen(row.amount_fen),
    ...(voucher.class === undefined ? {} : { class: voucher.class }),
    ...(why === undefined ? {} : { whyNot: why }),
    room: voucher.room,
    bound: voucher.bound,
    left: leftOf(voucher),
    rows: await findBound(ctx, id),
  }
}

/** The most waybills of a voucher a page shows. */
const shownMax = 500

/** Waybills bound to a voucher, newest first. The caller has found the voucher in the actor's reach. */
export async function findBound(ctx: Ctx, voucherId: string): Promise<Output<typeof calls.getBinding>['rows']> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('voucher_waybills as x')
      .innerJoin('waybills as w', 'w.id', 'x.waybill_id')
      .innerJoin('companies as c', 'c.id', 'w.carrier_id')
      .select(['x.id', 'w.id as waybill_id', 'w.waybill_no', 'c.name', 'w.plate', 'w.load_place', 'w.unload_place'])
      .select(['x.amount_fen', 'x.by_name', 'x.at'])
      .where('x.voucher_id', '=', voucherId)
      .where('x.unbound_at', 'is', null)
      .orderBy('x.id', 'desc')
      .limit(shownMax),
  )
  return rows.map(row => ({
    id: row.id,
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    carrier: row.name,
    plate: row.plate,
    load: row.load_place,
    unload: row.unload_place,
    amount: fen(row.amount_fen),
    by: row.by_name,
    at: row.at,
  }))
}

/** Charges on the carrier's account of a waybill, by their codes. */
const chargesOf = (codes: readonly string[]): RawBuilder<number> =>
  sql<number>`coalesce((select sum(k.amount_fen) from charges k where k.waybill_id = w.id and k.side = 'CARRIER'
    and k.code = any(${codes}::text[])), 0)`
const toll = tollCharges('w')
const others = chargesOf(['LOAD', 'WAIT', 'INSURE', 'DISPATCH', 'INFO', 'SUBSIDY', 'SERVICE', 'OTHER'])

/** Vouchers of a class as their room is asked for: those with input tax have none for fuel that was not used. */
type Bearing = Pick<BoundVoucher, 'isTaxed'> & { readonly class: BindClass }

/**
 * The cost of a waybill in a class. A carrier's invoice of freight bears its tolls and fees where no other voucher does:
 * freight is all that carriers invoice. Beside the tolls of its account stand those the house paid itself.
 */
const costOf = ({ class: of, isTaxed }: Bearing): RawBuilder<number> => {
  if (of === 'FREIGHT') return invoicedCost('w')
  if (of === 'OTHER') return sql<number>`greatest(${others}, 0)`
  if (of === 'TOLL') return sql<number>`(greatest(${toll}, 0) + ${suppliedCost('w', 'TOLL')})`
  // fuel the carrier's invoice bears has none of its own
  return sql<number>`case w.input_base when 'GROSS' then 0
    when 'CASH_ONLY' then ${isTaxed ? invoicedSupply('w', 'FUEL') : handedSupply('w', 'FUEL')} else w.oil_fen end`
}
const boundTo = (classes: readonly BindClass[]): RawBuilder<number> =>
  sql<number>`coalesce((select sum(x.amount_fen) from voucher_waybills x join vouchers v on v.id = x.voucher_id
    where x.waybill_id = w.id and x.class = any(${[...classes]}::text[]) and x.unbound_at is null
      and ${isEvidence('x')}), 0)`
/** Deducted invoices bear freight, tolls and fees of carriers; fuel and tolls of the house have invoices of their own. */
const deducted = inputDeducted('w')
const [deductedFuel, deductedTolls] = [inputDeducted('w', 'FUEL'), inputDeducted('w', 'TOLL')]
/** Tolls and fees that vouchers of freight and deducted invoices bear: neither has room for them any more. */
const beyondFreight = sql<number>`greatest(${boundTo(['FREIGHT'])} + ${deducted}
  - greatest(${invoicedCost('w')} - ${toll} - ${others}, 0), 0)`
/** The part of the cost in a class that has its evidence: vouchers, and invoices the product deducted. */
const boundIn = (of: BindClass): RawBuilder<number> => {
  if (of === 'FUEL') return sql<number>`(${boundTo(['FUEL'])} + ${deductedFuel})`
  // tolls of the house are no freight, but no voucher says whose tolls it bears: with freight they never pass both costs
  if (of === 'FREIGHT')
    return sql<number>`(${boundTo(['FREIGHT', 'OTHER'])} + ${deducted}
      + greatest(${boundTo(['TOLL'])} + ${deductedTolls} - ${suppliedCost('w', 'TOLL')}, 0))`
  return sql<number>`(${boundTo([of])} + ${beyondFreight} + ${of === 'TOLL' ? deductedTolls : sql`0`})`
}
/** The part of what vouchers of a class are for that deducted invoices bear. */
const deductedIn = (of: BindClass): RawBuilder<number> => {
  if (of === 'FUEL') return deductedFuel
  return of === 'TOLL' ? sql<number>`(${deducted} + ${deductedTolls})` : deducted
}

/** A waybill with the cost of a class that has no evidence yet. */
export interface FreeWaybill {
  readonly waybillNo: string
  readonly free: Fen
  /** The part of what such vouchers are for that deducted invoices bear. */
  readonly deducted: Fen
}

/** The cost of waybills in a class that has no evidence yet, by id; of the branch's signed ones alone. */
export async function findFree(
  ctx: Ctx,
  of: Bearing,
  branchId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FreeWaybill>> {
  const rows = await ctx.tx.rows(
    sql<{ id: string; waybill_no: string; cost: number; bound: number; deducted: number }>`
    select w.id, w.waybill_no, (${costOf(of)})::bigint as cost, (${boundIn(of.class)})::bigint as bound,
      ${deductedIn(of.class)} as deducted
    from waybills w
    where w.id = any(${[...ids]}::uuid[]) and w.branch_id = ${branchId}::uuid and w.signed_at is not null
      and w.state <> 'void'`.compile(q),
  )
  return new Map(
    rows.map(row => [
      row.id,
      {
        waybillNo: row.waybill_no,
        free: row.cost > row.bound ? fen(row.cost - row.bound) : ZERO_FEN,
        deducted: fen(row.deducted),
      },
    ]),
  )
}

const cursorForm = /^(\d{1,15})\.([0-9a-f-]{36})$/

/** Signatures of the months around that of a voucher. */
const aroundMonth = (date: number): RawBuilder<boolean> => {
  const [from, to] = [-bindMonths, bindMonths + 1].map(n => startOfPeriod(shiftPeriod(periodOf(date), n)))
  return sql<boolean>`w.signed_at >= ${from}::bigint and w.signed_at < ${to}::bigint`
}

interface Candidate {
  readonly id: string
  readonly waybill_no: string
  readonly name: string
  readonly plate: string
  readonly load_place: string
  readonly unload_place: string
  readonly signed_at: number
  readonly cost: number
  readonly bound: number
}
type CandidateFilter = Pick<Input<typeof calls.listBindCandidates>, 'any' | 'text' | 'numbers'>

/** Waybills a voucher of a class can be bound to, the oldest signature first. */
const candidatesOf = (
  { date, ...voucher }: BoundVoucher,
  of: BindClass,
  { any = false, text, numbers }: CandidateFilter,
  { more, limit }: { readonly more?: RawBuilder<boolean> | undefined; readonly limit: number },
) =>
  sql<Candidate>`
    select * from (
      select w.id, w.waybill_no, c.name, w.plate, w.load_place, w.unload_place, w.signed_at,
        (${costOf({ ...voucher, class: of })})::bigint as cost, (${boundIn(of)})::bigint as bound
      from waybills w join companies c on c.id = w.carrier_id where ${allOf([
        sql<boolean>`w.branch_id = ${voucher.branchId}::uuid and w.signed_at is not null and w.state <> 'void'`,
        numbers === undefined ? aroundMonth(date) : sql<boolean>`w.waybill_no = any(${numbers}::text[])`,
        any || numbers !== undefined || voucher.carrierId === undefined
          ? undefined
          : sql<boolean>`w.carrier_id = ${voucher.carrierId}::uuid`,
        contains(['w.waybill_no', 'w.plate'], text),
        more,
      ])}
    ) as x where x.cost > x.bound order by x.signed_at, x.id limit ${limit}`.compile(q)

/** The oldest waybills a voucher can be bound to, as many as one call binds: found, held, and read again once they are. */
export async function holdOldest(
  ctx: Ctx,
  voucher: BoundVoucher,
  of: BindClass,
  filter: CandidateFilter,
): Promise<{ id: string; free: Fen }[]> {
  const found = await ctx.tx.rows(candidatesOf(voucher, of, filter, { limit: bindMost }))
  const ids = found.map(row => row.id)
  const mine = sql<boolean>`w.id = any(${ids}::uuid[])`
  await ctx.tx.rows(sql`select w.id from waybills w where ${mine} order by w.id for update`.compile(q))
  // a statement of its own: it counts what was bound before the rows were held
  const rooms = await ctx.tx.rows(candidatesOf(voucher, of, filter, { more: mine, limit: bindMost }))
  return rooms.map(row => ({ id: row.id, free: fen(row.cost - row.bound) }))
}

/** Waybills of the branch with cost of the voucher's class that has no evidence yet, the oldest signature first. */
export async function findCandidates(
  ctx: Ctx,
  { id, branchId, limit = pageDefault, cursor, ...filter }: Input<typeof calls.listBindCandidates>,
): Promise<Output<typeof calls.listBindCandidates>> {
  const found = await ctx.tx.one(vouchersOf(ctx, id, branchId))
  const voucher = asBound(found)
  const of = voucher.class
  if (of === undefined) return { rows: [] }
  const [, at, last] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? [])
  if (cursor !== undefined && last === undefined) throw placeFault()
  const more =
    last === undefined ? undefined : sql<boolean>`(w.signed_at, w.id) > (${Number(at)}::bigint, ${last}::uuid)`
  const rows = await ctx.tx.rows(candidatesOf(voucher, of, filter, { more, limit: limit + 1 }))
  const shown = rows.slice(0, limit)
  const end = shown.at(-1)
  return {
    rows: shown.map(row => ({
      waybillId: row.id,
      waybillNo: row.waybill_no,
      carrier: row.name,
      plate: row.plate,
      load: row.load_place,
      unload: row.unload_place,
      signedAt: row.signed_at,
      cost: fen(row.cost),
      bound: fen(row.bound),
      free: fen(row.cost - row.bound),
    })),
    ...(rows.length > limit && end ? { next: `${end.signed_at}.${end.id}` } : {}),
  }
}
