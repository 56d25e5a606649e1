// Choosing from the menu, and whose office the header names.
import { describe, expect, test } from 'vitest'
import { keepOrder } from '../../lib/neighbours.ts'
import { screens } from '@yunshu/contract/screens/screens'
import type { Screen } from '@yunshu/contract/screens/screen'
import { choiceOf, dailyPages, groupOf, groupTitle, isCurrent, listOf, listPlaceOf, menuPartsOf } from './menu.ts'
import { officeName } from './officeName.ts'

describe('menu choice', () => {
  test('[SH-13] an empty placeholder warns', () => {
    expect([choiceOf('', '/index'), choiceOf('#', '/index')]).toEqual([
      { kind: 'placeholder' },
      { kind: 'placeholder' },
    ])
  })
  test('[SH-13] http(s) links open a new window', () => {
    expect(choiceOf('https://help.example/a', '/index')).toEqual({ kind: 'window', url: 'https://help.example/a' })
  })
  test('[SH-13] the current page does nothing, filtered or not', () => {
    expect([choiceOf('/waybill/list', '/waybill/list?state=a'), choiceOf('index', '/index')]).toEqual([
      { kind: 'nothing' },
      { kind: 'nothing' },
    ])
  })
  test('[SH-13] anything else is a page', () => {
    expect(choiceOf('waybill/list', '/index')).toEqual({ kind: 'page', url: '/waybill/list' })
  })
  test('a link that would run a script or leave unseen does neither', () => {
    expect(
      ['javascript:alert(1)', 'data:text/html,x', '//evil.example'].map(path => choiceOf(path, '/index').kind),
    ).toEqual(['placeholder', 'placeholder', 'placeholder'])
  })
})

test('the group of the page in front is marked', () => {
  const menus = [
    { title: '首页', path: '/index' },
    { title: '运单', path: '', icon: 'waybill', children: [{ title: '运单列表', path: '/waybill/list' }] },
    { title: '任务列表', path: '/TaskList', icon: 'task' },
  ]
  expect([groupOf(menus, '/index'), groupOf(menus, '/waybill/list'), groupOf(menus, '/notice')]).toEqual([0, 1, -1])
  // a record has no menu entry: the menu lost its mark on every record
  expect([groupOf(menus, '/waybill/details/0190'), groupOf(menus, '/appoint/waybill/0190')]).toEqual([1, 2])
  expect(menus.map(groupTitle)).toEqual(['首页', '运单', '任务'])
  expect([isCurrent('', ''), isCurrent('waybill/list', '/waybill/list')]).toEqual([false, true])
})

test('a record marks the list it was opened from, else that of its screen', () => {
  const pages = [{ path: '/waybill/list' }, { path: 'waybill/receipts' }]
  expect([listOf(pages, '/waybill/details/a'), listOf(pages, '/notice')]).toEqual(['/waybill/list', undefined])
  keepOrder('/a', ['/waybill/details/a'], '/waybill/receipts')
  expect(listOf(pages, '/waybill/details/a')).toBe('/waybill/receipts')
  // an address that says which of two records it is has a query
  keepOrder('/c', ['/waybill/details/c?of=input'], '/waybill/receipts')
  expect(listOf(pages, '/waybill/details/c')).toBe('/waybill/receipts')
  // a list of another group has no entry beside it
  keepOrder('/b', ['/waybill/details/a'], '/index')
  expect(listOf(pages, '/waybill/details/a')).toBe('/waybill/list')
})

test('the way back from a record is its list as the menu calls it, where the person has it', () => {
  const menus = [
    { title: '首页', path: '/index' },
    { title: '运单', path: '', icon: 'waybill', children: [{ title: '运单列表', path: '/waybill/list' }] },
  ]
  expect(listPlaceOf(menus, '/waybill/details/0190', '')).toEqual({ title: '运单列表', url: '/waybill/list' })
  expect(listPlaceOf(menus, '/vehicle/details/0190', '')).toBeUndefined()
})

test('an invoice opened by its address marks the list its query tells', () => {
  const pages = [{ path: 'manage/QueryInvoice/issued' }, { path: 'manage/QueryInvoice/input' }]
  const listBy = (query: string) => listOf(pages, '/manage/QueryInvoiceVoucher/x', query)
  expect([listBy(''), listBy('?of=input')]).toEqual(['/manage/QueryInvoice/issued', '/manage/QueryInvoice/input'])
})

test('the list of a screen is a screen of its own group', () => {
  const byName: Readonly<Record<string, Screen>> = screens
  const wrong = Object.values(byName).flatMap(({ list, listBy = {}, within }) =>
    [list, ...Object.values(listBy)].filter(
      each => each !== undefined && (within === undefined || byName[each]?.group !== within),
    ),
  )
  expect(wrong).toEqual([])
})

test('[SH-01] company name, or the product name; type 0 reads 后台管理', () => {
  expect(officeName({ type: 1, companyName: '江南钢材' }, '运枢')).toBe('江南钢材')
  expect(officeName({ type: 1 }, '运枢')).toBe('运枢')
  expect(officeName({ type: 0 }, '运枢')).toBe('运枢后台管理')
})

test('many pages of a group stand under headings, those of every day before them; few do not', () => {
  const all = Object.values<Screen>(screens).filter(({ group }) => group === 'books')
  const entries = all.map(({ title, path }) => ({ title, path: `/${path}` }))
  const parts = menuPartsOf(entries)
  expect(parts.map(({ title }) => title)).toEqual(['常用', '凭证账簿', '资金', '往来', '油品与通行费', '报表'])
  // every page once, under its heading in the order of the menu, and no heading with more than people read at a glance
  const placeOf = new Map(entries.map((entry, place) => [entry, place]))
  for (const { pages } of parts)
    expect(pages).toEqual(pages.toSorted((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0)))
  expect(new Set(parts.flatMap(({ pages }) => pages)).size).toBe(entries.length)
  expect(parts.filter(({ pages }) => pages.length > 9)).toEqual([])
  const few = entries.slice(0, 10)
  expect(menuPartsOf(few)).toEqual([{ title: undefined, pages: few }])
  // a group that is read at a glance has none of every day
  const menu = { title: '账务', path: '', icon: 'books' }
  expect(dailyPages([{ ...menu, children: entries }])).toEqual(parts[0]?.pages)
  expect(dailyPages([{ ...menu, children: few }])).toEqual([])
})

test('no group has more pages than are read at a glance, unless they stand under headings', () => {
  const offered = Object.values<Screen>(screens).filter(
    ({ group, sides }) => group !== undefined && (sides === undefined || sides.includes('platform')),
  )
  const bare = Map.groupBy(
    offered.filter(({ part }) => part === undefined),
    ({ group }) => group,
  )
  expect([...bare].filter(([, pages]) => pages.length > 10).map(([group]) => group)).toEqual([])
})
