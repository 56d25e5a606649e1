// Proves the area lookup: what it finds, how it stops, and that a failure leaves the names found so far.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaName, lookupArea } from './areaLookup.ts'
import { currentTable } from './build/currentTable.ts'
import { makeCodes } from './build/makeCodes.ts'
import { makeTree } from './build/makeTree.ts'
import { readSources } from './build/sources.ts'
import type { RegionTree } from './tree.ts'

const sources = readSources()
const current = currentTable(sources.listed)
const tree = makeTree(current)

test('[RG-04] names are found by province and city code', () => {
  expect(lookupArea(tree, '330000', '330100')).toEqual({ province: '浙江省', city: '杭州市', district: '' })
})

test('[RG-04] a district is named when its code is given', () => {
  expect(lookupArea(tree, '330000', '330100', '330110')).toEqual({
    province: '浙江省',
    city: '杭州市',
    district: '余杭区',
  })
})

test('[RG-04] the exact code goes first, then the code of its level', () => {
  expect(lookupArea(tree, '460000', '469001').city).toBe('五指山市')
  expect(lookupArea(tree, '469001', '469001')).toEqual({ province: '海南省', city: '五指山市', district: '' })
  expect(lookupArea(tree, '330110', '330110', '330110')).toEqual({
    province: '浙江省',
    city: '杭州市',
    district: '余杭区',
  })
})

test('[RG-04] what is not in the tree leaves the names found so far', () => {
  expect(lookupArea(tree, '330000', '339900')).toEqual({ province: '浙江省', city: '', district: '' })
  expect(lookupArea(tree, '330000', '330100', '330104')).toEqual({ province: '浙江省', city: '杭州市', district: '' })
  expect(lookupArea(tree, '990000', '990100')).toEqual({ province: '', city: '', district: '' })
  expect(lookupArea(tree, '810000', '810100')).toEqual({ province: '香港特别行政区', city: '', district: '' })
})

test('[RG-04] a failure on the way is swallowed and the names found so far are returned', () => {
  const withoutDistricts: RegionTree = JSON.parse(
    '[{"code":"330000","name":"浙江省","cities":[{"code":"330100","name":"杭州市"}]}]',
  )
  expect(lookupArea(withoutDistricts, '330000', '330100', '330110')).toEqual({
    province: '浙江省',
    city: '杭州市',
    district: '',
  })
  const withoutCities: RegionTree = JSON.parse('[{"code":"330000","name":"浙江省"}]')
  expect(lookupArea(withoutCities, '330000', '330100')).toEqual({ province: '浙江省', city: '', district: '' })
  const nothing: RegionTree = JSON.parse('null')
  expect(lookupArea(nothing, '330000', '330100')).toEqual({ province: '', city: '', district: '' })
})

test('[RG-04] the walk stops at success: what lies behind the city found is not looked at', () => {
  const behind = {
    name: '宁波市',
    districts: [],
    get code(): string {
      throw new Error('looked at')
    },
  }
  let isLookedAt = false
  const later = {
    name: '安徽省',
    cities: [],
    get code(): string {
      isLookedAt = true
      return '340000'
    },
  }
  const guarded = [
    { code: '330000', name: '浙江省', cities: [{ code: '330100', name: '杭州市', districts: [] }, behind] },
    later,
  ]
  expect(lookupArea(guarded, '330000', '330100')).toEqual({ province: '浙江省', city: '杭州市', district: '' })
  expect(isLookedAt).toBe(false)
})

test('[RG-04] the success signal itself never reaches the caller, whatever the codes', () => {
  const codes = fc.oneof(
    fc.constantFrom('330000', '330100', '330110', '469001', '500200', '710000'),
    fc.string({ maxLength: 8 }),
  )
  fc.assert(
    fc.property(codes, codes, codes, (province, city, district) => {
      const found = lookupArea(tree, province, city, district)
      // names come from the top down: none is found below a gap
      expect(found.province !== '' || found.city === '').toBe(true)
      expect(found.city !== '' || found.district === '').toBe(true)
    }),
  )
})

test('[RG-04] a place is named by looking its code up; a former one by its old name with the date', () => {
  const codes = makeCodes(sources, current)
  expect(
    ['330110', '500103', '441900', '469001', '810000', '330104', '999999'].map(code => areaName({ tree, codes }, code)),
  ).toEqual([
    '浙江省 / 杭州市 / 余杭区',
    '重庆市 / 渝中区',
    '广东省 / 东莞市',
    '海南省 / 五指山市',
    '香港特别行政区',
    '浙江省 / 杭州市 / 江干区（2021-04 已撤销）',
    '999999',
  ])
})
