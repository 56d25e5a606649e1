// The money oracle judged by itself: worked examples of the design, random walks under all invariants, planted faults.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Books } from '../server/moneyModel/books.ts'
import { differingBooks } from '../server/moneyModel/compare.ts'
import { brokenMoney } from '../server/moneyModel/invariants.ts'
import { openMoneyOracle, type MoneyOracle } from '../server/moneyModel/oracle.ts'
import { faults, taxIn, type Command, type Config, type Fault } from '../server/moneyModel/oracleState.ts'
import { openWalk, randomFrom } from '../server/moneyModel/oracleWalk.ts'

const home = { branch: 'b', shipper: 's', carrier: 'c', payee: 'c' }

/** Runs commands that must all be done. */
function all(oracle: MoneyOracle, commands: readonly Command[]): void {
  for (const command of commands) expect(oracle.run(command), JSON.stringify(command)).toMatchObject({ ok: true })
  expect(brokenMoney(oracle.state)).toEqual([])
}

const topUp = (id: string, amount: number): Command[] => [
  { do: 'remit', id, branch: 'b', amount },
  { do: 'claim', remittance: id, targets: [{ to: 'prepaid', shipper: 's', amount }], by: 'clerk' },
]
const paid = (id: string, kind: 'NORMAL' | 'ADVANCE', parts: readonly string[]): Command[] => [
  { do: 'makeSheet', id, kind, parts, by: 'maker' },
  { do: 'submit', sheet: id, by: 'maker' },
  { do: 'approve', sheet: id, by: 'finance' },
  { do: 'pay', sheet: id, by: 'finance' },
  { do: 'send', payment: `${id}/c` },
]
const succeed = (order: string): Command => ({ do: 'fact', key: `${order} ok`, order, kind: 'SUCCESS' })
const sums = ({ accounts }: Books): Record<string, number> => {
  const found: Record<string, number> = {}
  for (const [key, amount] of accounts) if (amount !== 0) found[key.split('|')[1] ?? ''] = amount
  return found
}

/** Estimate 10,000.00; pre 20, oil 30, etc 5, arrive 30, receipt 15; net at the signature 9,380.00. */
function example(net = 938_000, config: Partial<Config> = {}): MoneyOracle {
  const oracle = openMoneyOracle(config)
  all(oracle, [
    ...topUp('k1', 1_350_000),
    { do: 'transfer', branch: 'b', amount: 350_000, by: 'finance', second: 'admin' },
    { do: 'buyStock', branch: 'b', stock: 'oil', amount: 300_000, by: 'finance', second: 'admin' },
    { do: 'buyStock', branch: 'b', stock: 'etc', amount: 50_000, by: 'finance', second: 'admin' },
    {
      do: 'makeWaybill',
      id: 'w',
      ...home,
      estimate: 1_000_000,
      plan: { pre: 2000, oil: 3000, etc: 500, arrive: 3000, receipt: 1500 },
    },
    { do: 'depart', waybill: 'w' },
    { do: 'issue', waybill: 'w', part: 'oil', amount: 300_000 },
    { do: 'issue', waybill: 'w', part: 'etc', amount: 50_000 },
    ...paid('j1', 'ADVANCE', ['w/pre/1']),
    succeed('j1/c'),
    {
      do: 'sign',
      waybill: 'w',
      at: 0,
      shipperFreight: 1_000_000,
      carrierFreight: net,
      deductions: [],
      receiptWanted: true,
      compensation: 0,
      isAppealed: false,
      fees: [],
    },
  ])
  return oracle
}

test('the chain of postings over two sheets: 3,000 and 880 in cash, and nothing is left standing', () => {
  const oracle = example()
  expect(oracle.state.parts.get('w/arrive/1')).toMatchObject({ fixed: 300_000, state: 'ready' })
  expect(oracle.state.parts.get('w/receipt/1')).toMatchObject({ fixed: 88_000, state: 'planned' })
  all(oracle, [
    ...paid('j2', 'NORMAL', ['w/arrive/1']),
    succeed('j2/c'),
    { do: 'confirmReceipt', waybill: 'w' },
    ...paid('j3', 'NORMAL', ['w/receipt/1']),
    succeed('j3/c'),
    { do: 'invoice', id: 'i', waybills: ['w'] },
  ])
  expect([...oracle.state.payments.values()].map(({ amount }) => amount)).toEqual([200_000, 300_000, 88_000])
  expect(oracle.state.waybills.get('w')?.state).toBe('finished')
  const net = taxIn(300_000, 900) + taxIn(88_000, 900) + taxIn(200_000, 900)
  expect(sums(oracle.state)).toEqual({
    '1002.02': 1_350_000 - 350_000 - 588_000,
    '2205.01': -350_000,
    '2221.05': -82_569,
    '6001.01': -917_431,
    '2221.09': net,
    '6401.01': 938_000 - net,
  })
})

