// Effects of each push code on the person in front of the screen; only the drawing of dialogs is replaced.
import type { PushFrame } from '@yunshu/contract/message/message'
import type { PushCode } from '@yunshu/domain/message/push'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plugDialogs } from './dialogs.ts'
import { onFrame } from './pushMessages.tsx'
import { hushNotices } from '../lib/hush.ts'
import { useSession } from '../lib/session.ts'
import { rights } from '../../../../tests/web/windowHarness.ts'

interface Shown {
  key?: string
  title?: string
  description?: string
  content?: string
  actions?: unknown
  onClick?: () => void
  onOk?: () => void
  onCancel?: () => void
  onClose?: () => void
}
let notices: Shown[] = []
let dialogs: Shown[] = []
let closed = new Set<string>()
const reload = vi.fn()
const visited: string[] = []
let seq = 0
const push = (code: PushCode, rest: Partial<PushFrame> = {}): void =>
  onFrame({ seq: (seq += 1), code, title: '', msg: '', data: {}, ...rest })
const route = (name: string) => ({ name, path: name, title: name, cache: true })

beforeEach(() => {
  vi.useFakeTimers()
  notices = []
  dialogs = []
  closed = new Set()
  visited.length = 0
  reload.mockClear()
  const draw = (shown: Shown) => {
    dialogs.push(shown)
  }
  plugDialogs({
    notification: {
      info: (shown: Shown) => {
        notices.push(shown)
      },
      destroy: (key: string) => {
        closed.add(key)
      },
    },
    modal: { confirm: draw, warning: draw },
  } as never)
  const go = (_: unknown, __: string, url: string) => {
    visited.push(url)
  }
  vi.stubGlobal('history', { pushState: go, replaceState: go, state: null })
  vi.stubGlobal('location', { reload, protocol: 'http:', pathname: '/' })
  vi.stubGlobal('document', { cookie: '', title: '', querySelector: () => null })
  useSession.setState({
    info: { type: 1, name: '张三', account: 'shipper', businessType: 4 },
    messageCount: 0,
    couponCount: 0,
    jurisdiction: rights({ accessRoutes: ['DriverLocationException', 'TaskList', 'GoodsMy'].map(route) }),
  })
})
afterEach(() => {
  for (const { onClose } of notices) onClose?.()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const click = (shown: Shown | undefined): void => {
  // arriving needs a real page; the address it goes to is enough here
  try {
    shown?.onClick?.()
  } catch {
    /* no document to draw on */
  }
}

test('[PU-03] PCOIL01 counts oil coupons', () => {
  push('PCOIL01')
  push('PCOIL01')
  expect(useSession.getState()).toMatchObject({ couponCount: 2, messageCount: 0 })
  push('PCOIL01', { data: { count: 7 } })
  expect(useSession.getState()).toMatchObject({ couponCount: 7, messageCount: 0 })
})

test('[PU-04] 0 is a notification with title and content, and one more unread message', () => {
  push('0', { title: 'outer', data: { title: '系统维护', content: '<b>今晚</b>' } })
  expect(notices[0]).toMatchObject({ title: '系统维护', description: '<b>今晚</b>' })
  expect(useSession.getState()).toMatchObject({ messageUnRead: true, messageCount: 1 })
})

test('29 rows of a batch told their own person 29 times: watched, they are counted and do not pop up', () => {
  const told = (path: string) => push('0', { data: { title: '结算单待支付', path } })
  const end = hushNotices('/manage/Normal/')
  told('/manage/Normal/JS1')
  expect(notices).toEqual([])
  expect(useSession.getState().messageCount).toBe(1)
  told('/waybill/details/1')
  expect(notices).toHaveLength(1)
  end()
  told('/manage/Normal/JS2')
  expect(notices).toHaveLength(2)
})

test('[PU-05] 4 shows title and msg', () => {
  push('4', { title: '提醒', msg: '请尽快签收' })
  expect(notices[0]).toMatchObject({ title: '提醒', description: '请尽快签收' })
})

test('code 29 shows the count of vehicles; a click opens the location exception page', () => {
  push('29', { data: { count: 3 } })
  expect(notices[0]?.description).toContain('3 辆车')
  click(notices[0])
  expect(visited[0]).toBe('/DriverLocationException')
})

test.each([
  [2, '/TaskList'],
  [4, '/GoodsMy'],
  [6, '/TaskList'],
])('[PU-07] 30 opens, for businessType %d, %s', (businessType, url) => {
  useSession.setState({ info: { type: 1, name: '', account: '', businessType } })
  push('30', { msg: '有新的货源' })
  click(notices[0])
  expect([notices[0]?.description, visited[0]]).toEqual(['有新的货源', url])
})

test('30 about goods leads a carrier to those it can take, one about a task to the task', () => {
  useSession.setState({ info: { type: 1, name: '', account: '', businessType: 2 } })
  push('30', { msg: '新货源', data: { path: '/goods/details/1' } })
  push('30', { msg: '新任务', data: { path: '/TaskList?pane=tasks&text=T1' } })
  click(notices[0])
  click(notices[1])
  expect(visited).toEqual(['/TaskList?pane=offers', '/TaskList?pane=tasks&text=T1'])
})

test('code 28 stays until it is answered with 同意 or 拒绝', () => {
  push('28', { title: '合作邀请', msg: '顺达邀请合作' })
  const actions = JSON.stringify(notices[0]?.actions, (key, value: unknown) =>
    key.startsWith('_') ? undefined : value,
  )
  expect(notices[0]).toMatchObject({ duration: 0, description: '顺达邀请合作' })
  expect([actions.includes('同意'), actions.includes('拒绝')]).toEqual([true, true])
})

test('[PU-09] 32 updates wlhyType without a word', () => {
  push('32', { data: { wlhyType: 3 } })
  expect([useSession.getState().info?.wlhyType, notices.length, dialogs.length]).toEqual([3, 0, 0])
})

test('a frame that only says what to ask again shows nothing and counts nothing', () => {
  useSession.setState({ messageCount: 3 })
  push('sync', { data: { topics: ['/auth/v1/message/unread'] } })
  expect([notices, dialogs, useSession.getState().messageCount]).toEqual([[], [], 3])
})

test('a kind the person wants in the message centre only counts, and shows nothing', () => {
  push('4', { title: '提醒', msg: '请尽快签收', data: { silent: true, messageId: 'm' } })
  push('30', { msg: '有新的货源', data: { silent: true, messageId: 'n' } })
  expect([notices, useSession.getState().messageCount]).toEqual([[], 2])
})

test('opening the notice of a message brings the mark down again', () => {
  push('0', { title: '运单签收', msg: '', data: { path: '/waybill/details/1', messageId: 'm' } })
  expect(useSession.getState().messageCount).toBe(1)
  click(notices[0])
  expect([useSession.getState().messageCount, visited[0]]).toEqual([0, '/waybill/details/1'])
})

test('the platform has no mark: nothing is counted for it', () => {
  useSession.setState({ info: { type: 0, name: '', account: 'admin' } })
  push('0', { title: '通知', data: { messageId: 'm' } })
  expect([notices.length, useSession.getState().messageCount]).toEqual([1, 0])
})

test('[PU-10] 33 asks; cancelling asks again after 180000 ms, agreeing reloads', async () => {
  push('33', { msg: '权限已变更' })
  dialogs[0]?.onCancel?.()
  await vi.advanceTimersByTimeAsync(179_999)
  expect([dialogs.length, reload.mock.calls.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(1)
  expect(dialogs).toHaveLength(2)
  dialogs[1]?.onOk?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(reload).toHaveBeenCalledOnce()
})

test('[PU-11] 34 alerts, then reloads after the delay it was given', async () => {
  push('34', { msg: '系统升级', data: { delayMs: 5000 } })
  expect(dialogs[0]?.content).toBe('系统升级')
  await vi.advanceTimersByTimeAsync(6000)
  expect(reload).not.toHaveBeenCalled()
  dialogs[0]?.onOk?.()
  await vi.advanceTimersByTimeAsync(4900)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(reload).toHaveBeenCalledOnce()
})

test('[PU-08] an unanswered invitation outlives whatever comes after it; of passing notices six stand at a time', () => {
  const titles = () => notices.filter(({ key = '' }) => !closed.has(key)).map(({ title }) => title)
  push('28', { title: '合作邀请' })
  for (let i = 1; i <= 9; i += 1) push('0', { title: `通知 ${i}` })
  expect(titles()).toEqual(['合作邀请', ...[4, 5, 6, 7, 8, 9].map(i => `通知 ${i}`)])
  // an invitation takes no place of theirs, nor does a notice that was closed
  push('28', { title: '另一邀请' })
  const last = notices.find(({ title }) => title === '通知 9')
  closed.add(last?.key ?? '')
  last?.onClose?.()
  push('0', { title: '通知 10' })
  expect(titles()).toEqual(['合作邀请', ...[4, 5, 6, 7, 8].map(i => `通知 ${i}`), '另一邀请', '通知 10'])
})
