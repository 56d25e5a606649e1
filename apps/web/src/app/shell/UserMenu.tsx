// The person's menu: profile, employee and branch selection, size, theme, appearance, shortcuts, logout.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { Dropdown, type MenuProps } from 'antd'
import { useCan } from '../../lib/can.ts'
import { appearances } from '../../lib/look.ts'
import { useSession } from '../../lib/session.ts'
import { isOutsidePlatform } from '../../lib/side.ts'
import { workForOneself } from '../acting.ts'
import { visitUrl } from '../navigation.ts'
import { openHelp } from '../help/open.ts'
import { askLogout } from '../logout.ts'
import { changePreferences, sizes, themes, usePreferences, type Preferences } from '../preferences.ts'
import { showProfile } from './profile.tsx'
import { Icon } from './Icon.tsx'

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

/** Entries of the person's menu, shared by header and drawer. */
export function useUserItems(): { items: NonNullable<MenuProps['items']>; onClick: (key: string) => void } {
  const info = useSession(session => session.info)
  const employee = useSession(session => session.selectEmployee?.name)
  const branch = useSession(session => session.selectBranchCompany?.branchCompanyByName)
  const { size, appearance, transition } = usePreferences()
  const isCompany = isOutsidePlatform(info)
  // only the platform's own accounts may narrow themselves to a branch
  const mayBranch = !isCompany && info?.branchCompanyId === undefined
  const mayActFor = useCan('company.actFor')
  const mayExport = useCan('export.run')
  const mayBatch = useSession(({ jurisdiction }) => jurisdiction?.accessRoutes.some(({ name }) => name === 'BatchList'))
  const mark = (is: boolean) => ({ icon: <span className="menu-mark">{is ? '✓' : ''}</span> })
  const items: NonNullable<MenuProps['items']> = [
    { key: 'profile', label: '个人资料' },
    { key: 'security', label: '账号安全' },
    ...(mayExport ? [{ key: 'downloads', label: '下载中心' }] : []),
    ...(mayBatch ? [{ key: 'batches', label: '批量任务' }] : []),
    ...(mayActFor ? [{ key: 'employee', label: '选择员工' }] : []),
    ...(employee ? [{ key: 'own', label: `退出代办（${employee}）` }] : []),
    ...(mayBranch ? [{ key: 'branch', label: branch ? `分公司：${branch}` : '选择分公司' }] : []),
    { type: 'divider' },
    {
      key: 'sizes',
      label: '界面尺寸',
      children: keysOf(sizes).map(key => ({ key: `size ${key}`, label: sizes[key], ...mark(size === key) })),
    },
    {
      key: 'themes',
      label: '主题',
      children: keysOf(themes).map(key => ({ key: `theme ${key}`, label: themes[key], ...mark(true) })),
    },
    {
      key: 'appearances',
      label: '外观',
      children: keysOf(appearances).map(key => ({
        key: `appearance ${key}`,
        label: appearances[key],
        ...mark(appearance === key),
      })),
    },
    { key: 'transition', label: `页面过渡动画：${transition ? '开' : '关'}` },
    { key: 'manual', label: '使用手册' },
    { key: 'tour', label: '新手导览' },
    { key: 'help', label: '快捷键' },
    { type: 'divider' },
    { key: 'logout', label: '退出登录', danger: true },
  ]
  const onClick = (key: string): void => {
    const { showSelector } = useSession.getState()
    const [word, value] = key.split(' ')
    if (word === 'profile') showProfile()
    else if (word === 'security') visitUrl(screenUrl('Account'))
    else if (word === 'downloads') visitUrl(screenUrl('DownloadCenter'))
    else if (word === 'batches') visitUrl(screenUrl('BatchList'))
    else if (word === 'own') void workForOneself()
    else if (word === 'employee' || word === 'branch') showSelector(word)
    else if (word === 'size') changePreferences({ size: value as Preferences['size'] })
    else if (word === 'theme') changePreferences({ theme: value as Preferences['theme'] })
    else if (word === 'appearance') changePreferences({ appearance: value as Preferences['appearance'] })
    else if (word === 'transition') changePreferences({ transition: !transition })
    else if (word === 'manual') visitUrl(screenUrl('Help'))
    else if (word === 'tour') visitUrl(`${screenUrl('index')}?tour=1`)
    else if (word === 'help') openHelp()
    else if (word === 'logout') void askLogout()
  }
  return { items, onClick }
}

/** The button with the person's name and their menu. */
export function UserMenu() {
  const info = useSession(session => session.info)
  const { items, onClick } = useUserItems()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => onClick(key), className: 'user-menu' }}
    >
      <button type="button" className="header-user" data-tour="person" aria-haspopup="menu">
        <span className="avatar" aria-hidden="true">
          {info?.name.slice(-1) || '·'}
        </span>
        <span className="header-user-name">{info?.name || info?.account}</span>
        <Icon name="down" size={14} />
      </button>
    </Dropdown>
  )
}
