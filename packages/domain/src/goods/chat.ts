// A chat message of freight people read by rules: lanes with tons, trucks, price, phone and time; doubtful figures are
// left out, for a wrong one costs more than an empty field.
import { DAY_MS, HOUR_MS, MINUTE_MS, shanghaiOffsetMs, startOfDay } from '../figures/time.ts'
import { parseTons } from '../figures/weight.ts'
import { parseUnitPrice, type UnitPrice } from '../figures/unitPrice.ts'
import { cargoIn, trucksIn, type ChatCargo } from './chatCargo.ts'
import type { Pricing } from './goods.ts'

/** A division named in the text: half-open range of characters. */
export interface ChatPlace {
  readonly code: string
  readonly path: string
  readonly from: number
  readonly to: number
}

/** The sure figures of one lane of a message. */
export interface ChatLane extends ChatCargo {
  readonly load?: ChatPlace
  readonly unload?: ChatPlace
  /** Tons of the whole, in grams. */
  readonly weight?: number
  readonly trucks?: number
  readonly price?: UnitPrice
  readonly pricing?: Pricing
  readonly mobile?: string
  /** Loading from, and until. */
  readonly loadFrom?: number
  readonly loadTo?: number
}

/** The longest message that is read. */
export const chatTextMax = 2000

