// Type-ahead over the divisions: names, pinyin, initials, codes and mixed paths, ranked the way freight people look for
// places.
import { matchFromStart, matchInMiddle, quality } from './match.ts'
import type { IndexEntry, RegionIndex, Spelling } from './searchIndex.ts'
import { hotCities } from './tables/hotCities.ts'
import { levelOfCode, provinceOf, type RegionLevel } from './tree.ts'

/** One line of the result list. */
export interface RegionHit {
  readonly code: string
  readonly name: string
  /** Level told by the code. */
  readonly level: RegionLevel
  /** '浙江省 / 杭州市 / 余杭区'. */
  readonly path: string
  /** The parts of `path` to mark: half-open character ranges in rising order; empty when a code was typed. */
  readonly ranges: readonly Range[]
  /** Present on an abolished division: show 已并入 and offer `into` instead; the hit itself cannot be chosen. */
  readonly former?: {
    readonly since: string
    readonly into: readonly { readonly code: string; readonly path: string }[]
  }
}

/** Characters from start up to but not including end. */
export type Range = readonly [start: number, end: number]

/** Options of a search. */
export interface SearchOptions {
  /** Codes the user chose before, latest first: they lead their equals, and open the list while nothing is typed. */
  readonly recents?: readonly string[]
  /** Longest list wanted; 20 unless told. */
  readonly limit?: number
  /** Levels that may be answered; all unless told. See `IndexEntry.levels` for places that answer to two. */
  readonly levels?: readonly RegionLevel[]
  /** True to be told of abolished divisions too (江北区 of 重庆 → 两江新区); they cannot be chosen. */
  readonly former?: boolean
  /**
   * Code of a province or city: only what lies below it is answered; blank text then answers all that stands next below,
   * in the order of the tree.
   */
  readonly within?: string | undefined
}

interface Found {
  readonly entry: IndexEntry
  readonly cost: number
  readonly ranges: readonly Range[]
}

const ALL_LEVELS: readonly RegionLevel[] = ['province', 'city', 'district']
const MUNICIPALITIES = new Set(['110000', '120000', '310000', '500000'])
const DEFAULT_LIMIT = 20

/**
 * Divisions that meet the text, best first. The text may be a full or short name, pinyin in either reading, initials, a
 * code
 * of two to six digits, or a path of these ('杭州yh', 'hzyhq', '浙江省 / 杭州市'). Order: how well it is met, recent choices,
 * province before city before district, hot cities, code. Blank text answers recents, then hot cities.
 * @source [RG-08]
 */
export function searchRegions(index: RegionIndex, text: string, options: SearchOptions = {}): readonly RegionHit[] {
  const { recents = [], limit = DEFAULT_LIMIT, within } = options
  const typed = normalize(text)
  if (within !== undefined && typed === '') return nextBelow(index, within)
  const offered = (within === undefined ? index.entries : below(index, within)).filter(entry =>
    isOffered(entry, typed, options),
  )
  const found = typed === '' ? suggestions(offered, recents) : findAll(index, offered, typed)
  const order = typed === '' ? found : found.toSorted((a, b) => compare(a, b, recents))
  return order.slice(0, limit).map(each => hitOf(index, each))
}

// districts of a municipality stand below the province: its city is the pseudo level
const isParent = (index: RegionIndex, code: string): boolean =>
  index.entries.some(entry => entry.parents.at(-1)?.code === code)
const openedAt = (index: RegionIndex, code: string): string => (isParent(index, code) ? code : provinceOf(code))

function below(index: RegionIndex, within: string): readonly IndexEntry[] {
  const at = openedAt(index, within)
  return index.entries.filter(entry => entry.parents.some(each => each.code === at))
}

function nextBelow(index: RegionIndex, within: string): readonly RegionHit[] {
  const at = openedAt(index, within)
  return index.entries
    .filter(entry => entry.parents.at(-1)?.code === at && entry.spellings.length > 0 && entry.former === undefined)
    .map(entry => hitOf(index, { entry, cost: 0, ranges: [] }))
}

// full-width forms, capitals, blanks, separators, the apostrophe of xi'an and ü all mean nothing to the search
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s/\\,，、>·'’-]+/g, '')
    .replaceAll('ü', 'v')
}

function isOffered(entry: IndexEntry, typed: string, { levels = ALL_LEVELS, former = false }: SearchOptions): boolean {
  if (entry.former !== undefined && !former) return false
  // 北京市 would stand there twice, as province and as city; the city is the one to choose
  const isDouble = MUNICIPALITIES.has(entry.code) && levels.includes('city') && typed !== entry.code
  return entry.spellings.length > 0 && !isDouble && entry.levels.some(each => levels.includes(each))
}

function suggestions(offered: readonly IndexEntry[], recents: readonly string[]): readonly Found[] {
  const byCode = new Map(offered.map(entry => [entry.code, entry]))
  const entries = [...new Set([...recents, ...hotCities])].map(code => byCode.get(code))
  return entries.filter(entry => entry !== undefined).map(entry => ({ entry, cost: 0, ranges: [] }))
}

function findAll(index: RegionIndex, offered: readonly IndexEntry[], typed: string): readonly Found[] {
  if (/^\d+$/.test(typed)) return findByCode(offered, typed)
  const begunBy = pathBeginnings(index, typed)
  const found: Found[] = []
  for (const entry of offered) {
    const best = bestMatch(entry, typed, begunBy)
    if (best !== undefined) found.push(best)
  }
  return withoutGuesses(found)
}

