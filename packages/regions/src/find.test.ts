// Proves the type-ahead: what may be typed, in which order places answer, and what is marked.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currentTable } from './build/currentTable.ts'
import { makeSearchFile } from './build/makeSearchFile.ts'
import { makeTree } from './build/makeTree.ts'
import { readSources } from './build/sources.ts'
import { markedPath, type SearchOptions, searchRegions } from './find.ts'
import { openIndex } from './searchIndex.ts'
import { hotCities } from './tables/hotCities.ts'
import { cityOf, isCurrent } from './tree.ts'

const sources = readSources()
const tree = makeTree(currentTable(sources.listed))
const index = openIndex(tree, makeSearchFile(tree, sources.syllables))

const paths = (text: string, options?: SearchOptions) => searchRegions(index, text, options).map(each => each.path)
const first = (text: string, options?: SearchOptions) => paths(text, options)[0]
const marked = (text: string) => {
  const [hit] = searchRegions(index, text)
  return hit === undefined
    ? ''
    : markedPath(hit)
        .map(each => (each.isMatch ? `[${each.text}]` : each.text))
        .join('')
}

test.each([
  '余杭',
  '余杭区',
  'yuhang',
  'yuhangqu',
  'YuHang',
  'yu hang',
  '330110',
  '杭州yh',
  'hzyhq',
  '杭州余杭',
  'hangzyh',
  'hangzhouyuhang',
  'zjhzyh',
  '浙江省 / 杭州市 / 余杭区',
  '浙江省杭州市余杭区',
  '余hang',
])('[RG-08] %s leads to 余杭区', text => expect(first(text)).toBe('浙江省 / 杭州市 / 余杭区'))

test('[RG-08] both the right reading and the one the characters suggest find a place', () => {
  for (const text of ['yueqing', 'leqing']) expect(first(text)).toBe('浙江省 / 温州市 / 乐清市')
  for (const text of ['luan', 'liuan']) expect(first(text)).toBe('安徽省 / 六安市')
  expect(paths('shanxian')).toContain('山东省 / 菏泽市 / 单县')
  expect(paths('danxian')).toContain('山东省 / 菏泽市 / 单县')
})

test('[RG-08] ü may be typed v, u or ü', () => {
  for (const text of ['lvliang', 'luliang', 'lüliang']) expect(paths(text)).toContain('山西省 / 吕梁市')
})

test('[RG-08] Shaanxi is told from Shanxi', () => {
  expect(first('shaanxi')).toBe('陕西省')
  expect(paths('shanxi').slice(0, 2)).toEqual(['山西省', '陕西省'])
})

test('[RG-08] place names that machines misread are found by their right reading', () => {
  const hard = {
    浚县: 'xunxian',
    洪洞县: 'hongtong',
    乐亭县: 'laoting',
    蔚县: 'yuxian',
    涡阳县: 'guoyang',
    歙县: 'shexian',
    尉犁县: 'yuli',
    乐陵市: 'laoling',
    繁峙县: 'fanshi',
    六合区: 'luhe',
    大埔县: 'dabu',
    黄陂区: 'huangpi',
    筠连县: 'junlian',
    什邡市: 'shifang',
    吴堡县: 'wubu',
    乐都区: 'ledu',
    宕昌县: 'tanchang',
    郫都区: 'pidu',
    喀什市: 'kashi',
    泌阳县: 'biyang',
    闵行区: 'minhang',
    珲春市: 'hunchun',
    枞阳县: 'zongyang',
    铅山县: 'yanshan',
    荥阳市: 'xingyang',
    荥经县: 'yingjing',
    东阿县: 'donge',
    大城县: 'daicheng',
    盱眙县: 'xuyi',
    番禺区: 'panyu',
    长垣市: 'changyuan',
    长子县: 'zhangzi',
  }
  for (const [name, text] of Object.entries(hard)) {
    expect(
      searchRegions(index, text, { limit: 6 }).map(each => each.name),
      text,
    ).toContain(name)
  }
})

test('[RG-08] a name met whole comes before one that only begins alike', () => {
  expect(first('xian')).toBe('陕西省 / 西安市')
  expect(paths('白云', { limit: 3 })).toEqual([
    '广东省 / 广州市 / 白云区',
    '贵州省 / 贵阳市 / 白云区',
    '内蒙古自治区 / 包头市 / 白云鄂博矿区',
  ])
})

