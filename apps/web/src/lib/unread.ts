// The unread mark of the header, as the server knows it.
import { getUnread, setRead } from '@yunshu/contract/message/message'
import { send } from './send.ts'
import { useSession } from './session.ts'

let asking: Promise<void> | undefined
let isAskedAgain = false

/** Asks how many messages are unread; asked again while an answer is on its way, it asks once more after it. */
export function askUnread(): Promise<void> {
  if (asking) {
    isAskedAgain = true
    return asking
  }
  asking = ask()
  return asking
}

async function ask(): Promise<void> {
  try {
    do {
      isAskedAgain = false
      // without an answer the mark stays as it is; the next frame asks again
      const mark = await send(getUnread, {}, { quiet: true }).catch(() => undefined)
      if (mark) useSession.getState().setUnread(mark.unread, mark.count)
    } while (isAskedAgain)
  } finally {
    asking = undefined
  }
}

/** Puts the mark at what a write answered. */
export const showUnread = (left: number): void => useSession.getState().setUnread(left > 0, left)

/**
 * Marks one unread message as read: the mark goes down at once, and back up when the server did not take it. Answers
 * whether it did; a message that no longer exists is no fault to show.
 */
export async function readMessage(id: string): Promise<boolean> {
  const { addUnread } = useSession.getState()
  addUnread(-1)
  try {
    showUnread((await send(setRead, { id }, { quiet: true })).left)
    return true
  } catch {
    addUnread(1)
    return false
  }
}
