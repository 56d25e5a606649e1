// Views of a list a person saved: its filter and its columns under a name; kept by the server.
import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'
import { useSetting } from '../../lib/settings.ts'
import { toast } from '../../lib/toast.ts'
import { randomUuid } from '../../lib/uuid.ts'
import { Layout } from './layout.ts'

const View = z.object({
  id: z.string(),
  name: z.string(),
  /** The filter as an address carries it. */
  filter: z.string(),
  layout: Layout,
})
export type View = z.output<typeof View>
const ListViews = z.object({
  views: z.array(View),
  /** The one a bare address opens with. */
  first: z.optional(z.string()),
})
export type ListViews = z.output<typeof ListViews>
const Views = z.record(z.string(), ListViews)
const none: Record<string, ListViews> = {}
const empty: ListViews = { views: [] }

/** Limits of one list: so many views, and a filter that fits (five hundred pasted numbers do not). */
export const viewLimits = { views: 12, name: 20, filter: 1500 } as const

/** Characters the server keeps of the views of all lists. */
const storedMost = 58_000

/** The reason a view cannot be saved, in words. */
export function viewFault({ views }: ListViews, name: string, filter: string, own?: string): string | undefined {
  if (name.trim() === '') return '请填写视图名称'
  if (views.some(view => view.name === name.trim() && view.id !== own)) return '已有同名视图'
  if (own === undefined && views.length >= viewLimits.views) return `最多保存 ${viewLimits.views} 个视图`
  return filter.length > viewLimits.filter ? '条件过长，不能存为视图' : undefined
}

/** A name no view has yet, cut to the length of names. */
export function freeName({ views }: ListViews, wish: string): string {
  const taken = new Set(views.map(({ name }) => name))
  const base = wish.trim().slice(0, viewLimits.name - 3) || '视图'
  const next = Array.from({ length: views.length + 1 }, (_, at) => (at === 0 ? base : `${base} ${at + 1}`))
  return next.find(name => !taken.has(name)) ?? base
}

/** Adds a view at the end. */
export const addView = (all: ListViews, view: Omit<View, 'id'>): ListViews => ({
  ...all,
  views: [...all.views, { ...view, id: randomUuid(), name: view.name.trim() }],
})
/** Changes a view. */
export const changeView = (all: ListViews, id: string, part: Partial<Omit<View, 'id'>>): ListViews => ({
  ...all,
  views: all.views.map(view => (view.id === id ? { ...view, ...part } : view)),
})
/** Takes a view away; a list whose first view is gone opens bare. */
export function removeView({ views, first }: ListViews, id: string): ListViews {
  return { views: views.filter(view => view.id !== id), ...(first === undefined || first === id ? {} : { first }) }
}

/** Puts a view back where it stood. */
export const putBack = (all: ListViews, view: View, at: number): ListViews => ({
  ...all,
  views: [...all.views.slice(0, at), view, ...all.views.slice(at)],
})
/** Moves a view one place up (-1) or down (1). */
export function shiftView(all: ListViews, id: string, by: -1 | 1): ListViews {
  const at = all.views.findIndex(view => view.id === id)
  const view = all.views[at]
  if (!view || at + by < 0 || at + by >= all.views.length) return all
  const views = all.views.filter(each => each.id !== id)
  views.splice(at + by, 0, view)
  return { ...all, views }
}

/** Makes a view the first, or no view when it is that already. */
export function firstView({ views, first }: ListViews, id: string): ListViews {
  return { views, ...(first === id ? {} : { first: id }) }
}

/** The views of one list and how to change them. */
export function useViews(listKey: string): readonly [ListViews, (change: (all: ListViews) => ListViews) => void] {
  const [all, setAll] = useSetting('views', Views, none)
  const change = useCallback(
    (of: (own: ListViews) => ListViews) =>
      setAll(old => {
        const next = { ...old, [listKey]: of(old[listKey] ?? empty) }
        if (JSON.stringify(next).length <= storedMost) return next
        toast.warning('保存的视图过多，请先删除一些')
        return old
      }),
    [listKey, setAll],
  )
  return useMemo(() => [all[listKey] ?? empty, change], [all, listKey, change])
}
