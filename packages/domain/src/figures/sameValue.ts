// Whether two plain values say the same: undefined counts as absent, the order of fields does not matter.

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const given = (record: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(record).filter(key => record[key] !== undefined)

/** Deep equality of JSON-like values. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, n) => sameValue(one, b[n]))
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b)
  const names = given(a)
  return names.length === given(b).length && names.every(name => sameValue(a[name], b[name]))
}
