// Effects of settlement on waybills: locks them, takes them onto a sheet, lets them go, marks them paid and finishes
// them.
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { isCashPart, settleStateOf, type PartState } from '@yunshu/domain/settlement/parts'
import { isSignedState, waybillSettleStates, type WaybillSettleState } from '@yunshu/domain/waybill/waybill'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { moveAll } from '../../work/move.ts'
import { ownRows } from '../../work/scope.ts'
import type { Waybills } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { logEvents } from '../../work/history.ts'
import {
  dropLateAdvances,
  forgetAdvances,
  giveBackParts,
  releaseParts,
  settleParts,
  takeParts,
  type PartMoney,
} from '../part/parts.commands.ts'
import { lockPartsOf } from '../part/parts.queries.ts'
import { finishDone, reopenFinished } from '../waybill/waybill.commands.ts'
import { isReceiptInOrder } from './settleable.queries.ts'
import { payerRows, type SheetLine } from './settlement.queries.ts'

export type LockedWaybill = Omit<Selectable<Waybills>, 'body'> & { receipt_ok: boolean }

const locking = (ctx: Ctx, ids: readonly string[]) =>
  q
    .selectFrom('waybills as w')
    .selectAll('w')
    .select(isReceiptInOrder.as('receipt_ok'))
    .where(sql<boolean>`w.id = any(${[...ids]}::uuid[])`)
    .where(payerRows(ctx.actor, 'w'))
    .orderBy('w.id')
    .forUpdate('w')

/**
 * Waybills somebody chose for a sheet, under lock, in the order of their ids, as every writer takes them; those that
 * are not the actor's are missing.
 */
export const lockChosen = (ctx: Ctx, ids: readonly string[]): Promise<LockedWaybill[]> =>
  ctx.tx.rows(locking(ctx, ids).where(ownRows(ctx.actor, 'w')))

/** Waybills of a sheet the actor has in hand, under lock in the same order: all of them, also those of colleagues. */
export const lockWaybills = (ctx: Ctx, ids: readonly string[]): Promise<LockedWaybill[]> =>
  ctx.tx.rows(locking(ctx, ids))

const settling = (waybill: LockedWaybill) => ({
  ...waybill,
  state: keyOf(waybillSettleStates.states, waybill.settle_state),
})

type SettleMove = Exclude<keyof typeof waybillSettleStates.moves, 'freeze' | 'unfreeze'>
type Followed = Exclude<WaybillSettleState, 'frozen'>
/** The move that leads to each state a waybill's parts can bring it to. */
const moveTo: Readonly<Record<Followed, SettleMove>> = {
  unsettled: 'release',
  settling: 'take',
  partly: 'part',
  settled: 'settle',
}

/** The act of a sheet on parts of waybills, as their histories tell it. */
interface Told {
  readonly settlementNum?: string | null | undefined
  readonly diff?: readonly Change[]
}

/**
 * Brings waybills the caller holds to where their parts stand: settle state, transferred and set-off amounts, and the
 * day the next of them is due.
 */
async function followParts(
  ctx: Ctx,
  waybills: readonly LockedWaybill[],
  { settlementNum, diff = [] }: Told = {},
): Promise<void> {
  const byWaybill = Map.groupBy(
    await lockPartsOf(
      ctx,
      waybills.map(({ id }) => id),
    ),
    part => part.waybill_id,
  )
  const set = settlementNum === undefined ? {} : { settlement_num: settlementNum }
  const each = ({ id, due_at }: LockedWaybill) => {
    const parts = byWaybill.get(id) ?? []
    const open = parts.filter(({ part, state }) => isCashPart(part) && !endStates.has(state))
    const dues = open.flatMap(part => part.due_at ?? [])
    return {
      set: {
        paid_fen: sumFen(parts.map(part => fen(part.paid_fen))),
        set_off_fen: sumFen(parts.map(part => fen(part.set_off_fen))),
        due_at: open.length === 0 ? due_at : dues.length === 0 ? null : Math.min(...dues),
      },
    }
  }
  const target = ({ id }: LockedWaybill): Followed => settleStateOf(byWaybill.get(id) ?? [])
  const isThere = (waybill: LockedWaybill): boolean => waybill.settle_state === target(waybill)
  for (const [to, moved] of Map.groupBy(
    waybills.filter(waybill => !isThere(waybill)),
    target,
  )) {
    const name = (waybill: LockedWaybill): SettleMove =>
      to === 'settling' && (waybill.settle_state === 'settled' || diff.length === 0)
        ? 'giveBack'
        : to === 'settled' && waybill.settle_state === 'unsettled'
          ? 'letGo'
          : moveTo[to]
    for (const [step, rows] of Map.groupBy(moved, name)) {
      await moveAll(ctx, waybillSettleStates, rows.map(settling), step, { set, diff, each })
      noteMoves(ctx, rows, to)
    }
  }
  await touchAll(ctx, waybills.filter(isThere), { settlementNum, diff }, each)
}

