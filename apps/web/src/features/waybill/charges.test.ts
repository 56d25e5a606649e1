// Totals of charges by side.
import { fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { chargesBySide } from './charges.ts'

const line = (side: 'SHIPPER' | 'CARRIER', code: string, amount: number) => ({
  side,
  code,
  label: code,
  amount: fen(amount),
  state: 'EST',
})

test('each side has its own total, deductions lower it', () => {
  const sides = chargesBySide([
    line('CARRIER', 'FREIGHT', 950_000),
    line('CARRIER', 'LOSS', -12_000),
    line('SHIPPER', 'FREIGHT', 1_000_000),
  ])
  expect(sides.map(({ side, total }) => [side, total])).toEqual([
    ['SHIPPER', 1_000_000],
    ['CARRIER', 938_000],
  ])
})

test('a side the person may not see is not drawn as zero', () => {
  expect(chargesBySide([line('CARRIER', 'FREIGHT', 1)]).map(({ side }) => side)).toEqual(['CARRIER'])
  expect(chargesBySide([])).toEqual([])
})
