// Rules of fuel before the trip: the room of a waybill, and where a use is laid.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, PPM, type Fen } from '../figures/money.ts'
import { splitPayPlan } from '../settlement/payPlan.ts'
import {
  faultOfCardMove,
  faultOfIssue,
  faultOfLitres,
  fuelCapOf,
  fuelCardMovesOf,
  layUse,
  leftOf,
  plainCardNo,
  roomOf,
  type OpenIssue,
} from './fuel.ts'

const yuan = (n: number): Fen => fen(n * 100)
const words = { waybillNo: 'YD1', unit: '油费' }

test('within the plan without the permit, up to the company’s cap with it, never above the cap', () => {
  const room = { planned: yuan(3000), issued: yuan(1000), cap: yuan(4000) }
  expect([roomOf(room, false), roomOf(room, true)]).toEqual([yuan(2000), yuan(3000)])
  expect(roomOf({ ...room, cap: yuan(2500) }, false)).toBe(yuan(1500))
  expect(roomOf({ ...room, issued: yuan(5000) }, true)).toBe(0)
  expect(faultOfIssue(yuan(2000), room, { ...words, mayPass: false })).toBeUndefined()
  expect(faultOfIssue(fen(200_001), room, { ...words, mayPass: false })).toMatchObject({
    problem: 'fuel.over',
    detail: { left: '2,000.00' },
  })
  expect(faultOfIssue(fen(200_001), room, { ...words, mayPass: true })).toBeUndefined()
})

test('the cap of a freight is its share to the fen', () => {
  expect(fuelCapOf(fen(125_600), 400_000)).toBe(50_240)
  expect(fuelCapOf(fen(125_100), 400_000)).toBe(50_040)
  expect(fuelCapOf(fen(102_000), 300_000)).toBe(30_600)
  expect([fuelCapOf(fen(125_600), 0), fuelCapOf(fen(125_600), PPM), fuelCapOf(fen(0), 400_000)]).toEqual([
    0, 125_600, 0,
  ])
})

test('no plan within the share of the company has more oil than its cap, and the cap passes the share by no whole fen', () => {
  const shares = fc
    .array(fc.integer({ min: 0, max: 10 }), { minLength: 4, maxLength: 4 })
    .map(tenths => [0, ...tenths.map(tenth => (tenth * PPM) / 10).sort((a, b) => a - b), PPM])
    .map(cuts => cuts.slice(1).map((cut, at) => cut - (cuts[at] ?? 0)))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), shares, (freight, ppm) => {
      const [prePpm = 0, oilPpm = 0, etcPpm = 0, arrivePpm = 0, receiptPpm = 0] = ppm
      const plan = { prePpm, oilPpm, etcPpm, arrivePpm, receiptPpm, termDays: 0 }
      const cap = fuelCapOf(fen(freight), oilPpm)
      expect(splitPayPlan(plan, fen(freight), fen(freight)).oil).toBeLessThanOrEqual(cap)
      expect((BigInt(cap) - 1n) * BigInt(PPM)).toBeLessThan(BigInt(freight) * BigInt(oilPpm))
    }),
  )
})

test('a card that holds money is not closed', () => {
  expect(faultOfCardMove('close', { balance: fen(1) })).toMatchObject({ problem: 'fuel.cardHolds' })
  expect(faultOfCardMove('close', { balance: fen(0) })).toBeUndefined()
  expect(faultOfCardMove('freeze', { balance: fen(1) })).toBeUndefined()
  const moves = (state: 'active' | 'frozen' | 'closed', balance: number, permit = 'fuel.issue') =>
    fuelCardMovesOf({ state, balance: fen(balance) }, asked => asked === permit)
  expect([moves('active', 0), moves('active', 1)]).toEqual([['freeze', 'close'], ['freeze']])
  expect([moves('frozen', 0), moves('frozen', 1)]).toEqual([['unfreeze', 'close'], ['unfreeze']])
  expect([moves('closed', 0), moves('active', 0, 'fuel.view')]).toEqual([[], []])
})

const issue = (id: string, left: number, from: number, to?: number): OpenIssue => ({
  id,
  left: fen(left),
  issuedAt: from,
  from,
  to,
})
const hour = 3_600_000

