// The page for addresses that lead nowhere (PB-13), shown with and without a session.
import type { ReactNode } from 'react'
import { Drawing } from '../ui/drawings.tsx'

/** Stands alone or inside the shell; `home` leads to the first page, `children` are further ways on. */
export function NotFound({ home = '/index', children }: { home?: string; children?: ReactNode }) {
  return (
    <div className="plain-page">
      <Drawing of="notFound" />
      <div className="code" aria-hidden="true">
        404
      </div>
      <h1>页面不存在</h1>
      <p>地址可能输入有误，或页面已被移除。</p>
      <div className="actions">
        <a className="plain-button primary" href={home}>
          返回首页
        </a>
        {children}
      </div>
    </div>
  )
}
