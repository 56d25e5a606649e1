// What people do with tabs, asking first wherever unsaved input would be lost.
import { forgetDirty, isDirty } from '../../lib/dirty.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { ask } from '../dialogs.ts'
import { settleTabs } from '../navigation.ts'
import { closeAll, closeLeft, closeOthers, closeRight, closeTab, pinTab, refreshTab, tabUrl, type Row } from './rules.ts'
import { changeTabs, useTabs } from './store.ts'

/** Asks when one of the tabs holds unsaved input; true means go on. */
export async function mayLose(keys: readonly string[] | undefined, doing: string): Promise<boolean> {
  if (!isDirty(keys)) return true
  const names = useTabs.getState().tabs.filter(({ key }) => (keys === undefined || keys.includes(key)) && isDirty([key])).map(({ meta }) => meta.title)
  return ask({ title: '有尚未保存的内容', content: `${names.map((name) => `“${name}”`).join('、')}中填写的内容尚未保存，${doing}后将丢失。`, okText: `仍要${doing}`, cancelText: '返回继续填写', okButtonProps: { danger: true } })
}

/** Runs a closing rule after asking about what it would close. */
export async function askClosing(rule: (row: Row) => Row): Promise<void> {
  const row = useTabs.getState()
  const after = rule(row)
  const closing = row.tabs.filter((tab) => !after.tabs.some(({ key }) => key === tab.key)).map(({ key }) => key)
  if (await mayLose(closing, '关闭')) settleTabs(rule)
}

/** Mounts a tab's page anew and has what it shows asked for again (SH-09). */
export async function askRefresh(key: string): Promise<void> {
  if (!(await mayLose([key], '刷新'))) return
  forgetDirty([key])
  // stale, not refetched here: only the page that is mounted anew asks
  await queryClient.invalidateQueries({ refetchType: 'none' })
  changeTabs((row) => refreshTab(row, key))
}

/** One entry of a tab's menu. */
export interface TabAction { readonly key: string; readonly label: string; readonly isOff: boolean; readonly run: () => void }

/** The menu of a tab: 刷新, 固定, 关闭…, 在新窗口打开. */
export function tabActions(row: Row, key: string): TabAction[] {
  const tab = row.tabs.find((each) => each.key === key)
  if (!tab) return []
  const closing = (rule: (row: Row, key: string) => Row) => ({ isOff: rule(row, key).tabs.length === row.tabs.length, run: () => { void askClosing((now) => rule(now, key)) } })
  return [
    { key: 'refresh', label: '刷新', isOff: false, run: () => { void askRefresh(key) } },
    { key: 'pin', label: tab.isPinned ? '取消固定' : '固定', isOff: pinTab(row, key, !tab.isPinned) === row, run: () => { changeTabs((now) => pinTab(now, key, !tab.isPinned)) } },
    { key: 'close', label: '关闭', ...closing(closeTab) },
    { key: 'closeLeft', label: '关闭左侧', ...closing(closeLeft) },
    { key: 'closeRight', label: '关闭右侧', ...closing(closeRight) },
    { key: 'closeOthers', label: '关闭其他', ...closing(closeOthers) },
    { key: 'closeAll', label: '关闭全部', ...closing((now) => closeAll(now)) },
    { key: 'window', label: '在新窗口打开', isOff: false, run: () => { window.open(tabUrl(tab), '_blank', 'noopener') } },
  ]
}
