// Finding pages by name, pinyin and initials.
import { screens } from '@yunshu/contract/screens/screens'
import { expect, test } from 'vitest'
import { findByTitle, fitScore } from './match.ts'
import { pinyinOf } from './pinyin.ts'

const titles = [...new Set(Object.values(screens).map(({ title }) => title))]
const found = (text: string) =>
  findByTitle(
    titles.map(title => ({ title })),
    text,
  ).map(({ title }) => title)

test('[SH-11] every screen title has its pinyin, a syllable a character', () => {
  expect(titles.filter(title => pinyinOf(title)?.length !== title.length)).toEqual([])
})

test('[SH-11] a page is found by part of its name, by pinyin and by initials', () => {
  expect(found('结算单')[0]).toBe('结算单列表')
  expect(found('yundanlb')).toEqual([])
  expect(found('yundanlie')).toEqual(['运单列表'])
  expect(found('YDLB')).toEqual(['运单列表'])
  expect(found('fa bu')).toContain('发布货源')
  expect(found('guanli').toSorted()).toEqual(
    ['企业管理', '司机管理', '员工管理', '收款人管理', '终端管理', '车辆管理']
      .filter(title => titles.includes(title))
      .toSorted(),
  )
})

test('names come before initials, initials before pinyin; nothing fits nothing', () => {
  expect(fitScore('运单列表', '运单')).toBeGreaterThan(fitScore('运单列表', 'yd'))
  expect(fitScore('运单列表', 'yd')).toBeGreaterThan(fitScore('运单列表', 'yundan'))
  expect([fitScore('运单列表', ''), fitScore('运单列表', 'x'), fitScore('没有记下拼音', 'mei')]).toEqual([0, 0, 0])
})
