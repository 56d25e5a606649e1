// Values of every kind for the parameters of a call, whatever its rules say about them: the wire carries them all.
import type { Call } from '@yunshu/contract/call'
import fc from 'fast-check'
import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** Texts, among them those that look like something else. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter(text => text.isWellFormed() && !text.includes('\0')),
  fc.constantFrom('', '[]', '{}', 'null', '[ ]', '"', '\\', '"\\', 'a&b=c 空格', '1', 'true', '+%20'),
)

/** The parts of a schema's definition that say what values it holds. */
interface Definition {
  readonly type: string
  readonly innerType?: Schema
  readonly in?: Schema
  readonly element?: Schema
  readonly shape?: Readonly<Record<string, Schema>>
  readonly valueType?: Schema
  readonly options?: readonly Schema[]
  readonly items?: readonly Schema[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
}

/** Values of a schema as they are before they are written as text. */
function anyOf(schema: Schema): fc.Arbitrary<unknown> {
  const definition: unknown = schema._zod.def
  const {
    type,
    innerType,
    in: from,
    element,
    shape,
    valueType,
    options,
    items,
    values,
    entries,
  } = definition as Definition
  if (innerType) return fc.option(anyOf(innerType), { nil: undefined })
  if (from) return anyOf(from)
  if (element) return fc.array(anyOf(element), { maxLength: 3 })
  if (shape) return anyRecord(shape)
  if (valueType) return fc.dictionary(anyText, anyOf(valueType), { maxKeys: 3 })
  if (options) return fc.oneof(...options.map(anyOf))
  if (items) return fc.tuple(...items.map(anyOf))
  if (values) return fc.constantFrom(...values)
  if (entries) return fc.constantFrom(...Object.values(entries))
  if (type === 'number' || type === 'int') return fc.integer()
  if (type === 'boolean') return fc.boolean()
  if (type === 'string') return anyText
  throw new Error(`values of ${type} are not known`)
}

const anyRecord = (shape: Readonly<Record<string, Schema>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, anyOf(field)])))

/** Values for all parameters of a call. */
export const anyInputOf = (call: Call): fc.Arbitrary<Record<string, unknown>> => anyRecord(call.input._zod.def.shape)
