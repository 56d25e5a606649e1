// The command panel offers acts that wait, pages that do not refuse, and hits that are seen.
import { screens } from '@yunshu/contract/screens/screens'
import type { TodayItem } from '@yunshu/contract/today'
import { expect, test } from 'vitest'
import { partsOf } from './Marked.tsx'
import { actsFor, actsOn, freePages, pagesFor, recordText } from './useFinds.ts'

const item = (kind: TodayItem['kind'], no: string, more: Partial<TodayItem> = {}): TodayItem => ({
  kind,
  id: no,
  no,
  since: 0,
  path: `/waybill/details/${no}`,
  ...more,
})

test('an act is found by what it is, its record, its plate or its company; its page comes with it', () => {
  const items = [
    item('sign', 'YD26112200005361', { beside: '冀AY1028 陶立业', whose: '河北顺达运输有限公司' }),
    item('sign', 'YD26112200005365', { beside: '冀AY1140 吕长河' }),
  ]
  const titles = (text: string) => actsFor(items, text).map(({ title }) => title)
  expect(titles('签收')).toEqual(['签收 YD26112200005361', '签收 YD26112200005365'])
  expect(titles('签收 1140')).toEqual(['签收 YD26112200005365'])
  expect(titles('顺达')).toEqual(['签收 YD26112200005361'])
  expect(titles('5361')).toEqual(['签收 YD26112200005361'])
  expect(titles('付款')).toEqual([])
  expect(actsFor(items, 'ay1028')[0]?.path).toBe('/waybill/details/YD26112200005361')
})

test('acts of a record that was found are offered; words beside its number choose among them', () => {
  const hit = {
    title: 'YD26112200005361',
    note: '冀AY1028',
    acts: [
      { label: '签收', path: '/waybill/details/1?act=sign' },
      { label: '审核回单', path: '/waybill/details/1?act=confirmReceipt' },
    ],
  }
  const titles = (hits: Parameters<typeof actsOn>[0], text: string) => actsOn(hits, text).map(({ title }) => title)
  expect(titles([hit], 'YD26112200005361')).toEqual(['签收 YD26112200005361', '审核回单 YD26112200005361'])
  expect(titles([hit], '签收 YD2611')).toEqual(['签收 YD26112200005361'])
  expect(titles([hit], '派车 YD2611')).toEqual([])
  expect(titles([{ title: '货源', note: '' }], 'HY1')).toEqual([])
  expect([recordText('签收 YD2611'), recordText(' 王 宝田'), recordText('YD26')]).toEqual(['YD2611', '王 宝田', 'YD26'])
})

test('the search led to pages that refuse: those that need a record are left out', () => {
  const routes = Object.entries(screens).map(([name, { path, title, cache }]) => ({ name, path, title, cache }))
  const paths = freePages(routes).map(({ path }) => path)
  for (const path of ['/goods/republish', '/goods/republishGX', '/goods/republishSH']) expect(paths).not.toContain(path)
  for (const path of ['/index', '/notice', '/waybill/list', '/goods/publish', '/account/security'])
    expect(paths).toContain(path)
  expect(paths.filter(path => path.includes(':'))).toEqual([])
})

test('what was looked for is marked wherever it stands', () => {
  expect(partsOf('YD26112200005361', 'yd26')).toEqual(['', 'YD26', '112200005361'])
  expect(partsOf('冀AY1028 · 冀AY1140', '冀ay')).toEqual(['', '冀AY', '1028 · ', '冀AY', '1140'])
  expect(partsOf('运单列表', 'ydlb')).toEqual(['运单列表'])
})

test('a page is found by its title, and by the group and the heading it stands under', () => {
  const routes = Object.entries(screens).map(([name, { path, title, cache }]) => ({ name, path, title, cache }))
  const titles = (text: string) => pagesFor(freePages(routes), text).map(({ title }) => title)
  expect(titles('科目余额')).toEqual(['科目余额表'])
  expect(titles('往来')).toEqual(['货主对账单', '对账函', '欠款台账', '信用额度', '应收坏账'])
  // a title that fits stands before the pages of its group
  expect(titles('发票')[0]).toContain('发票')
  expect(freePages(routes).find(({ path }) => path === '/ledger/trial')?.note).toBe('账务 · 凭证账簿')
  expect(freePages(routes).find(({ path }) => path === '/index')?.note).toBeUndefined()
})
