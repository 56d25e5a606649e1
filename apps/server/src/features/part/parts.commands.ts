// The only writer of payable parts: planned with the waybill, fixed by its signature, moved by sheets and payments.
import {
  fixParts,
  isCashPart,
  isFeePart,
  partStates,
  plannedParts,
  sharesOf,
  waitOfPart,
  type CashShare,
  type EarlyPart,
} from '@yunshu/domain/settlement/parts'
import { addFen, fen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { dueAt, type PayPlan } from '@yunshu/domain/settlement/payPlan'
import { cutsOf } from '@yunshu/domain/settlement/treatment'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { move, moveAll } from '../../work/move.ts'
import { isOutOfStock, lockPartsOf, lockWithRiders, type LockedPart } from './parts.queries.ts'

/** A waybill with the companies its parts are of. */
interface Owned {
  readonly id: string
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}

/** A waybill whose parts are planned. */
interface Planned extends Owned {
  readonly payPlan: PayPlan
  /** The freight as it is estimated. */
  readonly estimate: Fen
  readonly agreedOil?: Fen | undefined
}

/** Plans the parts of waybills that are made, or anew where their terms changed before they were loaded. */
export async function planParts(ctx: Ctx, waybills: readonly Planned[]): Promise<void> {
  const rows = waybills.flatMap(({ id, shipper_id, carrier_id, branch_id, payPlan, estimate, agreedOil }) =>
    plannedParts(payPlan, estimate, agreedOil).map(({ part, planned }) => ({
      id: v7(),
      waybill_id: id,
      part,
      shipper_id,
      carrier_id,
      branch_id,
      planned_fen: planned,
      waits_for: waitOfPart[part],
      state: partStates.start,
      created_at: ctx.now,
      updated_at: ctx.now,
    })),
  )
  if (rows.length === 0) return
  await ctx.tx.run(
    sql`update waybill_parts set planned_fen = 0, updated_at = ${ctx.now}
      where waybill_id = any(${waybills.map(({ id }) => id)}::uuid[]) and state = 'planned'`.compile(q),
  )
  await ctx.tx.run(
    sql`${insertRows('waybill_parts', rows)} on conflict (waybill_id, part, carrier_id, n)
      do update set planned_fen = excluded.planned_fen, updated_at = excluded.updated_at`.compile(q),
  )
}

/** A waybill at its signature, with what the signature fixes. */
export interface SignedParts extends Owned {
  readonly payPlan: PayPlan
  readonly estimate: Fen
  readonly freight: Fen
  readonly deducted: Fen
  /** The share of `deducted` that is penalties. */
  readonly penalty: Fen
  readonly oil: Fen
  /** Tolls paid for the carrier before the signature. */
  readonly etc: Fen
  readonly signedAt: number
  readonly receiptWanted: boolean
  readonly receiptConfirmed: boolean
}

/** A share of a signed waybill with the id of its part. */
export type FixedShare = CashShare & { readonly id: string; readonly dueAt: number | undefined }

/** Fixes the parts of a waybill the caller holds at its signature; parts nothing is left for are dropped. */
export async function fixWaybillParts(ctx: Ctx, waybill: SignedParts): Promise<FixedShare[]> {
  const { id, payPlan, freight, deducted, penalty, oil, etc } = waybill
  const parts = await lockPartsOf(ctx, [id])
  const pre = parts.find(({ part, state }) => part === 'pre' && state === 'issued')
  const advanced = fen(pre?.issued_fen ?? 0)
  const fixed = fixParts(payPlan, waybill.estimate, {
    net: subtractFen(freight, cutsOf(waybill)),
    penalties: penalty,
    issued: { pre: advanced, oil, etc },
    receiptWanted: waybill.receiptWanted,
  })
  const due = dueAt(waybill.signedAt, payPlan.termDays)
  const shares = sharesOf(fixed, { freight, deducted, penalty, oil, advanced: addFen(advanced, etc) }).map(
    (share): FixedShare => {
      const waits = share.part === 'receipt' && !waybill.receiptConfirmed
      return {
        ...share,
        id: parts.find(({ part }) => part === share.part)?.id ?? v7(),
        dueAt: waits ? undefined : due,
      }
    },
  )
  const out = parts.filter(isOutOfStock)
  await writeShares(
    ctx,
    waybill,
    shares,
    out.some(({ part }) => part === 'oil'),
  )
  if (pre !== undefined) await ride(ctx, pre.id, shares[0]?.id)
  for (const part of out) await ride(ctx, part.id, shares[0]?.id, part.issued_fen)
  const kept = new Set(shares.map(share => share.id))
  const standing = await lockPartsOf(ctx, [id])
  const isOpen = ({ id: partId, part }: LockedPart): boolean =>
    part === 'oil' ? oil > 0 : shares.some(share => share.id === partId && share.dueAt !== undefined)
  const planned = standing.filter(({ state }) => state === 'planned')
  await moveAll(ctx, partStates, planned.filter(isOpen), 'open')
  await moveAll(
    ctx,
    partStates,
    // an advance nobody has paid is in what falls due from now on
    standing.filter(
      part =>
        (part.state === 'planned' && !isOpen(part) && !kept.has(part.id)) ||
        (part.part === 'pre' && part.state === 'ready'),
    ),
    'drop',
  )
  return shares
}

/** Has a part handed out before go along with a cash part. */
async function ride(ctx: Ctx, id: string, on: string | undefined, fixed?: number): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('waybill_parts')
      .set({ rides_on: on ?? null, updated_at: ctx.now, ...(fixed === undefined ? {} : { fixed_fen: fixed }) })
      .where('id', '=', id),
  )
}

