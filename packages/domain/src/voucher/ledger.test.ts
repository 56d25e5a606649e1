// Tests of the ledger: every event balances, reversals undo exactly, and a whole trip leaves nothing open.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccountCode, accountOf, accounts } from './chart.ts'
import { credit, debit, entryFault, isBalanced, type JournalLine, type PostedLine, reverseLines } from './ledger.ts'
import { type Fen, ZERO_FEN, fen, negateFen, splitTax, subtractFen, sumFen } from '../figures/money.ts'
import {
  applyTopUp,
  buyFuel,
  confirmPayment,
  deductPenalty,
  estimateCost,
  issueInvoice,
  payWithFuel,
  recognisePayable,
  recogniseRevenue,
  returnPayment,
  submitPayment,
  topUp,
} from './postings.ts'

/** The balance of an account over lines, positive on the side on which the account grows. */
function balanceOf(lines: readonly JournalLine[], account: AccountCode): Fen {
  const own = lines.filter(line => line.account === account)
  const net = subtractFen(sumFen(own.map(line => line.debitFen)), sumFen(own.map(line => line.creditFen)))
  return accountOf(account).normalSide === 'debit' ? net : negateFen(net)
}

const shipper = 'shipper-1'
const carrier = 'carrier-1'
const waybillId = 'waybill-1'

/** Lines as they stand in the journal. */
const postedAs = (entryId: string, lines: readonly JournalLine[]): PostedLine[] =>
  lines.map((line, index) => ({ ...line, at: { entryId, n: index + 1 } }))
const red = (lines: readonly JournalLine[]): JournalLine[] => reverseLines(postedAs('entry-1', lines))

/** A trip from the shipper's money to the driver's; the carrier gets `cost` less `loss`, `oil` of it as fuel. */
interface Trip {
  price: Fen
  cost: Fen
  loss: Fen
  oil: Fen
  fee: Fen
  vatBasisPoints: number
}

const worked: Trip = {
  price: fen(1_000_000),
  cost: fen(950_000),
  loss: fen(12_000),
  oil: fen(300_000),
  fee: fen(0),
  vatBasisPoints: 900,
}

function tripEntries(trip: Trip): JournalLine[][] {
  const payable = subtractFen(trip.cost, trip.loss)
  const cash = subtractFen(payable, trip.oil)
  const of = { carrier, waybillId }
  return [
    topUp({ shipper, amount: trip.price }),
    recogniseRevenue({ shipper, waybillId, amount: trip.price, vatBasisPoints: trip.vatBasisPoints }),
    applyTopUp({ shipper, waybillId, amount: trip.price }),
    estimateCost({ ...of, amount: trip.cost }),
    red(estimateCost({ ...of, amount: trip.cost })),
    recognisePayable({ ...of, amount: payable }),
    payWithFuel({ ...of, amount: trip.oil }),
    submitPayment({ ...of, amount: cash }),
    confirmPayment({ ...of, amount: cash, fee: trip.fee }),
    issueInvoice({ waybillId, tax: splitTax(trip.price, trip.vatBasisPoints).tax }),
  ]
}

const open: AccountCode[] = ['1122.01', '2221.07', '2202.01', '2202.99', '2202.02', '2205.01']
const trips = fc
  .tuple(
    fc.nat(1_000_000_000),
    fc.nat(1_000_000_000),
    fc.nat(1000),
    fc.nat(1000),
    fc.nat(1000),
    fc.constantFrom(0, 300, 900),
  )
  .map(([price, cost, lossShare, oilShare, fee, vatBasisPoints]): Trip => {
    const loss = Math.floor((cost * lossShare) / 1000)
    const oil = Math.floor(((cost - loss) * oilShare) / 1000)
    return { price: fen(price), cost: fen(cost), loss: fen(loss), oil: fen(oil), fee: fen(fee), vatBasisPoints }
  })

/** The balances of all accounts that have one. */
function balances(lines: readonly JournalLine[]): Record<string, number> {
  return Object.fromEntries(
    accounts.map(({ code }) => [code, balanceOf(lines, code)] as const).filter(([, balance]) => balance !== 0),
  )
}

describe('a trip', () => {
  test('worked out by hand ends with these balances', () => {
    expect(balances(tripEntries(worked).flat())).toEqual({
      '1002.02': 362_000, // 10,000 in, 6,380 out
      '1123.01': -300_000, // fuel handed out that E6a bought before
      '2221.05': 82_569,
      '6001.01': 917_431,
      '6401.01': 938_000,
    })
  })

  test('leaves nothing open on receivables, waiting tax, payables, estimates and money under way', () => {
    fc.assert(
      fc.property(trips, trip => {
        const lines = tripEntries(trip).flat()
        for (const code of open) expect(balanceOf(lines, code), code).toBe(0)
        expect(isBalanced(lines)).toBe(true)
      }),
    )
  })

  test('is made of entries that can each be posted, or are empty because nothing happened', () => {
    fc.assert(
      fc.property(trips, trip => {
        for (const entry of tripEntries(trip).filter(lines => lines.length > 0))
          expect(entryFault(entry)).toBeUndefined()
      }),
    )
  })

  test('leaves profit equal to what came in less what went out and is still owed as tax', () => {
    fc.assert(
      fc.property(trips, trip => {
        const lines = tripEntries(trip).flat()
        const total = (type: string) =>
          sumFen(accounts.filter(account => account.type === type).map(account => balanceOf(lines, account.code)))
        expect(subtractFen(total('income'), total('expense'))).toBe(subtractFen(total('asset'), total('liability')))
      }),
    )
  })
})

