// The header: whose office this is, the header menu, search, notices and the person; below the mobile breakpoint notices
// stand in the bar under the pages.
import { listUrl } from '@yunshu/contract/screens/screens'
import { startOfDay } from '@yunshu/domain/figures/time'
import { Badge } from 'antd'
import { useRef } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { loadedConfig } from '../../lib/config.ts'
import { useSession } from '../../lib/session.ts'
import { isOutsidePlatform } from '../../lib/side.ts'
import { openSearch } from '../search/open.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { Icon } from './Icon.tsx'
import { NoticeButton } from './NoticeButton.tsx'
import { officeName } from './officeName.ts'
import { QueuedButton } from './QueuedButton.tsx'
import { UserMenu } from './UserMenu.tsx'

/** `onMenu` opens the drawer in mobile mode. */
export function Header({ isMobile, onMenu }: { isMobile: boolean; onMenu: () => void }) {
  const info = useSession(session => session.info)
  const branch = useSession(
    session => session.selectBranchCompany?.branchCompanyByName ?? session.info?.branchCompanyName,
  )
  const box = useRef<HTMLElement>(null)
  const name = officeName(info, loadedConfig().product)
  return (
    <header ref={box} className="header">
      <a className="header-name" href="/index" data-walk>
        <img src="/favicon.svg" alt="" width="26" height="26" />
        <strong title={name}>{name}</strong>
      </a>
      {branch && !isMobile && (
        <span className="header-branch" title="当前分公司">
          {branch}
        </span>
      )}
      {isMobile ? <span className="header-gap" /> : <HeaderMenu header={box} />}
      <button
        type="button"
        className="header-search"
        data-tour="search"
        title="搜索（S 或 Ctrl K）"
        onClick={openSearch}
      >
        <Icon name="search" />
        <span>搜索或执行：单号、车牌、人</span>
        <kbd aria-hidden="true">S</kbd>
      </button>
      {!isMobile && isOutsidePlatform(info) && <NoticeButton className="header-button" />}
      <QueuedButton />
      <Coupons />
      {!isMobile && <UserMenu />}
      {isMobile && (
        <button
          type="button"
          className="header-button header-drawer"
          data-tour="drawer"
          aria-label="打开菜单目录"
          onClick={onMenu}
        >
          <Icon name="menu" size={20} />
          菜单
        </button>
      )}
    </header>
  )
}

/** Oil coupons verified today (push code PCOIL01); people who may see fuel open the list of them. */
function Coupons() {
  const count = useSession(session => session.couponCount)
  const canOpen = useCan('fuel.view')
  if (count === 0) return null
  const body = (
    <>
      <Badge count={count} size="small">
        <Icon name="coupon" />
      </Badge>
      <span className="visually-hidden">油券已确认 {count} 张</span>
    </>
  )
  if (!canOpen)
    return (
      <output className="header-button" title="油券已确认">
        {body}
      </output>
    )
  const url = listUrl('FuelIssues', { medium: 'COUPON', state: 'used', endedFrom: String(startOfDay(serverNow())) })
  return (
    <a className="header-button" href={url} title="今日已核销油券" data-walk>
      {body}
    </a>
  )
}
