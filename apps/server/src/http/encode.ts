// Output of a call into its wire form, by a writer compiled once per schema: the hot half of every list.
import * as z from 'zod/mini'

type Write = (value: unknown) => unknown

const writers = new WeakMap<z.core.$ZodType, Write>()

/**
 * The wire form of a value whose type the compiler has checked against the schema: money as decimal text, fields the
 * schema does not know left out, absent ones absent. Validation is not repeated here (decision 010); tests decode every
 * answer with the full schema.
 */
export function encodeAnswer(schema: z.core.$ZodType, value: unknown): unknown {
  return writerOf(schema)(value)
}

function writerOf(schema: z.core.$ZodType): Write {
  const known = writers.get(schema)
  if (known) return known
  const made = compile(schema)
  writers.set(schema, made)
  return made
}

const asIs: Write = value => value

function compile(schema: z.core.$ZodType): Write {
  if (schema instanceof z.core.$ZodObject) return objectWriter(schema)
  if (schema instanceof z.core.$ZodArray) {
    const write = writerOf(schema._zod.def.element)
    return write === asIs ? asIs : list => (list as unknown[]).map(write)
  }
  if (schema instanceof z.core.$ZodOptional) {
    const write = writerOf(schema._zod.def.innerType)
    return write === asIs ? asIs : value => (value === undefined ? undefined : write(value))
  }
  if (schema instanceof z.core.$ZodRecord) {
    const write = writerOf(schema._zod.def.valueType)
    return write === asIs
      ? asIs
      : record => Object.fromEntries(Object.entries(record as object).map(([key, value]) => [key, write(value)]))
  }
  // codecs (money, weights, unit prices) and other rare schemas go through zod itself
  if (schema instanceof z.core.$ZodPipe) return codecWriter(schema)
  return isPlain(schema) ? asIs : value => z.encode(schema, value)
}

const plain: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'enum',
  'literal',
  'any',
  'unknown',
  'null',
  'int',
])
const isPlain = (schema: z.core.$ZodType): boolean => plain.has(schema._zod.def.type)

function objectWriter(schema: z.core.$ZodObject): Write {
  const fields = Object.entries(schema._zod.def.shape).map(([name, field]) => ({ name, write: writerOf(field) }))
  // a loose object lets further fields through as they are
  const isLoose = schema._zod.def.catchall !== undefined && schema._zod.def.catchall._zod.def.type !== 'never'
  return value => {
    const from = value as Record<string, unknown>
    const to: Record<string, unknown> = isLoose ? { ...from } : {}
    for (const { name, write } of fields) {
      const field = from[name]
      if (field !== undefined) to[name] = write(field)
    }
    return to
  }
}

function codecWriter(schema: z.core.$ZodPipe): Write {
  const { reverseTransform, in: from } = schema._zod.def as z.core.$ZodPipeDef & {
    reverseTransform?: (value: unknown, payload: unknown) => unknown
  }
  if (!reverseTransform || !isPlain(from)) return value => z.encode(schema, value)
  return value => reverseTransform(value, { value, issues: [] })
}
