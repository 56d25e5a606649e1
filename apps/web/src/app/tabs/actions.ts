// Actions of people on tabs, with a question wherever unsaved input would be lost.
import { isDrafted } from '../../lib/dirty.ts'
import { toast } from '../../lib/toast.ts'
import { settleTabs, visitUrl } from '../navigation.ts'
import { askRefresh, mayLose } from './asking.ts'
import { closeAll, closeLeft, closeOthers, closeRight, closeTab, pinTab, tabUrl, type Row } from './rules.ts'
import { changeTabs, useTabs } from './store.ts'

/** Runs a closing rule after asking about what it would close. */
export async function askClosing(rule: (row: Row) => Row): Promise<void> {
  const row = useTabs.getState()
  const after = rule(row)
  const closing = row.tabs.filter(tab => !after.tabs.some(({ key }) => key === tab.key)).map(({ key }) => key)
  if (!(await mayLose(closing, '关闭'))) return
  const [drafted] = row.tabs.filter(({ key }) => closing.includes(key) && isDrafted(key))
  settleTabs(rule)
  if (drafted) toast.offer('已存草稿', { label: '继续填写', run: () => visitUrl(tabUrl(drafted)) })
}

/** One entry of a tab's menu. */
export interface TabAction {
  readonly key: string
  readonly label: string
  readonly isOff: boolean
  readonly run: () => void
}

/** The menu of a tab: 刷新, 固定, 关闭…, 在新窗口打开. */
export function tabActions(row: Row, key: string): TabAction[] {
  const tab = row.tabs.find(each => each.key === key)
  if (!tab) return []
  const closing = (rule: (row: Row, key: string) => Row) => ({
    isOff: rule(row, key).tabs.length === row.tabs.length,
    run: () => {
      void askClosing(now => rule(now, key))
    },
  })
  return [
    {
      key: 'refresh',
      label: '刷新',
      isOff: false,
      run: () => {
        void askRefresh(key)
      },
    },
    {
      key: 'pin',
      label: tab.isPinned ? '取消固定' : '固定',
      isOff: pinTab(row, key, !tab.isPinned) === row,
      run: () => {
        changeTabs(now => pinTab(now, key, !tab.isPinned))
      },
    },
    { key: 'close', label: '关闭', ...closing(closeTab) },
    { key: 'closeLeft', label: '关闭左侧', ...closing(closeLeft) },
    { key: 'closeRight', label: '关闭右侧', ...closing(closeRight) },
    { key: 'closeOthers', label: '关闭其他', ...closing(closeOthers) },
    { key: 'closeAll', label: '关闭全部', ...closing(now => closeAll(now)) },
    {
      key: 'window',
      label: '在新窗口打开',
      isOff: false,
      run: () => {
        window.open(tabUrl(tab), '_blank', 'noopener')
      },
    },
  ]
}