test('[RG-08] among equals the city comes before the district', () => {
  expect(paths('朝阳')).toEqual([
    '辽宁省 / 朝阳市',
    '北京市 / 朝阳区',
    '辽宁省 / 朝阳市 / 朝阳县',
    '吉林省 / 长春市 / 朝阳区',
  ])
})

test('[RG-08] among equal cities the busy ones come first', () => {
  expect(paths('sz').slice(0, 2)).toEqual(['广东省 / 深圳市', '江苏省 / 苏州市'])
  expect(first('hz')).toBe('浙江省 / 杭州市')
  expect(first('sh')).toBe('上海市')
})

test('[RG-08] recent choices lead their equals but not better matches', () => {
  expect(first('sz', { recents: ['341300', '320500'] })).toBe('安徽省 / 宿州市')
  expect(first('朝阳', { recents: ['220104'] })).toBe('吉林省 / 长春市 / 朝阳区')
  expect(first('xian', { recents: ['421200'] })).toBe('陕西省 / 西安市')
})

test('[RG-08] nothing typed offers recent choices, then hot cities, each once', () => {
  const codes = searchRegions(index, ' ', { recents: ['330110', '330100', '330104'], limit: 50 }).map(each => each.code)
  expect(codes).toEqual(['330110', '330100', ...hotCities.filter(code => code !== '330100')])
})

test('[RG-08] every hot city is a city of today', () => {
  expect(hotCities.filter(code => !isCurrent(tree, code) || cityOf(code) !== code)).toEqual([])
})

test('[RG-08] the beginning of a code lists what lies below it, a whole code only itself', () => {
  expect(
    searchRegions(index, '3301')
      .slice(0, 2)
      .map(each => each.code),
  ).toEqual(['330100', '330102'])
  expect(paths('330110')).toHaveLength(1)
  expect(paths('110000')).toEqual(['北京市'])
  expect(paths('3')).toEqual([])
})

test('[RG-08] same names in different places are told apart by their paths', () => {
  expect(paths('鼓楼')).toEqual([
    '江苏省 / 南京市 / 鼓楼区',
    '江苏省 / 徐州市 / 鼓楼区',
    '福建省 / 福州市 / 鼓楼区',
    '河南省 / 开封市 / 鼓楼区',
  ])
  expect(first('徐州gl')).toBe('江苏省 / 徐州市 / 鼓楼区')
})

test('[RG-08] places of one city that would share a short name keep their full names', () => {
  expect(paths('临夏')).toEqual([
    '甘肃省 / 临夏回族自治州',
    '甘肃省 / 临夏回族自治州 / 临夏市',
    '甘肃省 / 临夏回族自治州 / 临夏县',
  ])
  expect(first('临夏县')).toBe('甘肃省 / 临夏回族自治州 / 临夏县')
  for (const city of tree.flatMap(each => each.cities)) {
    const shorts = city.districts.map(each => index.byCode.get(each.code)?.shortName)
    expect(new Set(shorts).size, city.name).toBe(shorts.length)
  }
})

test('[RG-08] a short name that is no beginning of the full one is found too', () => {
  for (const text of ['喀左', 'kazuo', 'kz', '朝阳喀左'])
    expect(first(text)).toBe('辽宁省 / 朝阳市 / 喀喇沁左翼蒙古族自治县')
})

test('[RG-08] a name is found by its middle when nothing begins so', () => {
  expect(first('郭楞')).toBe('新疆维吾尔自治区 / 巴音郭楞蒙古自治州')
  expect(first('guoleng')).toBe('新疆维吾尔自治区 / 巴音郭楞蒙古自治州')
})

test('[RG-08] a municipality stands there once, as the city to choose', () => {
  expect(searchRegions(index, '北京').map(each => each.code)).toEqual(['110100'])
  expect(searchRegions(index, '北京', { levels: ['province'] }).map(each => each.code)).toEqual(['110000'])
  expect(first('bjcy')).toBe('北京市 / 朝阳区')
})

test('[RG-08] levels limit the answer; directly administered and undivided places answer to two', () => {
  expect(paths('朝阳', { levels: ['city'] })).toEqual(['辽宁省 / 朝阳市'])
  expect(paths('朝阳', { levels: ['district'] })).not.toContain('辽宁省 / 朝阳市')
  for (const name of ['仙桃', '五指山', '东莞']) {
    expect(paths(name, { levels: ['city'] }), name).toHaveLength(1)
    expect(paths(name, { levels: ['district'] }), name).toHaveLength(1)
  }
  expect(paths('香港', { levels: ['district'] })).toEqual(['香港特别行政区'])
})

