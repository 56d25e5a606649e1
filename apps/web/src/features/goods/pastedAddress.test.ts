// Lines people paste from chats and express forms, against the divisions of today.
import { loadRegions } from '@yunshu/regions/load'
import { expect, test } from 'vitest'
import { readAddress } from './pastedAddress.ts'

const { tree } = loadRegions()

test('one run of text gives region, address, person and mobile', () => {
  expect(readAddress('浙江省杭州市余杭区文一西路969号 张三 13800000000', tree)).toEqual({
    regionCode: '330110',
    regionName: '浙江省 / 杭州市 / 余杭区',
    address: '文一西路969号',
    contact: '张三',
    mobile: '13800000000',
  })
})

test('an express form with labels and a spaced number is read as well', () => {
  expect(
    readAddress(
      '收货人: 李小四\n手机号码: 138 0000 0001\n所在地区: 四川省成都市青白江区\n详细地址: 城厢镇物流大道66号',
      tree,
    ),
  ).toEqual({
    regionCode: '510113',
    regionName: '四川省 / 成都市 / 青白江区',
    address: '城厢镇物流大道66号',
    contact: '李小四',
    mobile: '13800000001',
  })
})

test('municipalities without their city, and short names of provinces, are understood', () => {
  expect(readAddress('上海嘉定区江桥镇园区路200号', tree).regionCode).toBe('310114')
  expect(readAddress('北京市大兴区黄村镇仓储路9号', tree).regionCode).toBe('110115')
  expect(readAddress('内蒙古呼和浩特市新城区海东路1号', tree).regionName).toBe('内蒙古自治区 / 呼和浩特市 / 新城区')
})

test('a city without districts is a whole region', () => {
  expect(readAddress('广东省东莞市松山湖大道1号', tree)).toMatchObject({
    regionCode: '441900',
    address: '松山湖大道1号',
  })
})

test('without province a region is taken only when a single one answers', () => {
  expect(readAddress('昆山市前进东路1号 王五 13900000000', tree)).toMatchObject({
    regionCode: '320583',
    contact: '王五',
  })
  expect(readAddress('朝阳区建国路1号', tree).regionCode).toBeUndefined()
})

test('text without a region keeps its address and mobile', () => {
  expect(readAddress('仓储路9号 13800000000', tree)).toEqual({ address: '仓储路9号', mobile: '13800000000' })
  expect(readAddress('   ', tree)).toEqual({})
})
