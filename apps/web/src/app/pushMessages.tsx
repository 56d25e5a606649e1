// Effects of each push code in the portal (spec §7): texts are shown as text, never as markup.
import { countMessages, getUnread, listMessages, type PushFrame } from '@yunshu/contract/message/message'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { taskListUrl } from '@yunshu/contract/task/task'
import { businessHome } from '@yunshu/domain/account/account'
import { pushAskAgainMs } from '@yunshu/domain/message/push'
import { Button } from 'antd'
import { useEffect } from 'react'
import { isHushed } from '../lib/hush.ts'
import { connectPush } from '../lib/push.ts'
import { refreshCalls, refreshKeys } from '../lib/queryClient.ts'
import { useSession } from '../lib/session.ts'
import { isOutsidePlatform } from '../lib/side.ts'
import { askUnread, readMessage } from '../lib/unread.ts'
import { closeNotice, showNotification, tellInDialog } from './dialogs.ts'
import { ownRoutes, visitUrl } from './navigation.ts'
import { askReload, reloadNow } from './release.tsx'

/** Listens as long as the shell stands. */
export function usePushMessages(): void {
  useEffect(() => connectPush({ onFrame }), [])
}

/** Calls that a new line of the message centre makes stale; the mark is counted here. */
const messagePaths = [listMessages.path, countMessages.path]

const titleOf = ({ title, data }: PushFrame, fallback: string): string => data.title || title || fallback
const textOf = ({ msg, data }: PushFrame): string => data.content || msg

/** Answers one frame. */
export function onFrame(frame: PushFrame): void {
  const { code, data } = frame
  if (data.refresh) void refreshKeys()
  else if (data.topics && data.topics.length > 0) void refreshCalls(data.topics)
  const { info, addUnread, addCoupon, setWlhyType } = useSession.getState()
  const isMessage =
    data.messageId !== undefined || code === '0' || code === '4' || code === '28' || code === '29' || code === '30'
  if (isMessage) void refreshCalls(messagePaths)
  // the platform's own accounts have no mark (GD-12); only the server can count lines that were read elsewhere or
  // missed
  if (isOutsidePlatform(info)) {
    if (data.refresh || data.topics?.includes(getUnread.path)) void askUnread()
    else if (isMessage) addUnread()
  }
  if (data.silent) return
  if (code === 'PCOIL01') addCoupon(data.count)
  else if (code === '0') showMessage(frame, titleOf(frame, '通知'), textOf(frame), data.path)
  else if (code === '4') showMessage(frame, frame.title || '提示', frame.msg, data.path)
  else if (code === '28') invite(frame)
  else if (code === '29')
    showMessage(
      frame,
      titleOf(frame, '定位异常'),
      data.count === undefined ? textOf(frame) : `有 ${data.count} 辆车定位异常，点击查看`,
      pageUrl('DriverLocationException'),
    )
  else if (code === '30')
    showMessage(
      frame,
      titleOf(frame, '新货源'),
      textOf(frame),
      within(pageUrl(businessHome(info?.businessType ?? 0)), data.path),
    )
  else if (code === '32' && data.wlhyType !== undefined) setWlhyType(data.wlhyType)
  else if (code === '33') void askUntilAgreed(frame)
  else if (code === '34')
    void tellInDialog({ title: titleOf(frame, '系统提示'), content: textOf(frame), okText: '确定' }).then(() =>
      reloadNow(data.delayMs),
    )
}

/** Address of a page by name, or of the notices for those who may not open it. */
const pageUrl = (name: string): string => {
  const path = ownRoutes().find(route => route.name === name)?.path
  return path === undefined ? '/notice' : `/${path}`
}

/**
 * The page itself, or the part of it the message names: a task that was sent stands under its own filter, goods among
 * those that can be taken.
 */
function within(page: string, path: string | undefined): string {
  if (path === undefined || path.startsWith(`${page}?`)) return path ?? page
  return page === screenUrl('TaskList') ? taskListUrl('offers') : page
}

function showMessage({ seq, data }: PushFrame, title: string, description: string, url?: string): void {
  if (url !== undefined && isHushed(url)) return
  const key = `push ${seq}`
  // the button is part of the notice: its click is the notice's
  const look = (to: string) => (): void => {
    closeNotice(key)
    if (data.messageId !== undefined) void readMessage(data.messageId)
    visitUrl(to)
  }
  showNotification({
    key,
    title,
    description,
    duration: 8,
    ...(url === undefined
      ? {}
      : {
          style: { cursor: 'pointer' },
          onClick: look(url),
          actions: (
            <Button size="small" type="link">
              查看
            </Button>
          ),
        }),
  })
}

/** A carrier or shipper invites; it stays until it is answered or closed. */
function invite(frame: PushFrame): void {
  const key = `push ${frame.seq}`
  const reply = async (agrees: boolean): Promise<void> => {
    closeNotice(key)
    const { answerInvitation } = await import('./invitation.ts')
    await answerInvitation(agrees, frame)
  }
  showNotification({
    key,
    duration: 0,
    title: titleOf(frame, '合作邀请'),
    description: textOf(frame),
    actions: (
      <span className="push-actions">
        <Button
          size="small"
          type="primary"
          onClick={() => {
            void reply(true)
          }}
        >
          同意
        </Button>
        <Button
          size="small"
          onClick={() => {
            void reply(false)
          }}
        >
          拒绝
        </Button>
      </span>
    ),
  })
}

let isAsking = false

/** Agreeing reloads; otherwise the question comes back every three minutes (PU-10). */
async function askUntilAgreed(frame: PushFrame): Promise<void> {
  if (isAsking) return
  isAsking = true
  const agreed = await askReload(
    titleOf(frame, '权限已变更'),
    textOf(frame) || '您的权限已变更，重新载入后生效。',
    frame.data.delayMs,
  )
  isAsking = false
  if (!agreed)
    setTimeout(() => {
      void askUntilAgreed(frame)
    }, pushAskAgainMs)
}