const endStates: ReadonlySet<PartState> = new Set<PartState>(['paid', 'setOff', 'dropped'])

/** Writes waybills whose settle state stays: another of their parts was moved. */
async function touchAll(
  ctx: Ctx,
  waybills: readonly LockedWaybill[],
  { settlementNum, diff = [] }: Told,
  each: (waybill: LockedWaybill) => { set: Readonly<Record<'paid_fen' | 'set_off_fen' | 'due_at', number | null>> },
): Promise<void> {
  if (waybills.length === 0) return
  const rows = waybills.map(waybill => ({ id: waybill.id, ...each(waybill).set }))
  const number = settlementNum === undefined ? sql`w.settlement_num` : sql`${settlementNum}`
  await ctx.tx.run(
    sql`update waybills w
      set paid_fen = r.paid_fen, set_off_fen = r.set_off_fen, due_at = r.due_at, settlement_num = ${number},
        version = version + 1, updated_at = ${ctx.now}
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, paid_fen bigint, set_off_fen bigint,
        due_at bigint)
      where w.id = r.id`.compile(q),
  )
  if (diff.length === 0) return
  await logEvents(
    ctx,
    waybills.map(({ id }) => ({ entity: 'waybill', entityId: id, action: '结算分期', diff })),
  )
}

/** The audit row says once how the waybills of a sheet moved. */
function noteMoves(ctx: Ctx, waybills: readonly LockedWaybill[], to: WaybillSettleState): void {
  const { states } = waybillSettleStates
  const after = states[to].label
  ctx.noted(waybills.map(waybill => ({ field: '状态', old: states[settling(waybill).state].label, new: after })))
}

/** A line of a sheet, by its waybill and part. */
type PartLine = Pick<SheetLine, 'waybill_id' | 'part_id' | 'part'>

/** Whether lines pay before the trip: all of them do, or none. */
export const isAdvanceSheet = (lines: readonly Pick<SheetLine, 'part'>[]): boolean =>
  lines.some(({ part }) => part === 'pre')
/** Whether lines pay carriers that handed work down: all of them do, or none. */
export const isFeeSheet = (lines: readonly Pick<SheetLine, 'part'>[]): boolean =>
  lines.some(({ part }) => part === 'fee')
const waybillsOf = (lines: readonly PartLine[]): string[] => [...new Set(lines.map(line => line.waybill_id))]
const partsOf = (lines: readonly PartLine[]): string[] => lines.map(line => line.part_id)

/** Writes on each waybill the amount its carrier has in advance, without a new version. */
async function writeAdvanced(ctx: Ctx, waybillIds: readonly string[]): Promise<void> {
  await ctx.tx.run(
    sql`update waybills w set advanced_fen = (select coalesce(sum(p.issued_fen), 0) from waybill_parts p
        where p.waybill_id = w.id and (p.part = 'pre' and p.state in ('issued', 'paid') or p.part = 'etc'
          and p.from_stock and p.state <> 'dropped'))
      where w.id = any(${[...waybillIds]}::uuid[])`.compile(q),
  )
}

/** Puts parts of waybills on a sheet. */
export async function takeWaybills(
  ctx: Ctx,
  waybills: readonly LockedWaybill[],
  partIds: readonly string[],
  sheet: { id: string; settlementNum: string; isApart: boolean },
): Promise<void> {
  await takeParts(ctx, partIds, sheet.id)
  // a waybill on its way is not being settled yet, and a fee is no part of its own settlement
  if (sheet.isApart) return
  const { settlementNum } = sheet
  await followParts(ctx, waybills, {
    settlementNum,
    diff: [{ field: '结算单', old: '--', new: settlementNum }],
  })
  await ctx.tx.run(
    q
      .updateTable('charges')
      .set({ settlement_id: sheet.id })
      .where(sql<boolean>`waybill_id = any(${waybills.map(({ id }) => id)}::uuid[])`)
      .where('side', '=', 'CARRIER')
      .where('settlement_id', 'is', null),
  )
}

