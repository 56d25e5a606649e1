// The comparison of typed text with one name: characters, whole syllables, their beginnings and initials, in any
// mixture.
import type { Spelling } from './searchIndex.ts'

/**
 * The cost of a kind of match; lower is better. A name is matched whole when its short or its full name is used up.
 */
export const quality = {
  exactCode: 0,
  wholeCharacters: 0,
  wholeSyllables: 1,
  wholeInitials: 2,
  startCharacters: 3,
  startSyllables: 4,
  startCode: 4,
  startUnfinished: 5,
  wholeMixed: 6,
  startInitials: 7,
  startMixed: 8,
  middleCharacters: 9,
  middleSyllables: 10,
} as const

/** One way in which a stretch of the text meets a name. */
export interface NameMatch {
  /** The end of the stretch in the text. */
  readonly end: number
  /** One of `quality`. */
  readonly cost: number
  /** Characters of the name that were met: from, up to but not including to. */
  readonly from: number
  readonly to: number
  /** True when the short or the full name is used up, so that a path may go on below it. */
  readonly isWhole: boolean
}

interface Walk {
  readonly spelling: Spelling
  readonly text: string
  readonly from: number
  readonly matches: NameMatch[]
}

// The means used on the way: Chinese characters, letters, syllables cut short, syllables of more than their initial.
interface Used {
  readonly characters: boolean
  readonly letters: boolean
  readonly cut: boolean
  readonly beyondInitial: boolean
}

const NOTHING_USED: Used = { characters: false, letters: false, cut: false, beyondInitial: false }

/** All ways in which the text from `start` on meets the name from its first character on. */
export function matchFromStart(spelling: Spelling, text: string, start: number): readonly NameMatch[] {
  const walk = { spelling, text, from: 0, matches: [] }
  step(walk, 0, start, NOTHING_USED)
  return walk.matches
}

/** The best way in which the whole text meets the name from some later character on (郭楞 in 巴音郭楞), if any. */
export function matchInMiddle(spelling: Spelling, text: string): NameMatch | undefined {
  // a single letter in the middle of a name says nothing
  if (text.length < 2 && /[a-z]/.test(text)) return undefined
  for (let from = 1; from < spelling.shortLength; from++) {
    const walk: Walk = { spelling, text, from, matches: [] }
    step(walk, from, 0, NOTHING_USED)
    const whole = walk.matches.filter(each => each.end === text.length && each.cost <= quality.middleSyllables)
    const [best] = whole.toSorted((a, b) => a.cost - b.cost)
    if (best !== undefined) return best
  }
  return undefined
}

function step(walk: Walk, at: number, position: number, used: Used): void {
  const { spelling, text } = walk
  if (at >= spelling.name.length || position >= text.length) return
  if (text[position] === spelling.name[at]) {
    const next = { ...used, characters: true }
    note(walk, at + 1, position + 1, next, false)
    step(walk, at + 1, position + 1, next)
  }
  for (const syllable of spelling.syllables[at] ?? []) {
    for (let length = 1; length <= syllable.length; length++) {
      if (text[position + length - 1] !== syllable[length - 1]) break
      const isCut = length < syllable.length
      const beyondInitial = used.beyondInitial || length > 1
      note(walk, at + 1, position + length, { ...used, letters: true, beyondInitial }, isCut)
      step(walk, at + 1, position + length, { ...used, letters: true, cut: used.cut || isCut, beyondInitial })
    }
  }
}

function note(walk: Walk, to: number, end: number, used: Used, isLastCut: boolean): void {
  const { spelling, from } = walk
  const isWhole = from === 0 && (to === spelling.shortLength || to === spelling.name.length)
  const cost = from === 0 ? costFromStart(used, isLastCut, isWhole) : costInMiddle(used)
  walk.matches.push({ end, cost, from, to, isWhole })
}

function costInMiddle(used: Used): number {
  if (!used.letters) return quality.middleCharacters
  return used.cut || used.characters ? Infinity : quality.middleSyllables
}

function costFromStart(used: Used, isLastCut: boolean, isWhole: boolean): number {
  if (!used.letters) return isWhole ? quality.wholeCharacters : quality.startCharacters
  if (used.characters) return isWhole ? quality.wholeMixed : quality.startMixed
  if (!used.cut && !isLastCut) return isWhole ? quality.wholeSyllables : quality.startSyllables
  // only the last syllable is not finished: text on its way to a whole reading (hangzh)
  if (!used.cut && used.beyondInitial) return quality.startUnfinished
  if (!used.beyondInitial) return isWhole ? quality.wholeInitials : quality.startInitials
  return isWhole ? quality.wholeMixed : quality.startMixed
}
