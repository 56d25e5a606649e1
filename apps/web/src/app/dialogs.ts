// The component library's dialogs and notifications for code outside components; plugged in by AntdRoot.
import type { App, ModalFuncProps } from 'antd'

type Antd = ReturnType<typeof App.useApp>
let plugged: Antd | undefined

/** Takes over dialogs and notifications. */
export function plugDialogs(antd: Antd): void {
  plugged = antd
}

/** Notifications; undefined before the shell is drawn. */
export const notices = (): Antd['notification'] | undefined => plugged?.notification

/** Asks; true when agreed. Without a shell there is nobody to ask, and nothing to lose. */
export function ask(props: Omit<ModalFuncProps, 'onOk' | 'onCancel'>): Promise<boolean> {
  return new Promise((resolve) => {
    if (!plugged) return resolve(true)
    plugged.modal.confirm({ centered: true, ...props, onOk: () => resolve(true), onCancel: () => resolve(false) })
  })
}

/** Tells; resolves when read. */
export function tell(props: Omit<ModalFuncProps, 'onOk' | 'onCancel'>): Promise<void> {
  return new Promise((resolve) => {
    if (!plugged) return resolve()
    plugged.modal.warning({ centered: true, okText: '知道了', ...props, onOk: () => resolve(), onCancel: () => resolve() })
  })
}
