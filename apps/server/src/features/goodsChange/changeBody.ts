// The stored form of a change of goods until it is applied: only the fields that change, in wire form; null where one
// is emptied.
import { GoodsFields } from '@yunshu/contract/goods/goods'
import type { GoodsTerms } from '@yunshu/domain/goods/diff'
import * as z from 'zod/mini'

const Part = z.record(z.string(), z.unknown())

/** The changed fields as the JSON to store. */
export function writeChangeBody(after: GoodsFields, changed: readonly (keyof GoodsTerms)[]): string {
  const encoded = z.encode(GoodsFields, after)
  return JSON.stringify(Object.fromEntries(changed.map(key => [key, encoded[key] ?? null])))
}

/** The fields of goods with the stored change laid over their present values. */
export function laidOver(now: GoodsFields, stored: unknown): GoodsFields {
  const merged = { ...z.encode(GoodsFields, now), ...z.parse(Part, stored) }
  return z.parse(
    GoodsFields,
    Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined)),
  )
}

/** The fields a stored change names. */
export const changedIn = (stored: unknown): string[] => Object.keys(z.parse(Part, stored))
