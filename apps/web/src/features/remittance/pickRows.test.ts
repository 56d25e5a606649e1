// Waybills chosen for money that came: filled oldest due first, ticked with what is left, and said where they are too much.
import { fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { faultOfChosen, fillOldest, picksOf, restOf, setPay, toggleReceivable } from './pickRows.ts'

const row = (n: number, open: number) => ({
  waybillId: String(n),
  waybillNo: `YD${n}`,
  signedAt: n,
  dueAt: n,
  amount: fen(open),
  open: fen(open),
})
const [one, two, three] = [row(1, 100), row(2, 200), row(3, 300)]
const money = fen(250)

test('money fills the oldest due, whatever the order of the rows', () => {
  expect(picksOf(fillOldest(money, [three, two, one]))).toEqual([
    { waybillId: '1', amount: 100 },
    { waybillId: '2', amount: 150 },
  ])
})

test('a ticked waybill gets what is left and no more than is open; ticked again it is let go', () => {
  const first = toggleReceivable(money, [], two)
  const both = toggleReceivable(money, first, three)
  expect(both.map(({ pay }) => pay)).toEqual([200, 50])
  expect(restOf(money, both)).toBe(0)
  expect(toggleReceivable(money, both, two).map(({ waybillId }) => waybillId)).toEqual(['3'])
})

test('an amount that cannot be read, is more than is open, nothing, or more than the money is said', () => {
  expect(faultOfChosen(money, fillOldest(money, [one, two]))).toBeUndefined()
  expect(faultOfChosen(money, setPay([], one, { unreadable: 'a', fault: '金额格式不正确' }))).toBe(
    'YD1：金额格式不正确',
  )
  expect(faultOfChosen(money, setPay([], one, fen(101)))).toBe('YD1 未付 1.00 元，不能核销 1.01 元')
  expect(faultOfChosen(money, setPay([], one, fen(0)))).toBe('每单核销金额应大于 0')
  const over = setPay(setPay([], two, fen(200)), three, fen(51))
  expect([faultOfChosen(money, over), restOf(money, over)]).toEqual(['核销合计 2.51 元，超过来款 2.50 元', 0])
  expect(setPay(over, two, undefined)).toHaveLength(1)
})
