// A record of the books as a batch chooses it, and the words of a state in which its act does not begin.
import type { Fen } from '@yunshu/domain/figures/money'
import { problemText } from '@yunshu/domain/problems/problems'

/** A record as it stands in the moment it is chosen. */
export interface ChosenRecord {
  readonly id: string
  readonly number: string
  readonly name: string
  readonly version: number
  /** The branch whose books it is of; none of agreements between companies. */
  readonly branchId: string | undefined
  /** Absent where the act is about no amount. */
  readonly amount: Fen | undefined
  /** The reason the act cannot be done, in words. */
  readonly fault: string | undefined
}

/** The machine of a record, as far as its words go. */
interface Words<S extends string, M extends string> {
  readonly states: Readonly<Record<S, { readonly label: string }>>
  readonly moves: Readonly<Record<M, { readonly label: string }>>
}

/** The words of a move from a state an act does not begin in; undefined where it does. */
export function faultOfState<S extends string, M extends string>(
  { states, moves }: Words<S, M>,
  { from, state, move }: { readonly from: readonly S[]; readonly state: S; readonly move: M },
): string | undefined {
  if (from.includes(state)) return undefined
  return problemText('state.wrong', { state: states[state].label, move: moves[move].label })
}
