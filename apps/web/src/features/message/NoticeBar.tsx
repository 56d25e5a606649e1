// The toolbar over the messages: which are shown, what is done with chosen ones, and reading or removing all.
import type { Input } from '@yunshu/contract/call'
import { listMessages, messagesMax, type MessageRow, type setRead } from '@yunshu/contract/message/message'
import { messageKinds } from '@yunshu/domain/message/kinds'
import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import type { UrlFilter } from '../../lib/urlState.ts'
import type { usePages } from '../../lib/useCall.ts'
import { BulkBar } from '../../ui/list/BulkBar.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { PaneTabs } from '../../ui/list/PaneTabs.tsx'
import { PickAll } from '../../ui/list/Pick.tsx'
import { More } from '../../ui/list/RowActions.tsx'
import { countText } from '../../ui/list/StatusTabs.tsx'

const rowKey = ({ id }: MessageRow): string => id

interface NoticeBarProps {
  rows: readonly MessageRow[]
  filter: UrlFilter<typeof listMessages>
  pages: ReturnType<typeof usePages<typeof listMessages>>
  isMarking: boolean
  /** A word and a stretch of days. */
  search: ReactNode
  onPatch: (part: { unread: true | undefined }) => void
  onExport: (() => void) | undefined
  onMark: (input: Input<typeof setRead>) => void
  /** Opens and shuts the search of a phone. */
  onSearch: () => void
  onSettings: () => void
  /** Asks before messages are removed: all that were read, or these. */
  onDoom: (doomed: 'read' | readonly string[]) => void
}

export function NoticeBar(props: NoticeBarProps) {
  const { rows, filter, pages, isMarking, search, onPatch, onExport, onMark, onSearch, onSettings, onDoom } = props
  const unread = useSession(session => session.messageCount)
  const ids = useMemo(() => rows.map(rowKey), [rows])
  const bulk = useMemo(
    () => [
      {
        label: '标为已读',
        run: (chosen: readonly MessageRow[]) => {
          onMark({ ids: chosen.slice(0, messagesMax).map(rowKey) })
        },
      },
      {
        label: '删除',
        danger: true,
        run: (chosen: readonly MessageRow[]) => onDoom(chosen.slice(0, messagesMax).map(rowKey)),
      },
    ],
    [onMark, onDoom],
  )
  const isEmpty = pages.rows.length === 0
  const rare: readonly RowAction[] = [
    ...(onExport ? [{ label: '导出', disabled: isEmpty, onClick: onExport }] : []),
    { label: '刷新', onClick: () => void pages.restart() },
    { label: '消息设置', onClick: onSettings },
    { label: '删除已读', danger: true, disabled: isEmpty, onClick: () => onDoom('read') },
  ]
  return (
    <div className="ys-toolbar notice-bar">
      <div className="ys-toolbar-head">
        {rows.length > 0 && <PickAll ids={ids} />}
        <PaneTabs
          name="消息范围"
          value={filter.unread ? 'unread' : 'all'}
          onChange={value => onPatch({ unread: value === 'unread' || undefined })}
          panes={[
            { value: 'all', label: '全部' },
            {
              value: 'unread',
              label: (
                <>
                  <span>未读</span>
                  {filter.kind === undefined && <span className="ys-count">{countText(unread)}</span>}
                </>
              ),
            },
          ]}
        />
        <BulkBar rows={rows} rowKey={rowKey} rowName={({ title }) => title} actions={bulk} />
      </div>
      {search}
      <Button className="notice-find" aria-label="搜索与日期" icon={<SearchOutlined />} onClick={onSearch} />
      <Button
        type="primary"
        ghost
        disabled={unread === 0}
        loading={isMarking}
        onClick={() => {
          onMark(filter.kind === undefined ? {} : { kind: filter.kind })
        }}
      >
        {filter.kind === undefined ? '全部已读' : `${messageKinds[filter.kind].label}全部已读`}
      </Button>
      <More as="ys-more-button" actions={rare}>
        …
      </More>
    </div>
  )
}
