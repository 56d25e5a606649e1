// The strict reader of JSON text that comes from outside: bounded depth, clean texts, no fields that change objects.
import { Problem } from '@yunshu/domain/problems/problems'

/** The greatest depth of nested objects and arrays. */
export const jsonDepthMax = 32

const bad = (reason: string): Problem => new Problem('request.bad', { reason })

/** Text PostgreSQL and JSON can hold without change: no NUL, no half of a surrogate pair. */
export function assertCleanText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw bad('含有不可用的字符')
}

/** JSON text of one parameter as a value: depth bounded before parsing, no `__proto__`, clean texts. */
export function parseStrictJson(text: string): unknown {
  assertDepth(text)
  let repeated = false
  const value = ((): unknown => {
    try {
      return JSON.parse(text, function reviver(this: unknown, key, item: unknown) {
        if (key === '__proto__') repeated = true
        if (typeof item === 'string') assertCleanText(item)
        return item
      })
    } catch (error) {
      if (error instanceof Problem) throw error
      throw bad('JSON 格式不正确')
    }
  })()
  if (repeated) throw bad('JSON 含有不允许的字段')
  return value
}

function assertDepth(text: string): void {
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inText) {
      if (c === 92) i++
      else if (c === 34) inText = false
    } else if (c === 34) inText = true
    else if (c === 91 || c === 123) {
      if (++depth > jsonDepthMax) throw bad('JSON 嵌套过深')
    } else if (c === 93 || c === 125) depth--
  }
}
