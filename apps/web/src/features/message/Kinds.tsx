// The kinds of message beside the list, each with how many of it are unread; on a phone a row above it.
import { countMessages, type listMessages } from '@yunshu/contract/message/message'
import { messageKindKeys, messageKinds, type MessageKind } from '@yunshu/domain/message/kinds'
import type { UrlFilter } from '../../lib/urlState.ts'
import { useCall } from '../../lib/useCall.ts'
import { countText } from '../../ui/list/StatusTabs.tsx'

interface KindsProps {
  filter: UrlFilter<typeof listMessages>
  onChoose: (kind: MessageKind | undefined) => void
}

/** Kinds of which there is nothing are left out, so that the row stays short. */
export function Kinds({ filter: { kind: chosen, text, from, to }, onChoose }: KindsProps) {
  const { data } = useCall(countMessages, { text, from, to }, { keepPrevious: true, quiet: true })
  const shown = messageKindKeys.filter(kind => kind === chosen || (data && data.all[kind] > 0))
  const unread = data && messageKindKeys.reduce((sum, kind) => sum + data.unread[kind], 0)
  return (
    <nav className="notice-kinds" aria-label="消息类型">
      <Kind label="全部消息" unread={unread} isChosen={chosen === undefined} onClick={() => onChoose(undefined)} />
      {shown.map(kind => (
        <Kind
          key={kind}
          label={messageKinds[kind].label}
          unread={data?.unread[kind]}
          isChosen={kind === chosen}
          onClick={() => onChoose(kind)}
        />
      ))}
    </nav>
  )
}

function Kind({
  label,
  unread = 0,
  isChosen,
  onClick,
}: {
  label: string
  unread: number | undefined
  isChosen: boolean
  onClick: () => void
}) {
  return (
    <button type="button" aria-current={isChosen || undefined} onClick={onClick}>
      {label}
      {unread > 0 && (
        <span className="notice-count">
          {countText(unread)}
          <span className="visually-hidden"> 条未读</span>
        </span>
      )}
    </button>
  )
}
