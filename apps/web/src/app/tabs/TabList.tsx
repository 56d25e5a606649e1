// The list of all open tabs below ▾: found by name, closed one by one or several at once.
import { Button, Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { activateTab } from '../navigation.ts'
import { fitScore } from '../search/match.ts'
import { Icon } from '../shell/Icon.tsx'
import { useWalk } from '../../lib/walk.ts'
import { askClosing } from './actions.ts'
import { closeAll, closeOthers, closeSome, closeTab, indexKey, type Row, type TabEntry } from './rules.ts'
import { useShown } from './shown.ts'

/** `done` closes the list. */
export default function TabList({ done }: { done: () => void }) {
  const row = useShown()
  const { tabs, activeKey } = row
  const [text, setText] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => field.current?.focus(), [])
  useWalk(list, 'y')
  const shown = tabs.filter(({ meta }) => text.trim() === '' || fitScore(meta.title, text) > 0)
  const chosen = tabs.filter(({ key, isPinned }) => ticked.has(key) && !isPinned).map(({ key }) => key)
  const tick = (key: string): void =>
    setTicked(now => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const close = (rule: (now: Row) => Row): void => {
    void askClosing(rule)
  }
  return (
    <section className="tab-list" aria-label="全部标签页">
      <input
        ref={field}
        type="search"
        className="tab-list-find"
        aria-label="查找标签页"
        placeholder="查找标签页"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <ul ref={list}>
        {shown.map(tab => (
          <Line
            key={tab.key}
            tab={tab}
            isActive={tab.key === activeKey}
            isTicked={ticked.has(tab.key)}
            onTick={() => tick(tab.key)}
            onOpen={() => {
              activateTab(tab.key)
              done()
            }}
            onClose={() => close(now => closeTab(now, tab.key))}
          />
        ))}
      </ul>
      {shown.length === 0 && <output className="tab-list-none">没有这样的标签页</output>}
      <div className="tab-list-foot">
        <Button size="small" disabled={chosen.length === 0} onClick={() => close(now => closeSome(now, chosen))}>
          关闭所选{chosen.length > 0 && ` ${chosen.length} 个`}
        </Button>
        <span className="header-gap" />
        <Button size="small" type="text" onClick={() => close(now => closeOthers(now, activeKey ?? indexKey))}>
          关闭其他
        </Button>
        <Button
          size="small"
          type="text"
          onClick={() => {
            close(closeAll)
            done()
          }}
        >
          关闭全部
        </Button>
      </div>
    </section>
  )
}

interface LineProps {
  tab: TabEntry
  isActive: boolean
  isTicked: boolean
  onTick: () => void
  onOpen: () => void
  onClose: () => void
}

function Line({ tab: { meta, isPinned }, isActive, isTicked, onTick, onOpen, onClose }: LineProps) {
  return (
    <li data-active={isActive}>
      {isPinned ? (
        <span className="tab-list-pin">
          <Icon name="pin" size={14} />
        </span>
      ) : (
        <Checkbox checked={isTicked} onChange={onTick} aria-label={`选择${meta.title}`} />
      )}
      <button type="button" data-walk aria-current={isActive ? 'page' : undefined} onClick={onOpen}>
        {meta.title}
      </button>
      {!isPinned && (
        <button type="button" className="tab-list-close" aria-label={`关闭${meta.title}`} onClick={onClose}>
          <Icon name="close" size={14} />
        </button>
      )}
    </li>
  )
}
