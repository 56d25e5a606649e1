// Rules of what one may do with published goods: the page asks them what to offer, the command what to refuse.
import type { Permit } from '../permits/permits.ts'
import type { Fault } from '../problems/problems.ts'
import { offeredFrom } from '../states.ts'
import { goodsStates, type GoodsState } from './goods.ts'

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