test('fuel over the net is a debt that the next sheet takes; nothing of it is lost', () => {
  const oracle = example(450_000)
  expect(oracle.state.parts.get('w/debt/1')?.fixed).toBe(-100_000)
  all(oracle, paid('j2', 'NORMAL', ['w/debt/1']).slice(0, 3))
  expect(oracle.state.sheets.get('j2')?.state).toBe('paid')
  expect([...oracle.state.debts.values()]).toMatchObject([{ origin: 'SHEET', open: 100_000 }])
})

test('a late success of a line back at ready is an advance of the next sheet (E7l)', () => {
  const oracle = example()
  const late = 'j2/c'
  all(oracle, [
    ...paid('j2', 'NORMAL', ['w/arrive/1']),
    { do: 'fact', key: 'f', order: late, kind: 'FAILED' },
    { do: 'close', sheet: 'j2', by: 'finance', second: 'admin' },
    succeed(late),
  ])
  const [exception] = [...oracle.state.exceptions.values()]
  expect(exception?.kind).toBe('LATE_SUCCESS')
  expect(oracle.run({ do: 'makeSheet', id: 'j3', kind: 'NORMAL', parts: ['w/arrive/1'], by: 'maker' }).ok).toBe(true)
  expect(oracle.run({ do: 'submit', sheet: 'j3', by: 'maker' })).toEqual({ ok: false, why: 'held' })
  const id = exception?.id ?? ''
  all(oracle, [
    { do: 'proposeResolution', exception: id, resolution: 'succeeded', by: 'finance' },
    { do: 'confirmResolution', exception: id, by: 'admin' },
  ])
  expect(oracle.state.parts.get('w/arrive/1')).toMatchObject({ state: 'issued', issued: 300_000, paid: 0 })
})

