// Presses without a network that wait in this browser (decision 068): a move of the road, or photos of a receipt.
import type { Input } from '@yunshu/contract/call'
import type { uploadReceipt } from '@yunshu/contract/waybill/receipt'
import type { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { waybillStates, type WaybillPeopleMove } from '@yunshu/domain/waybill/waybill'

/** 到达装货, 装货, 到达卸货, 卸货, in the order of the journey. */
export const roadMoves = ['arriveLoad', 'depart', 'arriveUnload', 'unload'] as const satisfies WaybillPeopleMove[]
export type RoadMove = (typeof roadMoves)[number]
export const isRoadMove = (move: string): move is RoadMove => roadMoves.some(each => each === move)

interface Pressed {
  /** Also the idempotency key: the server makes it once. */
  readonly id: string
  /** The person who pressed, and the employee they worked for. */
  readonly owner: string
  readonly waybillNo: string
  /** The press, ms on the server's clock as far as this browser knew it. */
  readonly at: number
  /** Words of the refusal, which somebody has to decide about. */
  readonly refused?: string | undefined
}

export type QueuedAct = Pressed &
  (
    | { readonly kind: 'move'; readonly input: Input<typeof moveWaybill> & { move: RoadMove } }
    | { readonly kind: 'receipt'; readonly input: Input<typeof uploadReceipt>; readonly files: readonly File[] }
  )

/** The act in words: 装货发车, 回单照片 2 张. */
export const wordsOf = (act: QueuedAct): string =>
  act.kind === 'move' ? waybillStates.moves[act.input.move].label : `回单照片 ${act.files.length} 张`

/** A waybill as it will stand once its queued moves are made: the next step can be pressed as well. */
export function withQueued<W extends { readonly state: string; readonly moves: readonly string[] }>(
  waybill: W,
  acts: readonly QueuedAct[],
): W {
  const last = acts.findLast(act => act.kind === 'move')
  if (last?.kind !== 'move') return waybill
  const { to } = waybillStates.moves[last.input.move]
  const next = roadMoves.filter(move => waybillStates.moves[move].from.some(state => state === to))
  return { ...waybill, moves: next }
}