const mobileText = /(?<!\d)(?:\+?86[- ]?)?(1[3-9]\d[- ]?\d{4}[- ]?\d{4})(?!\d)/g
// emoji, and the marks chats put around names
const noise = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{FE0F}|\u{200D}|[【】[\]「」《》#@]/gu

/** The message in one spelling; blanks stand for what is taken out, so that places keep their distance. */
export const plainChat = (text: string): string =>
  text.slice(0, chatTextMax).normalize('NFKC').replace(noise, ' ').replace(/\s+/g, oneBlank)

/** A run of blanks is one, and ends a line where it holds an end of line: shapes below never meet a long run. */
const oneBlank = (run: string): string => (run.includes('\n') ? '\n' : ' ')
const spaced = (text: string): string => text.replace(/\s+/g, oneBlank)

/**
 * Reads a message that `plainChat` made, with the divisions named in it. Figures belong to the lane they stand behind;
 * a phone and a time that are the only ones belong to all.
 */
export function readChat(text: string, places: readonly ChatPlace[], now: number): ChatLane[] {
  const ends = pairEnds(text, places)
  const starts = ends.map(({ from }) => from)
  const whole = text.replace(mobileText, blank)
  const plain = withoutPlaces(whole, places)
  const shared = { ...oneMobile(text), ...timeIn(whole, now), ...cargoIn(plain), ...trucksIn(plain) }
  if (ends.length < 2) return nothingIn({ ...shared, ...ends[0]?.lane, ...figuresIn(plain) })
  return ends.map(({ lane }, at) => {
    const [from, to] = [at === 0 ? 0 : (starts[at] ?? 0), starts[at + 1] ?? text.length]
    const own = text.slice(from, to)
    return {
      ...shared,
      ...lane,
      ...oneMobile(own),
      ...timeIn(own.replace(mobileText, blank), now),
      ...cargoOf(plain.slice(from, to)),
    }
  })
}

const cargoOf = (text: string) => ({ ...figuresIn(text), ...cargoIn(text), ...trucksIn(text) })
const nothingIn = (lane: ChatLane): ChatLane[] => (Object.keys(lane).length === 0 ? [] : [lane])
const blank = (found: string): string => ' '.repeat(found.length)

function withoutPlaces(text: string, places: readonly ChatPlace[]): string {
  return places.reduce((left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to), text)
}

/** The only phone of a text; of several nobody knows which is meant. */
function oneMobile(text: string): Pick<ChatLane, 'mobile'> {
  const found = new Set([...text.matchAll(mobileText)].map(([, mobile = '']) => mobile.replace(/[- ]/g, '')))
  const [only] = found
  return only !== undefined && found.size === 1 ? { mobile: only } : {}
}

interface Ends {
  lane: Pick<ChatLane, 'load' | 'unload'>
  from: number
}
type Role = 'load' | 'unload' | undefined

/** A word that says the place behind it is where something is loaded, or unloaded. */
const before = {
  load: /(?:装货?(?:地|点)?|发货(?:地|点)?|提货?(?:地|点)?|始发地?|出发地?|起点|起运地?|货在|从|由|起)\s*[:：是在]?\s*$/,
  unload:
    /(?:卸货?(?:地|点)?|收货?(?:地|点)?|到货?(?:地|点)?|目的地|终点|送到?|去|至|往|发往?|运往|运到|拉到|[-—–→➡>~〉]+)\s*[:：是在]?\s*$/,
} as const
/** The same, behind it. */
const behind = {
  load: /^\s*[^\s,，。;；\d]{0,6}?(?:装车?货?|提货|发货|出发|发)(?![^\s,，。;；\d到至去往卸])/,
  unload: /^\s*[^\s,，。;；\d]{0,6}?(?:卸车?货?|收货)/,
} as const

function roleOf(text: string, { from, to }: ChatPlace, next: number | undefined): Role {
  const head = text.slice(Math.max(0, from - 8), from)
  if (before.unload.test(head)) return 'unload'
  if (before.load.test(head)) return 'load'
  const tail = text.slice(to, Math.min(next ?? text.length, to + 10))
  if (behind.unload.test(tail)) return 'unload'
  return behind.load.test(tail) ? 'load' : undefined
}

/** Places in their order as lanes: one that is no unloading place begins the next lane. */
function pairEnds(text: string, places: readonly ChatPlace[]): Ends[] {
  const lanes: Ends[] = []
  for (const [at, place] of places.entries()) {
    const current = lanes.at(-1)
    const { load, unload } = current?.lane ?? {}
    const role = roleOf(text, place, places[at + 1]?.from)
    const last = places[at - 1]
    const gap = last ? text.slice(last.to, place.from) : ''
    const isLike = /^[^\n\d]{0,4}[、和及或/]\s*$/.test(gap) && !/[到至去→]/.test(gap)
    if (current && load && unload && isLike && role === undefined)
      lanes.push({ lane: { load, unload: place }, from: place.from })
    else if (current && !unload && load && role !== 'load') current.lane = { load, unload: place }
    else if (current && !load && unload && role !== 'unload') current.lane = { load: place, unload }
    else lanes.push({ lane: role === 'unload' ? { unload: place } : { load: place }, from: place.from })
  }
  return lanes
}

const digits = '零一二三四五六七八九十'
/** 3, 十二, 两; undefined for 几 and for what is none. */
function countOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  if (text === '两' || text === '俩') return 2
  const [tens, ones] = text.includes('十') ? text.split('十') : [undefined, text]
  const of = (one: string): number => (one === '' ? 0 : digits.indexOf(one))
  const value = tens === undefined ? of(ones ?? '') : (tens === '' ? 1 : of(tens)) * 10 + of(ones ?? '')
  return value > 0 ? value : undefined
}

// a number begins where no digit stands before it, else a long one would be tried from each of its digits
const number = String.raw`(?<![\d.])\d+(?:\.\d+)?`
const gap = String.raw`\s{0,2}`
const figure = `(${number})`
// one behind a minus is none
const amount = `(?<![-−~负])${figure}`
const per = '吨|方|车|趟|台|公里|[tT](?![a-z])'
const times: Readonly<Record<string, number>> = { 万: 10_000, 千: 1000, 百: 100 }
const scaled = (text: string, unit: string | undefined): string =>
  unit === undefined ? text : String(Math.round(Number(text) * (times[unit] ?? 1) * 1000) / 1000)

