// Reads a pasted line such as 浙江省杭州市余杭区文一西路969号 张三 13800000000 into the fields of a place.
import { isCompleteChoice, isGroupName, trailOf, writePath, type Region, type RegionTree } from '@yunshu/regions/tree'

/** The parts found; those not found are left out. */
export interface PastedAddress {
  readonly regionCode?: string
  readonly regionName?: string
  readonly address?: string
  readonly contact?: string
  readonly mobile?: string
}

const mobileText = /(?<!\d)(?:\+?86[- ]?)?(1[3-9]\d[- ]?\d{4}[- ]?\d{4})(?!\d)/
const labels =
  /(?:收货人|发货人|联系人|姓名|收件人|寄件人|手机号码?|联系电话|电话|手机|所在地区|地区|详细地址|地址)\s*[:：]?/g

/** Reads mobile, then the division the text starts with, then the person: the last short word of Chinese characters. */
export function readAddress(text: string, tree: RegionTree): PastedAddress {
  const plain = text.normalize('NFKC').replace(labels, ' ')
  const mobile = mobileText.exec(plain)?.[1]?.replace(/[- ]/g, '')
  const words = plain
    .replace(mobileText, ' ')
    .split(/[\s,，;；。]+/)
    .filter(word => word !== '')
  const line = words.join(' ')
  const place = findFirst(words, tree)
  const rest = (place ? line.slice(0, place.from) + ' ' + line.slice(place.to) : line)
    .split(' ')
    .filter(word => word !== '')
  const contact = rest.length > 1 || !place ? rest.findLast(isName) : undefined
  const address = rest.filter(word => word !== contact).join('')
  return {
    ...(place ? { regionCode: place.code, regionName: place.path } : {}),
    ...(address === '' ? {} : { address }),
    ...(contact === undefined ? {} : { contact }),
    ...(mobile === undefined ? {} : { mobile }),
  }
}

// two to four characters, as names of people are; places end in one of the words excluded
const isName = (word: string): boolean =>
  /^[一-龥·]{2,4}$/.test(word) && !/[省市区县镇乡村路街号栋楼室库厂站场园]$/.test(word)

interface Place {
  readonly code: string
  readonly path: string
  readonly from: number
  readonly to: number
}

// 内蒙古自治区 is also written 内蒙古, 余杭区 余杭
const shortOf = (name: string): string => name.replace(/(?:维吾尔|壮族|回族)?自治区$|特别行政区$|[省市]$/, '')
const spellings = (name: string): string[] =>
  [name, shortOf(name)].filter((each, index, all) => each.length > 1 && all.indexOf(each) === index)

/** The division that the first of the words with one begins with. */
function findFirst(words: readonly string[], tree: RegionTree): Place | undefined {
  for (const [index] of words.entries()) {
    const place = findPlace(words.slice(index).join(' '), tree)
    const before = words.slice(0, index).reduce((length, word) => length + word.length + 1, 0)
    if (place) return { ...place, from: place.from + before, to: place.to + before }
  }
  return undefined
}

/**
 * The deepest division whose names follow one another; province and city may be left out when the district is the only
 * one of its name.
 */
function findPlace(line: string, tree: RegionTree): Place | undefined {
  for (const province of tree) {
    const top = readName(line, province, 0)
    if (!top) continue
    const below = province.cities.flatMap(city => {
      // 北京市 and the groups of counties are not written out
      const own =
        isGroupName(city.name) || city.name === province.name ? top : (readName(line, city, top.to) ?? undefined)
      const middle = own ?? top
      const districts = city.districts.flatMap(district => {
        const found = readFull(line, district, middle.to)
        return found ? [{ code: district.code, to: found.to, isSure: own !== undefined }] : []
      })
      return [
        ...districts,
        ...(own && city.districts.length === 0 ? [{ code: city.code, to: own.to, isSure: true }] : []),
      ]
    })
    const best = below.find(({ isSure }) => isSure) ?? (below.length === 1 ? below[0] : undefined)
    if (best) return placeOf(tree, best.code, top.from, best.to)
    if (isCompleteChoice(tree, province.code)) return placeOf(tree, province.code, top.from, top.to)
  }
  return withoutProvince(line, tree)
}

// 昆山市…, 成都市青白江区…: only when a single division answers
function withoutProvince(line: string, tree: RegionTree): Place | undefined {
  const found = tree.flatMap(province =>
    province.cities.flatMap(city => {
      const own = isGroupName(city.name) ? undefined : readName(line, city, 0)
      return city.districts.flatMap(district => {
        const read = readFull(line, district, own?.to ?? 0)
        return read && (own || read.from === 0)
          ? [{ code: district.code, from: own?.from ?? read.from, to: read.to }]
          : []
      })
    }),
  )
  const [only] = found
  return only && found.length === 1 ? placeOf(tree, only.code, only.from, only.to) : undefined
}

const afterBlanks = (line: string, from: number): number => line.length - line.slice(from).trimStart().length

/** A name at the place where reading stands, blanks skipped. */
function readName(line: string, { name }: Region, from: number): { from: number; to: number } | undefined {
  const start = afterBlanks(line, from)
  const spelled = spellings(name).find(each => line.startsWith(each, start))
  return spelled === undefined ? undefined : { from: start, to: start + spelled.length }
}

// districts by their full name only: 余杭 may begin a street
function readFull(line: string, { name }: Region, from: number): { from: number; to: number } | undefined {
  const start = afterBlanks(line, from)
  return line.startsWith(name, start) ? { from: start, to: start + name.length } : undefined
}

const placeOf = (tree: RegionTree, code: string, from: number, to: number): Place => ({
  code,
  path: writePath(trailOf(tree, code).map(({ name }) => name)),
  from,
  to,
})