/** Writes what a signature leaves to each part, and the fuel that goes along with the first. */
async function writeShares(
  ctx: Ctx,
  waybill: SignedParts,
  shares: readonly FixedShare[],
  isOilOut: boolean,
): Promise<void> {
  const { id, shipper_id, carrier_id, branch_id, oil } = waybill
  const base = { waybill_id: id, shipper_id, carrier_id, branch_id, state: partStates.start }
  const stamps = { created_at: ctx.now, updated_at: ctx.now }
  const rows = shares.map(share => ({
    id: share.id,
    ...base,
    part: share.part,
    planned_fen: 0,
    fixed_fen: share.cash,
    freight_fen: share.freight,
    deducted_fen: share.deducted,
    penalty_fen: share.penalty,
    oil_fen: share.oil,
    advanced_fen: share.advanced,
    waits_for: waitOfPart[share.part],
    due_at: share.dueAt ?? null,
    ...stamps,
  }))
  await ctx.tx.run(
    sql`${insertRows('waybill_parts', rows)} on conflict (waybill_id, part, carrier_id, n) do update
      set fixed_fen = excluded.fixed_fen,
      freight_fen = excluded.freight_fen, deducted_fen = excluded.deducted_fen, penalty_fen = excluded.penalty_fen,
        oil_fen = excluded.oil_fen, advanced_fen = excluded.advanced_fen, due_at = excluded.due_at,
        updated_at = excluded.updated_at`.compile(q),
  )
  const [first] = shares
  if (oil === 0 || first === undefined || isOilOut) return
  const rider = { id: v7(), ...base, part: 'oil', planned_fen: oil, waits_for: waitOfPart.oil, ...stamps }
  await ctx.tx.run(
    sql`${insertRows('waybill_parts', [{ ...rider, fixed_fen: oil, rides_on: first.id }])}
      on conflict (waybill_id, part, carrier_id, n)
      do update set fixed_fen = excluded.fixed_fen, rides_on = excluded.rides_on,
        updated_at = excluded.updated_at`.compile(q),
  )
}

/** The receipt of a waybill is confirmed: what waited for it can be settled, and is due at `due`. Answers whether something did. */
export async function openReceiptPart(ctx: Ctx, waybillId: string, due: number): Promise<boolean> {
  const waiting = (await lockPartsOf(ctx, [waybillId])).filter(
    ({ part, state, fixed_fen }) => part === 'receipt' && state === 'planned' && fixed_fen !== null,
  )
  await moveAll(ctx, partStates, waiting, 'open', { set: { due_at: due } })
  return waiting.length > 0
}

