// Waybills that may stand on a sheet together, and the sums of a choice.
import { fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { sheetMax } from '@yunshu/domain/settlement/settlement'
import { barrierOfRow, mixedFault, totalsOf } from './pick.ts'

const row = (
  partId: string,
  more: Partial<Parameters<typeof barrierOfRow>[0]> = {},
): Parameters<typeof barrierOfRow>[0] => ({
  partId,
  part: 'arrive',
  shipperId: 'shipper',
  carrierId: 'carrier',
  receiptOk: true,
  payable: fen(950_000),
  oil: fen(300_000),
  deducted: fen(12_000),
  advanced: fen(0),
  owed: fen(0),
  ...more,
})

test('a row without a confirmed receipt is barred and says so', () => {
  expect(barrierOfRow(row('a', { receiptOk: false }), [])).toBe('回单未确认')
  expect(barrierOfRow(row('a', { part: 'receipt', receiptOk: false }), [])).toBe('待回单')
})

test('a sheet holds one shipper and one carrier', () => {
  const chosen = [row('a')]
  expect(barrierOfRow(row('b'), chosen)).toBeUndefined()
  expect(barrierOfRow(row('b', { shipperId: 'other' }), chosen)).toBe('货主与已选运单不同')
  expect(barrierOfRow(row('b', { carrierId: 'other' }), chosen)).toBe('承运商与已选运单不同')
  expect(mixedFault([...chosen, row('b', { carrierId: 'other' })])).toContain('同一承运人')
  expect(mixedFault(chosen)).toBeUndefined()
})

test('a chosen row can be left out even when its receipt was taken back', () => {
  const barred = row('a', { receiptOk: false })
  expect(barrierOfRow(barred, [barred])).toBeUndefined()
})

test('a full sheet takes no more', () => {
  const full = Array.from({ length: sheetMax }, (_, index) => row(String(index)))
  expect(barrierOfRow(row('more'), full)).toBe('一张结算单最多5000笔分期')
})

test('what is due is the payable less oil and deductions', () => {
  expect(totalsOf([row('a'), row('b', { deducted: fen(0), oil: fen(0) })])).toEqual({
    count: 2,
    payable: 1_900_000,
    oil: 300_000,
    advanced: 0,
    deducted: 12_000,
    carriedIn: 0,
    due: 1_588_000,
    carriedOut: 0,
  })
  expect(totalsOf([])).toEqual({
    count: 0,
    payable: 0,
    oil: 0,
    advanced: 0,
    deducted: 0,
    carriedIn: 0,
    due: 0,
    carriedOut: 0,
  })
})

test('debt of earlier sheets is taken off once, and less than nothing is carried on', () => {
  const owed = { owed: fen(100_000) }
  expect(totalsOf([row('a', owed), row('b', owed)])).toMatchObject({
    carriedIn: 100_000,
    due: 1_176_000,
    carriedOut: 0,
  })
  expect(totalsOf([row('a', { ...owed, deducted: fen(700_000) })])).toMatchObject({
    carriedIn: 100_000,
    due: 0,
    carriedOut: 150_000,
  })
})
