// The search index: the shape of built/search.json and the index a browser or server opens from it once.
import {
  cityOf,
  isPseudoCity,
  levelOfCode,
  PATH_SEPARATOR,
  provinceOf,
  type Region,
  type RegionLevel,
  type RegionTree,
} from './tree.ts'

/**
 * One division: its code, the reading of its short name with one syllable a character ('yu hang', ü written v; blank
 * for a
 * code group) and, where people also type another one, that reading. Names and parents come from tree A.
 */
export type SearchRow = readonly [code: string, reading: string, otherReading?: string]

/** built/search.json, to be opened together with built/tree.json. */
export interface SearchFile {
  readonly asOf: string
  /** Every division of tree A in its order. */
  readonly rows: readonly SearchRow[]
  /** Divisions abolished lately and what took them over. */
  readonly former: readonly {
    readonly name: string
    readonly row: SearchRow
    readonly since: string
    readonly into: readonly string[]
  }[]
  /** Code → short name where it is no beginning of the full one (喀左); its row reads the full name. */
  readonly unusualShortNames: Readonly<Record<string, string>>
  /** Character → syllable for what follows a short name: 市 shi, 县 xian … */
  readonly tails: Readonly<Record<string, string>>
}

/** A name that typed text is compared with: for every character, the syllables it may be typed as. */
export interface Spelling {
  readonly name: string
  /** Characters of the short name, counted from the start. */
  readonly shortLength: number
  readonly syllables: readonly (readonly string[])[]
}

/** One division ready to be searched. */
export interface IndexEntry {
  readonly code: string
  readonly name: string
  /** 余杭, for labels where room is scarce; blank for a code group. Two places of one city never share it. */
  readonly shortName: string
  /**
   * Levels it answers to. Its own; also 'city' for a directly administered unit (仙桃市, 五指山市), which people take for one;
   * also 'district' for what has nothing below it (东莞市, 香港), since it is a complete choice.
   */
  readonly levels: readonly RegionLevel[]
  /**
   * Full name first; then a short name that is no beginning of it (喀左). Empty for a code group, which is never offered.
   */
  readonly spellings: readonly Spelling[]
  /** Divisions above it that are shown, from the province down. */
  readonly parents: readonly IndexEntry[]
  /** '浙江省 / 杭州市 / 余杭区', the pseudo level left out. */
  readonly path: string
  /** Present on an abolished division, which is shown but cannot be chosen. */
  readonly former?: { readonly since: string; readonly into: readonly string[] }
}

/** The opened index, in the order of the tree, abolished divisions last. */
export interface RegionIndex {
  readonly asOf: string
  readonly entries: readonly IndexEntry[]
  readonly byCode: ReadonlyMap<string, IndexEntry>
}

/** Opens built/search.json over the tree it was built with. Costs some milliseconds: do it once and keep the index. */
export function openIndex(tree: RegionTree, file: SearchFile): RegionIndex {
  const rows = new Map(file.rows.map(row => [row[0], row]))
  const byCode = new Map<string, IndexEntry>()
  for (const province of tree) {
    const top = entryOf(file, rows, province, { parents: [], levels: levelsOf('province', province.cities.length) })
    byCode.set(province.code, top)
    for (const city of province.cities) {
      const isPseudo = isPseudoCity(city.name, province.name)
      // 北京市 the city is 北京市, not 北京市 / 北京市
      const above = city.name === province.name ? [] : [top]
      const isDirect = levelOfCode(city.code) === 'district'
      const levels = isDirect ? DIRECT_LEVELS : levelsOf('city', city.districts.length)
      const middle = entryOf(file, rows, city, { parents: above, levels })
      byCode.set(city.code, middle)
      const parents = isPseudo ? [top] : [top, middle]
      const own: readonly RegionLevel[] = DIRECT_GROUP.test(city.code) ? DIRECT_LEVELS : ['district']
      for (const each of city.districts) byCode.set(each.code, entryOf(file, rows, each, { parents, levels: own }))
    }
  }
  for (const { name, row, since, into } of file.former) {
    const above = byCode.get(provinceOf(row[0]))
    const city = byCode.get(cityOf(row[0]))
    const isNamed = city !== undefined && above !== undefined && !isPseudoCity(city.name, above.name)
    const parents = [above, isNamed && city.name !== above.name ? city : undefined].filter(each => each !== undefined)
    const place = { parents, levels: ['district'] as const }
    const entry = entryOf(file, new Map([[row[0], row]]), { code: row[0], name }, place)
    byCode.set(entry.code, { ...entry, former: { since, into } })
  }
  return { asOf: file.asOf, entries: [...byCode.values()], byCode }
}

// 4190, 4290, 6590: groups of units that stand directly under their province
const DIRECT_GROUP = /^\d{2}90/
const DIRECT_LEVELS: readonly RegionLevel[] = ['city', 'district']

const levelsOf = (own: RegionLevel, below: number): readonly RegionLevel[] => (below === 0 ? [own, 'district'] : [own])

type Place = Pick<IndexEntry, 'parents' | 'levels'>

function entryOf(
  file: SearchFile,
  rows: ReadonlyMap<string, SearchRow>,
  { code, name }: Region,
  place: Place,
): IndexEntry {
  const [, reading = '', otherReading = reading] = rows.get(code) ?? []
  const path = [...place.parents.map(each => each.name), name].join(PATH_SEPARATOR)
  if (reading === '') return { code, name, shortName: '', path, spellings: [], ...place }
  const readings = [reading.split(' '), otherReading.split(' ')]
  const syllables = Array.from(name, (character, i) => {
    return spoken(readings.map(each => each[i] ?? file.tails[character] ?? ''))
  })
  const unusual = file.unusualShortNames[code]
  const shortLength = unusual === undefined ? (readings[0]?.length ?? name.length) : name.length
  const full = { name, shortLength, syllables }
  if (unusual === undefined)
    return { code, name, shortName: name.slice(0, shortLength), path, spellings: [full], ...place }
  const picked = Array.from(unusual, character => syllables[name.indexOf(character)] ?? [])
  const short = { name: unusual, shortLength: unusual.length, syllables: picked }
  return { code, name, shortName: unusual, path, spellings: [full, short], ...place }
}

// many type lu where the spelling is lü
function spoken(syllables: readonly string[]): readonly string[] {
  return [...new Set(syllables.flatMap(each => [each, each.replace('v', 'u')]))].filter(each => each !== '')
}
