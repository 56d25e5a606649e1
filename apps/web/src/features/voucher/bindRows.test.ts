// Waybills chosen to be bound, and lines pasted from Excel.
import { fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { chooseMore, readPasted, restOf, takePasted } from './bindRows.ts'

const waybill = (n: number, free: number, signedAt = n) => ({
  waybillId: String(n),
  waybillNo: `YD${n}`,
  carrier: '',
  plate: '',
  load: '',
  unload: '',
  signedAt,
  cost: fen(free),
  bound: fen(0),
  free: fen(free),
})

test('chosen waybills take what is left of the voucher, the oldest first, and keep what was typed', () => {
  const chosen = chooseMore([], [waybill(3, 100), waybill(1, 200)], fen(250))
  expect(chosen.map(({ waybillNo, amount }) => [waybillNo, amount])).toEqual([
    ['YD1', 200],
    ['YD3', 50],
  ])
  expect(restOf(fen(250), chosen)).toBe(0)
  const typed = chooseMore([{ ...waybill(1, 200), amount: fen(20) }], [waybill(1, 200), waybill(2, 500)], fen(250))
  expect(typed.map(({ amount }) => amount)).toEqual([20, 230])
  expect(restOf(fen(10), typed)).toBe(0)
})

test('pasted lines are read with their amounts, in any order, without headings', () => {
  expect(readPasted('运单号\t金额\nYD1\t1,200.50\n 30 \tYD2\nYD3\n\n合计\t99')).toEqual([
    { waybillNo: 'YD1', amount: 120_050 },
    { waybillNo: 'YD2', amount: 3000 },
    { waybillNo: 'YD3' },
  ])
  const { chosen, missing } = takePasted(
    [{ waybillNo: 'YD2', amount: fen(70) }, { waybillNo: 'YD1' }, { waybillNo: 'YD9' }],
    [waybill(1, 200), waybill(2, 500)],
    fen(100),
  )
  expect(chosen.map(({ waybillNo, amount }) => [waybillNo, amount])).toEqual([
    ['YD2', 70],
    ['YD1', 30],
  ])
  expect(missing).toEqual(['YD9'])
})
