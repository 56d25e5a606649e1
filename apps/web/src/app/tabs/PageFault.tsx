// The content of a tab whose page broke or whose script could not be loaded; the other tabs go on.
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { isDirty } from '../../lib/dirty.ts'
import { reloadPage } from '../../lib/sessionEnd.ts'
import { PageLoadError } from '../script.ts'
import { mayLose } from './asking.ts'

/** Offers a retry, and makes it by itself when the network is back; for a missing script also loading the whole portal anew (SH-17). */
export function PageFault({ error, retry }: { error: unknown; retry: () => void }) {
  const isScript = error instanceof PageLoadError
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!isScript) return
    const back = (): void => again()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [isScript])
  const reload = async (): Promise<void> => {
    if (await mayLose(undefined, '重新载入')) reloadPage()
  }
  return (
    <div className="plain-page" role="alert">
      <h2>{isScript ? '页面加载失败' : '页面出错了'}</h2>
      <p>
        {isScript
          ? '网络不稳定，或系统刚刚更新。请重试；仍不成功时请重新载入。'
          : '这个标签页遇到了意外的错误，其他标签页不受影响。'}
      </p>
      <div className="actions">
        <Button type="primary" onClick={retry}>
          重试
        </Button>
        {isScript && (
          <Button
            onClick={() => {
              void reload()
            }}
          >
            重新载入{isDirty() ? '（先保存其他标签页）' : ''}
          </Button>
        )}
      </div>
    </div>
  )
}
