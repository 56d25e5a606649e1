// Rules of what one may do with published goods: the page asks them what to offer, the command what to refuse.
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { offeredFrom } from '../states.ts'
import { goodsStates, openGoodsStates, type GoodsState } from './goods.ts'

/** Moves that people make on the page of goods, in the order of their buttons; publishing has a page of its own. */
export const goodsPeopleMoves = ['pause', 'resume', 'cancel', 'end'] as const
export type GoodsPeopleMove = (typeof goodsPeopleMoves)[number]
const isPeopleMove = (name: string): name is GoodsPeopleMove => goodsPeopleMoves.some(one => one === name)

/** Work under way: waybills that have not ended, tasks that hold quantity. */
export interface UnderWay {
  readonly waybills: number
  readonly tasks: number
}

/** Goods and the person who wants to move them. */
export interface GoodsOn {
  /** Carriers read goods they were offered; the owner's side and the house alone change them. */
  readonly isOwner: boolean
  readonly state: GoodsState
  readonly remainQty: number
  readonly totalQty: number
  readonly validTo: number
  readonly now: number
  /** Left out, it is not asked about. */
  readonly underWay?: UnderWay | undefined
}

/** True for moves after which nothing more comes of the goods, so that nothing may be under way. */
export const endsGoods = (name: GoodsPeopleMove): name is 'cancel' | 'end' => name === 'cancel' || name === 'end'

/** The fault of work under way, in the words of the moves it stands against (`label`): no freight or money is left open. */
export function faultOfUnderWay(
  { waybills, tasks }: UnderWay,
  label: string,
): Fault<'goods.openWaybills' | 'goods.openTasks'> | undefined {
  if (waybills > 0) return { problem: 'goods.openWaybills', detail: { count: waybills, move: label } }
  return tasks > 0 ? { problem: 'goods.openTasks', detail: { count: tasks, move: label } } : undefined
}

/** Goods as a carrier looks at them that wants part of them. */
export interface TakeOn {
  readonly state: GoodsState
  readonly takeMode: string
  readonly remainQty: number
  readonly validTo: number
  readonly now: number
  /** The quantity that is wanted; left out, any is. */
  readonly qty?: number | undefined
  /** The carrier published them itself. */
  readonly isOwn: boolean
  /** They are for everybody, or were offered to the carrier. */
  readonly isOffered: boolean
}

/** The reason for which none of the goods, or not so much, can be taken beside the permit. */
export function faultOfTake(
  on: TakeOn,
): 'goods.expired' | 'goods.remain' | 'state.wrong' | 'goods.notOffered' | undefined {
  const { state, remainQty, qty = 1 } = on
  const isOpen = openGoodsStates.some(open => open === state)
  if (state === 'expired' || (isOpen && on.validTo <= on.now)) return 'goods.expired'
  if (state === 'full' || (isOpen && remainQty < qty)) return 'goods.remain'
  if (!isOpen) return 'state.wrong'
  return on.isOwn || on.takeMode !== 'GRAB' || !on.isOffered ? 'goods.notOffered' : undefined
}

/** The first fault of a move beside its state and permit, which the table of states says. */
export function faultOfGoodsMove(name: GoodsPeopleMove, on: GoodsOn): Fault | undefined {
  if (!on.isOwner) return { problem: 'permit.missing', detail: {} }
  const open = endsGoods(name) && on.underWay && faultOfUnderWay(on.underWay, goodsStates.moves[name].label)
  if (open) return open
  // goods nobody took are not done: they are cancelled
  if (name === 'end' && on.remainQty === on.totalQty)
    return { problem: 'state.wrong', detail: { state: '未接单', move: goodsStates.moves.end.label } }
  return name === 'resume' && on.validTo <= on.now ? { problem: 'goods.expired', detail: {} } : undefined
}

/** The moves a person can make now. */
export const goodsMovesOf = (on: GoodsOn, can: (permit: Permit) => boolean): GoodsPeopleMove[] =>
  offeredFrom(goodsStates, on.state, can)
    .filter(isPeopleMove)
    .filter(name => !faultOfGoodsMove(name, on))
