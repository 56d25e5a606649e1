// Parts somebody chose for a sheet, with their waybills under lock, and the reason one of them cannot stand on it.
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { isCashPart, partLabel } from '@yunshu/domain/settlement/parts'
import { sheetMax } from '@yunshu/domain/settlement/settlement'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { lockPartsOf, lockWithRiders, type LockedPart } from '../part/parts.queries.ts'
import { heldWaybill } from './held.queries.ts'
import { lockChosen, type LockedWaybill } from './waybillSettle.ts'

/** A chosen part with its waybill. */
export interface ChosenPart {
  readonly waybill: LockedWaybill
  readonly part: LockedPart
}

interface Choice {
  /** Waybills of which every part that can be settled is meant. */
  readonly waybillIds?: readonly string[] | undefined
  readonly partIds?: readonly string[] | undefined
}

/** The waybills of parts; those out of reach are missing. */
async function waybillsOfParts(
  ctx: Ctx,
  partIds: readonly string[],
): Promise<{ id: string; waybill_id: string; part: string }[]> {
  return ctx.tx.rows(
    q
      .selectFrom('waybill_parts')
      .select(['id', 'waybill_id', 'part'])
      .where(sql<boolean>`id = any(${[...partIds]}::uuid[])`),
  )
}

/** Locks the waybills of parts in the order every writer takes them: nothing of them changes until the transaction ends. */
export async function holdParts(ctx: Ctx, partIds: readonly string[]): Promise<void> {
  const found = await waybillsOfParts(ctx, partIds)
  await lockChosen(ctx, [...new Set(found.map(row => row.waybill_id))].sort())
}

/**
 * Chosen parts under lock, by waybill and part. Refuses with `row.none` where one is not the actor's, and with the reason
 * of the first that cannot be settled.
 */
export async function lockChosenParts(ctx: Ctx, { waybillIds = [], partIds = [] }: Choice): Promise<ChosenPart[]> {
  const wanted = new Set(partIds)
  const found = await waybillsOfParts(ctx, partIds)
  if (found.length !== wanted.size) throw new Problem('row.none')
  if (found.some(({ part }) => part === 'fee')) return lockChosenFees(ctx, found, waybillIds.length)
  const whole = new Set(waybillIds)
  const ids = [...new Set([...whole, ...found.map(row => row.waybill_id)])].sort()
  if (ids.length === 0) throw wrongField('waybillIds', '至少选择一张运单')
  const waybills = await lockChosen(ctx, ids)
  if (waybills.length !== ids.length) throw new Problem('row.none')
  const held = await heldWaybill(ctx.tx, ids)
  if (held !== undefined) throw new Problem('exception.waybill', { waybillNo: held })
  const byWaybill = Map.groupBy(await lockPartsOf(ctx, ids), part => part.waybill_id)
  const chosen = waybills.flatMap(waybill => {
    const parts = (byWaybill.get(waybill.id) ?? [])
      // an advance is chosen by itself, never with its waybill
      .filter(({ id, part }) => isCashPart(part) || (part === 'pre' && wanted.has(id)))
    const paused = parts.find(({ id, state, hold_at: at }) => wanted.has(id) && state === 'ready' && at !== null)
    if (paused !== undefined) throw onHold(waybill, paused)
    const ready = parts.filter(({ state, hold_at: at }) => state === 'ready' && at === null)
    if (whole.has(waybill.id) && ready.length === 0) throw whyNot(waybill, parts)
    const late = parts.filter(({ id, state }) => wanted.has(id) && state !== 'ready')
    if (late.length > 0) throw whyNot(waybill, late)
    return ready.filter(({ id }) => whole.has(waybill.id) || wanted.has(id)).map(part => ({ waybill, part }))
  })
  const advances = chosen.filter(({ part }) => part.part === 'pre').length
  if (advances > 0 && advances < chosen.length) throw wrongField('partIds', '预付与运费请分别制作结算单')
  // people check a sheet by its lines, and waybills may come with several
  if (chosen.length > sheetMax) throw wrongField('waybillIds', `一张结算单最多${sheetMax}笔分期`)
  return chosen
}

/** Chosen fees under lock, in the order of their waybills; they stand on sheets of the house alone. */
async function lockChosenFees(
  ctx: Ctx,
  found: readonly { id: string; waybill_id: string; part: string }[],
  others: number,
): Promise<ChosenPart[]> {
  if (others > 0 || found.some(({ part }) => part !== 'fee'))
    throw wrongField('partIds', '转派服务费与运费请分别制作结算单')
  if (!isHouseSide(ctx.actor.side)) throw new Problem('row.none')
  const ids = [...new Set(found.map(row => row.waybill_id))].sort()
  const waybills = new Map((await lockChosen(ctx, ids)).map(waybill => [waybill.id, waybill]))
  const parts = await lockWithRiders(
    ctx,
    found.map(({ id }) => id),
  )
  return parts.map(part => {
    const waybill = waybills.get(part.waybill_id)
    if (waybill === undefined) throw new Problem('row.none')
    if (part.state !== 'ready') throw whyNot(waybill, [part])
    return { waybill, part }
  })
}

/** The refusal of a part somebody put on hold, with the reason. */
const onHold = ({ waybill_no: waybillNo }: LockedWaybill, { part, hold_reason: reason }: LockedPart): Problem =>
  new Problem('part.held', { waybillNo, part: partLabel(part), why: `已暂缓（${reason ?? ''}），解除暂缓后才能结算` })

/** The reason parts of a waybill cannot be put on a sheet. */
function whyNot(waybill: LockedWaybill, parts: readonly LockedPart[]): Problem {
  const { waybill_no: waybillNo, state, settlement_num } = waybill
  const paused = parts.find(part => part.state === 'ready' && part.hold_at !== null)
  if (paused !== undefined) return onHold(waybill, paused)
  const isTaken = parts.some(part => part.state === 'onSheet' || part.state === 'paid' || part.state === 'setOff')
  const waits = parts.some(part => part.state === 'planned')
  if (state === 'signed' && waits && !isOnlyTaken(parts)) return new Problem('settlement.receipt', { waybillNo })
  if (isTaken) return new Problem('settlement.taken', { waybillNo, settlementNum: settlement_num ?? '' })
  return new Problem('settlement.notSigned', { waybillNo })
}

const isOnlyTaken = (parts: readonly LockedPart[]): boolean => parts.some(({ state }) => state === 'onSheet')
