// The row of tabs: one tab per record, and what closing leaves open.
import { describe, expect, test } from 'vitest'
import { knownRoutes } from '../knownRoutes.ts'
import { matchRoute } from '../routes.ts'
import {
  closeAll,
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  documentTitle,
  moveTab,
  openTab,
  pinTab,
  refreshTab,
  tabUrl,
  titleTab,
  type Row,
} from './rules.ts'

function visit(row: Row, url: string, activate = true): Row {
  const [pathname = '', search = ''] = url.split('?')
  const match = matchRoute(knownRoutes, pathname)
  if (!match) throw new Error(`no page at ${url}`)
  return openTab(row, match, { pathname, query: search === '' ? '' : `?${search}` }, activate)
}
const empty: Row = { tabs: [], activeKey: undefined }
const rowOf = (...urls: string[]): Row => ['/index', ...urls].reduce((row, url) => visit(row, url), empty)
const keys = ({ tabs, activeKey }: Row) => [tabs.map(({ key }) => key), activeKey]
const four = rowOf('/GoodsMy', '/TaskList', '/notice')

describe('opening', () => {
  test('[SH-06] an entry has name, params, query and meta; opening again updates it', () => {
    const row = visit(rowOf('/goods/details/g1?from=list'), '/goods/details/g1?from=search')
    expect(row.tabs).toHaveLength(2)
    expect(row.tabs[1]).toMatchObject({
      name: 'GoodsDetails',
      params: { id: 'g1' },
      query: '?from=search',
      meta: { title: '货源详情', cache: true },
    })
  })
  test('[SH-06] two records are two tabs, two filters of one list are one', () => {
    expect(
      keys(rowOf('/goods/details/g1', '/goods/details/g2', '/waybill/list?state=a', '/waybill/list?state=b')),
    ).toEqual([['index', 'GoodsDetails/g1', 'GoodsDetails/g2', 'WaybillList'], 'WaybillList'])
  })
  test('[SH-05] a page opened from behind neither takes the front nor is mounted', () => {
    const row = visit(rowOf('/GoodsMy'), '/notice', false)
    expect(row.activeKey).toBe('GoodsMy')
    expect(row.tabs.map(({ wasShown }) => wasShown)).toEqual([true, true, false])
    expect(visit(row, '/notice').tabs.at(-1)?.wasShown).toBe(true)
  })
  test('index stands first even when it is opened last', () => {
    expect(keys(visit(visit(empty, '/notice'), '/index'))).toEqual([['index', 'Notice'], 'index'])
  })
})

describe('closing', () => {
  test('[SH-07] closing the active tab activates the next one', () => {
    expect(keys(closeTab(visit(four, '/TaskList'), 'TaskList'))).toEqual([['index', 'GoodsMy', 'Notice'], 'Notice'])
  })
  test('[SH-07] or else the previous one', () => {
    expect(keys(closeTab(four, 'Notice'))).toEqual([['index', 'GoodsMy', 'TaskList'], 'TaskList'])
  })
  test('[SH-07] closing another tab leaves the active one in front', () => {
    expect(keys(closeTab(four, 'GoodsMy'))).toEqual([['index', 'TaskList', 'Notice'], 'Notice'])
  })
  test('[SH-08] close left, right and others keep the index tab and go to the tab they were asked on', () => {
    expect(keys(closeLeft(visit(four, '/GoodsMy'), 'TaskList'))).toEqual([['index', 'TaskList', 'Notice'], 'TaskList'])
    expect(keys(closeRight(four, 'GoodsMy'))).toEqual([['index', 'GoodsMy'], 'GoodsMy'])
    expect(keys(closeOthers(four, 'TaskList'))).toEqual([['index', 'TaskList'], 'TaskList'])
    expect(keys(closeOthers(four, 'index'))).toEqual([['index'], 'index'])
  })
  test('[SH-08] close all returns to index', () => {
    expect(keys(closeAll(four))).toEqual([['index'], 'index'])
  })
  test('pinned tabs stay whatever is closed', () => {
    const row = pinTab(four, 'TaskList', true)
    expect(keys(row)).toEqual([['index', 'TaskList', 'GoodsMy', 'Notice'], 'Notice'])
    for (const after of [
      closeAll(row),
      closeOthers(row, 'Notice'),
      closeLeft(row, 'Notice'),
      closeTab(row, 'TaskList'),
    ])
      expect(after.tabs.map(({ key }) => key)).toContain('TaskList')
    expect(keys(pinTab(row, 'TaskList', false))[0]).toEqual(['index', 'TaskList', 'GoodsMy', 'Notice'])
    expect(pinTab(row, 'index', false)).toBe(row)
  })
})

test('tabs move among their own kind, never before index', () => {
  expect(keys(moveTab(four, 'Notice', 'GoodsMy'))[0]).toEqual(['index', 'Notice', 'GoodsMy', 'TaskList'])
  for (const [key, over] of [
    ['Notice', 'index'],
    ['index', 'Notice'],
    ['Notice', 'Notice'],
    ['nobody', 'Notice'],
  ] as const)
    expect(moveTab(four, key, over)).toBe(four)
})

test('[SH-09] refreshing mounts one page anew and no other', () => {
  expect(refreshTab(four, 'TaskList').tabs.map(({ revision }) => revision)).toEqual([0, 0, 1, 0])
})

test('[SH-16] a page may name its tab; the address stays', () => {
  const row = titleTab(rowOf('/goods/details/g1'), 'GoodsDetails/g1', '货源 HY001')
  expect(row.tabs[1]).toMatchObject({ meta: { title: '货源 HY001', cache: true } })
  expect(row.tabs.map(tabUrl)).toEqual(['/index', '/goods/details/g1'])
})

test('[SH-16] the document is titled by product and route, then by the record its tab is named after', () => {
  expect(documentTitle('运枢', '货源详情', '货源详情')).toBe('运枢 - 货源详情')
  expect(documentTitle('运枢', '货源详情', '货源 HY001')).toBe('运枢 - 货源详情 HY001')
  expect(documentTitle('运枢', '发布任务', '发布任务 A 公司')).toBe('运枢 - 发布任务 A 公司')
})
