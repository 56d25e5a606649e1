// The finds of the command panel for a text: pages, open tabs, acts that wait for the person, records and people.
import { screens, screenUrl } from '@yunshu/contract/screens/screens'
import { menuGroups, menuParts, type Screen } from '@yunshu/contract/screens/screen'
import { searchRecords, type SearchHit } from '@yunshu/contract/session/session'
import { searchKinds, type SearchKind } from '@yunshu/contract/session/searchKinds'
import { listToday, type TodayItem } from '@yunshu/contract/today'
import type { State } from '@yunshu/domain/states'
import { todayKinds } from '@yunshu/domain/today/today'
import type * as z from 'zod/mini'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { matchRoute, type RouteRow } from '../routes.ts'
import { tabUrl } from '../tabs/rules.ts'
import { useShown } from '../tabs/shown.ts'
import { hitState } from './hitStates.ts'
import { findByTitle } from './match.ts'
import { apartFromVerb, laneActs, truckActs } from './namedActs.ts'

export interface Find {
  readonly title: string
  readonly path: string
  readonly note?: string | undefined
  readonly state?: State | undefined
}
interface Group {
  readonly key: string
  readonly heading: string
  readonly finds: readonly Find[]
}

type Hit = z.output<typeof SearchHit>
const screenOf: Readonly<Record<string, Screen>> = screens

/** Pages one can go to without a record: others say that something is missing. */
export const freePages = (routes: readonly RouteRow[]): Find[] =>
  routes
    .filter(({ name, path }) => !path.includes(':') && screenOf[name]?.within === undefined)
    .map(({ name, title, path }) => ({ title, path: `/${path}`, note: placeOf(screenOf[name]) }))

/** The place of a page in the menu: its group, and the heading it stands under. */
function placeOf(screen: Screen | undefined): string | undefined {
  const { group, part } = screen ?? {}
  if (group === undefined || menuGroups[group] === screen?.title) return undefined
  return part === undefined ? menuGroups[group] : `${menuGroups[group]} · ${menuParts[part]}`
}

/** Pages by their title, then those that stand in a group or under a heading of that name. */
export const pagesFor = (pages: readonly Find[], wanted: string): Find[] => {
  const titled = findByTitle(pages, wanted)
  const placed = findByTitle(
    pages.flatMap(page => (page.note ?? '').split(' · ').map(title => ({ title, page }))),
    wanted,
  ).map(({ page }) => page)
  return [...new Set([...titled, ...placed])]
}

/** The address of a find without its filter. */
const pathnameOf = (path: string): string => path.split('?', 1)[0] ?? path

const actsMost = 6
const actsAtRest = 3

/** The pieces of work that hold every word of a text; all of them for none. */
export function actsFor(items: readonly TodayItem[], wanted: string): Find[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return items
    .map(({ kind, no, beside, whose, about, path }) => ({
      title: `${todayKinds[kind].label} ${no}`,
      note: [beside, whose ?? about].filter(Boolean).join(' · '),
      path,
      said: `${todayKinds[kind].label} ${todayKinds[kind].act} ${no} ${beside ?? ''} ${whose ?? ''}`.toLowerCase(),
    }))
    .filter(({ said }) => words.every(word => said.includes(word)))
    .slice(0, words.length === 0 ? actsAtRest : actsMost)
    .map(({ title, note, path }) => ({ title, note, path }))
}

/** The part of a text that names a record: of several words the one with a digit, else all of it. */
export function recordText(text: string): string {
  const words = text.trim().split(/\s+/)
  return words.length < 2 ? text.trim() : (words.find(word => /\d/.test(word)) ?? text.trim())
}

/** The words beside the part that names a record. */
function wordsBeside(text: string): string[] {
  const number = recordText(text)
  return text
    .trim()
    .split(/\s+/)
    .filter(word => word !== number)
}

/** Records found, whose acts are offered: of many, none is meant. */
const actedMost = 3

