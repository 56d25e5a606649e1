// The next moves of a special line as a whole: its tickets by the move each makes next.
import type { SpecialTicket } from '@yunshu/contract/specialLine/specialLine'
import { specialTicketStates, type SpecialTicketMove } from '@yunshu/domain/specialLine'

/** The moves in the order of the road. */
export const moveNames = Object.keys(specialTicketStates.moves) as SpecialTicketMove[]

/** A move and the tickets that make it next. */
export interface NextMove {
  readonly move: SpecialTicketMove
  readonly tickets: readonly SpecialTicket[]
}

/** Each ticket stands under the first move it can make; the earliest on the road comes first. */
export const nextMoves = (tickets: readonly SpecialTicket[]): readonly NextMove[] =>
  moveNames
    .map(move => ({ move, tickets: tickets.filter(ticket => nextOf(ticket) === move) }))
    .filter(next => next.tickets.length > 0)

const nextOf = ({ moves }: SpecialTicket): SpecialTicketMove | undefined => moveNames.find(name => moves.includes(name))
