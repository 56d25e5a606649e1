// The way to the notices, with the mark of what is unread: in the header, and in the bar of a phone.
import { Badge } from 'antd'
import { useSession } from '../../lib/session.ts'
import { visitUrl } from '../navigation.ts'
import { Icon } from './Icon.tsx'

/** The most that is counted in a mark. */
const shownMost = 99

/** A number of two figures stands beside the bell, not over it. */
const besideBell = (count: number): { offset?: [number, number] } => (count > 9 ? { offset: [8, -1] } : {})

/** Notices with the unread badge; not for the platform's own accounts (SH-02). `isNamed`: the word stands under the mark. */
export function NoticeButton({ className, isNamed = false }: { className: string; isNamed?: boolean }) {
  const unread = useSession(session => session.messageUnRead)
  const count = useSession(session => session.messageCount)
  const shown = count > shownMost ? `${shownMost}+` : count > 0 ? String(count) : unread ? '' : undefined
  return (
    <button
      type="button"
      className={className}
      aria-label={count > 0 ? `消息，${count} 条未读` : '消息'}
      onClick={() => visitUrl('/notice')}
    >
      {isNamed ? (
        <>
          {/* the number is drawn by the style: beside the word it would be a part of the name that is read */}
          <span className="bottom-mark" data-count={shown}>
            <Icon name="bell" />
          </span>
          消息
        </>
      ) : (
        <Badge count={count} dot={unread && count === 0} size="small" overflowCount={shownMost} {...besideBell(count)}>
          <Icon name="bell" />
        </Badge>
      )}
    </button>
  )
}
