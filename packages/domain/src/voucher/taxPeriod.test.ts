// The month whose return deducts an input invoice: this one or the last open one, and none before the invoice's own.
import { expect, test } from 'vitest'
import { startOfPeriod } from './voucher.ts'
import { faultOfTaxPeriod } from './taxPeriod.ts'

test('an invoice is deducted in this month or in the last one while it is open, never before its own', () => {
  const now = startOfPeriod('202611') + 1000
  const fault = (period: string, issued: string, isClosed = false) =>
    faultOfTaxPeriod({ period, issuedAt: startOfPeriod(issued), now, isClosed })
  expect(fault('202611', '202611')).toBeUndefined()
  expect(fault('202611', '202501')).toBeUndefined()
  expect(fault('202610', '202610')).toBeUndefined()
  expect(fault('202610', '202611')).toBe('税款所属期不能早于开票月份')
  expect(fault('202610', '202609', true)).toBe('2026年10月已结账，请选本月')
  for (const period of ['202609', '202612']) expect(fault(period, '202501')).toBe('税款所属期只能是本月或上月')
})
