// The strict reader of JSON text that comes from outside: bounded depth and size, each name once, clean texts, no fields
// that change objects.
import { Problem } from '@yunshu/domain/problems/problems'

/**
 * The greatest depth of nested objects and arrays, and the most values of one text: the longest sheet of trips entered
 * after the journey fits, with all its columns.
 */
export const jsonLimits = { depth: 32, values: 10_000 } as const

const bad = (reason: string): Problem => new Problem('request.bad', { reason })

/** Text PostgreSQL and JSON can hold without change: no NUL, no half of a surrogate pair. */
export function assertCleanText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw bad('含有不可用的字符')
}

/** JSON text of one parameter as a value: its shape is judged before it is parsed, and no text in it is unclean. */
export function parseStrictJson(text: string): unknown {
  assertCleanText(text)
  assertShape(text)
  const value = parsed(text)
  // an escape can spell what the text itself must not hold
  if (text.includes(String.raw`\u`)) assertCleanTexts(value)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw bad('JSON 格式不正确')
  }
}

/** Signs of JSON as numbers: a megabyte is read by them in a few milliseconds, sign by sign as texts in a tenth of a second. */
const signs = { quote: 34, comma: 44, array: 91, escape: 92, arrayEnd: 93, object: 123, objectEnd: 125 } as const

/** Bounded depth and size; no name twice in one object, and none that changes the object itself. */
function assertShape(text: string): void {
  /** Names so far of each open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = []
  let isName = false
  let values = 0
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (sign === signs.quote) {
      const end = endOfText(text, i)
      const names = open.at(-1)
      if (isName && names) addName(names, text.slice(i, end + 1))
      isName = false
      i = end
    } else if (sign === signs.object || sign === signs.array) {
      isName = sign === signs.object
      if (open.push(isName ? new Set() : undefined) > jsonLimits.depth) throw bad('JSON 嵌套过深')
      values++
    } else if (sign === signs.objectEnd || sign === signs.arrayEnd) {
      open.pop()
      isName = false
    } else if (sign === signs.comma) {
      isName = open.at(-1) !== undefined
      values++
    }
    if (values > jsonLimits.values) throw bad('JSON 内容过多')
  }
}

/** The place of the quote that ends the text begun at `from`; that of the last sign when none does. */
function endOfText(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (sign === signs.escape) i++
    else if (sign === signs.quote) return i
  }
  return text.length
}

/** Adds a name as it is written, quotes included; two spellings of one name are that name twice. */
function addName(names: Set<string>, written: string): void {
  const name = written.includes('\\') ? parsed(written) : written.slice(1, -1)
  if (name === '__proto__') throw bad('JSON 含有不允许的字段')
  if (typeof name !== 'string' || names.has(name)) throw bad('JSON 含有重复的字段')
  names.add(name)
}

function assertCleanTexts(value: unknown): void {
  const left: unknown[] = [value]
  for (let one = left.pop(); left.length > 0 || one !== undefined; one = left.pop()) {
    if (typeof one === 'string') assertCleanText(one)
    else if (typeof one === 'object' && one !== null)
      for (const [name, inner] of Object.entries(one)) left.push(name, inner)
  }
}
