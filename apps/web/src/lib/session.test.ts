// The session: what login leaves behind, who may do what, and how a session ends in all windows.
import { call } from '@yunshu/contract/call'
import { zDone } from '@yunshu/contract/fields'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { freshBrowser, loginOf, openWindow, rights } from '../../../../tests/web/windowHarness.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})
const companyId = '00000000-0000-4000-8000-000000000001'

describe('login', () => {
  test('[GD-07] the id becomes uuid and token cookies, the map token and the user are cookies too', async () => {
    const { session, cookies } = await openWindow(freshBrowser())
    const login = loginOf('A', { companyId, companyName: '江南钢材' })
    session.startSession(login)
    expect([cookies.readCookie('uuid'), cookies.readCookie('token'), cookies.readCookie('baiduAccessToken')]).toEqual([
      login.id,
      login.id,
      'map',
    ])
    expect(JSON.parse(cookies.readCookie('user') ?? '')).toMatchObject({
      type: 1,
      name: '张三',
      account: 'shipper',
      companyId,
      companyName: '江南钢材',
    })
    expect(cookies.readCookie('user')).not.toContain(login.id)
  })

  test('[GD-08] another user than the one stored loses the saved redirect; the same user with a new secret keeps it', async () => {
    const { session, cookies } = await openWindow(freshBrowser())
    session.startSession(loginOf('A'))
    cookies.writeCookie('redirect', '/notice')
    session.startSession({ ...loginOf('A'), id: `${'A'.repeat(22)}-${'t'.repeat(43)}` })
    expect(cookies.readCookie('redirect')).toBe('/notice')
    session.startSession(loginOf('B'))
    expect(cookies.readCookie('redirect')).toBeUndefined()
  })

  test('[GD-08] the user who logged out counts as the stored one, and a first login keeps the address it came for', async () => {
    const { session, cookies } = await openWindow(freshBrowser())
    cookies.writeCookie('redirect', '/notice')
    session.startSession(loginOf('A'))
    expect(cookies.readCookie('redirect')).toBe('/notice')
    await session.endSession()
    session.startSession(loginOf('B'))
    expect(cookies.readCookie('redirect')).toBeUndefined()
  })

  test('[GD-11] type 0 has no company fields; company users have isTf', async () => {
    const { session } = await openWindow(freshBrowser())
    session.startSession(loginOf('A', { type: 0, companyId, companyName: '江南钢材', businessType: 4, isTf: true }))
    expect(session.useSession.getState().info).toEqual({ type: 0, name: '张三', account: 'shipper' })
    session.startSession(loginOf('B'))
    expect(session.useSession.getState().info).toMatchObject({ isTf: false })
  })

  test('[GD-13] the state holds info, unread mark and count, both choices and both selector flags', async () => {
    const {
      session: { useSession, currentSession },
    } = await openWindow(freshBrowser())
    expect(Object.keys(useSession.getState())).toEqual(
      expect.arrayContaining([
        'info',
        'messageUnRead',
        'messageCount',
        'selectEmployee',
        'selectBranchCompany',
        'showEmployeeSelector',
        'showBranchSelector',
      ]),
    )
    const state = useSession.getState()
    state.showSelector('branch')
    expect(useSession.getState()).toMatchObject({ showEmployeeSelector: false, showBranchSelector: true })
    state.chooseBranch({ branchCompanyById: 'b', branchCompanyByName: '苏州分公司' })
    expect(useSession.getState()).toMatchObject({
      showBranchSelector: false,
      selectBranchCompany: { branchCompanyByName: '苏州分公司' },
    })
    expect(currentSession().branchCompanyId).toBe('b')
  })

  test('[SH-19] permission info says whom one works for: the rest of the page follows that account, the name stays one’s own', async () => {
    const {
      session: { useSession, startSession, currentSession },
      cookies,
    } = await openWindow(freshBrowser())
    startSession(loginOf('A', { type: 0, account: 'platform-ops' }))
    const company = { companyId, companyName: '江南钢材', businessType: 4 }
    const employee = { ...company, trustCode: '9132', name: '王芳', account: 'wang', isContract: true }
    const userId = '00000000-0000-4000-8000-000000000009'
    useSession.getState().setJurisdiction(
      rights({
        userInfo: JSON.stringify({
          type: 2,
          name: '张三',
          account: 'platform-ops',
          wlhyType: 1,
          isTf: false,
          ...company,
          actingFor: { userId, ...employee },
        }),
      }),
    )
    expect(useSession.getState().selectEmployee).toEqual({ id: userId, ...employee })
    expect(useSession.getState().info).toEqual({
      type: 2,
      name: '张三',
      account: 'platform-ops',
      wlhyType: 1,
      isTf: false,
      ...company,
    })
    expect(currentSession()).toMatchObject({ account: 'platform-ops', name: '张三' })
    // the next load of the page starts from one's own account again, until the server has said more
    useSession.getState().setWlhyType(2)
    expect(JSON.parse(cookies.readCookie('user') ?? '')).toEqual({ type: 0, name: '张三', account: 'platform-ops' })
    useSession
      .getState()
      .setJurisdiction(
        rights({ userInfo: JSON.stringify({ type: 0, name: '张三', account: 'platform-ops', wlhyType: 0 }) }),
      )
    expect([useSession.getState().selectEmployee, useSession.getState().info]).toEqual([
      undefined,
      { type: 0, name: '张三', account: 'platform-ops', wlhyType: 0 },
    ])
  })

  test('[SH-19] a chosen branch is there again after a reload of its window, for this person alone, and not while one works for somebody else', async () => {
    const browser = freshBrowser()
    const branch = { branchCompanyById: 'b', branchCompanyByName: '苏州分公司' }
    const first = await openWindow(browser)
    first.session.startSession(loginOf('A', { type: 0 }))
    first.session.useSession.getState().chooseBranch(branch)
    const next = await openWindow(browser)
    next.session.restoreSession()
    expect(next.session.currentSession().branchCompanyId).toBe('b')
    next.session.useSession.getState().setJurisdiction(rights({ userInfo: '{"type":2}' }))
    expect(next.session.currentSession().branchCompanyId).toBeUndefined()
    next.session.useSession.getState().chooseBranch(branch)
    next.session.startSession(loginOf('B', { type: 0 }))
    const other = await openWindow(browser)
    other.session.restoreSession()
    expect(other.session.useSession.getState().selectBranchCompany).toBeUndefined()
  })

  test('[GD-05] reading takes one off the unread count, never below none', async () => {
    const {
      session: { useSession },
    } = await openWindow(freshBrowser())
    useSession.getState().setUnread(true, 1)
    useSession.getState().addUnread(-1)
    useSession.getState().addUnread(-1)
    expect(useSession.getState()).toMatchObject({ messageUnRead: false, messageCount: 0 })
  })

  test('[PU-09] [SE-01] permission info and code 32 set wlhyType of the person, in the store and in the user cookie', async () => {
    const {
      session: { useSession, startSession },
      cookies,
    } = await openWindow(freshBrowser())
    const both = () => {
      const { info } = useSession.getState()
      expect(JSON.parse(cookies.readCookie('user') ?? '')).toEqual(info)
      return info
    }
    startSession(loginOf('A', { companyId, companyName: '江南钢材', businessType: 4, isTf: true }))
    expect(both()?.wlhyType).toBeUndefined()
    const company = { companyId, companyName: '江南钢材有限公司', businessType: 6, isTf: false }
    useSession.getState().setJurisdiction(rights({ userInfo: JSON.stringify({ type: 1, wlhyType: 1, ...company }) }))
    expect(both()).toMatchObject({ wlhyType: 1, ...company, name: '张三', account: 'shipper' })
    useSession.getState().setWlhyType(3)
    expect(both()?.wlhyType).toBe(3)
  })

  test('a page load brings the person back from the cookie; a broken cookie is no person', async () => {
    const browser = freshBrowser()
    const first = await openWindow(browser)
    first.session.startSession(loginOf('A'))
    const next = await openWindow(browser)
    expect(next.session.restoreSession()).toBe(true)
    expect(next.session.currentSession()).toMatchObject({ account: 'shipper', name: '张三' })
    next.cookies.writeCookie('user', '{"name":1}')
    expect(next.session.restoreSession()).toBe(false)
  })
})

