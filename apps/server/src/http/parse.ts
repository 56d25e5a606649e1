// The strict reader of requests: exact content types, valid UTF-8, no repeated names, bounded depth and size.
import { Problem } from '@yunshu/domain/problems'

/** Limits of a request: bytes of a form body, of a query, nesting of JSON text, files and bytes of an upload. */
export const requestLimits = {
  bodyBytes: 1_048_576,
  queryBytes: 65_536,
  jsonDepth: 32,
  files: 9,
  fileBytes: 20 * 1_048_576,
} as const

const bad = (reason: string): Problem => new Problem('request.bad', { reason })
const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeText(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    throw bad('文字编码不是 UTF-8')
  }
}

/** Text PostgreSQL and JSON can hold without change: no NUL, no half of a surrogate pair. */
export function assertCleanText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw bad('含有不可用的字符')
}

/** `a=1&b=2` as named texts; each name once. */
export function parseForm(form: string): Record<string, string> {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>
  if (form === '') return texts
  for (const pair of form.split('&')) {
    const at = pair.indexOf('=')
    const name = decodeText(at < 0 ? pair : pair.slice(0, at))
    if (name === '' || name in texts) throw bad(name === '' ? '参数名为空' : `参数 ${name} 重复`)
    const text = at < 0 ? '' : decodeText(pair.slice(at + 1))
    assertCleanText(name)
    assertCleanText(text)
    texts[name] = text
  }
  return texts
}

/** The query of a request address as named texts. */
export function parseQuery(url: string): Record<string, string> {
  const at = url.indexOf('?')
  if (at < 0) return {}
  const query = url.slice(at + 1)
  if (query.length > requestLimits.queryBytes) throw new Problem('request.large')
  return parseForm(query)
}

/** A form body as named texts. */
export function parseBody(bytes: Buffer): Record<string, string> {
  try {
    return parseForm(utf8.decode(bytes))
  } catch (error) {
    if (error instanceof Problem) throw error
    throw bad('文字编码不是 UTF-8')
  }
}

/** True for exactly the form content type, with no charset or UTF-8. */
export function isFormType(header: string | undefined): boolean {
  return header !== undefined && /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i.test(header)
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
      if (++depth > requestLimits.jsonDepth) throw bad('JSON 嵌套过深')
    } else if (c === 93 || c === 125) depth--
  }
}