test('a penalty rides on the last cash part, and is paid back when the appeal is won (E5, E5b)', () => {
  const oracle = openMoneyOracle()
  const signature: Command = {
    do: 'sign',
    waybill: 'w',
    at: 0,
    shipperFreight: 1_000_000,
    carrierFreight: 950_000,
    deductions: [
      { code: 'LOSS', amount: 12_000 },
      { code: 'FINE', amount: 20_000 },
    ],
    receiptWanted: true,
    compensation: 0,
    isAppealed: true,
    fees: [],
  }
  const plan = { pre: 0, oil: 0, etc: 0, arrive: 10_000, receipt: 0 }
  all(oracle, [
    ...topUp('k1', 988_000),
    { do: 'makeWaybill', id: 'w', ...home, estimate: 950_000, plan },
    { do: 'depart', waybill: 'w' },
    signature,
    ...paid('j1', 'NORMAL', ['w/arrive/1']),
    succeed('j1/c'),
  ])
  // the shipper's bill is lower by the loss; the carrier has 9,380.00 of cost and 9,180.00 of cash
  expect(oracle.state.waybills.get('w')).toMatchObject({ billed: 988_000, net: 938_000, penalties: 20_000 })
  expect(oracle.state.parts.get('w/arrive/1')).toMatchObject({ fixed: 938_000, paid: 918_000, penalty: 20_000 })
  expect(sums(oracle.state)).toMatchObject({ '2241.02': -20_000, '1002.02': 70_000 })
  all(oracle, [{ do: 'appealWon', waybill: 'w' }, ...paid('j2', 'NORMAL', ['w/adjust/1']), succeed('j2/c')])
  const left = sums(oracle.state)
  expect([left['2241.02'], left['2202.01'], left['2202.99'], left['6301']]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(left['1002.02']).toBe(50_000)
})

test('money a refund holds pays no receivable; when the refund fails, it does (E1r)', () => {
  const oracle = openMoneyOracle()
  const { state } = oracle
  const plan = { pre: 0, oil: 0, etc: 0, arrive: 10_000, receipt: 0 }
  all(oracle, [
    ...topUp('k1', 100_000),
    { do: 'askRefund', id: 't', branch: 'b', shipper: 's', amount: 60_000, by: 'shipper' },
    { do: 'makeWaybill', id: 'w', ...home, estimate: 80_000, plan },
    { do: 'depart', waybill: 'w' },
    {
      do: 'sign',
      waybill: 'w',
      at: 0,
      shipperFreight: 90_000,
      carrierFreight: 80_000,
      deductions: [],
      receiptWanted: false,
      compensation: 0,
      isAppealed: false,
      fees: [],
    },
  ])
  expect(state.items.get('w')?.open).toBe(50_000)
  all(oracle, [{ do: 'approveRefund', refund: 't', by: 'finance' }])
  expect(oracle.run({ do: 'payRefund', refund: 't', by: 'finance' })).toEqual({ ok: false, why: 'samePerson' })
  all(oracle, [
    { do: 'payRefund', refund: 't', by: 'admin' },
    { do: 'send', payment: 't/pay' },
    { do: 'fact', key: 'f', order: 't/pay', kind: 'FAILED' },
  ])
  expect(state.items.get('w')?.open).toBe(0)
  expect(sums(state)['2205.01']).toBe(-10_000)
})

test('random walks keep all invariants', () => {
  fc.assert(
    fc.property(fc.integer(), seed => {
      const oracle = openMoneyOracle()
      const next = openWalk(oracle.state, randomFrom(seed))
      for (let n = 1; n <= 300; n++) {
        oracle.run(next())
        if (n % 30 === 0) expect(brokenMoney(oracle.state), `seed ${seed}, step ${n}`).toEqual([])
      }
    }),
    { numRuns: 60, seed: 20_261 },
  )
})

test('a refused command changes nothing', () => {
  const oracle = openMoneyOracle()
  const next = openWalk(oracle.state, randomFrom(7))
  const print = (): string =>
    JSON.stringify({ ...oracle.state, count: 0, said: [] }, (_, value: unknown) =>
      value instanceof Map ? [...value] : value,
    )
  let refusals = 0
  for (let n = 0; n < 400; n++) {
    const command = next()
    const before = print()
    if (oracle.run(command).ok) continue
    refusals++
    expect(print(), JSON.stringify(command)).toBe(before)
  }
  expect(refusals).toBeGreaterThan(100)
})

/** Faults an invariant finds in the faulty books alone, and its words; the others only differ from the sound oracle. */
const found: Readonly<Record<Fault, RegExp | 'difference'>> = {
  swallowLateSuccess: /29 success/,
  payAgainAfterTimeout: 'difference',
  offsetOnlyAtSignature: /27 open beside prepaid/,
  taxPerInvoice: /34 tax of/,
  noRemainder: /planned of/,
  releaseChildTwice: /but on/,
  redWithoutVoucher: /28 debit/,
  payeeReadAtPay: /payee of/,
  firstByNumber: 'difference',
  dropMakerFor: /own work paid/,
  refuseUnknownNotice: 'difference',
  fuelCappedAtNet: /25 1123.03/,
  returnBooksTwice: /25 22(?:02.01|41.03)/,
  refundNotReserved: /below what refunds hold/,
  penaltyCutsCost: 'difference',
  compensationCutsRevenue: 'difference',
}

/** Walks the faulty oracle until an invariant is broken. */
function brokenBy(fault: Fault, seeds: number): string[] {
  for (let seed = 1; seed <= seeds; seed++) {
    const oracle = openMoneyOracle({ fault })
    const next = openWalk(oracle.state, randomFrom(seed))
    for (let n = 1; n <= 400; n++) {
      oracle.run(next())
      const faultsNow = n % 20 === 0 ? brokenMoney(oracle.state) : []
      if (faultsNow.length > 0) return faultsNow
    }
  }
  return []
}

/** Sends the commands of a sound oracle to a faulty one until they differ. */
function differs(fault: Fault, seeds: number): string[] {
  for (let seed = 1; seed <= seeds; seed++) {
    const [sound, faulty] = [openMoneyOracle(), openMoneyOracle({ fault })]
    const next = openWalk(sound.state, randomFrom(seed))
    for (let n = 1; n <= 400; n++) {
      const command = next()
      if (sound.run(command).ok !== faulty.run(command).ok) return [`answer to ${command.do}`]
      const differences = n % 20 === 0 ? differingBooks(faulty.state, sound.state) : []
      if (differences.length > 0) return differences
    }
  }
  return []
}

test.each(faults)('planted: %s is found', fault => {
  const by = found[fault]
  expect(differs(fault, 200), 'a difference').not.toEqual([])
  if (by !== 'difference') expect(brokenBy(fault, 200).join('\n')).toMatch(by)
})
