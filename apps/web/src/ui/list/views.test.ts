// Saved views: names once, limits, order, and what becomes of the first view.
import { expect, test } from 'vitest'
import {
  addView,
  changeView,
  firstView,
  putBack,
  removeView,
  shiftView,
  viewFault,
  viewLimits,
  type ListViews,
} from './views.ts'

const names = ({ views }: ListViews) => views.map(({ name }) => name)
const three = ['甲', '乙', '丙'].reduce<ListViews>((all, name) => addView(all, { name, filter: '', layout: {} }), {
  views: [],
})
const idOf = (name: string) => three.views.find(view => view.name === name)?.id ?? ''

test('names are trimmed, needed, and once', () => {
  expect(names(addView(three, { name: ' 丁 ', filter: 'a=1', layout: {} }))).toEqual(['甲', '乙', '丙', '丁'])
  expect(viewFault(three, '  ', '')).toBe('请填写视图名称')
  expect(viewFault(three, '乙', '')).toBe('已有同名视图')
  expect(viewFault(three, '乙', '', idOf('乙'))).toBeUndefined()
})

test('a list takes so many views, and filters that fit', () => {
  const full = Array.from({ length: viewLimits.views - 3 }, (_, n) => `v${n}`).reduce<ListViews>(
    (all, name) => addView(all, { name, filter: '', layout: {} }),
    three,
  )
  expect(viewFault(full, '再来', '')).toBe(`最多保存 ${viewLimits.views} 个视图`)
  expect(viewFault(full, '乙', '', idOf('乙'))).toBeUndefined()
  expect(viewFault(three, '长', 'x'.repeat(viewLimits.filter + 1))).toBe('条件过长，不能存为视图')
})

test('views move one place and no further; a removed one comes back where it stood', () => {
  expect(names(shiftView(three, idOf('丙'), -1))).toEqual(['甲', '丙', '乙'])
  expect(names(shiftView(three, idOf('甲'), -1))).toEqual(['甲', '乙', '丙'])
  expect(names(shiftView(three, idOf('丙'), 1))).toEqual(['甲', '乙', '丙'])
  const gone = three.views[1]
  if (!gone) throw new Error('no second view')
  expect(names(putBack(removeView(three, gone.id), gone, 1))).toEqual(['甲', '乙', '丙'])
})

test('the first view is one or none, and goes with its view', () => {
  const first = firstView(three, idOf('乙'))
  expect(first.first).toBe(idOf('乙'))
  expect(firstView(first, idOf('乙')).first).toBeUndefined()
  expect(removeView(first, idOf('甲')).first).toBe(idOf('乙'))
  expect(removeView(first, idOf('乙')).first).toBeUndefined()
  expect(changeView(first, idOf('乙'), { name: '新' }).first).toBe(idOf('乙'))
})
