// The menus the server supplied: what choosing an entry does, and which entry stands for the page in front.
import { screens } from '@yunshu/contract/screens/screens'
import { menuGroups, menuParts, type MenuGroup, type Screen } from '@yunshu/contract/screens/screen'
import type { AccessMenu } from '@yunshu/contract/session/session'
import { pageOf } from '../../lib/neighbours.ts'
import type { ListPlace } from '../../lib/tab.ts'
import { toast } from '../../lib/toast.ts'
import { visitUrl } from '../navigation.ts'
import { knownRoutes } from '../knownRoutes.ts'
import { matchRoute } from '../routes.ts'
import { activeUrl } from '../tabs/store.ts'

/** The effect of choosing a menu entry (SH-13). */
export type MenuChoice =
  | { readonly kind: 'placeholder' }
  | { readonly kind: 'window'; readonly url: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'page'; readonly url: string }

/** An empty menu warns; an http(s) link opens a window; the page in front stays as it is; anything else is opened. */
export function choiceOf(path: string, current: string): MenuChoice {
  if (path === '' || path === '#') return { kind: 'placeholder' }
  if (/^https?:\/\//i.test(path)) return { kind: 'window', url: path }
  // a link that is neither ours nor the web's does nothing good
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return { kind: 'placeholder' }
  const url = path.startsWith('/') ? path : `/${path}`
  return pathOf(url) === pathOf(current) ? { kind: 'nothing' } : { kind: 'page', url }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

/** Chooses a menu entry. */
export function chooseMenuEntry(path: string): void {
  const choice = choiceOf(path, activeUrl())
  if (choice.kind === 'placeholder') toast.warning('临时菜单')
  else if (choice.kind === 'window') window.open(choice.url, '_blank', 'noopener,noreferrer')
  else if (choice.kind === 'page') visitUrl(choice.url)
}

/** Address for a link of the entry, so that it can be opened in a new window; placeholders have none. */
export function hrefOf(path: string): string | undefined {
  const choice = choiceOf(path, '')
  return choice.kind === 'page' || choice.kind === 'window' ? choice.url : undefined
}

/** Name of the screen at an address. */
export const screenAt = (path: string): string | undefined => matchRoute(knownRoutes, pathOf(path))?.route.name
const byName: Readonly<Record<string, Screen>> = screens

/** Index of the group that holds the page in front, also where its menu has no entry for it; -1 when none does. */
export function groupOf(menus: readonly AccessMenu[], pathname: string): number {
  const is = (path: string): boolean => pathOf(path.startsWith('/') ? path : `/${path}`) === pathname
  const at = menus.findIndex(menu => (menu.children ? menu.children.some(child => is(child.path)) : is(menu.path)))
  const within = at < 0 ? byName[screenAt(pathname) ?? '']?.within : undefined
  return within === undefined ? at : menus.findIndex(menu => menu.icon === within)
}

/**
 * Address of the list a record stands in: the one it was opened from where it is among these pages, else that of its
 * screen.
 */
export function listOf(pages: readonly Pick<AccessMenu, 'path'>[], pathname: string, query = ''): string | undefined {
  const from = pageOf(pathname)
  if (from !== undefined && pages.some(({ path }) => isCurrent(path, from))) return from
  const screen = byName[screenAt(pathname) ?? '']
  const [told] = query
    .replace('?', '')
    .split('&')
    .flatMap(field => screen?.listBy?.[field] ?? [])
  const list = told ?? screen?.list
  return list === undefined ? undefined : `/${byName[list]?.path ?? ''}`
}

/** The list a record stands in, as its entry in the menus is called; undefined where the person has none. */
export function listPlaceOf(menus: readonly AccessMenu[], pathname: string, query: string): ListPlace | undefined {
  const pages = menus.flatMap(({ children, ...own }) => children ?? [own])
  const url = listOf(pages, pathname, query)
  const page = url === undefined ? undefined : pages.find(({ path }) => isCurrent(path, url))
  return page && url !== undefined ? { title: page.title, url } : undefined
}

const isGroup = (icon: string | undefined): icon is MenuGroup => icon !== undefined && Object.hasOwn(menuGroups, icon)

/** Title of a menu in the header: a group of one page, which the server names after its page, reads as its group. */
export const groupTitle = ({ title, icon }: AccessMenu): string => (isGroup(icon) ? menuGroups[icon] : title)

/** True if a menu path is the page in front. */
export const isCurrent = (path: string, pathname: string): boolean =>
  path !== '' && pathOf(path.startsWith('/') ? path : `/${path}`) === pathname

type Entry = Pick<AccessMenu, 'title' | 'path'>

/** Pages of a group under one heading; those of no heading have none. */
export interface MenuPartOf<P extends Entry> {
  readonly title: string | undefined
  readonly pages: readonly P[]
}

/** So many pages of a group are read at a glance: more stand under headings. */
const bareMost = 10

/** The heading before the others: the pages of a long group that are opened every day. */
export const dailyTitle = '常用'

const screenOf = ({ path }: Pick<Entry, 'path'>): Screen | undefined =>
  byName[screenAt(path.startsWith('/') ? path : `/${path}`) ?? '']

/** The heading of the page at a menu path, of a group of many pages. */
export function partTitle(path: string): string | undefined {
  const part = screenOf({ path })?.part
  return part && menuParts[part]
}

/** Those of a group that are opened every day; none where its pages are read at a glance anyway. */
const dailyIn = <P extends Entry>(pages: readonly P[]): readonly P[] =>
  pages.length <= bareMost ? [] : pages.filter(page => screenOf(page)?.isDaily === true)

/** The pages of long groups that are opened every day, of the whole menu. */
export const dailyPages = (menus: readonly AccessMenu[]): readonly Entry[] =>
  menus.flatMap(({ children = [] }) => dailyIn(children))

/**
 * The pages of a group by their headings, in the order of the menu, those of every day before them; one part without a
 * heading where they are few.
 */
export function menuPartsOf<P extends Entry>(pages: readonly P[]): readonly MenuPartOf<P>[] {
  if (pages.length <= bareMost) return pages.length === 0 ? [] : [{ title: undefined, pages }]
  const daily = dailyIn(pages)
  const others = Map.groupBy(
    pages.filter(page => !daily.includes(page)),
    ({ path }) => partTitle(path),
  )
  const parts = [...others].map(([title, own]) => ({ title, pages: own }))
  return daily.length === 0 ? parts : [{ title: dailyTitle, pages: daily }, ...parts]
}
