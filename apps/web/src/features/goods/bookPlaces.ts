// Places of the form and of the address book: what of the one fills the other.
import { BookPoint, type BookEntry } from '@yunshu/contract/goods/book'
import { bookName } from '@yunshu/domain/goods/book'
import * as z from 'zod/mini'
import type { GoodsDraft } from './publishForm.ts'

export type DraftPlace = NonNullable<GoodsDraft['loadPoints']>[number]
const Kept = z.object(BookPoint.shape)

/** A place of the form as the book keeps it; undefined while something of it is missing. */
export function placeOfDraft(place: DraftPlace): BookPoint | undefined {
  const read = z.safeParse(Kept, place)
  return read.success ? read.data : undefined
}

/** Whether nothing of a place is missing. */
export const isWhole = (place: DraftPlace | undefined): place is NonNullable<DraftPlace> =>
  place !== undefined && placeOfDraft(place) !== undefined

/**
 * The form after a lane was chosen: agreed times of a place stay, further places go, and the cargo that goes along the
 * lane stands where none is named yet.
 */
export function withLane(
  draft: Pick<GoodsDraft, 'loadPoints' | 'unloadPoints' | 'items'>,
  { points, cargo }: Pick<BookEntry, 'points' | 'cargo'>,
): Pick<GoodsDraft, 'loadPoints' | 'unloadPoints' | 'items'> {
  const [load, unload] = points
  const timesOf = (place: DraftPlace | undefined): DraftPlace => ({
    windowStart: place?.windowStart,
    windowEnd: place?.windowEnd,
  })
  const { items = [] } = draft
  const isBlank = items.every(item => !item?.name && item?.cargoCode === undefined)
  return {
    ...(cargo && isBlank ? { items: [{ ...items[0], ...cargo }, ...items.slice(1)] } : {}),
    loadPoints: [{ ...timesOf(draft.loadPoints?.[0]), ...load }],
    unloadPoints: [{ ...timesOf(draft.unloadPoints?.[0]), ...unload }],
  }
}

/** True where the form holds this lane. */
export function holdsLane(draft: Pick<GoodsDraft, 'loadPoints' | 'unloadPoints'>, { points }: BookEntry): boolean {
  const held = [draft.loadPoints?.[0], draft.unloadPoints?.at(-1)]
  return (
    points.length === held.length &&
    points.every(
      (point, at) =>
        point.regionCode === held[at]?.regionCode &&
        point.name === held[at]?.name &&
        point.address === held[at]?.address,
    )
  )
}

/** Everything of a lane in one line. */
export const laneTitle = ({ points }: Pick<BookEntry, 'points'>): string =>
  points.map(({ regionName, name, contact, mobile }) => `${regionName} ${name} ${contact} ${mobile}`).join(' → ')

/** Places that hold each word of the text, in the order of the book. */
export function findPlaces(places: readonly BookEntry[], text: string): readonly BookEntry[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  return places.filter(entry => {
    const { name = '', regionName = '', address = '', contact = '', mobile = '' } = entry.points[0] ?? {}
    const all = [entry.name, bookName(entry), name, regionName, address, contact, mobile].join(' ').toLowerCase()
    return words.every(word => all.includes(word))
  })
}