/** An accepted waybill may be paid in advance. */
export async function openAdvance(ctx: Ctx, waybillId: string): Promise<void> {
  const parts = (await lockPartsOf(ctx, [waybillId])).filter(
    ({ part, state, planned_fen }) => part === 'pre' && state === 'planned' && planned_fen > 0,
  )
  await moveAll(ctx, partStates, parts, 'open', { set: { due_at: ctx.now } })
}

/** Parts nobody will ever bill, of a waybill the caller holds: nothing of them falls due. */
export const dropEndedParts = (ctx: Ctx, parts: readonly LockedPart[]): Promise<void> =>
  moveAll(ctx, partStates, parts, 'drop')

/** A waybill comes to nothing: nothing of it falls due. Answers the advance that was paid of it. */
export async function cancelParts(ctx: Ctx, waybillId: string): Promise<LockedPart | undefined> {
  const parts = (await lockPartsOf(ctx, [waybillId])).filter(
    ({ state }) => state === 'planned' || state === 'ready' || state === 'issued',
  )
  await moveAll(ctx, partStates, parts, 'cancel')
  return parts.find(({ part, state }) => part === 'pre' && state === 'issued')
}

/** The part of a waybill for fuel or tolls, as it stands now. */
type StockPart = Extract<EarlyPart, 'oil' | 'etc'>

/** An amount of fuel or tolls is handed out to a waybill the caller holds; answers the part it belongs to. */
export async function handOutPart(ctx: Ctx, waybill: Owned, part: StockPart, amount: Fen): Promise<string> {
  const { id: waybill_id, shipper_id, carrier_id, branch_id } = waybill
  const stamps = { created_at: ctx.now, updated_at: ctx.now }
  await ctx.tx.run(
    q
      .insertInto('waybill_parts')
      .values({
        id: v7(),
        waybill_id,
        part,
        shipper_id,
        carrier_id,
        branch_id,
        planned_fen: 0,
        waits_for: waitOfPart[part],
        state: partStates.start,
        ...stamps,
      })
      .onConflict(c => c.doNothing()),
  )
  const row = (await lockPartsOf(ctx, [waybill_id])).find(each => each.part === part)
  if (row === undefined) throw new Error(`waybill ${waybill_id} has no part ${part}`)
  await move(ctx, partStates, row, 'handOut', { set: { issued_fen: row.issued_fen + amount, from_stock: true } })
  return row.id
}

/** An amount that was handed out is taken back unused, before the signature. The caller holds the waybill. */
export async function takeInPart(ctx: Ctx, waybillId: string, partId: string, amount: Fen): Promise<void> {
  const row = (await lockPartsOf(ctx, [waybillId])).find(({ id }) => id === partId)
  if (row === undefined) throw new Error(`waybill ${waybillId} has no part ${partId}`)
  const left = row.issued_fen - amount
  await move(ctx, partStates, row, left > 0 ? 'takeIn' : 'takeAllIn', {
    set: { issued_fen: left, from_stock: left > 0 },
  })
}

/** Puts parts on a sheet, and those handed out before that go along with them. */
export async function takeParts(ctx: Ctx, partIds: readonly string[], sheetId: string): Promise<void> {
  await moveAll(ctx, partStates, await lockWithRiders(ctx, partIds), 'take', { set: { settlement_id: sheetId } })
}

/** Takes parts off their sheet: they can be settled anew. */
export async function releaseParts(ctx: Ctx, partIds: readonly string[]): Promise<void> {
  const parts = await lockWithRiders(ctx, partIds)
  // an advance that goes along is out already, and so is fuel of a card; other fuel is handed out with its sheet
  const isOut = (part: LockedPart): boolean => part.rides_on !== null && (part.part === 'pre' || part.from_stock)
  await moveAll(ctx, partStates, parts.filter(isOut), 'keep', { set: { settlement_id: null } })
  await moveAll(
    ctx,
    partStates,
    parts.filter(part => !isOut(part)),
    'release',
    { set: { settlement_id: null, issued_fen: 0 } },
  )
}

