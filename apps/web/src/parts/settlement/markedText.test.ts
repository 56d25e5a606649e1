// Unit tests of the marks of a sheet in sentences.
import { fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { markedText } from './markedText.ts'

const line = { waybillId: 'w1', waybillNo: 'YD26112200005402', freight: fen(12_880_00), deducted: fen(0) }
const plain = { ...line, isDisputed: false, lacksReceipt: false }
const place = {
  waybillId: 'w1',
  loadPlace: '陕西省 / 榆林市 / 横山区 煤台',
  unloadPlace: '河南省 / 南阳市 / 宛城区 煤场',
}
const sheet = { lineCount: 38, state: 'submitted' as const, lines: [place], deducted: fen(0) }

test('a fee out of the usual is said with lane, median, distance and count, the rest in one sentence', () => {
  const usual = { median: fen(10_640_00), count: 47 }
  expect(
    markedText({ firstPayees: 0, newAccounts: [], flags: ['unusual'], lines: [{ ...plain, usual }] }, sheet),
  ).toEqual({
    said: ['运单 …05402 运费 12,880.00，高于 榆林·横山区 → 南阳·宛城区 近 90 天中位数 10,640.00（+21 %，47 单）'],
    rest: '其余 37 单运费在正常范围，回单齐全，收款账户付过款。',
    rounding: 0,
  })
})

test('the fees farthest off come first, and those not named are counted', () => {
  const lines = [1, 2, 3, 4, 5].map(n => ({
    ...plain,
    waybillId: `w${n}`,
    waybillNo: `YD2611220000540${n}`,
    usual: { median: fen(12_880_00 * (n + 1)), count: 10 },
  }))
  const { said } = markedText({ firstPayees: 0, newAccounts: [], flags: ['unusual'], lines }, sheet)
  expect(said.map(text => text.slice(3, 9))).toEqual(['…05405', '…05404', '…05403', '2 单运费偏'])
})

test('an account is said before all else: a first payment, or an account never paid to', () => {
  const cut = { ...plain, deducted: fen(64_800), isDisputed: true, lacksReceipt: true }
  expect(
    markedText(
      { flags: ['newAccount', 'disputed'], firstPayees: 0, newAccounts: ['顺达 ****1234'], lines: [cut] },
      { ...sheet, deducted: fen(64_857) },
    ),
  ).toEqual({
    said: [
      '收款账户 顺达 ****1234 此前没有付过款，请核对',
      '运单 …05402 的扣款有争议，还没有答复',
      '运单 …05402 的回单还没有确认',
    ],
    rest: '运单 …05402 有扣款，共 648.00。全部 38 单运费在正常范围。',
    rounding: 57,
  })
  expect(markedText({ firstPayees: 0, newAccounts: [], flags: ['firstPayment'], lines: [] }, sheet).said).toEqual([
    '首次向该承运商付款，请核对收款人与账号',
  ])
})

test('payees who get money for the first time are counted; before the submission nothing is said of accounts', () => {
  const marks = { firstPayees: 8, newAccounts: [], flags: [], lines: [] }
  expect(markedText(marks, sheet).rest).toBe(
    '全部 38 单运费在正常范围，回单齐全，8 位收款人首次收款，账户已经平台审核。',
  )
  expect(markedText(marks, { ...sheet, state: 'draft' }).rest).toBe('全部 38 单运费在正常范围，回单齐全。')
})