describe('events', () => {
  test('revenue of 10,000.00 at 9 % is 9,174.31 and 825.69 of tax', () => {
    expect(recogniseRevenue({ shipper, waybillId, amount: fen(1_000_000), vatBasisPoints: 900 })).toEqual([
      { account: '1122.01', party: shipper, waybillId, debitFen: 1_000_000, creditFen: 0 },
      { account: '6001.01', waybillId, debitFen: 0, creditFen: 917_431 },
      { account: '2221.07', waybillId, debitFen: 0, creditFen: 82_569 },
    ])
  })

  test('a penalty is income, but only held while the carrier appeals', () => {
    expect(balances(deductPenalty({ carrier, waybillId, amount: fen(20_000), isAppealed: false }))).toEqual({
      '2202.01': -20_000,
      6301: 20_000,
    })
    expect(balances(deductPenalty({ carrier, waybillId, amount: fen(20_000), isAppealed: true }))).toEqual({
      '2202.01': -20_000,
      '2241.02': 20_000,
    })
  })

  test('fuel is bought before it is handed out', () => {
    expect(
      balances([...buyFuel({ amount: fen(500_000) }), ...payWithFuel({ carrier, waybillId, amount: fen(300_000) })]),
    ).toEqual({
      '1002.01': -500_000,
      '1123.01': 200_000,
      '2202.01': -300_000,
    })
  })

  test('a failed payment leaves the carrier owed as if it had never been sent', () => {
    const payment = { carrier, waybillId, amount: fen(638_000) }
    expect(balances([...submitPayment(payment), ...red(submitPayment(payment))])).toEqual({})
  })

  test('a payment that comes back leaves the carrier owed, and the fee spent', () => {
    const payment = { carrier, waybillId, amount: fen(638_000) }
    const lines = [
      ...recognisePayable(payment),
      ...submitPayment(payment),
      ...confirmPayment({ ...payment, fee: fen(500) }),
      ...returnPayment(payment),
    ]
    expect(balances(lines)).toEqual({ '2202.01': 638_000, '6401.01': 638_000, '6603.01': 500, '1002.02': -500 })
  })

  test('a red estimate keeps the turnover of the cost account from doubling', () => {
    const estimate = { carrier, waybillId, amount: fen(950_000) }
    const cost = [...estimateCost(estimate), ...red(estimateCost(estimate))].filter(line => line.account === '6401.01')
    expect(cost.map(line => line.creditFen)).toEqual([0, 0])
    expect(sumFen(cost.map(line => line.debitFen))).toBe(0)
  })

  test('lines of nothing are left out, amounts below zero are refused', () => {
    expect(recogniseRevenue({ shipper, waybillId, amount: fen(100), vatBasisPoints: 0 })).toHaveLength(2)
    expect(topUp({ shipper, amount: ZERO_FEN })).toEqual([])
    expect(() => topUp({ shipper, amount: fen(-1) })).toThrow(RangeError)
  })
})

describe('an entry', () => {
  const bank = (amount: number) => debit('1002.01', fen(amount))
  const cost = (amount: number) => credit('6401.09', fen(amount))

  test('is refused when it is empty, unbalanced, or a line is blank, double or without its party', () => {
    expect(entryFault([])).toBe('empty')
    expect(entryFault([bank(100), cost(99)])).toBe('unbalanced')
    expect(entryFault([bank(100), cost(100), bank(0)])).toBe('zeroLine')
    expect(entryFault([{ account: '1002.01', debitFen: fen(100), creditFen: fen(100) }])).toBe('bothSides')
    expect(entryFault([bank(100), credit('2202.01', fen(100))])).toBe('noParty')
    expect(entryFault([bank(100), credit('2202.01', fen(100), { party: carrier })])).toBeUndefined()
  })

  test('has amounts below zero only in lines that name the line they take back', () => {
    const lines = [bank(100), cost(100)]
    expect(entryFault(red(lines))).toBeUndefined()
    expect(entryFault(red(lines).map(line => ({ ...line, reverses: undefined })))).toBe('wrongSign')
    expect(red(lines).map(line => line.reverses)).toEqual([
      { entryId: 'entry-1', n: 1 },
      { entryId: 'entry-1', n: 2 },
    ])
  })

  test('and its reversal leave every balance as it was, and twice reversed it has its amounts again', () => {
    fc.assert(
      fc.property(trips, trip => {
        const lines = tripEntries(trip).flat()
        expect(balances([...lines, ...red(lines)])).toEqual({})
        const amounts = (some: readonly JournalLine[]) =>
          some.map(({ account, debitFen, creditFen }) => [account, debitFen, creditFen])
        expect(amounts(red(red(lines)))).toEqual(amounts(lines))
      }),
    )
  })
})

describe('the chart of accounts', () => {
  test('holds each code once, growing on the side of its type, but for input tax and the allowance for bad debts', () => {
    expect(new Set(accounts.map(account => account.code)).size).toBe(accounts.length)
    for (const { code, type, normalSide } of accounts) {
      const usual = type === 'asset' || type === 'expense' ? 'debit' : 'credit'
      expect(normalSide, code).toBe(code === '2221.01' ? 'debit' : code === '1231' ? 'credit' : usual)
    }
    expect(accountOf('1012.09').name).toBe('在途资金')
  })

  test('shows balances on the side on which an account grows', () => {
    const lines = [debit('6401.01', fen(100)), credit('2202.01', fen(100), { party: carrier })]
    expect(balanceOf(lines, '6401.01')).toBe(100)
    expect(balanceOf(lines, '2202.01')).toBe(100)
    expect(balanceOf(red(lines), '2202.01')).toBe(negateFen(fen(100)))
  })
})