/** Drops advances that came off their sheets after the signature of their waybills: nothing of them falls due by itself. */
export async function dropLateAdvances(ctx: Ctx, waybillIds: readonly string[]): Promise<void> {
  const late = (await lockPartsOf(ctx, waybillIds)).filter(
    ({ part, state, rides_on }) => part === 'pre' && state === 'ready' && rides_on === null,
  )
  await moveAll(ctx, partStates, late, 'drop')
}

/** True for parts that end with money of a sheet. */
const isPaid = (part: LockedPart['part']): boolean => isCashPart(part) || isFeePart(part)

/** The money of a part: transferred, and set off instead. */
export interface PartMoney {
  readonly part_id: string
  readonly pay_fen: number
  readonly set_off_fen: number
}

/** Settles parts: their money is out. Those settled already stay as they are; answers the waybills of the others. */
export async function settleParts(ctx: Ctx, money: readonly PartMoney[]): Promise<string[]> {
  const of = new Map(money.map(each => [each.part_id, each]))
  const parts = (await lockWithRiders(ctx, [...of.keys()])).filter(({ state }) => state === 'onSheet')
  const cash = parts.filter(({ part }) => isPaid(part))
  const each = ({ id }: LockedPart) => {
    const { pay_fen = 0, set_off_fen = 0 } = of.get(id) ?? {}
    return { set: { paid_fen: pay_fen, set_off_fen } }
  }
  const hasMoney = ({ id }: LockedPart): boolean => (of.get(id)?.pay_fen ?? 0) > 0
  await moveAll(ctx, partStates, cash.filter(hasMoney), 'pay', { each })
  await moveAll(
    ctx,
    partStates,
    cash.filter(part => !hasMoney(part)),
    'setOff',
    { each },
  )
  const advances = parts.filter(part => part.part === 'pre' && of.has(part.id))
  await moveAll(ctx, partStates, advances, 'issue', {
    each: ({ id }) => {
      const { pay_fen = 0 } = of.get(id) ?? {}
      return { set: { issued_fen: pay_fen, fixed_fen: pay_fen } }
    },
  })
  await moveAll(
    ctx,
    partStates,
    parts.filter(part => !isPaid(part.part) && !of.has(part.id)),
    'pay',
    { each: ({ fixed_fen }) => ({ set: { issued_fen: fixed_fen ?? 0 } }) },
  )
  return [...new Set(cash.map(part => part.waybill_id))]
}

/** The money of parts came back: they are to be paid again. Answers the waybills of those that had been settled. */
export async function giveBackParts(ctx: Ctx, partIds: readonly string[]): Promise<string[]> {
  const meant = new Set(partIds)
  const parts = (await lockWithRiders(ctx, partIds)).filter(
    ({ id, state }) => state === 'paid' || state === 'setOff' || (state === 'issued' && meant.has(id)),
  )
  const cash = parts.filter(({ part }) => isPaid(part))
  await moveAll(ctx, partStates, cash, 'giveBack', { set: { paid_fen: fen(0), set_off_fen: fen(0) } })
  const isAdvance = ({ id, part }: LockedPart): boolean => part === 'pre' && meant.has(id)
  await moveAll(ctx, partStates, parts.filter(isAdvance), 'giveBack', { set: { issued_fen: 0 } })
  await moveAll(
    ctx,
    partStates,
    parts.filter(part => !isPaid(part.part) && !isAdvance(part)),
    'giveBack',
  )
  return [...new Set(cash.map(part => part.waybill_id))]
}

/** Advances of ended waybills came back: the carrier has nothing of them. */
export async function forgetAdvances(ctx: Ctx, partIds: readonly string[]): Promise<void> {
  await ctx.tx.run(
    sql`update waybill_parts set issued_fen = 0, settlement_id = null, version = version + 1, updated_at = ${ctx.now}
      where id = any(${[...partIds]}::uuid[]) and state = 'dropped'`.compile(q),
  )
}

/** Parts whose lines went to another sheet of their family. */
export async function rehangParts(ctx: Ctx, partIds: readonly string[], sheetId: string): Promise<void> {
  await ctx.tx.run(
    sql`update waybill_parts set settlement_id = ${sheetId}::uuid, version = version + 1, updated_at = ${ctx.now}
      where id = any(${[...partIds]}::uuid[]) or rides_on = any(${[...partIds]}::uuid[])`.compile(q),
  )
}
