// The messages themselves, or why there are none.
import type { listMessages, MessageRow } from '@yunshu/contract/message/message'
import { messageKinds } from '@yunshu/domain/message/kinds'
import { Button } from 'antd'
import type { UrlFilter } from '../../lib/urlState.ts'
import type { usePages } from '../../lib/useCall.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { Message } from './Message.tsx'
import { useReading } from './reading.ts'

interface MessageListProps {
  rows: readonly MessageRow[]
  filter: UrlFilter<typeof listMessages>
  pages: ReturnType<typeof usePages<typeof listMessages>>
  onClear: () => void
  onRemove: (id: string) => void
}

export function MessageList({ rows, filter, pages, onClear, onRemove }: MessageListProps) {
  const { openId, read } = useReading()
  const { error, isFirstLoad } = pages
  return (
    <>
      {error && rows.length === 0 ? (
        <ErrorState
          error={error}
          retry={() => {
            void pages.restart()
          }}
        />
      ) : isFirstLoad ? (
        <Skeleton lines={8} />
      ) : rows.length === 0 ? (
        <Nothing filter={filter} onClear={onClear} />
      ) : (
        <ul className="notice-list">
          {rows.map(row => (
            <Message
              key={row.id}
              row={row}
              now={pages.updatedAt}
              isRead={row.read || read.has(row.id)}
              isOpen={row.id === openId}
              isOfKind={filter.kind !== undefined}
              onRemove={() => onRemove(row.id)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** The note of an empty list: it names the filter and offers the way back. */
function Nothing({ filter, onClear }: { filter: UrlFilter<typeof listMessages>; onClear: () => void }) {
  const { kind, unread, text, from, to } = filter
  const isSearched = text !== undefined || from !== undefined || to !== undefined
  const what = `${unread ? '未读的' : ''}${kind === undefined ? '' : messageKinds[kind].label}消息`
  return (
    <EmptyState text={isSearched ? `没有符合条件的${what}` : `没有${what}`}>
      {Object.keys(filter).length > 0 && <Button onClick={onClear}>查看全部消息</Button>}
    </EmptyState>
  )
}