describe('permissions', () => {
  test('[PM-01] an administrator may do everything; without permission info nobody may anything', async () => {
    const {
      session: { can, canAll, useSession },
    } = await openWindow(freshBrowser())
    expect(can('goods.view')).toBe(false)
    useSession.getState().setJurisdiction(rights({ isAdmin: true }))
    expect([can('settlement.pay'), canAll(['goods.view', '没有的职位'])]).toEqual([true, true])
  })

  test('[PM-02] permits and role names match any or all', async () => {
    const {
      session: { can, canAll, canAny, useSession },
    } = await openWindow(freshBrowser())
    useSession.getState().setJurisdiction(rights({ userPermissions: ['goods.view'], userRoles: ['财务'] }))
    expect([can('goods.view'), can('goods.publish')]).toEqual([true, false])
    expect([canAny(['goods.publish', '财务']), canAny(['goods.publish'])]).toEqual([true, false])
    expect([canAll(['goods.view', '财务']), canAll(['goods.view', '管理员'])]).toEqual([true, false])
  })

  test('[PM-05] [SE-04] a branch-only call is kept back from the platform’s people until they choose a branch, and from nobody else', async () => {
    const {
      session: { branchOnlyBlocked, useSession },
    } = await openWindow(freshBrowser())
    const only = call({
      method: 'POST',
      path: '/x',
      title: '',
      permit: 'session',
      branchOnly: true,
      input: z.strictObject({}),
      output: zDone,
    })
    useSession.setState({ info: { type: 0, name: '', account: '' } })
    expect([branchOnlyBlocked(only), branchOnlyBlocked({})]).toEqual([true, false])
    useSession.getState().chooseBranch({ branchCompanyById: 'b', branchCompanyByName: '苏州分公司' })
    expect(branchOnlyBlocked(only)).toBe(false)
    useSession.getState().chooseBranch(undefined)
    expect(branchOnlyBlocked(only)).toBe(true)
    for (const info of [{ type: 1 }, { type: 3, branchCompanyId: 'b' }]) {
      useSession.setState({ info: { name: '', account: '', ...info } })
      expect(branchOnlyBlocked(only)).toBe(false)
    }
  })
})