const lengthShape = new RegExp(String.raw`${number}${gap}米${gap}\d?`, 'g')
const otherMoney = '押金|定金|订金|保证金|预付|罚款|扣款|违约金|信息费|过磅费'
const ownWeight = '自重|皮重'
const about = String.raw`[^\d\n,，。;；]{0,6}`
const sum = String.raw`${number}(?![\d.])${gap}[万千百]?(?!${gap}(?:吨|[tT](?![a-z])))${gap}(?:元|块钱?)?${gap}(?:(?:/|每|一)${gap}(?:${per}))?`
const tons = String.raw`${number}${gap}(?:吨|[tT](?![a-z]))?`
/** Deposits, fines, fees and what a truck weighs itself: no price and no load, behind the word and before it. */
const otherSums = new RegExp(String.raw`(?:${otherMoney})${about}${sum}|(?:${ownWeight})${about}${tons}`, 'gi')
const sumsOfOthers = new RegExp(String.raw`${sum}${gap}的?(?:${otherMoney})|${tons}${gap}的?(?:${ownWeight})`, 'gi')

/** Figures of a lane; each is taken out of the text when it is read, so that none is read twice. */
function figuresIn(text: string): Pick<ChatLane, 'weight' | 'trucks' | 'price' | 'pricing'> {
  // lengths of trucks, heights and routes are no quantities
  const clean = spaced(spaced(text).replace(lengthShape, blank).replace(otherSums, blank).replace(sumsOfOthers, blank))
  const { rest, price } = priceIn(clean)
  const quantity = quantityIn(rest)
  return { ...quantity, ...sure(price, /吨|[tT]\b/.test(clean)) }
}

type Said = { text: string; pricing: Pricing | undefined }
const unitOf: Readonly<Record<string, Pricing>> = {
  吨: 'PER_TON',
  t: 'PER_TON',
  T: 'PER_TON',
  方: 'PER_M3',
  车: 'PER_TRUCK',
  趟: 'PER_TRUCK',
  台: 'PER_TRUCK',
  公里: 'PER_KM',
}

const prices: readonly { shape: RegExp; read: (found: RegExpExecArray) => Said }[] = [
  // 210元/吨, 8500一车, 1.2万/车
  {
    shape: new RegExp(
      String.raw`${amount}${gap}([万千])?${gap}(?:元|块钱?|r(?:mb)?)?${gap}(?:/${gap}1?|每|一|包)${gap}(${per})`,
      'i',
    ),
    read: ([, text = '', unit, each = '']) => ({ text: scaled(text, unit), pricing: unitOf[each] }),
  },
  // 每吨210, 吨价 210, 一车8500
  {
    shape: new RegExp(
      String.raw`(?:(?:每|一|单)(吨|方|车|趟)|(吨)(?:价|运费)|([车方])价)(?:运费|运价|单价)?${gap}[:：]?${gap}${amount}${gap}([万千])?${gap}(?:元|块)?(?![\d.]|${gap}[吨车方tT])`,
    ),
    read: ([, each, ton, other, text = '', unit]) => ({
      text: scaled(text, unit),
      pricing: unitOf[each ?? ton ?? other ?? ''],
    }),
  },
  // 一口价8500, 包车 9000
  {
    shape: new RegExp(
      String.raw`(?:一口价|包车价?|整车价?)${gap}[:：]?${gap}${amount}${gap}([万千])?${gap}(?:元|块)?(?![\d.]|${gap}吨)`,
    ),
    read: ([, text = '', unit]) => ({ text: scaled(text, unit), pricing: 'PER_TRUCK' }),
  },
  // 运费210, 价格 8500元, 210元: the unit is told by its size
  {
    shape: new RegExp(
      String.raw`(?:运费|运价|价格?|单价|费用)${gap}[:：]?${gap}${amount}${gap}([万千])?${gap}(?:元|块)?(?![\d.]|${gap}[吨车方tT\d])`,
    ),
    read: ([, text = '', unit]) => ({ text: scaled(text, unit), pricing: undefined }),
  },
  {
    shape: new RegExp(String.raw`${amount}${gap}([万千])?${gap}(?:元|块钱?)`),
    read: ([, text = '', unit]) => ({ text: scaled(text, unit), pricing: undefined }),
  },
]

