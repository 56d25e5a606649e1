// The kind of a movement of money by the event of the books that moved it.
import { expect, test } from 'vitest'
import { tradeKindOf, tradeKinds, type TradeKind } from './trade.ts'

test('each event that moves money is one kind of movement; one nobody names is another payment', () => {
  const ofOthers = ['OTHER', 'ADVANCE', 'FEE', 'BANK_FEE', 'INTEREST'] as const
  const events: Readonly<Record<Exclude<TradeKind, (typeof ofOthers)[number]>, readonly string[]>> = {
    TOP_UP: ['E1'],
    REFUND: ['E1p'],
    RECEIPT: ['E0'],
    RECEIPT_BACK: ['E0r'],
    FREIGHT: ['E7b'],
    DOUBLE: ['E7d'],
    RETURN: ['E7r', 'E7e', 'E7g'],
    FUEL: ['E6a'],
    TOLL: ['E10'],
    OWN: ['E18', 'E6t'],
    DEPOSIT: ['E11', 'E11r', 'E11p'],
  }
  for (const [kind, those] of Object.entries(events)) expect([...new Set(those.map(tradeKindOf))]).toEqual([kind])
  expect([tradeKindOf('E99'), tradeKinds[tradeKindOf('')]]).toEqual(['OTHER', '其他收付'])
})
