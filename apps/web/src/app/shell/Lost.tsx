// The page of an address no page of the person answers: it does not exist, or is not theirs; with ways on.
import { Drawing } from '../../ui/drawings.tsx'
import { NotFound } from '../NotFound.tsx'
import { knownRoutes } from '../knownRoutes.ts'
import { matchRoute } from '../routes.ts'
import { openSearch } from '../search/open.ts'

/** Says which of the two it is. */
export function Lost({ pathname }: { pathname: string }) {
  const ways = (
    <>
      <button type="button" className="plain-button" onClick={openSearch}>
        搜索页面或单号
      </button>
      {history.length > 1 && (
        <button type="button" className="plain-button" onClick={() => history.back()}>
          返回上一页
        </button>
      )}
    </>
  )
  if (!matchRoute(knownRoutes, pathname)) return <NotFound>{ways}</NotFound>
  return (
    <div className="plain-page">
      <Drawing of="noRight" />
      <h1>没有访问权限</h1>
      <p>您的账号不能打开这个页面。如需使用，请联系企业管理员在“职位设置”中开通。</p>
      <div className="actions">
        <a className="plain-button primary" href="/index">
          返回首页
        </a>
        {ways}
      </div>
    </div>
  )
}
