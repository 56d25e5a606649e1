// The command panel: pages by name, pinyin or initials, open tabs, records and people, and acts that wait for the person.
import { Modal } from 'antd'
import { Command } from 'cmdk'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { useSetting } from '../../lib/settings.ts'
import { StateTag } from '../../ui/StatusTag.tsx'
import { visitUrl } from '../navigation.ts'
import { useLater } from '../selectors/useLater.ts'
import { Icon } from '../shell/Icon.tsx'
import { Marked } from './Marked.tsx'
import { closeSearch } from './open.ts'
import { useFinds, type Find } from './useFinds.ts'

const Recent = z.array(z.object({ title: z.string(), path: z.string() }))
const none: z.output<typeof Recent> = []
const recentMost = 8

/** Drawn while it is open; esc and a click beside it close it. */
export default function SearchPanel() {
  const input = useRef<HTMLInputElement>(null)
  const [text, typed, setTyped] = useLater('')
  const [recent, setRecent] = useSetting('recentPages', Recent, none)
  const { groups, wanted, isLooking } = useFinds(text, typed, recent)
  const go = ({ title, path }: Find): void => {
    setRecent(old => [{ title, path }, ...old.filter(each => each.path !== path)].slice(0, recentMost))
    closeSearch()
    visitUrl(path)
  }
  const isEmpty = groups.every(({ finds }) => finds.length === 0)
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={closeSearch}
      width={640}
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
            placeholder="页面（可用拼音首字母）、单号、车牌、司机、企业，或要办的事"
            maxLength={40}
          />
          <kbd>Esc</kbd>
        </div>
        <Command.List>
          {groups.map(({ key, heading, finds }) =>
            finds.length === 0 ? null : (
              <Command.Group key={key} heading={heading}>
                {finds.map(find => (
                  // an item that moves to another group needs another value, or cmdk keeps pointing at the one that is gone
                  <Command.Item
                    key={`${find.title} ${find.path}`}
                    value={`${wanted} ${key} ${find.title} ${find.path}`}
                    onSelect={() => go(find)}
                  >
                    <span className="search-title">
                      <Marked text={find.title} wanted={wanted} />
                    </span>
                    {find.state && <StateTag state={find.state} />}
                    {find.note && (
                      <small>
                        <Marked text={find.note} wanted={wanted} />
                      </small>
                    )}
                  </Command.Item>
                ))}
              </Command.Group>
            ),
          )}
          {isEmpty && wanted !== '' && (
            <output className="search-none">
              {isLooking ? (
                '正在查找…'
              ) : (
                <>
                  没有找到“{wanted}”
                  <small>单号、车牌至少输入前 4 位，司机输入姓名或完整手机号，页面可用拼音首字母</small>
                </>
              )}
            </output>
          )}
        </Command.List>
      </Command>
    </Modal>
  )
}
