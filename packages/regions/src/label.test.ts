// Proves what people read for current, former and unknown region codes.
import { expect, test } from 'vitest'
import { currentTable } from './build/currentTable.ts'
import { makeCodes } from './build/makeCodes.ts'
import { makeTree } from './build/makeTree.ts'
import { readSources } from './build/sources.ts'
import { readCodeRow } from './codeTable.ts'
import { regionLabel, regionPath, regionWords } from './label.ts'
import { formerRegions } from './tables/overlay.ts'

const sources = readSources()
const current = currentTable(sources.listed)
const tree = makeTree(current)
const codes = makeCodes(sources, current)

test('[RG-08] a path reads the same from the tree and from the code table', () => {
  for (const source of [tree, codes]) {
    expect(regionPath(source, '330110')).toBe('浙江省 / 杭州市 / 余杭区')
    expect(regionPath(source, '330100')).toBe('浙江省 / 杭州市')
    expect(regionPath(source, '330000')).toBe('浙江省')
    expect(regionPath(source, '110105')).toBe('北京市 / 朝阳区')
    expect(regionPath(source, '429004')).toBe('湖北省 / 仙桃市')
    expect(regionPath(source, '500235')).toBe('重庆市 / 云阳县')
    expect(regionPath(source, '469001')).toBe('海南省 / 五指山市')
  }
})

test('[RG-08] tree and code table name every current district alike', () => {
  const districts = Object.keys(codes).filter(code => code in current)
  expect(districts.filter(code => regionPath(tree, code) !== regionPath(codes, code))).toEqual([])
})

test('[RG-03] a former code reads its old name and is told to be former', () => {
  expect(regionLabel(tree, codes, '330104')).toEqual({
    code: '330104',
    path: '浙江省 / 杭州市 / 江干区',
    standing: 'former',
    mergedInto: [
      { code: '330102', path: '浙江省 / 杭州市 / 上城区' },
      { code: '330114', path: '浙江省 / 杭州市 / 钱塘区' },
    ],
    abolishedIn: '2021-04',
  })
  expect(regionLabel(tree, codes, '330125')).toMatchObject({ path: '浙江省 / 杭州市 / 余杭县', mergedInto: [] })
  expect(regionPath(codes, '341400')).toBe('安徽省 / 巢湖市')
})

test('[RG-03] a district abolished lately tells when and what took it over, even before the code table is there', () => {
  for (const table of [codes, undefined]) {
    expect(regionLabel(tree, table, '500112')).toEqual({
      code: '500112',
      path: '重庆市 / 渝北区',
      standing: 'former',
      mergedInto: [
        { code: '500157', path: '重庆市 / 两江新区' },
        { code: '500109', path: '重庆市 / 北碚区' },
      ],
      abolishedIn: '2025-11',
    })
  }
})

test('[RG-08] a current code is current, an unknown one is shown as it is', () => {
  expect(regionLabel(tree, codes, '330110')).toMatchObject({ path: '浙江省 / 杭州市 / 余杭区', standing: 'current' })
  expect(regionLabel(tree, undefined, '330125')).toMatchObject({ path: '330125', standing: 'unknown' })
  expect(regionLabel(tree, codes, '999999')).toMatchObject({ path: '999999', standing: 'unknown' })
  expect(regionPath(tree, '')).toBe('')
})

test('[RG-03] [SE-08] a former code is written with its date, or without one where only its name is known', () => {
  const words = (code: string) => regionWords(regionLabel(tree, codes, code))
  expect(['330104', '330125', '330110'].map(words)).toEqual([
    '浙江省 / 杭州市 / 江干区（2021-04 已撤销）',
    '浙江省 / 杭州市 / 余杭县（已撤销）',
    '浙江省 / 杭州市 / 余杭区',
  ])
})

test('[RG-03] each division whose successors are known is in the table of codes by that name, and its successors are of today', () => {
  for (const { code, name, into } of formerRegions) {
    expect(readCodeRow(codes[code] ?? '')?.names[2], code).toBe(name)
    expect([code, ...into].map(each => regionLabel(tree, codes, each).standing)).toEqual([
      'former',
      ...into.map(() => 'current'),
    ])
  }
})
