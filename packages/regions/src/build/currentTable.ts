// The divisions of today in one flat table: the packaged list of 2024-12-31 with the overlay applied.
import { abolishedRegions, addedRegions, unlistedCodes } from '../tables/overlay.ts'
import type { NameTable } from './sources.ts'

/**
 * Entries of the overlay that the packaged list already contains: take them out of overlay.ts. Empty while all is well.
 */
export function staleOverlay(listed: NameTable): readonly string[] {
  const added = addedRegions.filter(each => each.code in listed)
  const abolished = abolishedRegions.filter(each => !(each.code in listed))
  return [
    ...added.map(each => `${each.code} ${each.name} is listed already`),
    ...abolished.map(each => `${each.code} ${each.name} is gone from the list already`),
    ...unlistedCodes.filter(code => !(code in listed)).map(code => `${code} is no longer carried by the list`),
  ]
}

/** Current code → full name, every level, groups such as 469000 included. */
export function currentTable(listed: NameTable): NameTable {
  const gone = new Set([...abolishedRegions.map(each => each.code), ...unlistedCodes])
  const kept = Object.entries(listed).filter(([code]) => !gone.has(code))
  return Object.fromEntries([...kept, ...addedRegions.map(each => [each.code, each.name] as const)])
}
