// The state of a sheet as people read it.
import type { SettlementRow } from '@yunshu/contract/settlement/settlement'
import type { State } from '@yunshu/domain/states'
import { settlementStates } from '@yunshu/domain/settlement/settlement'

/** The word for a sheet of which nothing was paid out: it ended in a debt or in nothing. */
export const settledWord = '已结清'

/** Its state; a paid one of nothing is settled, not paid. */
export const sheetStateOf = ({ state, due }: Pick<SettlementRow, 'state' | 'due'>): State =>
  state === 'paid' && due === 0
    ? { ...settlementStates.states.paid, label: settledWord }
    : settlementStates.states[state]
