// The four flows: each fact moves its own leg and no other, the worst reason counts, and what is unknown is never right.
import { expect, test } from 'vitest'
import { chainReasons, type ChainReason } from './chain.ts'
import { isUnderTab, judgeChain, sayReason, sayShort, type ChainFacts } from './judge.ts'
import { fen, ZERO_FEN } from '../figures/money.ts'

const whole: ChainFacts = {
  contract: { consign: 'signed', carry: 'signed' },
  goods: {
    isSigned: true,
    isDisputed: false,
    loadedG: 32_400_000,
    unloadedG: 32_250_000,
    receipt: 'confirmed',
    trail: 'proven',
  },
  money: {
    net: fen(938_000),
    issued: fen(300_000),
    setOff: fen(50_000),
    paid: fen(588_000),
    moved: fen(588_000),
    strange: ZERO_FEN,
    isSettled: true,
    isAsked: false,
    hasException: false,
  },
  invoice: {
    freight: fen(1_000_000),
    sold: fen(1_000_000),
    soldStrange: ZERO_FEN,
    cost: fen(638_000),
    bought: fen(638_000),
    unchecked: ZERO_FEN,
    boughtStrange: ZERO_FEN,
    fuel: { cost: fen(300_000), bought: fen(300_000) },
    toll: { cost: ZERO_FEN, bought: ZERO_FEN },
  },
}
type Leg = keyof ChainFacts
const having = <L extends Leg>(leg: L, over: Partial<ChainFacts[L]>): ChainFacts => ({
  ...whole,
  [leg]: { ...whole[leg], ...over },
})

/** One change of a fact, and the one reason it makes. */
const changes: readonly (readonly [ChainReason, ChainFacts])[] = [
  ['consignNone', having('contract', { consign: 'none' })],
  ['consignWaits', having('contract', { consign: 'waits' })],
  ['consignDraft', having('contract', { consign: 'draft' })],
  ['consignRefused', having('contract', { consign: 'refused' })],
  ['consignExpired', having('contract', { consign: 'expired' })],
  ['consignOthers', having('contract', { consign: 'others' })],
  ['carryNone', having('contract', { carry: 'none' })],
  ['carryWaits', having('contract', { carry: 'waits' })],
  ['carryDraft', having('contract', { carry: 'draft' })],
  ['carryRefused', having('contract', { carry: 'refused' })],
  ['carryExpired', having('contract', { carry: 'expired' })],
  ['carryOthers', having('contract', { carry: 'others' })],
  ['goodsDisputed', having('goods', { isDisputed: true })],
  ['goodsGrew', having('goods', { unloadedG: 32_400_001 })],
  ['trailElsewhere', having('goods', { trail: 'elsewhere' })],
  ['notSigned', having('goods', { isSigned: false })],
  ['noLoad', having('goods', { loadedG: undefined })],
  ['noUnload', having('goods', { unloadedG: undefined })],
  ['noReceipt', having('goods', { receipt: 'uploaded' })],
  ['noTrail', having('goods', { trail: undefined })],
  ['payeeOthers', having('money', { strange: fen(1) })],
  ['moneyException', having('money', { hasException: true })],
  ['moneyAsked', having('money', { isAsked: true })],
  ['unpaid', having('money', { net: fen(938_001) })],
  ['overpaid', having('money', { net: fen(937_999), isSettled: false })],
  ['soldOthers', having('invoice', { soldStrange: fen(1) })],
  ['oversold', having('invoice', { sold: fen(1_000_001) })],
  ['unsold', having('invoice', { sold: fen(999_999) })],
  ['boughtOthers', having('invoice', { boughtStrange: fen(1) })],
  ['overbought', having('invoice', { bought: fen(638_001) })],
  ['unbought', having('invoice', { bought: fen(637_999) })],
  ['fuelUnbought', having('invoice', { fuel: { cost: fen(300_000), bought: fen(299_999) } })],
  ['tollUnbought', having('invoice', { toll: { cost: fen(1), bought: ZERO_FEN } })],
  ['inputUnchecked', having('invoice', { bought: fen(637_999), unchecked: fen(1) })],
]

test('all facts right make four whole legs', () => {
  expect(judgeChain(whole)).toEqual({
    state: 'whole',
    legs: Object.fromEntries(
      ['contract', 'goods', 'money', 'invoice'].map(leg => [leg, { state: 'whole', reasons: [] }]),
    ),
  })
})

