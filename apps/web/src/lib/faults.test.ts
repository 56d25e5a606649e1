// Faults at fields before anything is sent, as people read them.
import { listGoods, publishGoods } from '@yunshu/contract/goods/goods'
import { addVehicle } from '@yunshu/contract/fleet/vehicle'
import { listLedger } from '@yunshu/contract/voucher/voucher'
import { expect, test } from 'vitest'
import { inputFaults } from './faults.ts'

test('what is chosen asks to be chosen, what is typed asks to be filled in', () => {
  expect(inputFaults(addVehicle.input, {})).toMatchObject({
    plate: '请填写车牌号',
    plateColor: '请选择车牌颜色',
    typeCode: '请选择车辆类型',
    energy: '请选择能源类型',
    licenceExpiry: '请选择证件有效期',
  })
  const point = { windowStart: 1 }
  expect(inputFaults(publishGoods.input, { loadPoints: [point], items: [{ name: '煤' }] })).toMatchObject({
    kind: '请选择类型',
    pricing: '请选择计价方式',
    validTo: '请选择截止时间',
    unitPrice: '请填写单价',
    'loadPoints.0.regionCode': '请选择省市区',
    'loadPoints.0.name': '请填写名称',
    'items.0.cargoCode': '请选择货物分类',
  })
  expect(inputFaults(listLedger.input, {})).toEqual({ account: '请选择账号', period: '请选择会计期间' })
})

test('an emptied choice is a missing one, a wrong one is told as such', () => {
  expect(inputFaults(listGoods.input, { loadRegion: '' })).toEqual({ loadRegion: '请选择装货地区' })
  expect(inputFaults(addVehicle.input, { typeCode: 'H110' })).toMatchObject({ typeCode: '不能超过3个字' })
})
