// Proves the code rule and the questions asked of tree A.
import { expect, test } from 'vitest'
import { currentTable } from './build/currentTable.ts'
import { makeTree } from './build/makeTree.ts'
import { readSources } from './build/sources.ts'
import { cityOf, isCompleteChoice, isCurrent, levelOfCode, provinceOf, trailOf, writePath } from './tree.ts'

const tree = makeTree(currentTable(readSources().listed))
const namesOf = (code: string) => trailOf(tree, code).map(each => each.name)

test('[RG-01] a code tells its level, its province and its city', () => {
  expect(['330000', '330100', '330110'].map(levelOfCode)).toEqual(['province', 'city', 'district'])
  expect(provinceOf('330110')).toBe('330000')
  expect(cityOf('330110')).toBe('330100')
})

test('[RG-01] a code leads to its entries from the province down', () => {
  expect(namesOf('330110')).toEqual(['浙江省', '杭州市', '余杭区'])
  expect(namesOf('330100')).toEqual(['浙江省', '杭州市'])
  expect(namesOf('330000')).toEqual(['浙江省'])
  expect(namesOf('469001')).toEqual(['海南省', '五指山市'])
})

test('[RG-01] former, invented and malformed codes are not current', () => {
  expect(['330110', '469001', '810000', '441900', '500157'].every(code => isCurrent(tree, code))).toBe(true)
  expect(['330104', '500112', '469000', '810001', '999999', '33', ''].some(code => isCurrent(tree, code))).toBe(false)
})

test('[RG-08] a choice is complete at the district', () => {
  expect(isCompleteChoice(tree, '330110')).toBe(true)
  expect(isCompleteChoice(tree, '330100')).toBe(false)
  expect(isCompleteChoice(tree, '330000')).toBe(false)
  expect(isCompleteChoice(tree, '110100')).toBe(false)
})

test('[RG-08] 东莞, 中山, 儋州 and 嘉峪关 are complete at the city, and so are the units directly under Hainan', () => {
  for (const code of ['441900', '442000', '460400', '620200', '469001'])
    expect(isCompleteChoice(tree, code), code).toBe(true)
})

test('[RG-08] Hong Kong, Macau and Taiwan are complete at the province', () => {
  for (const code of ['710000', '810000', '820000']) expect(isCompleteChoice(tree, code), code).toBe(true)
})

test('[RG-08] a former code is never a complete choice', () => {
  for (const code of ['330104', '500112', '441901', '']) expect(isCompleteChoice(tree, code), code).toBe(false)
})

test('[RG-08] the pseudo level is left out of a written path', () => {
  expect(writePath(namesOf('330110'))).toBe('浙江省 / 杭州市 / 余杭区')
  expect(writePath(namesOf('429004'))).toBe('湖北省 / 仙桃市')
  expect(writePath(namesOf('500103'))).toBe('重庆市 / 渝中区')
  expect(writePath(namesOf('500235'))).toBe('重庆市 / 云阳县')
  expect(writePath(namesOf('220200'))).toBe('吉林省 / 吉林市')
  expect(writePath([])).toBe('')
})
