// Which message is open and which were read on this page; kept outside the page, which may be mounted anew.
import { getUnread, setRead, type MessageRow } from '@yunshu/contract/message'
import { create } from 'zustand'
import { send } from '../../lib/send.ts'
import { useSession } from '../../lib/session.ts'

interface Reading { readonly openId: string | undefined; readonly read: ReadonlySet<string> }

export const useReading = create<Reading>(() => ({ openId: undefined, read: new Set<string>() }))

/** Opens a message, or closes the open one; an unread one becomes read and the unread count goes down (GD-05). */
export function openMessage({ id, read: wasRead }: Pick<MessageRow, 'id' | 'read'>): void {
  const { openId, read } = useReading.getState()
  const isUnread = !wasRead && !read.has(id)
  useReading.setState({ openId: id === openId ? undefined : id, read: isUnread ? new Set([...read, id]) : read })
  if (!isUnread) return
  const { addUnread, setUnread } = useSession.getState()
  addUnread(-1)
  // a refusal is shown by send; what other windows read meanwhile is known to the server only
  send(setRead, { id }).then(() => send(getUnread, {}, { quiet: true })).then(({ unread, count }) => setUnread(unread, count), () => addUnread(1))
}
