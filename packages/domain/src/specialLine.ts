// Special lines (专线): the small consignments a waybill carries between two hubs, their states and sums.
import { type Fen, ZERO_FEN, addFen } from './figures/money.ts'
import { machine } from './states.ts'

export const specialTicketStates = machine({
  table: 'special_tickets',
  column: 'state',
  entity: 'specialTicket',
  start: 'received',
  states: {
    received: { label: '已收货', tone: 'idle' },
    loaded: { label: '已装车', tone: 'busy' },
    onWay: { label: '在途', tone: 'busy' },
    arrived: { label: '已到站', tone: 'busy' },
    delivering: { label: '派送中', tone: 'busy' },
    signed: { label: '已签收', tone: 'good', final: true },
  },
  moves: {
    load: { from: ['received'], to: 'loaded', label: '装车', permit: 'special.edit' },
    leave: { from: ['loaded'], to: 'onWay', label: '发车', permit: 'special.edit' },
    arrive: { from: ['onWay'], to: 'arrived', label: '到站', permit: 'special.edit' },
    deliver: { from: ['arrived'], to: 'delivering', label: '派送', permit: 'special.edit' },
    sign: { from: ['arrived', 'delivering'], to: 'signed', label: '签收', permit: 'special.edit' },
    unload: { from: ['loaded'], to: 'received', label: '卸下', permit: 'special.edit', danger: true },
  },
})
export type SpecialTicketState = keyof typeof specialTicketStates.states
export type SpecialTicketMove = keyof typeof specialTicketStates.moves

/** Terms of payment of a ticket's freight. */
export const specialPayModes = { CASH: '现付', ARRIVE: '到付', MONTH: '月结', RECEIPT: '回付' } as const
export type SpecialPayMode = keyof typeof specialPayModes

/** The most tickets one waybill carries. */
export const specialTicketsMax = 200

/** Tickets that may still be changed or taken out: nothing of them is on the road. */
export const isTicketOpen = (state: SpecialTicketState): boolean => state === 'received' || state === 'loaded'

/** The figures of a ticket that are added up. Weight in grams, volume in 10⁻⁴ m³. */
export interface TicketFigures {
  readonly pieces: number
  readonly weightG: number
  readonly volume: number
  readonly pickup: Fen
  readonly freight: Fen
  readonly deliver: Fen
  readonly cod: Fen
  readonly payMode: SpecialPayMode
}

export interface TicketSums {
  readonly tickets: number
  readonly pieces: number
  readonly weightG: number
  readonly volume: number
  readonly pickup: Fen
  readonly freight: Fen
  readonly deliver: Fen
  readonly cod: Fen
  /** The whole charge: pick-up, freight and delivery. */
  readonly fees: Fen
  /** Money to be collected at arrival: the fees of tickets paid there, and all money collected for others (代收货款). */
  readonly atArrival: Fen
}

const nothing: TicketSums = {
  tickets: 0,
  pieces: 0,
  weightG: 0,
  volume: 0,
  pickup: ZERO_FEN,
  freight: ZERO_FEN,
  deliver: ZERO_FEN,
  cod: ZERO_FEN,
  fees: ZERO_FEN,
  atArrival: ZERO_FEN,
}

/** Adds tickets up. */
export function sumTickets(tickets: readonly TicketFigures[]): TicketSums {
  return tickets.reduce((sums, ticket) => {
    const fees = addFen(addFen(ticket.pickup, ticket.freight), ticket.deliver)
    return {
      tickets: sums.tickets + 1,
      pieces: sums.pieces + ticket.pieces,
      weightG: sums.weightG + ticket.weightG,
      volume: sums.volume + ticket.volume,
      pickup: addFen(sums.pickup, ticket.pickup),
      freight: addFen(sums.freight, ticket.freight),
      deliver: addFen(sums.deliver, ticket.deliver),
      cod: addFen(sums.cod, ticket.cod),
      fees: addFen(sums.fees, fees),
      atArrival: addFen(addFen(sums.atArrival, ticket.payMode === 'ARRIVE' ? fees : ZERO_FEN), ticket.cod),
    }
  }, nothing)
}
