// Weighings (磅单): gross, tare and net of a ticket, what goods want of them, and what the two scales make of a journey.
import { type Grams, grams } from '../figures/weight.ts'

export const poundPlaces = { load: '装货', unload: '卸货' } as const
export type PoundPlace = keyof typeof poundPlaces

export const poundParties = { driver: '司机', receiver: '收发货方' } as const
export type PoundParty = keyof typeof poundParties

/** Weighings that goods demand before a vehicle leaves a place (磅单要求). */
export interface PoundRule {
  readonly loadPhoto: boolean
  readonly loadWeight: boolean
  readonly unloadPhoto: boolean
  readonly unloadWeight: boolean
}

/** A ticket as its rules need it; tickets are kept newest first. */
export interface PoundTicket {
  readonly place: PoundPlace
  readonly party: PoundParty
  readonly net: Grams
  readonly photos: number
}

/** The net weight of a ticket; undefined when the tare is not below the gross weight. */
export function netOf(gross: Grams, tare: Grams): Grams | undefined {
  return tare < gross ? grams(gross - tare) : undefined
}

/** Says that more was unloaded than loaded, by over a tenth: no scale and no rain does that, a slip of the pen does. */
export const gainFault = (load: Grams, unload: Grams): string | undefined =>
  unload * 10 > load * 11 ? '比装货重量多出一成以上，请核对' : undefined

/** Demands of a rule at a place that no ticket meets: a weighing, or a photo of one. */
export function missingPound(
  rule: PoundRule | undefined,
  place: PoundPlace,
  tickets: readonly PoundTicket[],
): 'weight' | 'photo' | undefined {
  const there = tickets.filter(ticket => ticket.place === place)
  const [wantsWeight, wantsPhoto] =
    place === 'load' ? [rule?.loadWeight, rule?.loadPhoto] : [rule?.unloadWeight, rule?.unloadPhoto]
  if (wantsWeight && there.length === 0) return 'weight'
  return wantsPhoto && !there.some(ticket => ticket.photos > 0) ? 'photo' : undefined
}

/** The weight the newest ticket of a place proposes. */
export function proposedWeight(tickets: readonly PoundTicket[], place: PoundPlace): Grams | undefined {
  return tickets.find(ticket => ticket.place === place)?.net
}

/** The receiver's weight less the driver's at one place, g, by their newest tickets; undefined unless both weighed. */
export function scaleGap(tickets: readonly PoundTicket[], place: PoundPlace): number | undefined {
  const of = (party: PoundParty) => tickets.find(ticket => ticket.place === place && ticket.party === party)?.net
  const [driver, receiver] = [of('driver'), of('receiver')]
  return driver === undefined || receiver === undefined ? undefined : receiver - driver
}
