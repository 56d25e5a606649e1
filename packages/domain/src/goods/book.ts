// The address book of a shipper: places and lanes learned from its goods, covered by the entries people keep themselves.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A place as the book knows it: no times. */
export interface BookPlace {
  readonly name: string
  readonly regionCode: string
  readonly regionName: string
  readonly address: string
  readonly contact: string
  readonly mobile: string
}

export const bookKinds = { place: '地址', lane: '线路' } as const
export type BookKind = keyof typeof bookKinds

/** Limits of the book and of templates, for each company. */
export const bookLimits = {
  /** Entries people keep, of each kind. */
  kept: 200,
  /** The newest goods that are read to learn from. */
  goods: 500,
  /** Learned entries that are told, of each kind. */
  learned: 100,
  templates: 50,
} as const

/** The cargo of a lane's newest goods, where it was one. */
export interface BookCargo {
  readonly name: string
  readonly cargoCode: string
}

/** One entry; `version` is there where somebody keeps it, `uses` counts the goods it was learned from. */
export interface BookEntry<P extends BookPlace = BookPlace> {
  readonly kind: BookKind
  readonly key: string
  readonly name: string
  readonly points: readonly P[]
  /** Of lanes learned from goods. */
  readonly cargo?: BookCargo | undefined
  readonly uses: number
  readonly lastAt?: number | undefined
  readonly version?: number | undefined
  readonly isPinned: boolean
  readonly isHidden: boolean
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
const placeKey = ({ regionCode, name, address }: BookPlace): readonly string[] => [
  regionCode,
  plain(name),
  plain(address),
]

/** The form of a key: a digest, for an address may be longer than an index holds. */
export const bookKeyForm = /^[0-9a-f]{64}$/
/** Entries with one key stand for the same place, or lane, whoever is to be called there. */
export const bookKey = (points: readonly BookPlace[]): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(points.map(placeKey)))))

interface Trip<P> {
  readonly at: number
  readonly loads: readonly P[]
  readonly unloads: readonly P[]
  readonly items?: readonly BookCargo[]
}

/** Learns from goods, newest first: the newest person of a place is the one to call, the newest cargo goes along a lane. */
export function learnBook<P extends BookPlace>(trips: readonly Trip<P>[]): BookEntry<P>[] {
  const found = new Map<string, BookEntry<P>>()
  const add = (kind: BookKind, points: readonly P[], at: number, cargo?: BookCargo): void => {
    const key = bookKey(points)
    const known = found.get(`${kind} ${key}`)
    const named = cargo === undefined ? {} : { cargo }
    const blank = { name: '', uses: 0, lastAt: at, isPinned: false, isHidden: false }
    const entry = known ?? { kind, key, points, ...named, ...blank }
    found.set(`${kind} ${key}`, { ...entry, uses: entry.uses + 1 })
  }
  for (const { at, loads, unloads, items = [] } of trips) {
    const [load, unload] = [loads[0], unloads.at(-1)]
    if (load && unload) add('lane', [load, unload], at, items.length === 1 ? items[0] : undefined)
    for (const place of [...loads, ...unloads]) add('place', [place], at)
  }
  return [...found.values()]
}

/** The whole book: what is kept covers what was learned; pinned ones first, then those used most, then lately. */
export function bookOf<P extends BookPlace>(
  learned: readonly BookEntry<P>[],
  kept: readonly BookEntry<P>[],
): BookEntry<P>[] {
  const idOf = ({ kind, key }: BookEntry<P>): string => `${kind} ${key}`
  const uses = new Map(learned.map(entry => [idOf(entry), entry]))
  const covered = new Set(kept.map(idOf))
  const rest = learned.filter(entry => !covered.has(idOf(entry))).toSorted(byUse)
  const told = Object.keys(bookKinds).flatMap(kind =>
    rest.filter(entry => entry.kind === kind).slice(0, bookLimits.learned),
  )
  return [
    ...kept.map(entry => ({
      ...entry,
      cargo: uses.get(idOf(entry))?.cargo,
      uses: uses.get(idOf(entry))?.uses ?? 0,
      lastAt: uses.get(idOf(entry))?.lastAt,
    })),
    ...told,
  ].toSorted(byUse)
}

function byUse(a: BookEntry, b: BookEntry): number {
  if (a.isPinned !== b.isPinned) return a.isPinned ? -1 : 1
  return b.uses - a.uses || (b.lastAt ?? 0) - (a.lastAt ?? 0) || (a.key < b.key ? -1 : 1)
}

/** 榆林→南阳: the city of each path, where people gave the lane no name. */
export const bookName = ({ name, points }: Pick<BookEntry, 'name' | 'points'>): string =>
  name !== '' ? name : points.length === 1 ? (points[0]?.name ?? '') : points.map(laneEnd).join('→')

/** Names that stand beside each other: lanes between the same cities are called by their places. */
export function bookNames(entries: readonly BookEntry[]): string[] {
  const names = entries.map(bookName)
  return entries.map(({ points }, at) => {
    const name = names[at] ?? ''
    return names.indexOf(name) === names.lastIndexOf(name) ? name : points.map(place => place.name).join('→')
  })
}

const isMunicipality = (province = ''): boolean => /^(?:北京|上海|天津|重庆)/.test(province)

// 陕西省 / 榆林市 / 榆阳区 is known as 榆林
function laneEnd({ regionName, name }: BookPlace): string {
  const parts = regionName.split('/').map(part => part.trim())
  // the districts of 上海 and its like are no cities of their own
  const city = (isMunicipality(parts[0]) ? parts[0] : (parts[1] ?? parts[0])) ?? ''
  return city === '' ? name : city.replace(/(?<=..)(?:市|地区|盟)$/, '')
}
