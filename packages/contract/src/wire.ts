// Values of a call to wire text and back: every parameter is text; arrays and objects are their JSON text.
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

/** Input of a call as the named texts to sign and send; absent and empty values are left out. */
export function toWire<C extends Call>(call: C, input: z.output<C['input']>): Record<string, string> {
  const encoded = z.encode(call.input, input)
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(encoded)) {
    if (value === undefined || value === null || value === '') continue
    if (Array.isArray(value) && value.length === 0) continue
    texts[name] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  return texts
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