test('a use is laid on the trip that covers its moment, and only then on what was handed out before', () => {
  const trips = [issue('old', 500, 0, 10 * hour), issue('new', 800, 20 * hour)]
  expect(layUse({ at: 21 * hour, amount: fen(600) }, trips)).toEqual({ shares: [{ id: 'new', amount: 600 }] })
  expect(layUse({ at: 21 * hour, amount: fen(1000) }, trips)).toEqual({
    shares: [
      { id: 'new', amount: 800 },
      { id: 'old', amount: 200 },
    ],
  })
  expect(layUse({ at: 5 * hour, amount: fen(600) }, trips), 'the later one was not handed out yet').toEqual({
    fault: 'OVER',
  })
  expect(layUse({ at: 5 * hour, amount: fen(600) }, [])).toEqual({ fault: 'NO_ISSUE' })
})

test('whatever is laid is the amount of the use to the fen, and no issue gives more than it has', () => {
  const amounts = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 0, max: 100 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 400_000 }), fc.integer({ min: 0, max: 100 })), { maxLength: 6 }),
      (amount, at, drawn) => {
        const issues = drawn.map(([left, from], n) => issue(String(n), left, from * hour))
        const laid = layUse({ at: at * hour, amount: fen(amount) }, issues)
        const usable = issues.filter(({ issuedAt }) => issuedAt <= at * hour + 600_000)
        const held = usable.reduce((sum, { left }) => sum + left, 0)
        if ('fault' in laid) expect(held).toBeLessThan(amount)
        else {
          expect(laid.shares.reduce((sum, share) => sum + share.amount, 0)).toBe(amount)
          for (const share of laid.shares)
            expect(share.amount).toBeLessThanOrEqual(issues.find(({ id }) => id === share.id)?.left ?? 0)
        }
      },
    ),
    { numRuns: 10_000 },
  )
})

test('litres at their price come to the amount, give or take a fen', () => {
  expect(faultOfLitres(30_000, 73_500, fen(220_500))).toBeUndefined()
  expect(faultOfLitres(10_050, 73_333, fen(73_700))).toBeUndefined()
  expect(faultOfLitres(30_000, 73_500, fen(220_502))).toContain('2,205.00')
  expect(leftOf({ amount: fen(10), used: fen(3), recovered: fen(2) })).toBe(5)
})

test('a card is one however its number is typed', () => {
  for (const text of ['9012-3456 ab', '９０１２３４５６ＡＢ', ' 90123456AB\u200B'])
    expect(plainCardNo(text)).toBe('90123456AB')
})

test('a use is laid on what was handed out up to ten minutes after it by the clock of the station, if anything is left', () => {
  const late = [issue('a', 500, 20 * hour)]
  const minute = 60_000
  expect(layUse({ at: 20 * hour - 10 * minute, amount: fen(1) }, late)).toEqual({ shares: [{ id: 'a', amount: 1 }] })
  expect(layUse({ at: 20 * hour - 10 * minute - 1, amount: fen(1) }, late)).toEqual({ fault: 'NO_ISSUE' })
  expect(layUse({ at: 21 * hour, amount: fen(1) }, [issue('spent', 0, 20 * hour)])).toEqual({ fault: 'NO_ISSUE' })
})

test('a trip covers the moments it begins and ends at; a use outside of it is laid there last', () => {
  // handed out before its trip began
  const early = (id: string, from: number, to?: number) => ({ ...issue(id, 10, from, to), issuedAt: 0 })
  const first = (at: number, ...issues: OpenIssue[]) => {
    const laid = layUse({ at, amount: fen(1) }, issues)
    return 'shares' in laid ? laid.shares[0]?.id : laid.fault
  }
  const other = early('other', 0, 5 * hour)
  for (const at of [10 * hour, 20 * hour]) expect(first(at, other, early('trip', 10 * hour, 20 * hour))).toBe('trip')
  for (const at of [10 * hour - 1, 20 * hour + 1])
    expect(first(at, other, early('trip', 10 * hour, 20 * hour)), 'neither covers it').toBe('other')
  expect(first(30 * hour, other, early('trip', 10 * hour)), 'still on its way').toBe('trip')
})

test('a fen more or less than litres at their price is rounding, two are not', () => {
  const due = 220_500
  expect([-1, 0, 1].map(by => faultOfLitres(30_000, 73_500, fen(due + by)))).toEqual([undefined, undefined, undefined])
  for (const by of [-2, 2]) expect(faultOfLitres(30_000, 73_500, fen(due + by))).toContain('与金额不符')
})
