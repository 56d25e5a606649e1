// Finds pages by their title as people type it: Chinese, whole pinyin, or the initials.
import { pinyinOf } from './pinyin.ts'

export interface Findable {
  readonly title: string
}

/** The score of a text for a title: higher is better, 0 is no match. */
export function fitScore(title: string, text: string): number {
  const wanted = text.trim().toLowerCase().replaceAll(/\s+/g, '')
  if (wanted === '') return 0
  const name = title.toLowerCase()
  if (name.startsWith(wanted)) return 6
  if (name.includes(wanted)) return 5
  const syllables = pinyinOf(title)
  if (syllables === undefined) return 0
  const initials = syllables.map(syllable => syllable.charAt(0)).join('')
  if (initials.startsWith(wanted)) return 4
  const starts = syllables.map((_, at) => syllables.slice(at).join(''))
  if (starts[0]?.startsWith(wanted)) return 3
  if (initials.includes(wanted)) return 2
  return starts.some(rest => rest.startsWith(wanted)) ? 1 : 0
}

/** Items that match a text, best first; equals keep their order. */
export function findByTitle<T extends Findable>(items: readonly T[], text: string): T[] {
  return items
    .map(item => ({ item, score: fitScore(item.title, text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