const between = '[-~到至或—–/]'
const named = String.raw`(?:运费|运价|价格?|单价|费用|(?:每|一|单)[吨方车趟]|包车)[运费价单格:：\s]{0,6}`
/** 120-130元/吨, 120/130一吨, 运费120到130, 120元/吨到130: nobody knows which is meant. */
const ranges = new RegExp(
  [
    String.raw`${number}${gap}[万千]?${gap}(?:元|块钱?)?${gap}${between}${gap}${number}${gap}[万千]?${gap}(?:(?:元|块钱?)?${gap}(?:/${gap}1?|每|一|包)${gap}(?:${per})|元|块)`,
    String.raw`${named}${number}${gap}[万千]?${gap}(?:元|块钱?)?${gap}${between}${gap}(?!1${gap}(?:${per}))\d`,
    String.raw`${number}${gap}[万千]?${gap}(?:元|块钱?)?${gap}(?:/${gap}1?|每|一)${gap}(?:${per})${gap}[-~到至]${gap}\d`,
  ].join('|'),
  'gi',
)

/** The price of a text, and the text without it; several prices are none. */
function priceIn(text: string): { rest: string; price: Said | undefined } {
  const single = text.replace(ranges, blank)
  if (single !== text) return { rest: single, price: undefined }
  for (const { shape, read } of prices) {
    const found = shape.exec(text)
    if (!found) continue
    const rest = text.slice(0, found.index) + blank(found[0]) + text.slice(found.index + found[0].length)
    const again = shape.exec(rest)
    const price = read(found)
    const isOther = again !== null && read(again).text !== price.text
    return { rest: rest.replace(new RegExp(shape, 'g'), blank), price: isOther ? undefined : price }
  }
  return { rest: text, price: undefined }
}

/** Prices without a unit: a truck costs thousands, a ton hundreds at most. */
function sure(said: Said | undefined, speaksOfTons: boolean): Pick<ChatLane, 'price' | 'pricing'> {
  const price = said && parseUnitPrice(said.text)
  if (!said || price === undefined || price === 0) return {}
  const yuan = Number(said.text)
  const pricing = said.pricing ?? (yuan >= 1500 ? 'PER_TRUCK' : yuan <= 800 && speaksOfTons ? 'PER_TON' : undefined)
  return pricing === undefined ? {} : { price, pricing }
}

const perTruck = new RegExp(
  String.raw`(?:每车|单车|一车|车装|装载?|限载|载重|核载|能拉|能装)${gap}[:：]?${gap}${figure}${gap}(?:[-~到至]${gap}\d+(?:\.\d+)?)?${gap}(?:吨|[tT](?![a-z]))(?:左右|以上|以内)?`,
  'g',
)
const tonsShape = new RegExp(
  String.raw`(?<![\d.\-~/])${figure}${gap}([万千百])?${gap}(?:多|来)?(?:吨|顿|[tT](?![a-zA-Z]))(?!${gap}(?:/|每|一)${gap}车)`,
  'g',
)
const trucksShape =
  /(?<![\d.\-~/])(\d{1,4}|[一二三四五六七八九十两俩]{1,3})\s*(?:(?:台|辆|个|部|挂)\s*(?:车|大?板|高栏|平板|半挂|厢|货车|后八轮|前四后八)?|车|趟)(?!\s*\d*\s*(?:米|吨))/g

const tonsRange = new RegExp(String.raw`${number}${gap}[-~]${gap}\d+(?:\.\d+)?${gap}(?:吨|t)`, 'gi')
const tonsEach = new RegExp(String.raw`${number}${gap}(?:吨|[tT])${gap}(?:/|每|一|[*×xX](?=${gap}\d))${gap}车?`, 'g')

