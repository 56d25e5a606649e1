// The strict reader of requests: exact content types, valid UTF-8, no repeated names, bounded depth and size.
import { Problem } from '@yunshu/domain/problems/problems'
import { assertCleanText } from '../strictJson.ts'

/** Limits of a request: bytes of a form body, of a query, files and bytes of an upload. */
export const requestLimits = {
  bodyBytes: 1_048_576,
  queryBytes: 65_536,
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
