// Loose text of sheets in one form: numbers with separators and units, dates in the usual writings, full-width
// characters.
import { readDecimal } from './decimal.ts'
import { parseYuan, type Fen } from './money.ts'
import { parseDateTime } from './time.ts'
import { parseKg, parseTons, type Grams } from './weight.ts'

/**
 * Full-width letters and digits as usual ones; names keep their full-width brackets and commas, as registers write
 * them.
 */
const halfWidth = (text: string): string =>
  text.replace(/[０-９Ａ-Ｚａ-ｚ]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** A cell as text: no blanks around it, none that cannot be seen, letters and digits of usual width. */
export function tidyCell(text: string): string {
  return halfWidth(text.replace(/[\p{Cc}\p{Cf}]/gu, sign => (/\s/.test(sign) ? ' ' : '')))
    .replace(/[\s\u3000]+/g, ' ')
    .trim()
}

/** Everything of usual width, without blanks: for what is not free text. */
const narrow = (text: string): string => text.normalize('NFKC').replace(/\s/g, '')

/** `1,234.5` only where the commas stand at thousands; `1,23` is a slip of the hand and stays what it is. */
const withoutCommas = (text: string): string =>
  /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text

/**
 * A figure as people paste it into a field, bare: usual width, no blanks, no currency sign, no separators of thousands.
 */
export const plainFigure = (text: string): string => withoutCommas(narrow(text).replace(/[¥￥]/g, ''))

/** A decimal as sheets hold it, with at most `places` decimals beyond zeros; undefined for anything else. */
function decimal(text: string, places: number): string | undefined {
  const plain = withoutCommas(text).replace(/^\+/, '')
  const whole = /^(-?\d+)(?:\.(\d*))?$/.exec(plain)
  if (!whole) return undefined
  const decimals = (whole[2] ?? '').replace(/0+$/, '')
  const tidy = decimals === '' ? String(whole[1]) : `${String(whole[1])}.${decimals}`
  return readDecimal(tidy, places) === undefined ? undefined : tidy
}

/** Reads a number as plain decimal text: `1,234.50` is `1234.5`. At most `places` decimals. */
export function readLooseNumber(text: string, places: number): string | undefined {
  return decimal(narrow(text), places)
}

/** Reads yuan: `¥1,200.00`, `1200元`. Not below zero. */
export function readLooseYuan(text: string): Fen | undefined {
  const plain = decimal(
    narrow(text)
      .replace(/^[¥￥]/, '')
      .replace(/元$/, ''),
    2,
  )
  return plain === undefined ? undefined : parseYuan(plain)
}

/** Reads a weight, tons unless it says kilograms: `32.4`, `32.4吨`, `32,400kg`, `32400公斤`. */
export function readLooseTons(text: string): Grams | undefined {
  const [, figure = '', unit = ''] = /^(.*?)(t|吨|kg|公斤|千克)?$/i.exec(narrow(text)) ?? []
  const isKg = /^(?:kg|公斤|千克)$/i.test(unit)
  const plain = decimal(figure, isKg ? 3 : 6)
  return plain === undefined ? undefined : isKg ? parseKg(plain) : parseTons(plain)
}

const dayFirst = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(.*)$/
const dayTight = /^(\d{4})(\d{2})(\d{2})(.*)$/
const clock = /^(?:T|日)?(\d{1,2})(?::|时|点)(?:(\d{1,2})分?(?:[:](\d{1,2})|(\d{1,2})秒)?)?$/
/** Days from 1899-12-30, from which Excel counts, to 1970-01-01. */
const excelEpochDays = 25_569
/** 1982-01-01 to 2119-12-31: outside it a bare number is not meant as a day. */
const serial = /^(?:[3-7]\d{4})(?:\.\d+)?$/

const two = (text: string | undefined): string => (text ?? '0').padStart(2, '0')

/**
 * Reads a moment on China's clock, ms: 2026-11-21, 2026/11/21 8:30, 2026年11月21日8时30分, 20261121, and Excel's own day
 * numbers.
 * A day alone is its first moment. Day before month or a year of two digits is not guessed at.
 */
export function readLooseTime(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim().replace(/\s+/g, ' ')
  // a quarter of a second is what a day number of a spreadsheet may be off by
  if (serial.test(plain))
    return parseDateTime(
      new Date(Math.round((Number(plain) - excelEpochDays) * 86_400) * 1000)
        .toISOString()
        .replace('T', ' ')
        .slice(0, 19),
    )
  const day = dayFirst.exec(plain) ?? dayTight.exec(plain)
  if (!day) return undefined
  const rest = (day[4] ?? '').replaceAll(' ', '')
  const at = rest === '' ? [] : clock.exec(rest)
  if (!at) return undefined
  return parseDateTime(
    `${day[1] ?? ''}-${two(day[2])}-${two(day[3])} ${two(at[1])}:${two(at[2])}:${two(at[3] ?? at[4])}`,
  )
}
