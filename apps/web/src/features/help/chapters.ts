// The manual: its chapters in the order of the work, and how people find one.
import type { RoleSide } from '@yunshu/domain/permits/permits'
import { terms, type TermKey } from '@yunshu/domain/term/terms'
import type { Chapter } from './chapter.ts'
import { carrierChapters } from './carrierChapters.ts'
import { everybodysChapters } from './everybodysChapters.ts'
import { houseChapters } from './houseChapters.ts'
import { invoiceChapters } from './invoiceChapters.ts'
import { moneyChapters } from './moneyChapters.ts'
import { shipperChapters } from './shipperChapters.ts'
import { trackChapters } from './trackChapters.ts'

const chapterTable = {
  ...everybodysChapters,
  ...shipperChapters,
  ...carrierChapters,
  ...trackChapters,
  ...invoiceChapters,
  ...houseChapters,
  ...moneyChapters,
}
export type ChapterKey = keyof typeof chapterTable
export const chapters: Readonly<Record<ChapterKey, Chapter>> = chapterTable
export const chapterKeys = Object.keys(chapters) as readonly ChapterKey[]

export const isChapter = (text: string): text is ChapterKey => Object.hasOwn(chapters, text)

/** Readers of the manual by their work. */
export const readers = { mine: '我的', shipper: '货主', carrier: '承运商', house: '平台', all: '全部' } as const
export type Reader = keyof typeof readers
export const isReader = (text: string): text is Reader => Object.hasOwn(readers, text)

/** A person, as far as the manual asks. */
export interface Person {
  readonly sides: readonly RoleSide[]
  readonly can: (permit: NonNullable<Chapter['permit']>) => boolean
}

const houseSides: readonly RoleSide[] = ['platform', 'branch']
const sidesOfReader: Readonly<Record<Exclude<Reader, 'mine' | 'all'>, readonly RoleSide[]>> = {
  shipper: ['shipper'],
  carrier: ['carrier'],
  house: houseSides,
}

/** Whether a chapter is for a reader: their own work by side and permit, or that of another side. */
export function isFor({ sides, permit }: Chapter, reader: Reader, person: Person): boolean {
  if (reader === 'all') return true
  if (reader !== 'mine') return sides === undefined || sides.some(side => sidesOfReader[reader].includes(side))
  return (
    (sides === undefined || sides.some(side => person.sides.includes(side))) &&
    (permit === undefined || person.can(permit))
  )
}

/** Whether a title is meant by what was typed: part of it, of its pinyin, or of the initials. */
export function isMeant(title: string, pinyin: string, typed: string): boolean {
  const wanted = typed.toLowerCase().replaceAll(/\s+/g, '')
  const syllables = pinyin.split(' ')
  return (
    title.includes(wanted) ||
    syllables.some((_, from) => syllables.slice(from).join('').startsWith(wanted)) ||
    syllables
      .map(syllable => syllable.charAt(0))
      .join('')
      .includes(wanted)
  )
}

/** All that a chapter says, for a search through its text. */
const textOf = ({ purpose, steps, questions = [] }: Chapter): string =>
  [purpose, ...steps.flat(), ...questions.flat()].join('\n')

/** Finds of a search through the manual, titles before texts. */
export interface Found {
  readonly chapters: readonly ChapterKey[]
  readonly terms: readonly TermKey[]
}

/** Chapters and words for what was typed; nothing typed finds nothing. */
export function searchManual(typed: string): Found {
  const wanted = typed.trim()
  if (wanted === '') return { chapters: [], terms: [] }
  const byTitle = chapterKeys.filter(key => isMeant(chapters[key].title, chapters[key].pinyin, wanted))
  const byText = chapterKeys.filter(key => !byTitle.includes(key) && textOf(chapters[key]).includes(wanted))
  const words = (Object.keys(terms) as TermKey[]).filter(
    key =>
      isMeant(terms[key].word, terms[key].pinyin, wanted) ||
      terms[key].labels?.some(label => label.includes(wanted)) === true,
  )
  return { chapters: [...byTitle, ...byText], terms: words }
}