/** Takes parts of waybills off their sheet: they can be settled anew. `rootId` is the sheet that took their charges. */
export async function releaseWaybills(
  ctx: Ctx,
  sheet: { id: string; settlement_num: string },
  lines: readonly PartLine[],
  rootId = sheet.id,
): Promise<void> {
  const [ids, parts] = [waybillsOf(lines), partsOf(lines)]
  await ctx.tx.run(
    q
      .updateTable('settlement_lines')
      .set({ is_open: false })
      .where('settlement_id', '=', sheet.id)
      .where(sql<boolean>`part_id = any(${parts}::uuid[])`),
  )
  const waybills = await lockWaybills(ctx, ids)
  await releaseParts(ctx, parts)
  if (isAdvanceSheet(lines)) {
    const signed = waybills.filter(({ state }) => isSignedState(state))
    await dropLateAdvances(
      ctx,
      signed.map(({ id }) => id),
    )
    return writeAdvanced(ctx, ids)
  }
  if (isFeeSheet(lines)) return
  await followParts(ctx, waybills, {
    settlementNum: null,
    diff: [{ field: '结算单', old: sheet.settlement_num, new: '--' }],
  })
  const these = sql<boolean>`waybill_id = any(${ids}::uuid[])`
  await ctx.tx.run(
    q.updateTable('charges').set({ settlement_id: null }).where('settlement_id', '=', rootId).where(these),
  )
  // another part of it may stand on a sheet still
  await ctx.tx.run(
    sql`update waybills w set settlement_num = o.settlement_num
      from (select distinct on (l.waybill_id) l.waybill_id, s.settlement_num from settlement_lines l
        join settlements s on s.id = l.settlement_id
        where l.is_open and l.waybill_id = any(${ids}::uuid[]) order by l.waybill_id, s.id desc) o
      where w.id = o.waybill_id`.compile(q),
  )
}

/**
 * Settles the parts of lines: what was transferred and what was set off is written on each and on their waybills. Those
 * settled already stay as they are; waybills with nothing else open become 已完成.
 */
export async function settleWaybills(ctx: Ctx, lines: readonly (PartLine & PartMoney)[]): Promise<void> {
  if (lines.length === 0) return
  const waybills = await lockWaybills(ctx, waybillsOf(lines))
  const settled = new Set(await settleParts(ctx, lines))
  if (isAdvanceSheet(lines)) return writeAdvanced(ctx, waybillsOf(lines))
  if (isFeeSheet(lines)) return
  if (settled.size === 0) return
  await followParts(
    ctx,
    waybills.filter(({ id }) => settled.has(id)),
  )
  await finishDone(ctx, [...settled])
}

/** Parts of a waybill were let go without a sheet: where nothing else of it is open it is settled, and may be finished. */
export async function followEnded(ctx: Ctx, waybillId: string): Promise<void> {
  await followParts(ctx, await lockWaybills(ctx, [waybillId]))
  await finishDone(ctx, [waybillId])
}

/** Those of lines whose part came to nothing with its waybill, which is under lock from here on. */
export async function lockEndedLines<L extends PartLine>(ctx: Ctx, lines: readonly L[]): Promise<L[]> {
  const advances = lines.filter(({ part }) => part === 'pre')
  if (advances.length === 0) return []
  const ids = waybillsOf(advances)
  await lockWaybills(ctx, ids)
  const dropped = new Set((await lockPartsOf(ctx, ids)).flatMap(({ id, state }) => (state === 'dropped' ? [id] : [])))
  return advances.filter(line => dropped.has(line.part_id))
}

/** Takes lines of ended waybills off their sheets, whose money came back: nothing of them is paid, and nothing falls due. */
export async function dropEndedLines(ctx: Ctx, lines: readonly PartLine[]): Promise<void> {
  const parts = partsOf(lines)
  await ctx.tx.run(
    q
      .updateTable('settlement_lines')
      .set({ is_open: false })
      .where('is_open', '=', true)
      .where(sql<boolean>`part_id = any(${parts}::uuid[])`),
  )
  await forgetAdvances(ctx, parts)
}

/** Takes the money of lines off their waybills again: it came back. Finished ones are signed and to be paid. */
export async function unsettleWaybills(ctx: Ctx, lines: readonly PartLine[]): Promise<void> {
  if (lines.length === 0) return
  const waybills = await lockWaybills(ctx, waybillsOf(lines))
  const back = new Set(await giveBackParts(ctx, partsOf(lines)))
  if (isAdvanceSheet(lines)) return writeAdvanced(ctx, waybillsOf(lines))
  if (isFeeSheet(lines)) return
  if (back.size === 0) return
  await followParts(
    ctx,
    waybills.filter(({ id }) => back.has(id)),
  )
  await reopenFinished(ctx, [...back])
}
