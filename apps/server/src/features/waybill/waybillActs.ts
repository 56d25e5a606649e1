// What the caller can do with a waybill now: moves, moves of its receipt, and acts beside them; exactly what the
// commands would accept.
import type { WaybillAct } from '@yunshu/contract/waybill/details'
import type { RoleSide } from '@yunshu/domain/permits'
import { movesFrom } from '@yunshu/domain/states'
import {
  backMoves,
  endedWaybillStates,
  isCorrectable,
  openWaybillStates,
  receiptAuditSides,
  receiptFault,
  receiptStates,
  sidesOfMove,
  swapStatesOfWaybill,
  takesReceipt,
  waybillPeopleMoves,
  waybillStates,
  type ReceiptRule,
  type ReceiptState,
  type WaybillState,
} from '@yunshu/domain/waybill/waybill'
import { mayMove } from '../../work/move.ts'
import type { Ctx } from '../../work/ctx.ts'
import { mayWeigh } from './pound.commands.ts'

/** A waybill as its rules see it. */
export interface ActsOn {
  state: WaybillState
  receiptState: ReceiptState
  isSettled: boolean
  segments: number
  hasOpenSwap: boolean
  receiptRule: ReceiptRule
  side: RoleSide
}

/**
 * Moves the caller can make now: by state, permit and side of the market. A signed waybill on a sheet is not voided.
 */
export function movesOf(ctx: Ctx, { state, side, isSettled }: ActsOn): string[] {
  const open = movesFrom(waybillStates, state)
  return waybillPeopleMoves.filter(
    name =>
      open.includes(name) &&
      mayMove(ctx, waybillStates.moves[name].permit) &&
      sidesOfMove(name, state).includes(side) &&
      !(name === 'void' && state === 'signed' && isSettled),
  )
}

/** Moves of the receipt the caller can make now; posting is an act of its own, with the number of the parcel. */
export function receiptMovesOf(ctx: Ctx, { state, receiptState, receiptRule, side }: ActsOn): string[] {
  if (!takesReceipt(state)) return []
  return movesFrom(receiptStates, receiptState).filter(name => {
    if (name === 'upload') return mayMove(ctx, receiptStates.moves.upload.permit)
    if (name !== 'confirm' && name !== 'reject') return false
    return (
      mayMove(ctx, receiptStates.moves[name].permit) &&
      receiptAuditSides.includes(side) &&
      !(name === 'confirm' && receiptFault(receiptRule, receiptState, 'confirm'))
    )
  })
}

/** What else the caller can do with it. */
export function actsOf(ctx: Ctx, on: ActsOn): WaybillAct[] {
  const { state, side, receiptState, receiptRule } = on
  const isOpen = openWaybillStates.some(one => one === state)
  const isEnded = endedWaybillStates.some(one => one === state)
  const weighs = mayWeigh(ctx, side, state)
  const rights = ctx.can('waybill.correct') && side === 'platform'
  const acts: readonly [WaybillAct, boolean][] = [
    ['addTicket', weighs],
    ['removeTicket', weighs],
    ['addFiles', !isEnded],
    [
      'swap',
      swapStatesOfWaybill.some(one => one === state) &&
        ctx.can('waybill.appoint') &&
        side !== 'shipper' &&
        !on.hasOpenSwap,
    ],
    ['correct', rights && isCorrectable(state)],
    ['stepBack', rights && Object.hasOwn(backMoves, state) && !(state === 'inTransit' && on.segments > 1)],
    ['claim', isOpen && ctx.can('waybill.charge')],
    [
      'postReceipt',
      takesReceipt(state) &&
        ctx.can('receipt.upload') &&
        receiptStates.moves.post.from.some(one => one === receiptState) &&
        receiptRule.needOriginal &&
        !receiptFault(receiptRule, receiptState, 'post'),
    ],
    ['special', ctx.can('special.edit') && side !== 'shipper' && !isEnded],
  ]
  return acts.filter(([, may]) => may).map(([act]) => act)
}
