// Values of a call to wire text and back: every parameter is text; arrays and objects are their JSON text.
import type { SignParams } from '@yunshu/domain/signing'
import * as z from 'zod/mini'
import type { Call, InputSchema } from './call.ts'

/** Parameters every call carries beside its own (wire contract); they are never an identity source. */
export const commonParams = [
  'timestamp',
  'token',
  'operatorAccount',
  'operatorName',
  'branchCompanyId',
  'sign',
] as const

/** The form of one parameter inside its text. */
type WireKind = 'text' | 'number' | 'boolean' | 'json'

const kinds = new WeakMap<InputSchema, ReadonlyMap<string, WireKind>>()

function kindOf(schema: z.core.$ZodType): WireKind {
  const def: unknown = schema._zod.def
  const { type, innerType, in: from } = def as { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  if (innerType) return kindOf(innerType)
  if (type === 'pipe' && from) return kindOf(from)
  if (type === 'number' || type === 'int') return 'number'
  if (type === 'boolean') return 'boolean'
  if (type === 'array' || type === 'object' || type === 'record' || type === 'union' || type === 'tuple') return 'json'
  return 'text'
}

/** The wire kinds of a call's own parameters, by name. */
export function wireKinds(input: InputSchema): ReadonlyMap<string, WireKind> {
  const known = kinds.get(input)
  if (known) return known
  const made = new Map(Object.entries(input._zod.def.shape).map(([name, schema]) => [name, kindOf(schema)]))
  kinds.set(input, made)
  return made
}

/** Input of a call as the named texts to send; absent values and empty texts are left out, an empty array is `[]`. */
export function toWire<C extends Call>(call: C, input: z.output<C['input']>): Record<string, string> {
  const encoded = z.encode(call.input, input)
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(encoded)) {
    if (value === undefined || value === null || value === '') continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    // a form with files carries no other line break, and the signature is of what travels
    texts[name] = call.body === 'multipart' ? text.replaceAll(/\r\n|\r|\n/g, '\r\n') : text
  }
  return texts
}

const blanks: readonly number[] = [9, 10, 13, 32]
const [quote, backslash] = [34, 92]

/** JSON text without the blanks between its parts; read unit by unit, for it may be a megabyte of quotes and blanks. */
function compactJson(text: string): string {
  const units = new Uint16Array(text.length)
  let size = 0
  let isText = false
  let isEscaped = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (!isText && blanks.includes(unit)) continue
    if (unit === quote && !isEscaped) isText = !isText
    isEscaped = isText && unit === backslash && !isEscaped
    units[size++] = unit
  }
  return size === text.length ? text : new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, size))
}

/**
 * Named texts of a call as the parameters its signature is made of: arrays and objects in compact form, and an array
 * without elements as one, for it travels and counts for nothing. A text that reads `[]` is a text like any other: the
 * call's schema says which of its parameters are arrays.
 *
 * @source [CL-03]; docs/wire.md, Parameters and sign
 */
export function paramsToSign(input: InputSchema, texts: Readonly<Record<string, string>>): SignParams {
  const known = wireKinds(input)
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const written = known.get(name) === 'json' ? compactJson(text) : undefined
      return [name, written === '[]' ? [] : (written ?? text)]
    }),
  )
}

/** Reads JSON text into a value; the server passes its strict parser, the browser JSON.parse. */
export type ParseJson = (text: string) => unknown

/**
 * Named texts as the values a call's schema decodes; numbers and flags are read by exact form, never coerced.
 * A text that has not its form is left as it is, so that the schema reports the field.
 */
export function fromWire(
  input: InputSchema,
  texts: Readonly<Record<string, string>>,
  parseJson: ParseJson,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const known = wireKinds(input)
  for (const [name, text] of Object.entries(texts)) {
    const kind = known.get(name)
    if (text === '' && kind !== undefined) continue
    if (kind === 'number' && /^-?(?:0|[1-9]\d{0,15})$/.test(text)) values[name] = Number(text)
    else if (kind === 'boolean' && (text === 'true' || text === 'false')) values[name] = text === 'true'
    else if (kind === 'json') values[name] = parseJson(text)
    else values[name] = text
  }
  return values
}

/** The answer every call gets around its data (wire contract). */
export interface Envelope {
  code: number
  message: string
  data: unknown
}
