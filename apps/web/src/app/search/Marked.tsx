// A text with what was looked for marked in it.

/** Marks every place where `wanted` stands, whatever its case; found by pinyin, nothing is marked. */
export function Marked({ text, wanted }: { text: string; wanted: string }) {
  const parts = partsOf(text, wanted)
  return parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))
}

/** The text cut at what was looked for: every other part, from the second, is a hit. */
export function partsOf(text: string, wanted: string): string[] {
  const word = wanted.trim().toLowerCase()
  const lower = text.toLowerCase()
  // a letter whose small form is longer would shift what is marked
  if (word === '' || lower.length !== text.length) return [text]
  const parts: string[] = []
  let from = 0
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + word.length))
    from = at + word.length
  }
  return [...parts, text.slice(from)]
}
