// Finds the schema of one field inside a call's input, by path.
import type { InputSchema } from '@yunshu/contract/call'
import type * as z from 'zod/mini'

export type FieldPath = readonly (string | number)[]

export interface FieldSchema {
  readonly schema: z.ZodMiniType
  /** The same schema, but an empty field is a fault. */
  readonly present: z.ZodMiniType
  /** False: the field may be left out. */
  readonly isRequired: boolean
  /** A switch: it always has a value, so nothing about it is missing. */
  readonly isFlag: boolean
}

interface Def {
  readonly type: string
  readonly innerType?: z.ZodMiniType
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly element?: z.ZodMiniType
}

/** The schema at a path; undefined when the input has no such field. */
export function schemaAt(input: InputSchema, path: FieldPath): FieldSchema | undefined {
  let schema: z.ZodMiniType = input
  for (const part of path) {
    const { shape, element } = bare(schema)
    const next = typeof part === 'number' ? element : shape?.[part]
    if (!next) return undefined
    schema = next
  }
  const { type, innerType } = schema._zod.def as Def
  const isRequired = type !== 'optional'
  const isFlag = bare(schema).type === 'boolean'
  return { schema, present: isRequired || !innerType ? schema : innerType, isRequired, isFlag }
}

function bare(schema: z.ZodMiniType): Def {
  const def = schema._zod.def as Def
  return def.innerType ? bare(def.innerType) : def
}

/** `loadPoints.0.mobile` as antd names it: ['loadPoints', 0, 'mobile']. */
export const pathOf = (dotted: string): (string | number)[] =>
  dotted.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part))
