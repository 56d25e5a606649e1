// The only writer of what shippers owe: an item for each signed waybill, and what money paid of it.
import type { Fen } from '@yunshu/domain/figures/money'
import { dueAt } from '@yunshu/domain/settlement/payPlan'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { BookedEntry } from './entry.ts'
import type { Undone } from './claimed.queries.ts'
import { noteReturned } from './givenUp.commands.ts'
import type { Lowered } from './lowered.queries.ts'
import type { OffsetRun } from './receivables.queries.ts'

/** A signed waybill as far as its shipper owes for it. */
interface Owed {
  readonly id: string
  readonly waybillNo: string
  readonly shipperId: string
  readonly branchId: string
  readonly signedAt: number
  readonly shipperFreight: Fen
  /** The revenue before compensation: its tax falls due with the item, also where nothing is left to pay. */
  readonly revenue: Fen
}

/** Keeps what a shipper owes for a signed waybill, due after the days of credit it has; a repeat changes nothing. */
export async function openReceivable(ctx: Ctx, w: Owed): Promise<void> {
  if (w.revenue === 0) return
  const { term_days: termDays } = await ctx.tx.one(
    q.selectFrom('companies').select('term_days').where('id', '=', w.shipperId),
  )
  await ctx.tx.run(
    q
      .insertInto('ar_items')
      .values({
        id: v7(),
        waybill_id: w.id,
        waybill_no: w.waybillNo,
        shipper_id: w.shipperId,
        branch_id: w.branchId,
        amount_fen: w.shipperFreight,
        open_fen: w.shipperFreight,
        happened_at: w.signedAt,
        due_at: dueAt(w.signedAt, termDays),
        created_at: ctx.now,
      })
      .onConflict(c => c.column('waybill_id').doNothing()),
  )
}

/** Keeps what runs of setting off paid and gave back; `booked` are their entries as they stand in the books. */
export async function keepMatches(ctx: Ctx, runs: readonly OffsetRun[], booked: readonly BookedEntry[]): Promise<void> {
  const entryOf = new Map(booked.map(({ id, source }) => [source.id, id]))
  await markBack(
    ctx,
    runs.flatMap(({ moved }) => moved.map(({ id, sourceId }) => ({ id, entryId: entryOf.get(sourceId) ?? '' }))),
  )
  await noteReturned(
    ctx,
    runs.flatMap(({ moved }) => moved.map(({ id }) => id)),
  )
  const voided = runs.flatMap(run => run.voided)
  if (voided.length > 0) await cancelItems(ctx, voided, booked)
  for (const { lowered } of runs) await lowerItems(ctx, lowered, booked)
  for (const { undone, unclaimed } of runs) {
    const entryId = entryOf.get(undone.sourceId) ?? ''
    await reopenItems(ctx, [...undone.matches.map(match => ({ ...match, entryId })), ...unclaimed])
  }
  await insertMatches(ctx, runs, entryOf)
}

/** Keeps what paid items or gave them up: prepaid money, claims that named them, write-offs. */
async function insertMatches(
  ctx: Ctx,
  runs: readonly OffsetRun[],
  entryOf: ReadonlyMap<string, string>,
): Promise<void> {
  const matches = runs.flatMap(({ shipperId, branchId, matches: ofRun, claimed }) => {
    const own = { shipper_id: shipperId, branch_id: branchId, created_at: ctx.now }
    const prepaid = ofRun.map(({ item, amount, sourceId }) => ({
      id: v7(),
      waybill_id: item.waybillId,
      amount_fen: amount,
      entry_id: entryOf.get(sourceId) ?? '',
      claim_id: null,
      write_off_id: null,
      is_tail: false,
      ...own,
    }))
    const named = claimed.map(({ waybillId, amount, entryId, claimId, writeOffId, isTail }) => ({
      id: v7(),
      waybill_id: waybillId,
      amount_fen: amount,
      entry_id: entryId,
      claim_id: claimId,
      write_off_id: writeOffId,
      is_tail: isTail,
      ...own,
    }))
    return [...named, ...prepaid]
  })
  if (matches.length === 0) return
  await ctx.tx.run(sql`${insertRows('ar_matches', matches)}`.compile(q))
  await ctx.tx.run(
    sql`update ar_items i set open_fen = i.open_fen - m.amount
      from (select id, sum(amount)::bigint as amount from unnest(${matches.map(match => match.waybill_id)}::uuid[],
        ${matches.map(match => match.amount_fen)}::bigint[]) as x (id, amount) group by id) as m
      where i.waybill_id = m.id`.compile(q),
  )
}

/** Voided waybills are owed for no more; the money that had paid for them is given back. */
async function cancelItems(ctx: Ctx, waybillIds: readonly string[], booked: readonly BookedEntry[]): Promise<void> {
  const reds = booked.filter(({ event }) => event === 'E2br')
  await ctx.tx.run(
    sql`update ar_items set open_fen = 0, cancelled_at = ${ctx.now}
      where waybill_id = any(${[...waybillIds]}::uuid[])`.compile(q),
  )
  await ctx.tx.run(
    sql`update ar_matches m set reversed_by = r.entry_id
      from unnest(${reds.map(({ source }) => source.id)}::uuid[],
        ${reds.map(({ id }) => id)}::uuid[]) as r (waybill_id, entry_id)
      where m.waybill_id = r.waybill_id and m.reversed_by is null`.compile(q),
  )
}

/**
 * Items get smaller by allowances; one of which nothing is left is owed for no more, but where compensation paid a part of
 * it: that is revenue still.
 */
async function lowerItems(ctx: Ctx, lowered: readonly Lowered[], booked: readonly BookedEntry[]): Promise<void> {
  for (const { waybillId, amount, isCompensated, entrySource, given } of lowered) {
    const red = booked.find(({ event, source }) => event === 'E2br' && source.id === entrySource)
    if (red !== undefined)
      await ctx.tx.run(
        sql`update ar_matches set reversed_by = ${red.id}::uuid where waybill_id = ${waybillId}::uuid
          and reversed_by is null`.compile(q),
      )
    const isWhole = sql<boolean>`(amount_fen = ${amount} and not ${isCompensated})`
    await ctx.tx.run(
      sql`update ar_items set open_fen = case when ${isWhole} then 0 else open_fen + ${given} - ${amount} end,
          cancelled_at = case when ${isWhole} then ${ctx.now} else cancelled_at end,
          amount_fen = case when ${isWhole} then amount_fen else amount_fen - ${amount} end
        where waybill_id = ${waybillId}::uuid`.compile(q),
    )
  }
}

type Back = readonly { readonly id: string; readonly entryId: string }[]

/** Matches are taken back, each by its entry. */
async function markBack(ctx: Ctx, back: Back): Promise<void> {
  if (back.length === 0) return
  await ctx.tx.run(
    sql`update ar_matches m set reversed_by = r.entry_id
      from unnest(${back.map(({ id }) => id)}::uuid[], ${back.map(({ entryId }) => entryId)}::uuid[]) as r (id, entry_id)
      where m.id = r.id`.compile(q),
  )
}

/** The items of matches taken back are open again. */
async function reopenItems(ctx: Ctx, undone: readonly (Undone & Back[number])[]): Promise<void> {
  if (undone.length === 0) return
  await markBack(ctx, undone)
  await ctx.tx.run(
    sql`update ar_items i set open_fen = i.open_fen + m.amount
      from (select waybill_id, sum(amount_fen)::bigint as amount from ar_matches
        where id = any(${undone.map(({ id }) => id)}::uuid[])
        group by 1) m
      where i.waybill_id = m.waybill_id`.compile(q),
  )
}
