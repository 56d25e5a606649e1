// Words of the steps of a waybill once they are done, on its record and where strangers check it.
import { doneText } from '../states.ts'
import { waybillStates, type WaybillState } from './waybill.ts'

const { moves } = waybillStates
/** The steps of the usual way, once they are done: the words of the moves that lead to them. */
export const waybillWayDone: Readonly<Partial<Record<WaybillState, string>>> = {
  toAccept: '已派车',
  toLoad: doneText(moves.accept),
  loading: doneText(moves.arriveLoad),
  inTransit: '已装货',
  arrived: doneText(moves.arriveUnload),
  toSign: doneText(moves.unload),
  signed: doneText(moves.sign),
}
