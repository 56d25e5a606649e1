// Makes the compact search file: the readings of every division of tree A, and of the recently abolished ones.
import type { SearchFile, SearchRow } from '../searchIndex.ts'
import { AS_OF, formerRegions } from '../tables/overlay.ts'
import { otherReadings, pinyinOverrides } from '../tables/pinyinReadings.ts'
import { shortName, shortNamesOf } from '../tables/shortNames.ts'
import type { Region, RegionTree } from '../tree.ts'
import type { Sources } from './sources.ts'

interface Named extends Region {
  readonly short: string
}

/** The search file for a tree. Rows follow the order of the tree. */
export function makeSearchFile(tree: RegionTree, syllables: Sources['syllables']): SearchFile {
  const named = tree.flatMap((province): Named[] => [
    { ...province, short: shortName(province.name, 'province') },
    ...province.cities.flatMap((city): Named[] => {
      const shorts = shortNamesOf(city.districts.map(each => each.name))
      const districts = city.districts.map((each, i) => ({ ...each, short: shorts[i] ?? each.name }))
      return [{ ...city, short: shortName(city.name, 'city') }, ...districts]
    }),
  ])
  const former = formerRegions.map(each => ({ ...each, short: shortName(each.name, 'district') }))
  const offered = [...named, ...former].filter(each => each.short !== '')
  const unusual = offered.filter(each => !each.name.startsWith(each.short))
  return {
    asOf: AS_OF,
    rows: named.map(each => searchRow(each, syllables)),
    former: former.map(each => ({
      name: each.name,
      row: searchRow(each, syllables),
      since: each.date,
      into: each.into,
    })),
    unusualShortNames: Object.fromEntries(unusual.map(({ code, short }) => [code, short])),
    tails: tailsOf(offered, syllables),
  }
}

function searchRow(region: Named, syllables: Sources['syllables']): SearchRow {
  const { code, name } = region
  const machine = syllables(name)
  const right = pinyinOverrides[name]?.split(' ') ?? machine
  const stem = stemLength(region)
  const reading = right.slice(0, stem).join(' ')
  // people type both the right reading (yueqing) and the one the characters suggest (leqing)
  const other = (otherReadings[name]?.split(' ') ?? machine).slice(0, stem).join(' ')
  return other === reading ? [code, reading] : [code, reading, other]
}

// characters of the name that the row reads out: its short name, or all of it when that is no beginning of the name
// (喀左)
const stemLength = ({ name, short }: Named): number => (name.startsWith(short) ? short.length : name.length)

// the characters after the short names (市, 县, 自治州, 回族 …) read alike everywhere; a later different reading would be a
// fault
function tailsOf(named: readonly Named[], syllables: Sources['syllables']): Readonly<Record<string, string>> {
  const tails = new Map<string, string>()
  for (const each of named) {
    const read = syllables(each.name)
    for (let i = stemLength(each); i < each.name.length; i++) {
      const character = each.name.charAt(i)
      const known = tails.get(character) ?? read[i]
      if (known !== read[i])
        throw new Error(`Region data: ${character} in ${each.name} reads ${read[i]}, elsewhere ${known}`)
      tails.set(character, known ?? '')
    }
  }
  return Object.fromEntries([...tails].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
