// Test support: makes a well-formed input for any call from its schema alone, and says where in it ids and numbers of
// records stand.
import type { Call } from '@yunshu/contract/call'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

interface Def {
  type: string
  innerType?: Schema
  in?: Schema
  element?: Schema
  shape?: Readonly<Record<string, Schema>>
  entries?: Readonly<Record<string, string>>
  options?: readonly Schema[]
  values?: readonly unknown[]
  keyType?: Schema
  valueType?: Schema
}

/**
 * A place in an input that names a record: the way to it, its field name, and whether it is an id or a business number.
 */
export interface Leaf {
  readonly path: readonly (string | number)[]
  readonly name: string
  readonly kind: 'id' | 'number'
}

export interface Sample {
  /** Every field given. */
  readonly value: Record<string, unknown>
  readonly leaves: readonly Leaf[]
  /** Names of the fields that must be given. */
  readonly required: ReadonlySet<string>
}

const anyId = '0190a0b0-c0d0-7000-8000-000000000000'
/** Fields whose text finds records by their number or name. */
const numberFields = /^(?:text|numbers|settlementNum|waybillNo|goodsNo|plate|driver|creditCode|token|requestId)$/
const day = 86_400_000

/** Values tried in turn for a text of a field; the first its schema takes is used. */
const texts: Readonly<Record<string, readonly string[]>> = {
  mobile: ['19900001234'],
  accountNo: ['6222020200112230'],
  contactMobile: ['19900001234'],
  idNo: ['11010519491231002X'],
  legalIdNo: ['11010519491231002X'],
  plate: ['冀A88888'],
  trailerPlate: ['冀A8888挂'],
  regionCode: ['610802'],
  vin: ['1M8GDM9AXKP042788'],
  creditCode: ['91350100M000100Y43'],
  taxNo: ['91350100M000100Y43'],
  invoiceNo: ['26112000000000000077'],
  redNo: ['26112000000000000078'],
  sellerTaxNo: ['91350100M000100Y43'],
  buyerTaxNo: ['91130203MA6DEM02X6'],
  cursor: ['ffffffff-ffff-7fff-bfff-ffffffffffff'],
  qualificationNo: ['11010519491231002X'],
  password: ['Test#20261'],
  period: ['202611'],
  line: ['6108-1302'],
  form: ['goods/publish'],
  unitPrice: ['293.21'],
  deductUnitPrice: ['800.00'],
  radius: ['0.2'],
  from: [' 08:00:00'],
  to: [' 18:00:00'],
}
const anyText = [
  '测试内容',
  '测试',
  '19900001234',
  '123456',
  '202611',
  '2026-11-21',
  '1.00',
  '610802',
  'A2',
  '2',
  'H12',
  'B',
  'JS0000000000000',
  'test-account',
  'a'.repeat(22),
  'a'.repeat(32),
  'a'.repeat(43),
  'a'.repeat(64),
  '123456789012',
  '0100',
  '{}',
]
const anyNumber = [1, 2, 3, 10, 100, 1000, 33_000_000, 110_000_000, Date.now() + 30 * day]

const takes = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success

/**
 * The wire form of an input of a call with every field given; throws when a field's schema takes none of the values
 * known here.
 */
export function sampleOf(call: Call): Sample {
  const leaves: Leaf[] = []
  const make = (schema: Schema, name: string, path: readonly (string | number)[]): unknown => {
    const def = schema._zod.def as unknown as Def
    switch (def.type) {
      case 'optional':
      case 'nullable':
      case 'default':
      case 'readonly':
      case 'prefault':
        return make(def.innerType ?? schema, name, path)
      case 'pipe': {
        const from = def.in ?? schema
        return (from._zod.def as unknown as Def).type === 'string'
          ? first(name, [...(texts[name] ?? []), ...anyText], text => z.safeDecode(schema, text as never).success)
          : make(from, name, path)
      }
      case 'object':
        return Object.fromEntries(
          Object.entries(def.shape ?? {}).map(([key, field]) => [key, make(field, key, [...path, key])]),
        )
      case 'array':
        return def.element ? [make(def.element, name, [...path, 0])] : []
      case 'record':
        return Object.fromEntries(
          Object.values((def.keyType?._zod.def as unknown as Def | undefined)?.entries ?? {}).map(key => [
            key,
            def.valueType && make(def.valueType, key, [...path, key]),
          ]),
        )
      case 'boolean':
        return true
      case 'enum':
        return Object.values(def.entries ?? {})[0]
      case 'literal':
        return def.values?.[0]
      case 'union':
        return def.options?.[0] ? make(def.options[0], name, path) : undefined
      case 'number':
      case 'int':
        return first(name, anyNumber, number => takes(schema, number))
      case 'string': {
        if (takes(schema, anyId) && !takes(schema, '测试')) {
          leaves.push({ path, name, kind: 'id' })
          return anyId
        }
        if (numberFields.test(name)) leaves.push({ path, name, kind: 'number' })
        return first(name, [...(texts[name] ?? []), ...anyText], text => takes(schema, text))
      }
      default:
        throw new Error(`${call.path}: no sample for ${name} of type ${def.type}`)
    }
  }
  const first = (name: string, values: readonly unknown[], isTaken: (value: unknown) => boolean): unknown => {
    const found = values.find(isTaken)
    if (found === undefined) throw new Error(`${call.path}: no sample for ${name}; add one to samples.testing.ts`)
    return found
  }
  const value = make(call.input, '', []) as Record<string, unknown>
  return {
    value,
    leaves,
    required: new Set(
      Object.keys(value).filter(name => !takes(call.input._zod.def.shape[name] ?? call.input, undefined)),
    ),
  }
}

/** A copy of a value with something else at the end of a path. */
export function withAt(value: unknown, [key, ...rest]: readonly (string | number)[], put: unknown): unknown {
  if (key === undefined) return put
  if (Array.isArray(value)) return value.map((item: unknown, i) => (i === key ? withAt(item, rest, put) : item))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [key]: withAt(Reflect.get(value, key), rest, put) }
}

/** The fields of an input that must be given, and these. */
export function onlyWith({ value, required }: Sample, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => required.has(name) || names.includes(name)))
}

/** An input in wire form as the texts of a request. */
export function textsOf(value: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => [name, typeof field === 'string' ? field : JSON.stringify(field)]),
  )
}
