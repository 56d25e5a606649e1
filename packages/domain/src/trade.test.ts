// The kind of a movement of money by the event of the books that moved it.
import { expect, test } from 'vitest'
import { tradeKindName, tradeKindOf, tradeKinds, type TradeKind } from './trade.ts'

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

test('a kind is said in the words of its reader: a carrier receives what others pay', () => {
  const words = (isCarriers: boolean) =>
    (['FREIGHT', 'ADVANCE', 'FEE', 'RECEIPT', 'RETURN'] as const).map(kind => tradeKindName({ kind, isCarriers }))
  expect(words(false)).toEqual(['付运费', '付预付款', '付服务费', '来款', '退汇'])
  expect(words(true)).toEqual(['收运费', '收预付款', '收服务费', '汇款', '退汇'])
})
