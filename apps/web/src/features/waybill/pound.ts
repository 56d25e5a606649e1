// Weighings as the rules of the domain see them, and what goods want of them in words.
import type { PoundTicket, WaybillDetail } from '@yunshu/contract/waybill/details'
import { poundPlaces, type PoundTicket as Weighing } from '@yunshu/domain/waybill/pound'

/** Tickets for the rules: newest first, as the server sends them. */
export const asWeighings = (tickets: readonly PoundTicket[]): Weighing[] =>
  tickets.map(({ place, party, netG, files }) => ({ place, party, net: netG, photos: files.length }))

/** The loading place before the unloading one. */
export const ticketsInOrder = <T extends Pick<PoundTicket, 'place'>>(tickets: readonly T[]): readonly T[] => {
  const places = Object.keys(poundPlaces)
  return tickets.toSorted((a, b) => places.indexOf(a.place) - places.indexOf(b.place))
}

/** The demanded weighings and photos, such as 装货重量、卸货重量和照片. */
export function poundRuleText({
  loadPhoto,
  loadWeight,
  unloadPhoto,
  unloadWeight,
}: NonNullable<WaybillDetail['poundRule']>): string {
  const of = (place: string, weight: boolean, photo: boolean): string[] =>
    weight && photo ? [`${place}重量和照片`] : weight ? [`${place}重量`] : photo ? [`${place}照片`] : []
  return [...of('装货', loadWeight, loadPhoto), ...of('卸货', unloadWeight, unloadPhoto)].join('、') || '无要求'
}
