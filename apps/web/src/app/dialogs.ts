// The component library's dialogs and notifications for code outside components; plugged in by Ports.
import type { App, ModalFuncProps } from 'antd'
import { settleNow } from '../lib/settled.ts'

type Antd = ReturnType<typeof App.useApp>
let plugged: Antd | undefined
// dialogs asked for before the first page was drawn
let waiting: ((antd: Antd) => void)[] = []

/** Takes over dialogs and notifications until the returned function is called; those that waited are shown at once. */
export function plugDialogs(antd: Antd): () => void {
  plugged = antd
  const late = waiting
  waiting = []
  for (const show of late) show(antd)
  return () => {
    if (plugged === antd) plugged = undefined
  }
}

/** Shows something now, or as soon as the shell can. */
function withAntd(show: (antd: Antd) => void): void {
  if (plugged) return show(plugged)
  waiting.push(show)
  settleNow()
}

type Notice = Parameters<Antd['notification']['info']>[0] & { key: string; duration: number }

/** Notices that pass by themselves stand at most six at a time; the next one takes the place of the first. */
const passingMost = 6
const passing = new Set<string>()

/** Shows a notification for `duration` seconds; one of 0 stays until it is answered or closed, whatever comes after. */
export const showNotification = (notice: Notice): void =>
  withAntd(({ notification }) => {
    const { key, duration } = notice
    if (duration > 0) {
      passing.delete(key)
      const [first] = passing
      if (first !== undefined && passing.size >= passingMost) {
        passing.delete(first)
        notification.destroy(first)
      }
      passing.add(key)
    }
    notification.info({
      ...notice,
      onClose: () => {
        passing.delete(key)
        notice.onClose?.()
      },
    })
  })

/** Takes a notification away. */
export const closeNotice = (key: string): void => {
  passing.delete(key)
  withAntd(({ notification }) => notification.destroy(key))
}

/** Asks; true when agreed. */
export function askInDialog(props: Omit<ModalFuncProps, 'onOk' | 'onCancel'>): Promise<boolean> {
  return new Promise(resolve => {
    withAntd(({ modal }) =>
      modal.confirm({ centered: true, ...props, onOk: () => resolve(true), onCancel: () => resolve(false) }),
    )
  })
}

/** Tells; resolves when read. */
export function tellInDialog(props: Omit<ModalFuncProps, 'onOk' | 'onCancel'>): Promise<void> {
  return new Promise(resolve => {
    withAntd(({ modal }) =>
      modal.warning({ centered: true, okText: '知道了', ...props, onOk: () => resolve(), onCancel: () => resolve() }),
    )
  })
}
