// The tickets of a special line between what the server shows and what the form fills.
import type { Input } from '@yunshu/contract/call'
import type { saveSpecialLine, SpecialLine, SpecialTicket } from '@yunshu/contract/specialLine/specialLine'
import { isFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { isTicketOpen, sumTickets, type TicketFigures, type TicketSums } from '@yunshu/domain/specialLine'

export type TicketInput = NonNullable<Input<typeof saveSpecialLine>['tickets']>[number]
type Typed = { readonly [K in keyof TicketInput]?: unknown } | undefined

/** A shown ticket as the form holds it. */
export function asInput({
  id,
  version,
  ticketNo,
  consignee,
  mobile,
  address,
  itemName,
  pieces,
  weightG,
  volume,
  pickupFee,
  freightFee,
  deliverFee,
  codAmount,
  payMode,
}: SpecialTicket): TicketInput {
  return {
    id,
    version,
    ticketNo,
    consignee,
    mobile,
    ...(address === '' ? {} : { address }),
    itemName,
    pieces,
    weightG,
    ...(volume === 0 ? {} : { volume }),
    pickupFee,
    freightFee,
    deliverFee,
    codAmount,
    payMode,
  }
}

/** Tickets that may be changed, and those on the road, which the form only shows. */
export function splitTickets({ tickets }: SpecialLine): { open: SpecialTicket[]; locked: SpecialTicket[] } {
  return {
    open: tickets.filter(({ state }) => isTicketOpen(state)),
    locked: tickets.filter(({ state }) => !isTicketOpen(state)),
  }
}

/** Faults no single field can tell: a number used twice, a ticket with neither weight nor volume. */
export function ticketFaults(tickets: readonly TicketInput[]): Record<string, string> {
  return Object.fromEntries(
    tickets.flatMap(({ ticketNo, weightG, volume }, n) => [
      ...(tickets.findIndex(other => other.ticketNo === ticketNo) < n ? [[`tickets.${n}.ticketNo`, '票号重复']] : []),
      ...(weightG === 0 && !volume ? [[`tickets.${n}.weightG`, '重量与体积至少填写一项']] : []),
    ]),
  )
}

const figures = (ticket: SpecialTicket): TicketFigures => ({
  pieces: ticket.pieces,
  weightG: ticket.weightG,
  volume: ticket.volume,
  pickup: ticket.pickupFee,
  freight: ticket.freightFee,
  deliver: ticket.deliverFee,
  cod: ticket.codAmount,
  payMode: ticket.payMode,
})

/** The sums of shown tickets. */
export const sumShown = (tickets: readonly SpecialTicket[]): TicketSums => sumTickets(tickets.map(figures))

const whole = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
const money = (value: unknown): Fen => (isFen(value) && value >= 0 ? value : ZERO_FEN)

/** The sums while rows are being typed: cells that cannot be read yet count as 0. */
export const sumTyped = (rows: readonly Typed[]): TicketSums =>
  sumTickets(
    rows.map(row => ({
      pieces: whole(row?.pieces),
      weightG: whole(row?.weightG),
      volume: whole(row?.volume),
      pickup: money(row?.pickupFee),
      freight: money(row?.freightFee),
      deliver: money(row?.deliverFee),
      cod: money(row?.codAmount),
      payMode: row?.payMode === 'ARRIVE' ? 'ARRIVE' : 'CASH',
    })),
  )
