// Tasks while they are made: quantities within what is left, prices of the house's own, and what is sent.
import type { SendableGoods } from '@yunshu/contract/task/task'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { expect, test } from 'vitest'
import { answerMoment, faultOfAnswer, usualAnswer } from './answerBy.ts'
import { asSentTasks, marginNote, newSendLine, refreshedLines, sendFaults } from './sendLines.ts'

const goods: SendableGoods = {
  id: 'g',
  goodsNo: 'HY1',
  title: '',
  shipperName: '',
  loadPlace: '',
  unloadPlace: '',
  itemNames: '',
  quantityMode: 'BY_TRUCK',
  remainQty: 5,
  pricing: 'PER_TRUCK',
  shipperUnitPrice: unitPrice(1000),
  carrierUnitPrice: unitPrice(900),
  validTo: 0,
}

test('a line starts with all that is left, and follows when somebody else takes some', () => {
  const line = newSendLine(goods)
  expect([line.qty, sendFaults(line)]).toEqual([5, {}])
  const [later] = refreshedLines([line], [{ ...goods, remainQty: 2 }])
  expect(later && sendFaults(later)).toEqual({ qty: '不能超过剩余数量 2 车' })
  expect(refreshedLines([line], [])[0]).toEqual(line)
})

test('what is missing or unreadable is a fault of its field, and nothing is sent', () => {
  const line = newSendLine(goods)
  expect(sendFaults({ ...line, qty: undefined, price: unitPrice(0) })).toEqual({
    qty: '请填写数量',
    carrierUnitPrice: '须大于0',
  })
  expect(asSentTasks([line, { ...line, qty: undefined }])).toBeUndefined()
  expect(asSentTasks([])).toBeUndefined()
  expect(asSentTasks([line, { ...line, price: unitPrice(880) }])).toEqual([
    { goodsId: 'g', qty: 5 },
    { goodsId: 'g', qty: 5, carrierUnitPrice: 880 },
  ])
})

test('a price above what the shipper pays is said', () => {
  const line = newSendLine(goods)
  expect([
    marginNote(line),
    marginNote({ ...line, price: unitPrice(1000) }),
    marginNote({ ...line, price: unitPrice(1001) }),
  ]).toEqual([undefined, undefined, '高于托运单价 0.10，每单位亏损'])
})

test('the time to answer runs from the moment of sending, or ends when people say', () => {
  expect(answerMoment(usualAnswer, 1000)).toBe(1000 + 24 * HOUR_MS)
  expect([
    faultOfAnswer(usualAnswer, 0),
    faultOfAnswer({ at: undefined }, 0),
    faultOfAnswer({ at: 1 }, HOUR_MS),
    faultOfAnswer({ at: 2 * HOUR_MS }, HOUR_MS),
  ]).toEqual([undefined, '请选择答复截止时间', '须晚于当前时间至少10分钟', undefined])
})
