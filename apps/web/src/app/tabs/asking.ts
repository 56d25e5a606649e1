// Asking before unsaved input would be lost, and mounting a page anew after asking.
import { forgetDirty, isDirty } from '../../lib/dirty.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { askInDialog } from '../dialogs.ts'
import { refreshTab } from './rules.ts'
import { changeTabs, useTabs } from './store.ts'

/** Asks when one of the tabs holds unsaved input; true means go on. */
export async function mayLose(keys: readonly string[] | undefined, doing: string): Promise<boolean> {
  if (!isDirty(keys)) return true
  const names = useTabs
    .getState()
    .tabs.filter(({ key }) => (keys === undefined || keys.includes(key)) && isDirty([key]))
    .map(({ meta }) => meta.title)
  return askInDialog({
    title: '有尚未保存的内容',
    content: `${names.map(name => `“${name}”`).join('、')}中填写的内容尚未保存，${doing}后将丢失。`,
    okText: `仍要${doing}`,
    cancelText: '返回继续填写',
    okButtonProps: { danger: true },
  })
}

/** Mounts a tab's page anew and has what it shows asked for again (SH-09). */
export async function askRefresh(key: string): Promise<void> {
  if (!(await mayLose([key], '刷新'))) return
  forgetDirty([key])
  // stale, not refetched here: only the page that is mounted anew asks
  await queryClient.invalidateQueries({ refetchType: 'none' })
  changeTabs(row => refreshTab(row, key))
}
