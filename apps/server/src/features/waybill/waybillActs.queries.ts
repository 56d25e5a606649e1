// Moves, moves of the receipt and acts the caller may do with a waybill now; pages and commands ask the same table.
import { waybillActs, type WaybillAct } from '@yunshu/contract/waybill/details'
import { problemOf } from '@yunshu/domain/problems/problems'
import { movesFrom } from '@yunshu/domain/states'
import { faultOfAct, faultOfMove, type ActName, type ActOn } from '@yunshu/domain/waybill/acts'
import {
  receiptStates,
  takesReceipt,
  waybillPeopleMoves,
  type WaybillPeopleMove,
  type WaybillState,
} from '@yunshu/domain/waybill/waybill'
import type { Ctx } from '../../work/ctx.ts'
import { sideOn } from './waybill.queries.ts'

type Who = Pick<Ctx, 'actor' | 'can'>

/** A waybill as the rules of acts see it, for the caller. */
export const actOn = (ctx: Who, waybill: { state: WaybillState; carrier_id: string }): ActOn => ({
  state: waybill.state,
  side: sideOn(ctx, waybill),
  can: permit => ctx.can(permit),
})

/** Refuses an act the caller cannot do; `more` is what else is known of the waybill where it is asked. */
export function assertAct(
  ctx: Who,
  act: ActName,
  waybill: { state: WaybillState; carrier_id: string },
  more: Partial<ActOn> = {},
): void {
  const fault = faultOfAct(act, { ...actOn(ctx, waybill), ...more })
  if (fault) throw problemOf(fault)
}

/** The same for a move of the journey. */
export function assertMove(
  ctx: Who,
  name: WaybillPeopleMove,
  waybill: { state: WaybillState; carrier_id: string },
  more: Partial<ActOn> = {},
): void {
  const fault = faultOfMove(name, { ...actOn(ctx, waybill), ...more })
  if (fault) throw problemOf(fault)
}

/** Moves of the journey the caller can make now. */
export const movesOf = (on: ActOn): string[] => waybillPeopleMoves.filter(name => !faultOfMove(name, on))

const receiptActs = { upload: 'uploadReceipt', reject: 'rejectReceipt', confirm: 'confirmReceipt' } as const

/** Moves of the receipt the caller can make now; posting is an act of its own, with the number of the parcel. */
export function receiptMovesOf(on: ActOn & Required<Pick<ActOn, 'receiptState'>>): string[] {
  if (!takesReceipt(on.state) || on.receiptState === undefined) return []
  return movesFrom(receiptStates, on.receiptState).filter(name => isOffered(name) && !faultOfAct(receiptActs[name], on))
}

const isOffered = (name: string): name is keyof typeof receiptActs => Object.hasOwn(receiptActs, name)

/** Acts beside the moves that the caller may do. An original is asked for only where the goods want one. */
export const actsOf = (on: ActOn): WaybillAct[] =>
  actNames.filter(act => !faultOfAct(act, on) && (act !== 'postReceipt' || on.receiptRule?.needOriginal))

const actNames = Object.keys(waybillActs) as WaybillAct[]
