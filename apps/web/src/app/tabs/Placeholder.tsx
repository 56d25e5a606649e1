// The page of a screen the server names but this browser does not have.
import { useSession } from '../../lib/session.ts'
import { useTab } from '../../lib/tab.ts'

/** Says 临时菜单 (spec §5) instead of failing. */
export function Placeholder() {
  const { key } = useTab()
  const name = key.split('/', 1)[0]
  const title = useSession(({ jurisdiction }) => jurisdiction?.accessRoutes.find(route => route.name === name)?.title)
  return (
    <div className="plain-page">
      <h2>临时菜单</h2>
      <p>{title ? `“${title}”` : '该页面'}尚未开放，敬请期待。</p>
    </div>
  )
}