test.each(changes)(
  '%s: by one fen or one fact the leg is no longer whole, and the other legs stay so',
  (key, facts) => {
    const { state, legs } = judgeChain(facts)
    const { leg, state: expected } = chainReasons[key]
    expect(legs[leg].reasons.map(reason => reason.key)).toEqual([key])
    expect([state, legs[leg].state]).toEqual([expected, expected])
    for (const [other, judged] of Object.entries(legs)) if (other !== leg) expect(judged.state, other).toBe('whole')
  },
)

test('every reason is made by some fact', () => {
  const made = new Set<string>([...changes.map(([key]) => key), 'moneyApart'])
  expect(Object.keys(chainReasons).filter(key => !made.has(key))).toEqual([])
  const apart = judgeChain(having('money', { paid: fen(588_001) })).legs.money
  expect(apart).toEqual({ state: 'differs', reasons: [{ key: 'moneyApart', a: fen(588_001), b: fen(588_000) }] })
})

test('what differs stands above what is missing, and that above what is unknown; nothing unknown is whole', () => {
  const goods = (over: Partial<ChainFacts['goods']>) => judgeChain(having('goods', over)).legs.goods.state
  expect(goods({ trail: undefined })).toBe('unknown')
  expect(goods({ trail: undefined, receipt: 'waiting' })).toBe('missing')
  expect(goods({ trail: undefined, receipt: 'waiting', isDisputed: true })).toBe('differs')
  expect(judgeChain(having('goods', { trail: undefined })).state).toBe('unknown')
})

test('what the bank did not move is not paid, whatever the waybill says', () => {
  const { reasons, state } = judgeChain(having('money', { moved: ZERO_FEN, paid: fen(588_000) })).legs.money
  expect(state).toBe('differs')
  expect(reasons.map(({ key }) => key)).toEqual(['moneyApart', 'unpaid'])
})

const isReason = (key: string): key is ChainReason => Object.hasOwn(chainReasons, key)
const reasonKeys = Object.keys(chainReasons).filter(isReason)

test('amounts are said to those alone who may see the price of their side', () => {
  const reason = { key: 'unpaid', a: fen(123_456) } as const
  expect(sayReason(reason, { shipper: false, carrier: true })).toBe('还有 1,234.56 元未付')
  expect(sayReason(reason, { shipper: true, carrier: false })).toBe('运费尚未付清')
  for (const key of reasonKeys) {
    const { side, bare } = chainReasons[key]
    const said = sayReason({ key, a: fen(1), b: fen(2) }, { shipper: false, carrier: false })
    expect(said, key).not.toMatch(/[{}\d]/)
    expect(bare === undefined, key).toBe(side === undefined)
  }
})

test('a cell says the worst of its leg in a few words, both agreements in one, and no amount to those who may not see it', () => {
  const both = { shipper: true, carrier: true }
  const short = (facts: ChainFacts, leg: Leg, sight = both) => sayShort(judgeChain(facts).legs[leg], sight)
  expect(short(whole, 'money')).toBe('')
  expect(short(having('contract', { consign: 'none', carry: 'none' }), 'contract')).toBe('缺 2 份合同')
  expect(short(having('contract', { consign: 'waits', carry: 'waits' }), 'contract')).toBe('2 份合同未签完')
  expect(short(having('contract', { carry: 'none' }), 'contract')).toBe('缺承运合同')
  const unpaid = having('money', { net: fen(938_001) })
  expect(short(unpaid, 'money')).toBe('未付 0.01')
  expect(short(unpaid, 'money', { shipper: true, carrier: false })).toBe('未付')
  // differences come before lacks
  expect(short(having('goods', { receipt: 'waiting', isDisputed: true }), 'goods')).toBe('收货有异议')
  for (const key of reasonKeys) {
    const said = sayShort({ state: chainReasons[key].state, reasons: [{ key, a: fen(1), b: fen(2) }] }, both)
    expect(said.length, key).toBeGreaterThan(2)
    expect(said, key).not.toMatch(/[{}]/)
  }
})

test('a waybill stands under the tab of each leg that lacks something, and of the whole', () => {
  const lacking = judgeChain({ ...having('contract', { carry: 'none' }), money: { ...whole.money, net: fen(938_001) } })
  const tabs = ['contract', 'goods', 'money', 'invoice', 'differs', 'unknown', 'whole'] as const
  expect(tabs.filter(tab => isUnderTab(lacking, tab))).toEqual(['contract', 'money'])
  expect(tabs.filter(tab => isUnderTab(judgeChain(whole), tab))).toEqual(['whole'])
  expect(tabs.filter(tab => isUnderTab(judgeChain(having('goods', { trail: undefined })), tab))).toEqual(['unknown'])
})
