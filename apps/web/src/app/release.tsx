// Notices that the server runs a newer release and offers to load it, never over what people have typed.
import { Button } from 'antd'
import { useEffect } from 'react'
import { fetchConfig, loadedConfig } from '../lib/config.ts'
import { isDirty } from '../lib/dirty.ts'
import { reloadPage } from '../lib/sessionEnd.ts'
import { askInDialog, showNotification } from './dialogs.ts'
import { mayLose } from './tabs/asking.ts'
import { tellServer } from './tabs/store.ts'

const noticeKey = 'release'

/** Looks at /config.json whenever the window comes to the front. */
export function useReleaseNotice(): void {
  useEffect(() => {
    let told: string | undefined
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      const now = await fetchConfig().catch(() => undefined)
      if (now === undefined || now.release === loadedConfig().release || now.release === told) return
      told = now.release
      offer(now.releaseVersion)
    }
    const onVisible = () => {
      void look()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}

function offer(releaseVersion: string): void {
  showNotification({
    key: noticeKey,
    duration: 0,
    title: '系统已更新',
    description: `新版本${releaseVersion && ` ${releaseVersion} `}已发布，重新载入后生效；打开的标签页会保留。`,
    actions: (
      <Button
        type="primary"
        size="small"
        onClick={() => {
          void load()
        }}
      >
        重新载入
      </Button>
    ),
  })
}

async function load(): Promise<void> {
  if (isDirty() && !(await mayLose(undefined, '重新载入'))) return
  await tellServer()
  reloadPage()
}

/** Push code 33: agree reloads; the answer says whether it will (spec §7). */
export async function askReload(title: string, content: string, delayMs?: number): Promise<boolean> {
  if (
    !(await askInDialog({
      title: title || '系统提示',
      content: isDirty() ? `${content}尚未保存的内容将丢失，可先取消并保存。` : content,
      okText: '同意',
      cancelText: '取消',
    }))
  )
    return false
  await reloadNow(delayMs)
  return true
}

/** Loads the page anew; `delayMs` spreads the browsers after a release. */
export async function reloadNow(delayMs = 0): Promise<void> {
  await tellServer()
  await new Promise(resolve => {
    setTimeout(resolve, delayMs)
  })
  reloadPage()
}
