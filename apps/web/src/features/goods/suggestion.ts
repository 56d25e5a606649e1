// Values put into the publishing form from elsewhere, each with the words that stand at it until somebody looked at it.
import { sameValue } from '@yunshu/domain/figures/sameValue'
import type { FormInstance } from 'antd'
import * as z from 'zod/mini'

const SuggestionShape = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  value: z.optional(z.unknown()),
  /** Stands at the field; fields without words go with others of their thing. */
  mark: z.string(),
  /** The thing it is part of: 装货地, 单价. */
  item: z.string(),
  /** Its value in words, told once for each thing. */
  said: z.optional(z.string()),
  /** More was guessed than the source says: somebody has to look. */
  isDoubt: z.optional(z.boolean()),
})

/** One field, and the words that stand at it until somebody touched or accepted it. */
export interface Suggestion {
  readonly path: readonly (string | number)[]
  readonly value?: unknown
  readonly mark: string
  readonly item: string
  readonly said?: string | undefined
  readonly isDoubt?: boolean | undefined
}

export const markSources = { chat: '已识别', template: '按模板填写' } as const

const MarksShape = z.object({ from: z.enum(['chat', 'template']), all: z.array(SuggestionShape) })

/** The suggestions of one filling, and their source. */
export interface Marks {
  readonly from: keyof typeof markSources
  readonly all: readonly Suggestion[]
}

export const noMarks: Marks = { from: 'chat', all: [] }

/** Marks kept with a draft; anything else that stands there is no mark. */
export function readMarks(kept: unknown): Marks {
  const read = z.safeParse(MarksShape, kept)
  return read.success ? read.data : noMarks
}

/** One thing of a filling that nobody touched yet. */
export interface MarkedItem {
  readonly item: string
  readonly said: string
  readonly isDoubt: boolean
  /** The field that is looked at. */
  readonly path: Suggestion['path']
}

/** Suggestions whose fields still hold them. */
export const openMarks = ({ all }: Marks, valueAt: (path: Suggestion['path']) => unknown): Suggestion[] =>
  all.filter(({ path, value, mark }) => mark !== '' && sameValue(valueAt(path), value))

/** Things in doubt that nobody touched. */
export const uncheckedIn = (form: Pick<FormInstance, 'getFieldValue'>, marks: Marks): readonly string[] =>
  markedItems(
    openMarks(marks, path => form.getFieldValue([...path]) as unknown),
    marks.all,
  ).flatMap(({ item, isDoubt }) => (isDoubt ? [item] : []))

/** Things of a filling, in doubt first. */
export function markedItems(open: readonly Suggestion[], all: readonly Suggestion[]): MarkedItem[] {
  const names = [...new Set(open.map(({ item }) => item))]
  const items = names.map(item => {
    const own = open.filter(one => one.item === item)
    const first = own.find(({ isDoubt }) => isDoubt) ?? own[0]
    return {
      item,
      said: all.find(one => one.item === item && one.said !== undefined)?.said ?? '',
      isDoubt: first?.isDoubt === true,
      path: first?.path ?? [],
    }
  })
  return [...items.filter(({ isDoubt }) => isDoubt), ...items.filter(({ isDoubt }) => !isDoubt)]
}

/** 已识别 9 项，2 项请核对. */
export function marksText({ from }: Marks, items: readonly MarkedItem[]): string {
  const doubts = items.filter(({ isDoubt }) => isDoubt).length
  const count = from === 'template' ? markSources.template : `${markSources.chat} ${items.length} 项`
  return doubts === 0 ? count : `${count}，${doubts} 项请核对`
}
