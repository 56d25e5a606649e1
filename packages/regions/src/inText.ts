// Divisions named in running text, as people write to each other: whole and short names, a city before its district.
import { cityOf, levelOfCode, provinceOf } from './tree.ts'
import type { IndexEntry, RegionIndex } from './searchIndex.ts'

/** One place named in a text: half-open range of characters, and the division it is sure to be. */
export interface NamedPlace {
  readonly code: string
  readonly path: string
  readonly from: number
  readonly to: number
}

/** Names people use that no division has. */
const spoken: Readonly<Record<string, string>> = {
  内蒙: '150000',
  呼市: '150100',
  包市: '150200',
  鄂市: '150600',
  哈市: '230100',
  乌市: '650100',
  石市: '130100',
  库车: '652902',
  曹妃甸港: '130209',
  天津港: '120116',
}

/** Short names that mean something else more often than a place. */
const words: ReadonlySet<string> = new Set(
  '解放 东风 新华 红旗 前进 和平 新城 城中 光明 向阳 友好 振兴 东方 高明 长安 大东 矿区 城区 郊区 中站 站前 江北 河东 河西 城关 西区 东区 中原 平安 安宁 永定 开发 高新 南山 南岸 市中 五华 青山 中山区 大同区 朝阳 通道 兴安 长治县 鼓楼 西湖 东湖 南湖 文山 海港 港口 港北 港南 路北 路南 桥东 桥西 山海 云龙 凤凰 广场 集美 富源 金山 宝山 双城 大兴 长丰 丰满 大安 平和 同心 新兴 光山 双流 天台 三门 台前 大方 开平 开化 方正 建设 运河 新市 龙门 大通 互助 民和 三台 团结 平原 平泉 平山 平定 长清 化工 保安'.split(
    ' ',
  ),
)

type Names = ReadonlyMap<string, readonly IndexEntry[]>
const known = new WeakMap<RegionIndex, { names: Names; longest: number }>()

function namesOf(index: RegionIndex): { names: Names; longest: number } {
  const made = known.get(index)
  if (made) return made
  const names = new Map<string, IndexEntry[]>()
  const add = (name: string, entry: IndexEntry): void => {
    if (name.length < 2) return
    const same = names.get(name)
    if (same) same.push(entry)
    else names.set(name, [entry])
  }
  for (const entry of index.entries) {
    if (entry.former !== undefined || entry.spellings.length === 0) continue
    for (const name of new Set([entry.name, entry.shortName])) add(name, entry)
  }
  for (const [name, code] of Object.entries(spoken)) {
    const entry = index.byCode.get(code)
    if (entry) add(name, entry)
  }
  const made2 = { names, longest: Math.max(...[...names.keys()].map(name => name.length)) }
  known.set(index, made2)
  return made2
}

interface Met {
  readonly entries: readonly IndexEntry[]
  readonly name: string
  readonly from: number
  readonly to: number
}

/** All names in the text, longest first from the left. */
function meet(index: RegionIndex, text: string): Met[] {
  const { names, longest } = namesOf(index)
  const met: Met[] = []
  for (let at = 0; at < text.length;) {
    let step = 1
    for (let length = Math.min(longest, text.length - at); length >= 2; length -= 1) {
      const name = text.slice(at, at + length)
      const entries = names.get(name)
      if (!entries) continue
      met.push({ entries, name, from: at, to: at + length })
      step = length
      break
    }
    at += step
  }
  return met
}

const isBelow = (entry: IndexEntry, code: string): boolean =>
  entry.code !== code &&
  (levelOfCode(code) === 'province'
    ? provinceOf(entry.code) === code
    : levelOfCode(code) === 'city' && cityOf(entry.code) === code)

/** The one division a name is sure to mean where it stands alone. */
function alone({ entries, name }: Met): IndexEntry | undefined {
  // 吉林, 海南, 大同: the bigger one is meant
  const rank = (entry: IndexEntry): number => ({ province: 0, city: 1, district: 2 })[levelOfCode(entry.code)]
  const best = Math.min(...entries.map(rank))
  const top = entries.filter(entry => rank(entry) === best)
  const [only] = top
  if (!only || top.length > 1) return undefined
  return words.has(name) && rank(only) === 2 ? undefined : only
}

/**
 * Places named in a text, in its order. Names that follow one another downwards (陕西榆林榆阳区) are one place; a name
 * that several divisions share, or that is a common word too, is told only below one that was named before it.
 */
export function placesIn(index: RegionIndex, text: string): NamedPlace[] {
  const places: (NamedPlace & { entry: IndexEntry })[] = []
  for (const met of meet(index, text)) {
    const before = places.at(-1)
    const gap = before ? text.slice(before.to, met.from) : undefined
    const inside =
      before && gap !== undefined && /^[\s/、,，省市]{0,2}$/.test(gap)
        ? met.entries.filter(each => isBelow(each, before.code))
        : []
    const [below] = inside
    if (before && below && inside.length === 1) {
      places[places.length - 1] = { ...placeOf(below, before.from, met.to), entry: below }
      continue
    }
    const entry = alone(met)
    if (entry) places.push({ ...placeOf(entry, met.from, met.to), entry })
  }
  return places.map(({ code, path, from, to }) => ({ code, path, from, to }))
}

const placeOf = ({ code, path }: IndexEntry, from: number, to: number): NamedPlace => ({ code, path, from, to })
