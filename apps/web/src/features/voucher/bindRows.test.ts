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
  const pasted = [{ waybillNo: 'YD2', amount: fen(70) }, { waybillNo: 'YD1' }, { waybillNo: 'YD9' }]
  const { all, chosen, missing } = takePasted(pasted, [waybill(1, 200), waybill(2, 500)], {
    left: fen(100),
    before: [],
  })
  expect(all.map(({ waybillNo, amount }) => [waybillNo, amount])).toEqual([
    ['YD2', 70],
    ['YD1', 30],
  ])
  expect([chosen, missing]).toEqual([2, ['YD9']])
})

test('pasting adds to what was chosen; a number that is repeated, or was chosen, counts once and is marked', () => {
  const before = [{ ...waybill(1, 200), amount: fen(20) }]
  const pasted = [
    { waybillNo: 'YD2', amount: fen(30) },
    { waybillNo: 'YD2', amount: fen(40) },
    { waybillNo: 'YD1', amount: fen(99) },
    { waybillNo: 'YD3' },
  ]
  const found = [waybill(1, 200), waybill(2, 500), waybill(3, 500)]
  const { all, chosen, missing } = takePasted(pasted, found, { left: fen(100), before })
  expect(all.map(({ waybillNo, amount, note }) => [waybillNo, amount, note])).toEqual([
    ['YD1', 20, '已选过，金额未改'],
    ['YD2', 30, '粘贴了 2 次'],
    ['YD3', 50, undefined],
  ])
  expect([chosen, missing]).toEqual([2, []])
})
