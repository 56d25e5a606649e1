// Tests of setting off: nothing is left on both sides, oldest due first, the same whatever the order of rows, and a random
// walk of signatures, top-ups and voids in which open items always are what is owed.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addFen, fen, smallerFen, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { byDue, faultOfPicks, matchedFen, offsetPrepaid, pickedFen, type Match, type OpenItem } from './offset.ts'

const item = (n: number, dueAt: number, open: number): OpenItem => ({
  waybillId: `w${n}`,
  waybillNo: `YDT${String(n).padStart(4, '0')}`,
  dueAt,
  open: fen(open),
})
const items = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2_000_000 })), { maxLength: 40 })
  .map(all => all.map(([dueAt, open], n) => item(n, dueAt, open)))
const money = fc.integer({ min: 0, max: 40_000_000 }).map(fen)

describe('setting off prepaid money', () => {
  test('leaves nothing on one of the two sides, and pays no item beyond what is open', () => {
    fc.assert(
      fc.property(money, items, (prepaid, open) => {
        const matches = offsetPrepaid(prepaid, open)
        const used = matchedFen(matches)
        expect(used).toBe(smallerFen(prepaid, sumFen(open.map(each => each.open))))
        for (const { item: of, amount } of matches) {
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(of.open)
        }
      }),
      { numRuns: 10_000 },
    )
  })

  test('pays the oldest due first: an item is touched only when all before it are paid whole', () => {
    fc.assert(
      fc.property(money, items, (prepaid, open) => {
        const got = new Map(offsetPrepaid(prepaid, open).map(({ item: of, amount }) => [of.waybillId, amount]))
        const rests = open.toSorted(byDue).map(each => subtractFen(each.open, got.get(each.waybillId) ?? ZERO_FEN))
        const firstOpen = rests.findIndex(rest => rest > 0)
        const after = open.toSorted(byDue).slice(firstOpen + 1)
        if (firstOpen >= 0) for (const each of after) expect(got.has(each.waybillId)).toBe(false)
      }),
      { numRuns: 10_000 },
    )
  })

  test('does not depend on the order in which items are read', () => {
    fc.assert(
      fc.property(money, items, fc.infiniteStream(fc.nat()), (prepaid, open, luck) => {
        const shuffled = open
          .map(each => ({ each, at: luck.next().value as number }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ each }) => each)
        expect(offsetPrepaid(prepaid, shuffled)).toEqual(offsetPrepaid(prepaid, open))
      }),
      { numRuns: 10_000 },
    )
  })

  test('due date goes before the number, and the number decides among the same day', () => {
    const open = [item(1, 3, 100), item(3, 1, 100), item(2, 1, 100), item(4, 2, 100)]
    expect(offsetPrepaid(fen(250), open).map(({ item: { waybillId }, amount }) => [waybillId, amount])).toEqual([
      ['w2', 100],
      ['w3', 100],
      ['w4', 50],
    ])
  })
})

type Offset = (prepaid: Fen, open: readonly OpenItem[]) => Match[]
type Step =
  | { kind: 'sign'; amount: number; due: number }
  | { kind: 'topUp'; amount: number }
  | { kind: 'void'; n: number }
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('sign' as const), amount: fc.integer({ min: 1, max: 900 }), due: fc.nat(20) }),
    fc.record({ kind: fc.constant('topUp' as const), amount: fc.integer({ min: 1, max: 2000 }) }),
    fc.record({ kind: fc.constant('void' as const), n: fc.nat(40) }),
  ),
  { minLength: 1, maxLength: 60 },
)

