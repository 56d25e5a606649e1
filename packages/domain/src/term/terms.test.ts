// Words of the trade: each label is about one word, and every word is told.
import { expect, test } from 'vitest'
import { termOfLabel } from './termLabels.ts'
import { terms, type TermKey } from './terms.ts'

const keys = Object.keys(terms) as TermKey[]

test('a label stands with one word only, and leads to it', () => {
  const labels = keys.flatMap(key => [terms[key].word, ...(terms[key].labels ?? [])])
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
  for (const key of keys) expect(termOfLabel(terms[key].word)).toBe(key)
  expect(termOfLabel('允许亏吨')).toBe('loss')
  expect(termOfLabel('车牌号')).toBeUndefined()
})

test('the words of invoices and books have their place too, and those that are mixed up tell each other apart', () => {
  for (const label of [
    '进项',
    '勾选',
    '价税合计',
    '确认单号',
    '待转销项税额',
    '数电',
    '开票限额',
    '余额调节表',
    '账龄',
    '尾差',
  ])
    expect([label, termOfLabel(label) !== undefined]).toEqual([label, true])
  for (const label of ['冲销', '付款文件', '渠道对账', '反结账', '口径', '鉴权码', '停留'])
    expect([label, termOfLabel(label) !== undefined]).toEqual([label, true])
  expect(terms.letter.means).toContain('对账单')
  expect(terms.statement.means).toContain('对账函')
})

test('the words the desk names as jargon are told, each in whole sentences with its pinyin', () => {
  for (const word of ['抹零', '亏吨', '暂估', '试算', '回单补录', '网络货运承运'])
    expect(keys.map(key => terms[key].word)).toContain(word)
  for (const key of keys) {
    const { word, pinyin, means } = terms[key]
    expect([word, means.endsWith('。')]).toEqual([word, true])
    expect([word, pinyin.split(' ').length]).toEqual([word, word.length])
  }
})
