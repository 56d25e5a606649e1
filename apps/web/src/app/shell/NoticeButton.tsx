// The way to the notices, with the mark of what is unread.
import { Badge } from 'antd'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import { visit } from '../navigation.ts'
import { Icon } from './Icon.tsx'

/** Notices with the unread badge; not for the platform's own accounts (SH-02). */
export function NoticeButton({ className, children }: { className: string; children?: ReactNode }) {
  const unread = useSession(session => session.messageUnRead)
  const count = useSession(session => session.messageCount)
  return (
    <button
      type="button"
      className={className}
      aria-label={count > 0 ? `消息，${count} 条未读` : '消息'}
      onClick={() => visit('/notice')}
    >
      <Badge count={count} dot={unread && count === 0} size="small" overflowCount={99}>
        <Icon name="bell" />
      </Badge>
      {children}
    </button>
  )
}
