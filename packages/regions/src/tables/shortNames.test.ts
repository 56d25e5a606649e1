// Proves the short names of divisions.
import { expect, test } from 'vitest'
import { shortName, shortNamesOf } from './shortNames.ts'

test('[RG-02] a province loses its kind and its people', () => {
  const names = [
    '内蒙古自治区',
    '广西壮族自治区',
    '宁夏回族自治区',
    '新疆维吾尔自治区',
    '香港特别行政区',
    '浙江省',
    '北京市',
  ]
  expect(names.map(each => shortName(each, 'province'))).toEqual([
    '内蒙古',
    '广西',
    '宁夏',
    '新疆',
    '香港',
    '浙江',
    '北京',
  ])
})

test('[RG-02] an autonomous area loses the names of its peoples but never its first two characters', () => {
  const names = [
    '湘西土家族苗族自治州',
    '克孜勒苏柯尔克孜自治州',
    '长白朝鲜族自治县',
    '陵水黎族自治县',
    '积石山保安族东乡族撒拉族自治县',
    '龙胜各族自治县',
    '东乡族自治县',
  ]
  expect(names.map(each => shortName(each, 'district'))).toEqual([
    '湘西',
    '克孜勒苏',
    '长白',
    '陵水',
    '积石山',
    '龙胜',
    '东乡',
  ])
})

test('[RG-02] a name of two characters stays whole, and 林区 or 新区 are not cut as a rule', () => {
  expect(['单县', '郊区', '东区'].map(each => shortName(each, 'district'))).toEqual(['单县', '郊区', '东区'])
  expect(['万柏林区', '清新区', '神农架林区', '浦东新区', '两江新区'].map(each => shortName(each, 'district'))).toEqual(
    ['万柏林', '清新', '神农架', '浦东', '两江新区'],
  )
})

test('[RG-02] groups have a blank short name', () => {
  for (const name of ['县', '市辖区', '省直辖县级行政区划', '自治区直辖县级行政区划'])
    expect(shortName(name, 'city'), name).toBe('')
})

test('[RG-02] names of one city that would become the same stay full', () => {
  expect(shortNamesOf(['和田市', '和田县', '墨玉县'])).toEqual(['和田市', '和田县', '墨玉'])
})