test('[RG-08] code groups are never offered', () => {
  expect(paths('省直辖县级行政区划')).toEqual([])
  expect(searchRegions(index, '5002', { limit: 50 }).map(each => each.code)).not.toContain('500200')
})

test('[RG-08] an abolished district is kept back unless asked for, and then tells what took it over', () => {
  expect(paths('江北')).toEqual(['浙江省 / 宁波市 / 江北区'])
  const hits = searchRegions(index, '江北', { former: true })
  expect(hits.map(each => each.path)).toEqual(['浙江省 / 宁波市 / 江北区', '重庆市 / 江北区'])
  expect(hits[1]?.former).toEqual({ since: '2025-11', into: [{ code: '500157', path: '重庆市 / 两江新区' }] })
  expect(first('cqyb', { former: true })).toBe('重庆市 / 渝北区')
})

test('[RG-08] the marks show what was met', () => {
  expect(marked('杭州yh')).toBe('浙江省 / [杭州]市 / [余杭]区')
  expect(marked('hzyhq')).toBe('浙江省 / [杭州]市 / [余杭区]')
  expect(marked('郭楞')).toBe('新疆维吾尔自治区 / 巴音[郭楞]蒙古自治州')
  expect(marked('喀左')).toBe('辽宁省 / 朝阳市 / [喀喇沁左翼蒙古族自治县]')
  expect(marked('330110')).toBe('浙江省 / 杭州市 / 余杭区')
  expect(marked('bjcy')).toBe('[北京]市 / [朝阳]区')
})

test('[RG-08] the list is no longer than asked, and text that means nothing finds nothing', () => {
  expect(paths('s', { limit: 3 })).toHaveLength(3)
  expect(paths('s')).toHaveLength(20)
  for (const text of ['abcdefg', '999999', '杭州zzz', '$(.*']) expect(paths(text), text).toEqual([])
})

test('[RG-08] divisions are found by their path, their code, their full name and their pinyin', () => {
  // one in seven keeps this quick
  const sample = index.entries.filter(
    (each, i) => i % 7 === 0 && each.former === undefined && each.spellings.length > 0,
  )
  for (const { code, name, path, levels, spellings } of sample) {
    const pinyin = spellings[0]?.syllables.map(choices => choices[0]).join('') ?? ''
    for (const text of [path, code, name, pinyin]) {
      const hits = searchRegions(index, text, { limit: 100, levels: levels.slice(0, 1) })
      expect(
        hits.map(each => each.code),
        `${text} ${name}`,
      ).toContain(code)
    }
  }
})

test('[RG-08] marks lie inside the path, in order and apart, whatever is typed', () => {
  const texts = fc.oneof(
    fc.constantFrom('sz', '杭州yh', '江', 'shanx', '3301'),
    fc.string({ unit: fc.constantFrom(...Array.from('shangxizy州市江')) }),
  )
  fc.assert(
    fc.property(texts, text => {
      for (const { path, ranges } of searchRegions(index, text, { former: true })) {
        const edges = ranges.flat()
        expect(edges).toEqual([...new Set(edges)].toSorted((a, b) => a - b))
        expect(edges.at(-1) ?? 0).toBeLessThanOrEqual(path.length)
      }
    }),
    { numRuns: 60 },
  )
})

test('[RG-08] a city that was found opens its districts, a province its cities, and typing on searches among them', () => {
  const inside = (code: string, text = '') => searchRegions(index, text, { within: code }).map(each => each.name)
  expect(inside('330100')).toHaveLength(13)
  expect(inside('330100').slice(0, 2)).toEqual(['上城区', '拱墅区'])
  expect(inside('330000')[0]).toBe('杭州市')
  expect(inside('330100', 'yh')).toEqual(['余杭区'])
  expect(inside('330000', 'xs')).toContain('萧山区')
  expect(inside('330100', '榆阳')).toEqual([])
})

test('[RG-08] what has a pseudo level opens what people know below it', () => {
  const inside = (code: string) => searchRegions(index, '', { within: code }).map(each => each.name)
  // found by its city code, 重庆 opens districts and counties alike
  for (const code of ['500000', '500100']) expect(inside(code)).toEqual(expect.arrayContaining(['渝中区', '云阳县']))
  expect(inside('110100')).toContain('东城区')
  expect(inside('420000')).toEqual(expect.arrayContaining(['武汉市', '仙桃市']))
  expect(inside('420000').every(name => !name.includes('直辖'))).toBe(true)
})
