// Labels of pages and the words of the trade they are about.
import type { Term } from './term.ts'
import { terms, type TermKey } from './terms.ts'

const byLabel: ReadonlyMap<string, TermKey> = new Map(
  (Object.entries(terms) as [TermKey, Term][]).flatMap(([key, { word, labels = [] }]) =>
    [word, ...labels].map(label => [label, key] as const),
  ),
)

/** The word of the trade a label is about; undefined where it needs no explaining. */
export const termOfLabel = (label: string): TermKey | undefined => byLabel.get(label)
