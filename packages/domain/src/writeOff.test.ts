// Rules of receivables that are given up: nobody agrees to what they asked for, the entry of each accounting standard, and the
// tails a claim may give up.
import { expect, test } from 'vitest'
import { isLossPolicy, lossPolicyOf } from './company/lossPolicy.ts'
import { fen } from './figures/money.ts'
import { giveUpReceivables, giveUpTails } from './voucher/lossPostings.ts'
import { otherCategoryOf } from './voucher/voucherPages.ts'
import { faultOfGivenUp, faultOfTail, writeOffMovesOf } from './writeOff.ts'

test('a write-off is agreed to, rejected and taken back by another person than asked for it; only its asker withdraws it', () => {
  const steps = (state: 'asked' | 'booked' | 'undoing', isMaker: boolean, isUndoAsker = false, stands = true) =>
    writeOffMovesOf({ state, isMaker, isUndoAsker, stands }, () => true)
  expect([steps('asked', true), steps('asked', false)]).toEqual([['withdraw'], ['confirm', 'reject']])
  expect([steps('undoing', true), steps('undoing', false, true)]).toEqual([['undo', 'keep'], ['keep']])
  expect(steps('booked', true)).toEqual(['askUndo'])
  // all of it went back with its waybills: nothing is left to take back
  expect([steps('booked', true, false, false), steps('undoing', true, false, false)]).toEqual([[], ['keep']])
})

test('bad debts go through the allowance, or are an expense at once; the lines of each waybill balance by themselves', () => {
  const items = [
    { waybillId: 'a', amount: fen(700) },
    { waybillId: 'b', amount: fen(5) },
  ]
  const moved = (lines: ReturnType<typeof giveUpTails>): string[] =>
    lines.map(({ account, party, waybillId, debitFen, creditFen }) =>
      [account, party ?? '-', waybillId, debitFen - creditFen].join(' '),
    )
  expect(moved(giveUpReceivables('s', items, false))).toEqual([
    '6702 - a 700',
    '1231 - a -700',
    '1231 - a 700',
    '1122.01 s a -700',
    '6702 - b 5',
    '1231 - b -5',
    '1231 - b 5',
    '1122.01 s b -5',
  ])
  const direct = ['6711 - a 700', '1122.01 s a -700', '6711 - b 5', '1122.01 s b -5']
  expect([moved(giveUpReceivables('s', items, true)), moved(giveUpTails('s', items))]).toEqual([direct, direct])
  expect(['E2d', 'E2dr', 'E2e', 'E2er'].map(otherCategoryOf)).toEqual(Array(4).fill('GIVEN_UP'))
})

test('what cannot be given up is said in words', () => {
  expect(faultOfGivenUp([])).toBe('请选择运单')
  expect(faultOfGivenUp([{ waybillId: 'a', amount: fen(0) }])).toBe('每单核销金额应大于 0')
  const twice = { waybillId: 'a', amount: fen(1) }
  expect([faultOfGivenUp([twice, twice]), faultOfGivenUp([twice])]).toEqual(['同一运单只能填一次', undefined])
  const tail = (paid: number, left: number, most = 100) =>
    faultOfTail('YD1', { open: fen(1_000), paid: fen(paid), tail: fen(left), most: fen(most) })
  expect([tail(900, 100), tail(950, 50)]).toEqual([undefined, undefined])
  expect([tail(899, 101), tail(1_000, 0)]).toEqual(Array(2).fill('运单YD1的尾差应大于 0，不超过 1.00 元'))
  expect(tail(900, 99)).toBe('运单YD1未付 10.00 元，核销 9.00 元后的尾差不是 0.99 元')
  expect(tail(900, 100, 0)).toBe('尾差限额为 0，不能核销尾差')
})

test('the limit of a tail is what the house decided within the bounds, one yuan where it decided nothing', () => {
  const standard = { tailMost: 100, isDirect: false, debtMost: 1_000_000 }
  expect([lossPolicyOf({}), lossPolicyOf(null), lossPolicyOf({ losses: { tailMost: 5_000 } })]).toEqual(
    Array(3).fill(standard),
  )
  // decided before the house had a limit of debts
  expect(lossPolicyOf({ losses: { tailMost: 0, isDirect: true } })).toEqual({
    tailMost: 0,
    isDirect: true,
    debtMost: 1_000_000,
  })
  expect(
    [0, 1_000, 1_001].map(most => isLossPolicy({ tailMost: fen(most), isDirect: false, debtMost: fen(0) })),
  ).toEqual([true, true, false])
  expect(
    [1_000_000_000, 1_000_000_001].map(most => isLossPolicy({ ...lossPolicyOf({}), debtMost: fen(most) })),
  ).toEqual([true, false])
})
