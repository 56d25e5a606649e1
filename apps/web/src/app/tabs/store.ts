// The open tabs of this window: a store over the rules, and their memory in the window and on the server.
import { saveSetting } from '@yunshu/contract/session/session'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { forgetDirty } from '../../lib/dirty.ts'
import { send } from '../../lib/send.ts'
import { currentHandle, useSession } from '../../lib/session.ts'
import { matchRoute, type RouteRow } from '../routes.ts'
import { indexKey, openTab, tabUrl, type Row, type TabEntry } from './rules.ts'

export const useTabs = create<Row>(() => ({ tabs: [], activeKey: undefined }))

/** Applies a rule to the row; tabs that fall out forget their unsaved input. */
export function changeTabs(rule: (row: Row) => Row): Row {
  const before = useTabs.getState()
  const after = rule(before)
  if (after === before) return after
  useTabs.setState(after)
  const gone = before.tabs.filter(({ key }) => !after.tabs.some(tab => tab.key === key)).map(({ key }) => key)
  if (gone.length > 0) forgetDirty(gone)
  return after
}

export const activeTab = (): TabEntry | undefined => {
  const { tabs, activeKey } = useTabs.getState()
  return tabs.find(tab => tab.key === activeKey)
}

const Kept = z.array(z.object({ pathname: z.string(), query: z.string(), title: z.string(), isPinned: z.boolean() }))

const prefix = 'yunshu.tabs.'
/**
 * The employee the person acts for: their tabs are a row of its own, and the person does not come back to them at the
 * next login.
 */
const workedFor = (): string | undefined => useSession.getState().selectEmployee?.id
const keptName = (): string => [prefix + (currentHandle() ?? ''), workedFor()].filter(Boolean).join('.')
/** The most tabs that are stored, and the time changes are gathered before the server is told, ms. */
const keptMost = 60
const tellAfterMs = 2000

/** The stored form of the row: addresses and titles; pages and their input are not stored. */
export function keptText(row: Row): string {
  return JSON.stringify(
    row.tabs
      .slice(0, keptMost)
      .map(({ pathname, query, meta, isPinned }) => ({ pathname, query, title: meta.title, isPinned })),
  )
}

/** The row a text remembers: tabs whose page the person may still open, the index tab always first. */
export function restoredRow(text: string | undefined, routes: readonly RouteRow[]): Row {
  let row: Row = { tabs: [], activeKey: undefined }
  for (const { pathname, query, title, isPinned } of readKept(text)) {
    const match = matchRoute(routes, pathname)
    if (!match) continue
    row = openTab(row, match, { pathname, query }, false)
    row = {
      ...row,
      tabs: row.tabs.map((tab, at) =>
        at === row.tabs.length - 1 && tab.key !== indexKey ? { ...tab, isPinned, meta: { ...tab.meta, title } } : tab,
      ),
    }
  }
  const index = matchRoute(routes, '/index')
  return index
    ? openTab(
        row,
        index,
        { pathname: '/index', query: row.tabs.find(({ key }) => key === indexKey)?.query ?? '' },
        false,
      )
    : row
}

function readKept(text: string | undefined): z.output<typeof Kept> {
  try {
    const read = z.safeParse(Kept, JSON.parse(text ?? '[]'))
    return read.success ? read.data : []
  } catch {
    return []
  }
}

/**
 * Brings the person's tabs back (SH-06): this window's own memory first, else the server's. Other people's are thrown
 * away.
 */
export function restoreTabs(serverText: string | undefined, routes: readonly RouteRow[]): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(prefix) && !name.startsWith(prefix + (currentHandle() ?? ''))) sessionStorage.removeItem(name)
  useTabs.setState(
    restoredRow(sessionStorage.getItem(keptName()) ?? (workedFor() === undefined ? serverText : undefined), routes),
  )
  useTabs.subscribe(({ tabs }, before) => {
    if (tabs !== before.tabs) keep()
  })
}

let telling: ReturnType<typeof setTimeout> | undefined
let told: string | undefined
/** The row that was sent last; settled once the server has answered. */
let sent: Promise<unknown> = Promise.resolve()

function keep(): void {
  const text = keptText(useTabs.getState())
  if (currentHandle() === undefined) return
  sessionStorage.setItem(keptName(), text)
  clearTimeout(telling)
  telling = setTimeout(() => {
    void tellServer()
  }, tellAfterMs)
}

/**
 * Sends the row to the server now, if it has changed, and waits for one that is on its way: before logging out, for one,
 * which would overtake it.
 */
export async function tellServer(): Promise<void> {
  clearTimeout(telling)
  const text = keptText(useTabs.getState())
  if (text !== told && text.length <= 60_000 && workedFor() === undefined) {
    told = text
    // a lost row of tabs is not worth a message
    const mine = send(saveSetting, { key: 'tabs', value: text }, { quiet: true }).catch(() => undefined)
    sent = Promise.all([sent, mine])
  }
  await sent
}

/** Address of the active tab. */
export const activeUrl = (): string => {
  const tab = activeTab()
  return tab ? tabUrl(tab) : '/index'
}
