// The group of the menus that is chosen: its pages stand at the side, and the page last in front of each group is known.
import type { AccessMenu } from '@yunshu/contract/session/session'
import { create } from 'zustand'
import { useSession } from '../../lib/session.ts'
import { activateTab } from '../navigation.ts'
import { useShown } from '../tabs/shown.ts'
import { activeTab, useTabs } from '../tabs/store.ts'
import { chooseMenuEntry, choiceOf, groupOf } from './menu.ts'

interface Chosen {
  readonly title: string | undefined
  /** Key of the tab last in front, by group. */
  readonly last: Readonly<Record<string, string>>
}
const useChosen = create<Chosen>(() => ({ title: undefined, last: {} }))

const ownMenus = (): readonly AccessMenu[] => useSession.getState().jurisdiction?.accessMenus ?? []

/** Takes the group of the tab in front; pages of no group (消息, 下载中心, 账号安全) leave the side as it is. */
function takeFront(): void {
  const tab = activeTab()
  const menus = ownMenus()
  const group = tab && menus[groupOf(menus, tab.pathname)]
  if (!group) return
  const { title, last } = useChosen.getState()
  if (title !== group.title || last[group.title] !== tab.key)
    useChosen.setState({ title: group.title, last: { ...last, [group.title]: tab.key } })
}

/** Has the chosen group follow the tabs from now on. */
export function followFront(): void {
  takeFront()
  useShown.subscribe(({ activeKey }, before) => {
    if (activeKey !== before.activeKey) takeFront()
  })
}

/** The group whose pages stand at the side; the first one until a page of another comes to the front. */
export function useGroup(menus: readonly AccessMenu[]): AccessMenu | undefined {
  const title = useChosen(chosen => chosen.title)
  return menus.find(menu => menu.title === title) ?? menus[0]
}

/** The page that stands for a group that was not looked at yet: its first one that is a page. */
export const firstPath = ({ path, children = [] }: AccessMenu): string =>
  (children.find(child => choiceOf(child.path, '').kind === 'page') ?? children[0])?.path ?? path

/**
 * Shows the pages of a group at the side and brings the one last in front of it, else its first. A menu that is
 * no page and has none says 临时菜单 or opens its link (SH-13).
 */
export function chooseGroup(menu: AccessMenu): void {
  const path = firstPath(menu)
  if (!menu.children?.length && choiceOf(path, '').kind !== 'page') return chooseMenuEntry(path)
  const menus = ownMenus()
  const front = activeTab()
  useChosen.setState({ title: menu.title })
  if (front && menus[groupOf(menus, front.pathname)]?.title === menu.title) return
  const key = useChosen.getState().last[menu.title]
  if (key !== undefined && useTabs.getState().tabs.some(tab => tab.key === key)) activateTab(key)
  else chooseMenuEntry(path)
}
