// The stored form of the open tabs, the tabs restored from it, and when the server has them.
import { afterEach, expect, test, vi } from 'vitest'
import { freshBrowser, loginOf, openWindow } from '../../../../../tests/web/windowHarness.ts'
import { knownRoutes } from '../knownRoutes.ts'
import { keptText, restoredRow } from './store.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const text = JSON.stringify([
  { pathname: '/index', query: '', title: '首页', isPinned: true },
  { pathname: '/GoodsMy', query: '?state=x', title: '我的货源', isPinned: true },
  { pathname: '/goods/details/g1', query: '', title: '货源 HY001', isPinned: false },
  { pathname: '/gone', query: '', title: '旧页面', isPinned: false },
])

test('[SH-06] tabs come back with address, title and pin, none mounted, and without pages that are gone', () => {
  const { tabs, activeKey } = restoredRow(text, knownRoutes)
  expect(activeKey).toBeUndefined()
  expect(tabs.map(({ key, query, meta, isPinned, wasShown }) => [key, query, meta.title, isPinned, wasShown])).toEqual([
    ['index', '', '首页', true, false],
    ['GoodsMy', '?state=x', '我的货源', true, false],
    ['GoodsDetails/g1', '', '货源 HY001', false, false],
  ])
})

test('[SH-06] what is kept of a row is what comes back', () => {
  const row = restoredRow(text, knownRoutes)
  expect(restoredRow(keptText(row), knownRoutes)).toEqual(row)
})

test('[SH-06] pages the account may no longer open do not come back', () => {
  expect(
    restoredRow(
      text,
      knownRoutes.filter(({ name }) => name === 'index'),
    ).tabs.map(({ key }) => key),
  ).toEqual(['index'])
})

test.each([undefined, '', 'null', '{', '[1]', '[{"pathname":1}]'])('a memory of %s is an index tab', kept => {
  expect(restoredRow(kept, knownRoutes).tabs.map(({ key }) => key)).toEqual(['index'])
})

test('[SH-15] whoever logs out waits for a row of tabs that is on its way already', async () => {
  const { session } = await openWindow(freshBrowser())
  session.startSession(loginOf('A'))
  const { tellServer } = await import('./store.ts')
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  const told = new Array<string>()
  const first = tellServer().then(() => told.push('sent'))
  const second = tellServer().then(() => told.push('logged out'))
  await new Promise(resolve => {
    setTimeout(resolve)
  })
  expect(told).toEqual([])
  answer.resolve(Response.json({ code: 0, message: '', data: {} }))
  await Promise.all([first, second])
  expect(told).toEqual(['sent', 'logged out'])
})
