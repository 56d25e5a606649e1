// A client that signs by the rule of the specification alone: it shares no line with the product, whose own signing it
// is held against.
import { createHash } from 'node:crypto'

/** Values of a call by parameter, as a program holds them: texts, numbers, flags, arrays, objects. */
export type RuleParams = Readonly<Record<string, unknown>>

const isStructure = (value: unknown): boolean => typeof value === 'object' && value !== null

const isLeftOut = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * The sign of a call: without `sign` itself and whatever is empty, sorted by name, `name=value` joined by `&`, the
 * secret behind it, MD5 in capitals.
 */
export function signByRule(params: RuleParams, secret: string): string {
  const line = Object.keys(params)
    .filter(name => name !== 'sign' && !isLeftOut(params[name]))
    .sort((a, b) => (a < b ? -1 : 1))
    .map(name => `${name}=${isStructure(params[name]) ? JSON.stringify(params[name]) : String(params[name])}`)
    .join('&')
  return createHash('md5')
    .update(Buffer.from(line + secret, 'utf8'))
    .digest('hex')
    .toUpperCase()
}

/**
 * The parameters as a form travels, with their sign: what has no value stays at home, an empty array does not. With
 * `indent` JSON is written with blanks, as it may be anywhere but in the sign.
 */
export function formByRule(params: RuleParams, secret: string, indent = 0): string {
  const texts = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, isStructure(value) ? JSON.stringify(value, null, indent) : String(value)] as const)
  return [...texts, ['sign', signByRule(params, secret)] as const]
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join('&')
}
