// One line of the message centre: folded to a line, or open with its whole text, its record and its end.
import type { MessageRow } from '@yunshu/contract/message/message'
import { messageKinds, type MessageKind } from '@yunshu/domain/message/kinds'
import { formatDateTime, relativeTime } from '@yunshu/domain/figures/time'
import { Button, Popconfirm } from 'antd'
import { useNavigate } from 'react-router'
import { Pick } from '../../ui/list/Pick.tsx'
import { markOpened, openMessage } from './reading.ts'
import { saidOnce } from './saidOnce.ts'

/** Id of a line on the page. */
export const messageId = (id: string): string => `message-${id}`

/** Address of the record a message speaks of. */
export const recordUrl = ({ path }: MessageRow): string | undefined =>
  path === undefined || path.startsWith('/') ? path : `/${path}`

/** The record a message of a kind leads to. */
const lookWords: Partial<Record<MessageKind, string>> = {
  goods: '看货源',
  task: '看任务',
  waybill: '看运单',
  receipt: '看回单',
  settlement: '看结算单',
  payment: '看付款',
  invoice: '看发票',
  relation: '看合作',
  paper: '看证件',
  exception: '看异常',
  export: '去下载',
}

interface MessageProps {
  row: MessageRow
  now: number
  isRead: boolean
  isOpen: boolean
  /** The list holds one kind alone: it is not said in each line. */
  isOfKind: boolean
  onRemove: () => void
}

export function Message({ row, now, isRead, isOpen, isOfKind, onRemove }: MessageProps) {
  const navigate = useNavigate()
  const { id, title, content, at, kind } = row
  const url = recordUrl(row)
  const time = formatDateTime(at)
  const look = (): void => {
    markOpened(row)
    if (url !== undefined) void navigate(url)
  }
  return (
    <li id={messageId(id)} data-read={isRead} data-open={isOpen}>
      <Pick id={id} name={title} />
      <button type="button" className="notice-row" aria-expanded={isOpen} onClick={() => openMessage(row)}>
        <span className="notice-dot" aria-hidden="true" />
        <span className="notice-title">
          {title}
          {!isRead && <span className="visually-hidden">（未读）</span>}
        </span>
        {!isOfKind && <span className="notice-kind">{messageKinds[kind].label}</span>}
        <span className="notice-text">{isOpen ? '' : saidOnce(title, content)}</span>
        <time dateTime={new Date(at).toISOString()} title={time}>
          {relativeTime(at, now)}
        </time>
      </button>
      {isOpen && (
        <div className="notice-body">
          <p>{content}</p>
          <div>
            {url !== undefined && (
              <Button type="primary" onClick={look}>
                {lookWords[kind] ?? '打开'}
              </Button>
            )}
            <Popconfirm title="删除这条消息？" okText="删除" cancelText="取消" onConfirm={onRemove}>
              <Button type="text" danger>
                删除
              </Button>
            </Popconfirm>
            <span className="ys-weak">{time}</span>
          </div>
        </div>
      )}
    </li>
  )
}
