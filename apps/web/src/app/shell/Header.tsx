// The header: whose office this is, the header menu, search, notices and the person.
import { Badge } from 'antd'
import { useRef } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { useSession } from '../../lib/session.ts'
import { isOutsidePlatform } from '../../lib/side.ts'
import { openSearch } from '../search/open.ts'
import { visit } from '../navigation.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { Icon } from './Icon.tsx'
import { officeName } from './officeName.ts'
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
      {isOutsidePlatform(info) && <NoticeButton />}
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

/** Notices with the unread badge; not for the platform's own accounts (SH-02). */
function NoticeButton() {
  const unread = useSession(session => session.messageUnRead)
  const count = useSession(session => session.messageCount)
  return (
    <button
      type="button"
      className="header-button"
      aria-label={count > 0 ? `消息，${count} 条未读` : '消息'}
      onClick={() => visit('/notice')}
    >
      <Badge count={count} dot={unread && count === 0} size="small" overflowCount={99}>
        <Icon name="bell" />
      </Badge>
    </button>
  )
}

/** Oil coupons confirmed since the page was loaded (push code PCOIL01). */
function Coupons() {
  const count = useSession(session => session.couponCount)
  if (count === 0) return null
  return (
    <output className="header-button" title="油券已确认">
      <Badge count={count} size="small">
        <Icon name="coupon" />
      </Badge>
      <span className="visually-hidden">油券已确认 {count} 张</span>
    </output>
  )
}
