// The search index: the shape of built/search.json and the index a browser or server opens from it once.
import { PATH_SEPARATOR, cityOf, isGroupName, isPseudoCity, level, provinceOf } from './tree.ts'
import type { RegionLevel } from './tree.ts'

/**
 * One division: code, full name, short name (blank for a code group), its reading with one syllable a character
 * ('yu hang qu', ü written v) and, where people also type another one, that reading. Initials and parents follow from these.
 */
export type SearchRow = readonly [code: string, name: string, short: string, reading: string, otherReading?: string]

/** built/search.json: divisions of today in the order of tree A, and those abolished lately with what took them over. */
export interface SearchFile {
  readonly asOf: string
  readonly rows: readonly SearchRow[]
  readonly former: readonly { readonly row: SearchRow; readonly since: string; readonly into: readonly string[] }[]
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
  /** Levels it answers to: directly administered 仙桃市 is a district by code, and a city to those who look for cities. */
  readonly levels: readonly RegionLevel[]
  /** Full name first; then a short name that is no beginning of it (喀左). Empty for a code group, which is never offered. */
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

/** Opens built/search.json. Costs some milliseconds: do it once and keep the index. */
export function openIndex(file: SearchFile): RegionIndex {
  const byCode = new Map<string, IndexEntry>()
  for (const row of file.rows) byCode.set(row[0], entryOf(row, byCode))
  for (const { row, since, into } of file.former) byCode.set(row[0], { ...entryOf(row, byCode), former: { since, into } })
  return { asOf: file.asOf, entries: [...byCode.values()], byCode }
}

function entryOf(row: SearchRow, above: ReadonlyMap<string, IndexEntry>): IndexEntry {
  const [code, name, short] = row
  const province = above.get(provinceOf(code))
  const city = above.get(cityOf(code))
  const isRepeated = province !== undefined && province.name === name
  const isShown = (each: IndexEntry | undefined): each is IndexEntry =>
    each !== undefined && (each === province ? !isRepeated : !isPseudoCity(each.name, province?.name ?? ''))
  const parents = [province, city].filter((each, i, list) => list.indexOf(each) === i).filter(isShown)
  const path = [...parents.map((each) => each.name), name].join(PATH_SEPARATOR)
  return { code, name, levels: levelsOf(code, city), spellings: short === '' ? [] : spellingsOf(row), parents, path }
}

function levelsOf(code: string, city: IndexEntry | undefined): readonly RegionLevel[] {
  if (level(code) !== 'district') return [level(code)]
  // Hainan's flattened units have no second level above them; 4290, 6590 and their like only group codes
  if (city === undefined) return ['city']
  return isGroupName(city.name) && code.slice(2, 4) === '90' ? ['city', 'district'] : ['district']
}

function spellingsOf([, name, short, reading, otherReading]: SearchRow): readonly Spelling[] {
  const readings = [reading, otherReading ?? reading].map((each) => each.split(' '))
  const syllables = Array.from(name, (_, i) => spoken(readings.map((each) => each[i] ?? '')))
  const full = { name, shortLength: name.startsWith(short) ? short.length : name.length, syllables }
  if (name.startsWith(short)) return [full]
  const picked = Array.from(short, (character) => syllables[name.indexOf(character)] ?? [])
  return [full, { name: short, shortLength: short.length, syllables: picked }]
}

// many type lu where the spelling is lü
function spoken(syllables: readonly string[]): readonly string[] {
  return [...new Set(syllables.flatMap((each) => [each, each.replace('v', 'u')]))].filter((each) => each !== '')
}