/** Tons and trucks; a range, what one truck takes, and what goes each day are no total. */
function quantityIn(text: string): Pick<ChatLane, 'weight' | 'trucks'> {
  const plain = spaced(text)
    .replace(tonsRange, blank)
    .replace(perTruck, blank)
    .replace(tonsEach, blank)
    .replace(/(?:每天|一天|每日|日发|天天)[^\n,，。;；]{0,12}/g, blank)
  const tons = [...plain.matchAll(tonsShape)]
  const trucks = [...plain.matchAll(trucksShape)]
    .map(([, count = '']) => countOf(count))
    .filter(count => count !== undefined)
  const [first] = tons
  const weight = first && tons.length === 1 ? parseTons(scaled(first[1] ?? '', first[2])) : undefined
  const [count] = trucks
  return {
    ...(weight === undefined || weight === 0 ? {} : { weight }),
    ...(count !== undefined && trucks.length === 1 ? { trucks: count } : {}),
  }
}

const dayWords: Readonly<Record<string, number>> = { 今: 0, 明: 1, 后: 2, 大后: 3 }
const parts: Readonly<Record<string, readonly [number, number]>> = {
  早: [6, 12],
  上: [6, 12],
  中: [11, 13],
  下: [12, 18],
  晚: [18, 24],
}
const dayShape =
  /(大后|今|明|后)(?:天|日|(?=[早晚上下]))\s*(?:(早|上|中|下|晚)(?:上|午)?)?\s*(?:(\d{1,2})(?:点|[:：](\d{2})))?(半)?/g
// 2号煤 and 13号门 are no dates
const dateShape =
  /(?<![\d.:：])(?:(\d{1,2})\s*(?:月|[./])\s*)?(\d{1,2})\s*(?:日|号(?=\s*(?:[早晚装到,，。;；!！?？、)）\n]|[上中下]午|$)|(?<=[月./]\s*\d{1,2}\s*号)))\s*(?:(早|上|中|下|晚)(?:上|午)?)?\s*(?:(\d{1,2})(?:点|[:：](\d{2})))?/g

/** The time of loading, where one only is told and it is not that of unloading. */
function timeIn(said: string, now: number): Pick<ChatLane, 'loadFrom' | 'loadTo'> {
  const text = spaced(said)
  const found = [
    ...[...text.matchAll(dayShape)].map(match => {
      const [all, day = '', part, hour, minute, half] = match
      return {
        at: match.index + all.length,
        day: startOfDay(now) + (dayWords[day] ?? 0) * DAY_MS,
        part,
        hour,
        minute: half ? '30' : minute,
      }
    }),
    ...[...text.matchAll(dateShape)].map(match => {
      const [all, month, date = '', part, hour, minute] = match
      return { at: match.index + all.length, day: dayOf(now, month, Number(date)), part, hour, minute }
    }),
  ].filter(
    each =>
      !/^\s*(?:左右|之前|以前|前)?\s*(?:卸|到货|到达|送到|交货|必须到|要到|之?前|以前|到(?!.{0,6}装))/.test(
        text.slice(each.at, each.at + 12),
      ),
  )
  const [only] = found
  if (!only || only.day === undefined || found.length > 1) return {}
  return windowOf(only.day, only.part, only.hour, only.minute)
}

/** The next such day; undefined where there is none. */
function dayOf(now: number, month: string | undefined, date: number): number | undefined {
  const today = new Date(startOfDay(now) + shanghaiOffsetMs)
  const of = (shift: number): Date =>
    month === undefined
      ? new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + shift, date))
      : new Date(Date.UTC(today.getUTCFullYear() + shift, Number(month) - 1, date))
  for (const shift of [0, 1]) {
    const day = of(shift)
    if (day.getUTCDate() === date && day.getTime() >= today.getTime()) return day.getTime() - shanghaiOffsetMs
  }
  return undefined
}

function windowOf(
  day: number,
  part: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
): Pick<ChatLane, 'loadFrom' | 'loadTo'> {
  const [from, to] = (part === undefined ? undefined : parts[part]) ?? [0, 24]
  if (hour === undefined) return { loadFrom: day + from * HOUR_MS, loadTo: day + to * HOUR_MS - MINUTE_MS }
  const late = (part === '下' || part === '晚') && Number(hour) < 12 ? 12 : 0
  const at = (Number(hour) + late) * HOUR_MS + Number(minute ?? 0) * MINUTE_MS
  return at < DAY_MS ? { loadFrom: day + at } : {}
}
