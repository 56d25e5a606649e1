// The search panel: pages by name, pinyin or initials, recent ones first, then records of the business.
import { searchRecords } from '@yunshu/contract/session/session'
import { Modal } from 'antd'
import { Command } from 'cmdk'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { useSession } from '../../lib/session.ts'
import { useSetting } from '../../lib/settings.ts'
import { useCall } from '../../lib/useCall.ts'
import { visit } from '../navigation.ts'
import { useLater } from '../selectors/useLater.ts'
import { Icon } from '../shell/Icon.tsx'
import { tabUrl } from '../tabs/rules.ts'
import { useTabs } from '../tabs/store.ts'
import { findByTitle } from './match.ts'
import { closeSearch } from './open.ts'

const Recent = z.array(z.object({ title: z.string(), path: z.string() }))
type Found = z.output<typeof Recent>[number]
const none: Found[] = []
const recentMost = 8

const kinds = { waybill: '运单', goods: '货源', settlement: '结算单', vehicle: '车辆' } as const

/** Drawn while it is open; esc and a click beside it close it. */
export default function SearchPanel() {
  const input = useRef<HTMLInputElement>(null)
  const [text, typed, setTyped] = useLater('')
  const [recent, setRecent] = useSetting('recentPages', Recent, none)
  const { pages, found, open, known, hits, wanted, isFetching } = useFinds(text, typed, recent)

  const go = ({ title, path }: Found): void => {
    setRecent(old => [{ title, path }, ...old.filter(each => each.path !== path)].slice(0, recentMost))
    closeSearch()
    visit(path)
  }
  // an item that moves to another group needs another value, or cmdk keeps pointing at the one that is gone
  const row = (group: string, found: Found, note?: string) => (
    <Command.Item key={found.path} value={`${wanted} ${group} ${found.path}`} onSelect={() => go(found)}>
      <span>{found.title}</span>
      {note && <small>{note}</small>}
    </Command.Item>
  )
  const isEmpty = wanted !== '' && found.length + open.length + hits.length === 0
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={closeSearch}
      width={600}
      className="search"
      style={{ top: '12vh' }}
      title={<span className="visually-hidden">搜索</span>}
      afterOpenChange={() => input.current?.focus()}
      transitionName=""
      maskTransitionName=""
    >
      <Command label="搜索" shouldFilter={false} loop>
        <div className="search-line">
          <Icon name="search" />
          <Command.Input
            ref={input}
            value={typed}
            onValueChange={setTyped}
            placeholder="搜索页面（可用拼音首字母）、运单号、车牌号、结算单号"
            maxLength={40}
          />
          <kbd>Esc</kbd>
        </div>
        <Command.List>
          {wanted === '' && known.length > 0 && (
            <Command.Group heading="最近访问">{known.map(page => row('recent', page))}</Command.Group>
          )}
          {wanted === '' && (
            <Command.Group heading="页面">
              {pages.filter(({ path }) => !known.some(page => page.path === path)).map(page => row('all', page))}
            </Command.Group>
          )}
          {found.length > 0 && <Command.Group heading="页面">{found.map(page => row('found', page))}</Command.Group>}
          {open.length > 0 && (
            <Command.Group heading="已打开">{open.map(page => row('open', page, '标签页'))}</Command.Group>
          )}
          {hits.length > 0 && (
            <Command.Group heading="记录">
              {hits.map(({ kind, title, note, path }) =>
                row('record', { title, path }, [kinds[kind], note].filter(Boolean).join(' · ')),
              )}
            </Command.Group>
          )}
          {isEmpty && (
            <output className="search-none">
              {isFetching || text !== wanted ? '正在查找…' : '没有找到相关页面或记录'}
            </output>
          )}
        </Command.List>
      </Command>
    </Modal>
  )
}

/** Finds for a text: pages by their titles, open tabs, pages visited lately, and records. */
function useFinds(text: string, typed: string, recent: readonly Found[]) {
  const routes = useSession(session => session.jurisdiction?.accessRoutes) ?? []
  const tabs = useTabs(row => row.tabs)
  const wanted = typed.trim()
  const { data, isFetching } = useCall(
    searchRecords,
    { text },
    { enabled: text.length >= 2 && text.length <= 40, quiet: true },
  )

  const pages = routes.filter(({ path }) => !path.includes(':')).map(({ title, path }) => ({ title, path: `/${path}` }))
  const found = findByTitle(pages, wanted)
  const open = findByTitle(
    tabs.map(tab => ({ title: tab.meta.title, path: tabUrl(tab) })),
    wanted,
  ).filter(({ path }) => !found.some(page => page.path === path))
  const known = recent.filter(({ path }) => routes.length > 0 && path.startsWith('/'))
  const hits = wanted.length >= 2 && text === wanted ? (data?.hits ?? []) : []
  return { pages, found, open, known, hits, wanted, isFetching }
}
