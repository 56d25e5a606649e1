// The message centre: all messages or the unread ones; opening one marks it read and leads to its record.
import { deleteMessage, getUnread, listMessages, setRead, type MessageRow } from '@yunshu/contract/message'
import { formatDateTime, relativeTime } from '@yunshu/domain/time'
import { Button, Popconfirm, Segmented } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { usePages, useSend } from '../../lib/useCall.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { openMessage, useReading } from './reading.ts'
import './notice.css'

/** Screen `Notice`. */
export default function NoticePage() {
  const { filter, setFilter } = useUrlFilter(listMessages)
  const isUnreadOnly = filter.unread === true
  const { rows, more, hasMore, isFirstLoad, isLoadingMore, isFetching, error, restart, updatedAt } = usePages(listMessages, isUnreadOnly ? { unread: true } : {})
  const count = useSession((session) => session.messageCount)
  const { openId, read } = useReading()
  const readAll = useSend(setRead, { invalidates: [listMessages, getUnread], done: () => useSession.getState().setUnread(false, 0) })
  const remove = useSend(deleteMessage, { invalidates: [listMessages, getUnread] })
  // the newest unread message is opened with the page, so that the unread count goes down by one (GD-05)
  const isArrival = useRef(true)
  useEffect(() => {
    if (!isArrival.current || isFirstLoad) return
    isArrival.current = false
    const first = rows.find((row) => !row.read)
    if (first && useReading.getState().openId !== first.id) openMessage(first)
  })

  return (
    <div className="notice">
      <header className="notice-head">
        <h1>消息中心</h1>
        <Segmented aria-label="消息范围" value={isUnreadOnly ? 'unread' : 'all'} onChange={(value) => setFilter(value === 'unread' ? { unread: true } : {})} options={[{ value: 'all', label: '全部' }, { value: 'unread', label: count > 0 ? `未读 ${count}` : '未读' }]} />
        <span className="notice-gap" />
        <Button onClick={() => { void restart() }} loading={isFetching && !isFirstLoad}>刷新</Button>
        <Button type="primary" ghost disabled={count === 0} loading={readAll.isBusy} onClick={() => { void readAll.run({}) }}>全部已读</Button>
      </header>
      {error && rows.length === 0 ? <ErrorState error={error} retry={() => { void restart() }} /> : isFirstLoad ? <Skeleton lines={8} /> : rows.length === 0 ? <EmptyState text={isUnreadOnly ? '没有未读消息' : '暂无消息'} /> : (
        <ul className="notice-list">{rows.map((row) => (
          <Message key={row.id} row={row} now={updatedAt} isRead={row.read || read.has(row.id)} isOpen={row.id === openId} onOpen={() => openMessage(row)} onRemove={() => { void remove.run({ id: row.id }) }} />
        ))}</ul>
      )}
      {hasMore && <Button block type="text" loading={isLoadingMore} onClick={more}>加载更多</Button>}
    </div>
  )
}

interface MessageProps { row: MessageRow; now: number; isRead: boolean; isOpen: boolean; onOpen: () => void; onRemove: () => void }

function Message({ row, now, isRead, isOpen, onOpen, onRemove }: MessageProps) {
  const navigate = useNavigate()
  const { title, content, at, path } = row
  return (
    <li data-read={isRead} data-open={isOpen}>
      <button type="button" className="notice-row" aria-expanded={isOpen} onClick={onOpen}>
        <span className="notice-dot" aria-hidden="true" />
        <span className="notice-title">{title}{!isRead && <span className="visually-hidden">（未读）</span>}</span>
        <span className="notice-text">{isOpen ? '' : content}</span>
        <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>{relativeTime(at, now)}</time>
      </button>
      {isOpen && (
        <div className="notice-body">
          <p>{content}</p>
          <div>
            {path !== undefined && <Button type="primary" size="small" onClick={() => { void navigate(path.startsWith('/') ? path : `/${path}`) }}>查看详情</Button>}
            <Popconfirm title="删除这条消息？" okText="删除" cancelText="取消" onConfirm={onRemove}><Button type="text" size="small" danger>删除</Button></Popconfirm>
          </div>
        </div>
      )}
    </li>
  )
}
