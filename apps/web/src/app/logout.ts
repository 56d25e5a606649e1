// Logging out: asked for on a gray page, tabs and settings told to the server first, then the session ends.
import { logout } from '@yunshu/contract/session/session'
import { send } from '../lib/send.ts'
import { endSession } from '../lib/sessionEnd.ts'
import { askInDialog } from './dialogs.ts'
import { mayLose } from './tabs/asking.ts'
import { tellServer } from './tabs/store.ts'

const gray = (isGray: boolean): void => {
  document.documentElement.classList.toggle('gray', isGray)
}

/** Asks and logs out (SH-14, SH-15); giving up takes the gray away. */
export async function askLogout(): Promise<void> {
  gray(true)
  const agreed = await askInDialog({
    title: '确认操作',
    content: '注销当前账户吗？打开的标签页和用户设置将会被保存。',
    okText: '确定',
    cancelText: '放弃',
  })
  if (!agreed || !(await mayLose(undefined, '退出'))) return gray(false)
  await tellServer()
  // a server that does not answer must not keep the person signed in here
  await send(logout, {}, { quiet: true }).catch(() => undefined)
  await endSession()
}
