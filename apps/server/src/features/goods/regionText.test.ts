// Places people wrote in cells: found, or told to be former.
import { expect, test } from 'vitest'
import { formerWords, regionReader } from './regionText.ts'

test('[RG-02] [RG-03] [SE-08] a former division in a cell is named with its date and successors, whether by code, full or older short name', () => {
  const words =
    '浙江省 / 杭州市 / 江干区（2021-04 已撤销），请填写现在的浙江省 / 杭州市 / 上城区、浙江省 / 杭州市 / 钱塘区'
  for (const text of ['330104', '浙江省杭州市江干区', '浙江省 / 杭州市 / 江干区', '浙江 杭州 江干']) {
    expect(formerWords(text), text).toBe(words)
    expect(regionReader()(text), text).toBeUndefined()
  }
  expect(formerWords('330125')).toBe('浙江省 / 杭州市 / 余杭县（已撤销），请填写现在的省市区')
  for (const text of ['330110', '浙江省杭州市余杭区', '999999', '火星']) expect(formerWords(text), text).toBeUndefined()
})
