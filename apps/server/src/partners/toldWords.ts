// Words a partner says, as a record can hold them.

/** The most characters that are kept. */
const wordsMax = 200

/** The words without signs no text holds, cut to what a record holds; undefined where nothing is left. */
export function toldWords(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined
  const text = Array.from(said.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim())
    .slice(0, wordsMax)
    .join('')
  return text === '' ? undefined : text
}