/** Walks the steps; answers the first one after which the accounts and the open items differ, or money stands on both. */
function walk(all: readonly Step[], offset: Offset, runsOn: readonly Step['kind'][]): string | undefined {
  let [receivable, prepaid] = [ZERO_FEN, ZERO_FEN]
  const rows: (OpenItem & { readonly amount: Fen; readonly paid: Fen; readonly isVoid: boolean })[] = []
  for (const [index, step] of all.entries()) {
    if (step.kind === 'sign') {
      const row = item(index, step.due, step.amount)
      rows.push({ ...row, amount: row.open, paid: ZERO_FEN, isVoid: false })
      receivable = addFen(receivable, row.open)
    } else if (step.kind === 'topUp') prepaid = addFen(prepaid, fen(step.amount))
    else {
      const at = step.n % Math.max(1, rows.length)
      const row = rows[at]
      if (row === undefined || row.isVoid) continue
      prepaid = addFen(prepaid, row.paid)
      receivable = subtractFen(receivable, subtractFen(row.amount, row.paid))
      rows[at] = { ...row, open: ZERO_FEN, paid: ZERO_FEN, isVoid: true }
    }
    if (runsOn.includes(step.kind))
      for (const { item: of, amount } of offset(prepaid, rows)) {
        const at = rows.findIndex(row => row.waybillId === of.waybillId)
        const row = rows[at]
        if (row === undefined) return `step ${index} pays what nobody owes`
        rows[at] = { ...row, open: subtractFen(row.open, amount), paid: addFen(row.paid, amount) }
        prepaid = subtractFen(prepaid, amount)
        receivable = subtractFen(receivable, amount)
      }
    const open = sumFen(rows.map(row => row.open))
    if (open !== receivable) return `step ${index}: open items ${open}, owed ${receivable}`
    if (open !== 0 && prepaid !== 0) return `step ${index}: ${open} open beside ${prepaid} paid in advance`
  }
  return undefined
}

const always: readonly Step['kind'][] = ['sign', 'topUp', 'void']

test('after every step of a random walk open items are what is owed, and never beside money paid in advance', () => {
  fc.assert(
    fc.property(steps, all => {
      expect(walk(all, offsetPrepaid, always)).toBeUndefined()
    }),
    { numRuns: 10_000 },
  )
})

test('the walk finds an offset at signatures only, and one that pays too little', () => {
  const finds = (offset: Offset, runsOn: readonly Step['kind'][]): boolean =>
    fc.check(
      fc.property(steps, all => walk(all, offset, runsOn) === undefined),
      { numRuns: 1000, seed: 14 },
    ).failed
  expect(finds(offsetPrepaid, ['sign'])).toBe(true)
  expect(finds(offsetPrepaid, ['sign', 'topUp'])).toBe(true)
  expect(finds((prepaid, open) => offsetPrepaid(prepaid, open).slice(0, 1), always)).toBe(true)
  expect(finds(offsetPrepaid, always)).toBe(false)
})

test('of items due on one day the lower number is paid first, whichever way they are given', () => {
  const [first, second] = [item(1, 5, 10), item(2, 5, 10)]
  for (const given of [
    [first, second],
    [second, first],
  ])
    expect(offsetPrepaid(fen(12), given).map(({ item: of, amount }) => [of.waybillId, amount])).toEqual([
      ['w1', 10],
      ['w2', 2],
    ])
  expect([byDue(first, second), byDue(second, first), byDue(first, first)].map(Math.sign)).toEqual([-1, 1, 0])
  expect(offsetPrepaid(fen(0), [first])).toEqual([])
  expect(offsetPrepaid(fen(-5), [first])).toEqual([])
})

test('an item that goes first is paid before the others, and no further than it is open', () => {
  const [early, late] = [item(1, 1, 100), item(2, 2, 50)]
  const amounts = (prepaid: number, first: string[]) =>
    offsetPrepaid(fen(prepaid), [early, late], new Set(first)).map(({ item: of, amount }) => [of.waybillId, amount])
  expect(amounts(120, ['w2'])).toEqual([
    ['w2', 50],
    ['w1', 70],
  ])
  expect(amounts(120, [])).toEqual([
    ['w1', 100],
    ['w2', 20],
  ])
})

describe('waybills money is laid on by name', () => {
  const pick = (n: number, amount: number) => ({ waybillId: `w${n}`, amount: fen(amount) })

  test('are each named once, with something, and together no more than the money', () => {
    expect(faultOfPicks(fen(100), [])).toBeUndefined()
    expect(faultOfPicks(fen(100), [pick(1, 60), pick(2, 40)])).toBeUndefined()
    expect(pickedFen([pick(1, 60), pick(2, 40)])).toBe(100)
    expect(faultOfPicks(fen(100), [pick(1, 60), pick(2, 41)])).toBe('核销合计 1.01 元，超过来款 1.00 元')
    expect(faultOfPicks(fen(100), [pick(1, 1), pick(1, 1)])).toBe('同一运单只能填一次')
    expect(faultOfPicks(fen(100), [pick(1, 0)])).toBe('每单核销金额应大于 0')
  })
})
