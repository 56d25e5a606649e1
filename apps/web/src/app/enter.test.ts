// Entering: permission info, settings and the unread mark, each asked for once per page load.
import { afterEach, expect, test, vi } from 'vitest'
import { freshBrowser, loginOf, openWindow, rights } from '../../../../tests/web/windowHarness.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})
const paths = {
  rights: '/auth/v1/jurisdiction',
  settings: '/auth/v1/user/settings',
  unread: '/auth/v1/message/unread',
  ticket: '/auth/v1/push/ticket',
}
const answers = {
  [paths.rights]: rights({ userInfo: '{"type":1,"wlhyType":2}' }),
  [paths.settings]: { preferences: '{"collapsed":true}' },
  [paths.unread]: { unread: true, count: 4 },
}

async function enterAs(type: number, given: Readonly<Record<string, unknown>>) {
  const browser = freshBrowser()
  const window = await openWindow(browser, given)
  window.session.startSession(loginOf('A', { type }))
  const { enterPortal, useEntry } = await import('./enter.ts')
  enterPortal()
  enterPortal()
  await vi.waitFor(() => {
    expect(useEntry.getState().state).not.toBe('loading')
  })
  return { ...window, entry: useEntry.getState(), state: window.session.useSession.getState() }
}

test('[GD-10] permission info is fetched once and stands in the session', async () => {
  const { asked, state, entry } = await enterAs(1, answers)
  expect(asked.filter(path => path === paths.rights)).toHaveLength(1)
  expect(entry.state).toBe('ready')
  expect(state.jurisdiction).toBeDefined()
  expect(state.info?.wlhyType).toBe(2)
})

test('[GD-09] own settings are loaded, and entering goes on without them', async () => {
  expect((await enterAs(1, answers)).entry.settings).toEqual({ preferences: '{"collapsed":true}' })
  expect((await enterAs(1, { ...answers, [paths.settings]: undefined })).entry).toEqual({
    state: 'ready',
    settings: {},
  })
})

test('[GD-12] a company user gets the unread mark, a platform account does not ask', async () => {
  expect((await enterAs(1, answers)).state).toMatchObject({ messageUnRead: true, messageCount: 4 })
  expect((await enterAs(0, { ...answers, [paths.rights]: rights({ userInfo: '{"type":0}' }) })).asked).not.toContain(
    paths.unread,
  )
})

test('a person of the platform who works for an employee gets the unread mark of their own messages', async () => {
  expect((await enterAs(0, answers)).state).toMatchObject({ messageUnRead: true, messageCount: 4 })
})

test('without permission info entering has failed and can be tried again', async () => {
  expect((await enterAs(1, { [paths.settings]: {} })).entry.state).toBe('failed')
})

test('a password that must be changed first stops entering', async () => {
  const { entry } = await enterAs(1, {
    ...answers,
    [paths.rights]: rights({ userInfo: '{"wlhyType":2,"passwordMust":"first"}' }),
  })
  expect(entry).toEqual({ state: 'must', settings: {}, must: 'first' })
})

test('[PU-02] no page opens before the number is known after which the connection asks for frames', async () => {
  const ticket = Promise.withResolvers<unknown>()
  const window = await openWindow(freshBrowser(), { ...answers, [paths.ticket]: ticket.promise })
  window.session.startSession(loginOf('A', { type: 1 }))
  const { enterPortal, useEntry } = await import('./enter.ts')
  const { takePushTicket } = await import('../lib/pushTicket.ts')
  enterPortal()
  await vi.waitFor(() => expect(window.session.useSession.getState().jurisdiction).toBeDefined())
  await new Promise(resolve => {
    setImmediate(resolve)
  })
  expect(useEntry.getState().state).toBe('loading')
  ticket.resolve({ ticket: 't1', seq: 7 })
  await vi.waitFor(() => expect(useEntry.getState().state).toBe('ready'))
  // the connection takes this one, and a new one only for its next try
  expect(await takePushTicket()).toEqual({ ticket: 't1', seq: 7 })
  expect(window.asked.filter(path => path === paths.ticket)).toHaveLength(1)
  await takePushTicket()
  expect(window.asked.filter(path => path === paths.ticket)).toHaveLength(2)
})

test('[GD-04] [GD-10] a token whose user cookie is gone stays where it is: the server says who it is', async () => {
  const told =
    '{"type":1,"name":"甲","account":"A","companyId":"0198b0a0-0000-7000-8000-000000000001","companyName":"公司","businessType":2,"isTf":false,"wlhyType":2}'
  const browser = freshBrowser()
  const window = await openWindow(browser, { ...answers, [paths.rights]: rights({ userInfo: told }) })
  window.session.startSession(loginOf('A', { type: 1 }))
  browser.cookies.delete('user')
  window.session.useSession.setState({ info: undefined })
  const { enterPortal, useEntry } = await import('./enter.ts')
  enterPortal()
  await vi.waitFor(() => expect(useEntry.getState().state).toBe('ready'))
  const user = { type: 1, name: '甲', account: 'A', companyId: '0198b0a0-0000-7000-8000-000000000001', businessType: 2 }
  expect(window.session.useSession.getState().info).toMatchObject(user)
  expect(JSON.parse(decodeURIComponent(browser.cookies.get('user') ?? ''))).toMatchObject(user)
})
