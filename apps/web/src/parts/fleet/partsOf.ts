// The parts of papers a verifier can ask to have mended, certificate by certificate.
import type { Catalogue } from '@yunshu/domain/fleet/certificates'

/**
 * The parts that belong to these certificates, in their order, with what people call them; with the first of the
 * catalogue also what belongs to none.
 */
export function partsOf(
  catalogue: Catalogue,
  keys: readonly string[],
  parts: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const owned = (key: string): readonly string[] => {
    const { documents = [], fields = [], shared = [] } = catalogue[key] ?? {}
    return [...documents, ...shared, ...fields]
  }
  return Object.fromEntries(
    keys.flatMap(owned).flatMap(part => (parts[part] === undefined ? [] : [[part, parts[part]]])),
  )
}
