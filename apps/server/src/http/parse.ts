// The strict reader of requests: exact content types, valid UTF-8, no repeated names, bounded depth and size.
import { Problem } from '@yunshu/domain/problems/problems'
import { assertCleanText } from '../strictJson.ts'

const MiB = 1_048_576

/** Limits of a request. */
export const requestLimits = {
  /** Bytes of a form body of people who are signed in, and of everybody else. */
  bodyBytes: MiB,
  openBytes: 65_536,
  /** Five hundred pasted numbers of 60 signs, each sign as three in an address. */
  queryBytes: 131_072,
  /** Parameters of a query or a form. */
  names: 200,
  /** Files of an upload, the bytes of each, and of all of its fields together. */
  files: 9,
  fileBytes: 20 * MiB,
  fieldsBytes: MiB,
  /** Bytes of uploads under way: of one address, and of all. */
  addressBytes: 512 * MiB,
  allBytes: 4096 * MiB,
  /** Bytes still read of a body whose request is already answered: most are sent before the answer is seen. */
  unreadBytes: MiB,
  /** Time the other side then has to read the answer, ms. */
  seenMs: 1000,
  /** The longest for the headers of a request, and for a form to come whole, ms. */
  headersMs: 10_000,
  formMs: 12_000,
  /** Bytes an upload has to bring in each slice of time, ms, and its longest time in all. @source spec §9 */
  slice: { ms: 10_000, bytes: 16_384 },
  uploadMs: 600_000,
  /** Time between looks at bodies under way, ms. */
  lookMs: 2000,
  /** Idle life of a connection, ms; that of a proxy of ours is longer than proxies keep theirs. */
  idleMs: 12_000,
  proxyIdleMs: 72_000,
  /** Connections of one address, and of all. */
  addressConnections: 2048,
  connections: 16_384,
} as const

/** The most bytes of one upload: its files, its fields, and what stands between them. */
export const uploadBytes = requestLimits.files * requestLimits.fileBytes + 2 * requestLimits.fieldsBytes

const bad = (reason: string): Problem => new Problem('request.bad', { reason })
const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeText(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw bad('文字编码不是 UTF-8')
  }
}

/** A form with its pluses as the blanks they mean; a million of them, replaced in the text itself, take a tenth of a second. */
function withBlanks(form: string): string {
  if (!form.includes('+')) return form
  const bytes = Buffer.from(form)
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0x2b) bytes[i] = 0x20
  return bytes.toString()
}

/** `a=1&b=2` as named texts; each name once. */
export function parseForm(form: string): Record<string, string> {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>
  if (form === '') return texts
  // a million bytes of names are not even taken apart
  const pairs = withBlanks(form).split('&', requestLimits.names + 1)
  if (pairs.length > requestLimits.names) throw bad('参数过多')
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = decodeText(at < 0 ? pair : pair.slice(0, at))
    if (name === '' || name in texts) throw bad(name === '' ? '参数名为空' : `参数 ${name} 重复`)
    // set on an object it would change the object instead of being a field of it
    if (name === '__proto__') throw bad(`参数名 ${name} 不可用`)
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
  if (query.length > requestLimits.queryBytes) throw new Problem('request.long')
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