/** The acts open to the person with the records that were found; other words of the text choose among them. */
export function actsOn(hits: readonly Pick<Hit, 'title' | 'note' | 'acts'>[], typed: string): Find[] {
  const words = wordsBeside(typed)
  return hits
    .slice(0, actedMost)
    .flatMap(({ title, note, acts = [] }) =>
      acts
        .filter(({ label }) => words.every(word => label.includes(word)))
        .map(({ label, path }) => ({ title: `${label} ${title}`, note, path })),
    )
}

/** Ordering the goods that were found anew, for those who may. */
function anewFor(hits: readonly { kind: SearchKind; title: string; path: string }[], user: string): Find[] {
  return hits
    .filter(({ kind }) => kind === 'goods')
    .slice(0, 1)
    .map(({ title, path }) => ({
      title: `再来一单 ${title}`,
      note: '发布货源',
      path: `${screenUrl('GoodsRepublish')}?${new URLSearchParams({ id: path.split('/').at(-1) ?? '', user }).toString()}`,
    }))
}

/** Groups in the order they are shown. `text` is what the server was asked for, `typed` what stands in the field. */
export function useFinds(text: string, typed: string, recent: readonly Find[]) {
  const routes = useSession(session => session.jurisdiction?.accessRoutes) ?? []
  const account = useSession(session => session.info?.account) ?? ''
  const tabs = useShown(row => row.tabs)
  const wanted = typed.trim()
  const number = recordText(apartFromVerb(text))
  const { data, isFetching } = useCall(
    searchRecords,
    { text: number },
    { enabled: number.length >= 2 && number.length <= 40, quiet: true },
  )
  const today = useCall(listToday, {}, { quiet: true })
  // a page that is not the person's any more would only refuse
  const isOpen = ({ path }: { path: string }): boolean => matchRoute(routes, pathnameOf(path)) !== undefined
  const known = recent.filter(isOpen)
  const pages = freePages(routes)
  const acts = actsFor(today.data?.items ?? [], wanted).filter(isOpen)
  if (wanted === '') {
    const groups: Group[] = [
      { key: 'recent', heading: '最近访问', finds: known },
      { key: 'acts', heading: '等您办理', finds: acts },
      { key: 'all', heading: '页面', finds: pages.filter(({ path }) => !known.some(page => page.path === path)) },
    ]
    return { groups, wanted, isLooking: false }
  }
  const found = pagesFor(pages, wanted)
  const open = findByTitle(
    tabs.map(tab => ({ title: tab.meta.title, path: tabUrl(tab), note: '标签页' })),
    wanted,
  ).filter(({ path }) => !found.some(page => page.path === path))
  const hits = (wanted.length >= 2 && text === wanted ? (data?.hits ?? []) : []).filter(isOpen)
  const onHits = actsOn(hits, wanted).filter(({ path }) => isOpen({ path }) && !acts.some(act => act.path === path))
  const named = [
    ...truckActs(
      hits.filter(({ kind }) => kind === 'vehicle'),
      today.data?.items ?? [],
      wordsBeside(apartFromVerb(wanted)),
    ),
    ...laneActs(wanted),
  ].filter(isOpen)
  const anew = routes.some(({ name }) => name === 'GoodsRepublish') ? anewFor(hits, account) : []
  const groups: Group[] = [
    { key: 'found', heading: '页面', finds: found },
    { key: 'open', heading: '已打开', finds: open },
    { key: 'acts', heading: '办理', finds: [...named, ...acts, ...onHits, ...anew] },
    {
      key: 'record',
      heading: '记录与人',
      finds: hits.map(({ kind, title, note, path, state }) => ({
        title,
        path,
        note: [searchKinds[kind], note].filter(Boolean).join(' · '),
        state: hitState(kind, state),
      })),
    },
  ]
  return { groups, wanted, isLooking: isFetching || text !== wanted }
}
