// The subject of a record as parts: those that its number, its state or the reader's own company say already are left
// out where the head is narrow.
import { shortPlace, siteOf } from '../placeText.ts'

/** Words that always stand there, or those of a wide head only, which hold the blank or dot beside them. */
export type LinePart = string | { readonly wide: string }

/** 恒泰横山煤台, in a wide head 榆林·横山区 恒泰横山煤台. */
function placeParts(place: string): readonly LinePart[] {
  const [whole, site] = [shortPlace(place), siteOf(place)]
  return whole === site ? [site] : [{ wide: whole.slice(0, -site.length) }, site]
}

/** From where to where. */
export const wayParts = (load: string, unload: string): readonly LinePart[] => [
  ...placeParts(load),
  ' → ',
  ...placeParts(unload),
]

/** The counterparty, which a narrow head leaves to the words of whom it waits for, or to the reader, where those say it. */
export const partyParts = (name: string, isSaid: boolean): readonly LinePart[] => [
  isSaid ? { wide: `${name} · ` } : `${name} · `,
]

/** The whole line, for whoever points at it. */
export const wholeLine = (line: string | readonly LinePart[]): string =>
  typeof line === 'string' ? line : line.map(part => (typeof part === 'string' ? part : part.wide)).join('')
