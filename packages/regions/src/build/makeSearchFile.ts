// Makes the compact search file: every division of tree A with its short name and readings, and the recently abolished ones.
import type { SearchFile, SearchRow } from '../searchIndex.ts'
import { AS_OF, abolishedRegions } from '../tables/overlay.ts'
import { otherReadings, pinyinOverrides } from '../tables/pinyinReadings.ts'
import { shortName, shortNamesOf } from '../tables/shortNames.ts'
import type { Region, RegionTree } from '../tree.ts'
import type { Sources } from './sources.ts'

/** The search file for a tree. Rows follow the order of the tree. */
export function makeSearchFile(tree: RegionTree, syllables: Sources['syllables']): SearchFile {
  const row = (region: Region, short: string) => searchRow(region, short, syllables)
  const rows = tree.flatMap((province) => [
    row(province, shortName(province.name, 'province')),
    ...province.cities.flatMap((city) => {
      const shorts = shortNamesOf(city.districts.map((each) => each.name))
      // a flattened unit of Hainan (五指山市, 定安县) shortens as the county it is
      return [row(city, shortName(city.name, 'city')), ...city.districts.map((each, i) => row(each, shorts[i] ?? each.name))]
    }),
  ])
  const former = abolishedRegions.map((each) => ({
    row: row(each, shortName(each.name, 'district')),
    since: each.date,
    into: each.into,
  }))
  return { asOf: AS_OF, rows, former }
}

function searchRow({ code, name }: Region, short: string, syllables: Sources['syllables']): SearchRow {
  const machine = syllables(name).join(' ')
  const right = pinyinOverrides[name] ?? machine
  // people type both the right reading (yueqing) and the one the characters suggest (leqing)
  const other = otherReadings[name] ?? (machine === right ? undefined : machine)
  return other === undefined ? [code, name, short, right] : [code, name, short, right, other]
}
