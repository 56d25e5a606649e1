// The header: whose office this is, the header menu, search, notices and the person; below the mobile breakpoint the
// page in front and the open ones, search and menu: notices stand in the bar under the pages.
import { listUrl } from '@yunshu/contract/screens/screens'
import { startOfDay } from '@yunshu/domain/figures/time'
import { Badge } from 'antd'
import { useRef } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { loadedConfig } from '../../lib/config.ts'
import { useSession } from '../../lib/session.ts'
import { isOutsidePlatform } from '../../lib/side.ts'
import { shortBranch } from '../../ui/shortCompany.ts'
import { shellPart } from '../script.ts'
import { openSearch } from '../search/open.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { Icon } from './Icon.tsx'
import { NoticeButton } from './NoticeButton.tsx'
import { officeName } from './officeName.ts'
import { QueuedButton } from './QueuedButton.tsx'
import { UserMenu } from './UserMenu.tsx'

// a wide window never asks for it
const TabSwitcher = shellPart(() => import('../tabs/TabSwitcher.tsx'), { fallback: SwitcherOutline })

interface HeaderProps {
  isMobile: boolean
  /** The tabs are there. */
  isReady: boolean
  /** Opens the drawer of mobile mode. */
  onMenu: () => void
}

export function Header({ isMobile, isReady, onMenu }: HeaderProps) {
  const info = useSession(session => session.info)
  const branch = useSession(
    session => session.selectBranchCompany?.branchCompanyByName ?? session.info?.branchCompanyName,
  )
  const box = useRef<HTMLElement>(null)
  const name = officeName(info, loadedConfig().product)
  return (
    <header ref={box} className="header">
      <a className="header-name" href="/index" aria-label={name} data-walk>
        <img src="/favicon.svg" alt="" width="26" height="26" />
        {!isMobile && <strong title={name}>{name}</strong>}
      </a>
      {branch && !isMobile && (
        <span className="header-branch" title={`当前分公司：${branch}`}>
          {shortBranch(branch)}
        </span>
      )}
      {isMobile && (isReady ? <TabSwitcher office={name} /> : <SwitcherOutline office={name} />)}
      {!isMobile && <HeaderMenu header={box} />}
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

/** The place of the page's name before it is known. */
function SwitcherOutline({ office }: { office: string }) {
  return (
    <div className="switcher switcher-wait">
      <small className="switcher-office">{office}</small>
    </div>
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
