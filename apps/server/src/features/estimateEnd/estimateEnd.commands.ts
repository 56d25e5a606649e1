// Letting estimates go that nobody will ever bill: asked by one person, and out of the books when another agrees.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/estimateEnd'
import { fen, printMoney, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import {
  estimateEndStates,
  faultOfEnding,
  faultOfEstimateMove,
  faultOfLateCuts,
} from '@yunshu/domain/voucher/estimateEnd'
import { isSignedState } from '@yunshu/domain/waybill/waybill'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { isAskerOf } from '../../work/scope.ts'
import { bearersOf } from '../invoice/baseChange.queries.ts'
import { lockFeesOf, lockPartsOf, type LockedPart } from '../part/parts.queries.ts'
import { postEstimateEnded } from '../voucher/estimateBooks.commands.ts'
import { findVoucherOf } from '../voucher/voucher.queries.ts'
import { lockWaybills, type LockedWaybill } from '../waybill/waybill.queries.ts'
import { endParts } from '../settlement/endedParts.commands.ts'
import { lateCutsBeside, lockEstimateEnd, ownEstimateEnds, sheetNumOf, standingOn } from './estimateEnd.queries.ts'

/** A waybill under lock with the parts whose estimate is to end, all of one carrier. */
interface Ending {
  readonly waybill: LockedWaybill
  readonly carrierId: string
  readonly parts: readonly LockedPart[]
  readonly amount: Fen
}

/** Locks a waybill and the parts an estimate stands for; refuses where something other than the estimate depends on them. */
async function lockEnding(ctx: Ctx, voucherId: string, waybillId: string): Promise<Ending> {
  const { entryId } = await findVoucherOf(ctx, 'TENTATIVE', voucherId)
  const [waybill] = await lockWaybills(ctx, [waybillId], ownEstimateEnds)
  // statements of their own: they see what was written before the row was held
  const standing = waybill === undefined ? [] : await standingOn(ctx, entryId, waybillId)
  const [first] = standing
  if (waybill === undefined) throw new Problem('row.none')
  const { waybill_no: waybillNo } = waybill
  const kept = (why: string) => new Problem('estimate.kept', { waybillNo, why })
  if (first === undefined) throw kept('已经冲回')
  if (!isSignedState(waybill.state)) throw kept('运单不是已签收')
  if (waybill.settle_state === 'frozen') throw kept('运单有异议，结算已冻结')
  const ids = new Set(standing.map(({ part_id }) => part_id))
  const own = await lockPartsOf(ctx, [waybillId])
  const parts = [...own, ...(await lockFeesOf(ctx, waybillId))].filter(({ id }) => ids.has(id))
  for (const part of parts) {
    const fault = faultOfEnding({
      part: part.part,
      state: part.state,
      settlementNum: await sheetNumOf(ctx, part.settlement_id),
      handedOut: fen(part.oil_fen + part.advanced_fen),
      penalty: fen(part.penalty_fen),
    })
    if (fault !== undefined) throw kept(fault)
  }
  const cut = own.some(({ id }) => ids.has(id))
    ? faultOfLateCuts(await lateCutsBeside(ctx, waybillId, own, ids))
    : undefined
  if (cut !== undefined) throw kept(cut)
  const borne = await bearersOf(ctx, waybillId)
  if (borne !== undefined) throw kept(`${borne} 已绑定它的成本，请先解除绑定`)
  return { waybill, carrierId: first.carrier_id, parts, amount: sumFen(parts.map(part => fen(part.freight_fen))) }
}

/** Asks to let the estimate of a waybill on a voucher go; nothing is booked by it. */
export async function askEstimateEnd(
  ctx: Ctx,
  { voucherId, waybillId, expectAmount, reason }: Input<typeof calls.askEstimateEnd>,
): Promise<Output<typeof calls.askEstimateEnd>> {
  const { waybill, carrierId, amount } = await lockEnding(ctx, voucherId, waybillId)
  const { waybill_no: waybillNo } = waybill
  if (amount !== expectAmount) throw wrongField('expectAmount', `未冲回的暂估现为 ${printMoney(amount)} 元，请核对`)
  const other = await ctx.tx.first(
    q
      .selectFrom('estimate_ends')
      .select('id')
      .where('waybill_id', '=', waybillId)
      .where('carrier_id', '=', carrierId)
      .where('state', '=', 'asked'),
  )
  if (other) throw new Problem('estimate.asked', { waybillNo })
  const id = v7()
  await ctx.tx.run(
    q.insertInto('estimate_ends').values({
      id,
      state: estimateEndStates.start,
      voucher_id: voucherId,
      waybill_id: waybillId,
      carrier_id: carrierId,
      branch_id: waybill.branch_id,
      amount_fen: amount,
      reason,
      asker_id: ctx.actor.userId,
      asker_for: ctx.actor.actingFor?.userId ?? null,
      asker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logEvent(ctx, {
    entity: 'estimateEnd',
    entityId: id,
    action: '申请核销暂估',
    to: estimateEndStates.start,
    reason,
    diff: [{ field: '暂估', old: `${printMoney(amount)} 元`, new: '--' }],
  })
  await tellHouse(
    ctx,
    'estimate.endAsked',
    { branch: waybill.branch_id, permit: 'debt.confirm' },
    {
      waybillNo,
      amount: printMoney(amount),
      reason,
      asker: writtenName(ctx.actor),
      voucherId,
    },
  )
  ctx.touched('estimateEnd', id, { waybillNo, amount: printMoney(amount) })
  return { id, version: 1 }
}

/** Agrees with a request, rejects it or takes it back; with the agreement the estimate and its cost go in red. */
export async function moveEstimateEnd(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.moveEstimateEnd>,
): Promise<Output<typeof calls.moveEstimateEnd>> {
  const row = await lockEstimateEnd(ctx, id)
  const fault = faultOfEstimateMove(name, isAskerOf(ctx, row))
  if (fault) throw problemOf(fault)
  const why = reason.trim()
  if (name === 'reject' && why === '') throw wrongField('reason', '不能为空')
  const { userId, name: own } = ctx.actor
  const checked = { checker_id: userId, checker_name: own, checked_at: ctx.now }
  const moved = await move(ctx, estimateEndStates, row, name, {
    version,
    set: { confirm: checked, reject: { ...checked, answer: why }, withdraw: {} }[name],
    ...(name === 'reject' ? { reason: why } : {}),
  })
  const words = { amount: printMoney(fen(row.amount_fen)), voucherId: row.voucher_id }
  const { waybill_no: waybillNo } = await ctx.tx.one(
    q.selectFrom('waybills').select('waybill_no').where('id', '=', row.waybill_id),
  )
  if (name === 'confirm') await endEstimate(ctx, row)
  const asker = { users: [row.asker_id] }
  if (name === 'confirm') await tellHappening(ctx, 'estimate.ended', asker, { ...words, waybillNo, checker: own })
  if (name === 'reject') await tellHappening(ctx, 'estimate.endRejected', asker, { ...words, waybillNo, reason: why })
  ctx.touched('estimateEnd', id, { waybillNo, amount: words.amount })
  return { id, version: moved.version }
}

type Locked = Awaited<ReturnType<typeof lockEstimateEnd>>

/** Takes an estimate out of the books and its parts off what is owed; the carrier is told. */
async function endEstimate(ctx: Ctx, row: Locked): Promise<void> {
  const { waybill, carrierId, parts, amount } = await lockEnding(ctx, row.voucher_id, row.waybill_id)
  const { waybill_no: waybillNo, id: waybillId } = waybill
  const asked = fen(row.amount_fen)
  const changed = (now: Fen) =>
    new Problem('estimate.changed', { waybillNo, asked: printMoney(asked), now: printMoney(now) })
  if (amount !== asked || carrierId !== row.carrier_id) throw changed(amount)
  const booked = await postEstimateEnded(ctx, {
    id: row.id,
    waybillId,
    waybillNo,
    carrierId,
    branchId: row.branch_id,
    partIds: parts.map(part => part.id),
    maker: { id: row.asker_id, name: row.asker_name },
  })
  if (booked !== asked) throw changed(booked)
  await endParts(ctx, waybill, parts, { reason: row.reason, askerId: row.asker_id, askerName: row.asker_name })
  await tellHappening(
    ctx,
    'estimate.unpaid',
    { company: carrierId, permit: 'settlement.view' },
    {
      waybillId,
      waybillNo,
      amount: printMoney(sumFen(parts.map(part => fen(part.fixed_fen ?? 0)))),
      reason: row.reason,
    },
  )
}