// text that spells a place out (xian: 西安) is not also read as an abbreviation (xi·an: 兴安)
function withoutGuesses(found: readonly Found[]): readonly Found[] {
  const isSpelledOut = found.some(each => each.cost < quality.wholeInitials)
  const guesses: readonly number[] = [quality.wholeMixed, quality.startMixed, quality.middleSyllables]
  return isSpelledOut ? found.filter(each => !guesses.includes(Math.floor(each.cost))) : found
}

function findByCode(offered: readonly IndexEntry[], typed: string): readonly Found[] {
  if (typed.length < 2) return []
  return offered
    .filter(entry => entry.code.startsWith(typed))
    .map(entry => ({ entry, cost: entry.code === typed ? quality.exactCode : quality.startCode, ranges: [] }))
}

// A beginning of the text that names a division above: the rest is then looked for among what lies below it.
interface Beginning {
  readonly end: number
  readonly cost: number
  readonly ranges: readonly Range[]
}

interface Continuation extends Beginning {
  readonly isWhole: boolean
}

function pathBeginnings(index: RegionIndex, typed: string): ReadonlyMap<string, readonly Beginning[]> {
  const begunBy = new Map<string, readonly Beginning[]>()
  for (const entry of index.entries) {
    if (levelOfCode(entry.code) === 'district') continue
    const starts = [nothing, ...entry.parents.flatMap(each => begunBy.get(each.code) ?? [])]
    const offset = entry.path.length - entry.name.length
    const own = starts.flatMap(start => continued(entry, typed, start, offset))
    const whole = own.filter(each => each.isWhole && each.end < typed.length)
    if (whole.length > 0) begunBy.set(entry.code, whole)
  }
  return begunBy
}

const nothing: Beginning = { end: 0, cost: 0, ranges: [] }

// a path is as good as its worst part
function continued(entry: IndexEntry, typed: string, start: Beginning, offset: number): readonly Continuation[] {
  return entry.spellings.flatMap(spelling =>
    matchFromStart(spelling, typed, start.end).map(match => ({
      end: match.end,
      cost: Math.max(start.cost, match.cost),
      isWhole: match.isWhole,
      ranges: [...start.ranges, rangeIn(entry, spelling, offset, match)],
    })),
  )
}

// a short name that is no beginning of the full one (喀左) marks the whole name
function rangeIn(entry: IndexEntry, spelling: Spelling, offset: number, match: { from: number; to: number }): Range {
  return spelling.name === entry.name ? [offset + match.from, offset + match.to] : [offset, offset + entry.name.length]
}

function bestMatch(
  entry: IndexEntry,
  typed: string,
  begunBy: ReadonlyMap<string, readonly Beginning[]>,
): Found | undefined {
  const offset = entry.path.length - entry.name.length
  let best: Found | undefined
  const consider = (cost: number, ranges: readonly Range[]) => {
    if (best === undefined || cost < best.cost) best = { entry, cost, ranges }
  }
  for (const each of continued(entry, typed, nothing, offset))
    if (each.end === typed.length) consider(each.cost, each.ranges)
  for (const parent of entry.parents) {
    for (const start of begunBy.get(parent.code) ?? []) {
      for (const each of continued(entry, typed, start, offset)) {
        // half a step behind the same quality without a path
        if (each.end === typed.length) consider(each.cost + 0.5, each.ranges)
      }
    }
  }
  if (best !== undefined) return best
  for (const spelling of entry.spellings) {
    const match = matchInMiddle(spelling, typed)
    if (match !== undefined) consider(match.cost, [rangeIn(entry, spelling, offset, match)])
  }
  return best
}

function compare(a: Found, b: Found, recents: readonly string[]): number {
  return (
    a.cost - b.cost ||
    Number(a.entry.former !== undefined) - Number(b.entry.former !== undefined) ||
    placeIn(recents, a.entry.code) - placeIn(recents, b.entry.code) ||
    ALL_LEVELS.indexOf(levelOfCode(a.entry.code)) - ALL_LEVELS.indexOf(levelOfCode(b.entry.code)) ||
    placeIn(hotCities, a.entry.code) - placeIn(hotCities, b.entry.code) ||
    Number(a.entry.code) - Number(b.entry.code)
  )
}

function placeIn(list: readonly string[], code: string): number {
  const place = list.indexOf(code)
  return place < 0 ? list.length : place
}

function hitOf(index: RegionIndex, { entry, ranges }: Found): RegionHit {
  const { code, name, path, former } = entry
  const hit = { code, name, level: levelOfCode(code), path, ranges: joined(ranges) }
  if (former === undefined) return hit
  const into = former.into.map(each => ({ code: each, path: index.byCode.get(each)?.path ?? each }))
  return { ...hit, former: { since: former.since, into } }
}

// neighbouring ranges become one, so that a mark is not cut in two
function joined(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = []
  for (const [start, end] of ranges) {
    const last = result.at(-1)
    if (last !== undefined && last[1] === start) result[result.length - 1] = [last[0], end]
    else result.push([start, end])
  }
  return result
}

/** `path` cut into stretches, each told whether to mark it. Joined together they are the path again. */
export function markedPath(
  hit: Pick<RegionHit, 'path' | 'ranges'>,
): readonly { readonly text: string; readonly isMatch: boolean }[] {
  const cuts = [0, ...hit.ranges.flat(), hit.path.length]
  return cuts.slice(1).flatMap((end, i) => {
    const text = hit.path.slice(cuts[i] ?? 0, end)
    return text === '' ? [] : [{ text, isMatch: i % 2 === 1 }]
  })
}