describe('the end', () => {
  test('[SH-15] token and uuid go, permission info is forgotten, the page reloads; the user cookie stays', async () => {
    const { session, cookies, reload } = await openWindow(freshBrowser())
    session.startSession(loginOf('A'))
    session.useSession.getState().setJurisdiction(rights())
    await session.endSession()
    expect([cookies.readCookie('token'), cookies.readCookie('uuid')]).toEqual([undefined, undefined])
    expect(cookies.readCookie('user')).toBeDefined()
    expect(session.useSession.getState().jurisdiction).toBeUndefined()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('[SH-15] a message shows a warning box if there is a token, and only then; many ends are one', async () => {
    const withToken = await openWindow(freshBrowser())
    const shown: string[] = []
    withToken.session.onSessionEnd(async message => {
      shown.push(message)
    })
    withToken.session.startSession(loginOf('A'))
    await Promise.all([
      withToken.session.endSession({ message: '已在别处退出' }),
      withToken.session.endSession({ message: '已在别处退出' }),
    ])
    expect([shown, withToken.reload.mock.calls.length]).toEqual([['已在别处退出'], 1])
    const without = await openWindow(freshBrowser())
    without.session.onSessionEnd(async message => {
      shown.push(message)
    })
    await without.session.endSession({ message: '已在别处退出' })
    expect(shown).toHaveLength(1)
  })

  test('[SH-15] a logout in another window, and another user there, end this page; the same user does not', async () => {
    const { session, reload, hear, said } = await openWindow(freshBrowser())
    session.startSession(loginOf('A'))
    session.followOtherWindows()
    expect(said).toEqual([{ kind: 'started', handle: 'A'.repeat(22) }])
    hear({ kind: 'started', handle: 'A'.repeat(22) })
    hear({ kind: 'ended', handle: 'B'.repeat(22) })
    hear(undefined)
    expect(reload).not.toHaveBeenCalled()
    hear({ kind: 'ended', handle: 'A'.repeat(22) })
    hear({ kind: 'started', handle: 'B'.repeat(22) })
    expect(reload).toHaveBeenCalledTimes(2)
  })
})
