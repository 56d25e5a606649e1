// Tests of prepaid money beside a claim: the same sums as coins that are handed about one by one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { PrepaidBeside, prepaidLayers, type PrepaidLayer, type PrepaidStep } from './prepaidLayers.ts'

interface Wish {
  readonly kind: 'come' | 'spend' | 'refund' | 'giveBack' | 'olderBack' | 'uncome'
  readonly amount: number
  readonly pick: number
}

const wishes = fc.array(
  fc.record({
    kind: fc.constantFrom('come', 'spend', 'refund', 'giveBack', 'olderBack', 'uncome'),
    amount: fc.integer({ min: 1, max: 9 }),
    pick: fc.nat(99),
  }) as fc.Arbitrary<Wish>,
  { maxLength: 25 },
)

/** A fen with the layer it came on. */
interface Coin {
  readonly layer: PrepaidLayer
}
const coins = (layer: PrepaidLayer, n: number): Coin[] => Array.from({ length: n }, () => ({ layer }))

/** Coins on the table, in the hands of whoever they were spent on, or refunded. */
class Table {
  there: Coin[]
  readonly spent: { readonly key: string; readonly hand: Coin[]; isBack: boolean }[] = []
  readonly came: { readonly key: string; readonly amount: number; readonly layer: PrepaidLayer }[] = []
  readonly refunded: Coin[] = []
  readonly steps: PrepaidStep[] = []

  constructor(older: number) {
    this.there = coins('older', older)
    this.#come('claim', 20)
  }

  #step(amount: number, over: Partial<PrepaidStep> = {}): string {
    const key = String(this.steps.length)
    this.steps.push({ key, amount: fen(amount), layer: 'younger', isAskedBack: false, ...over })
    return key
  }

  #come(layer: PrepaidLayer, amount: number): void {
    this.there.push(...coins(layer, amount))
    this.came.push({ key: this.#step(amount, { layer }), amount, layer })
  }

  /** Takes coins of the first layers that have some. */
  #take(amount: number, layers: readonly PrepaidLayer[] = prepaidLayers): Coin[] {
    const taken: Coin[] = []
    for (const layer of layers)
      while (taken.length < amount) {
        const at = this.there.findIndex(coin => coin.layer === layer)
        if (at < 0) break
        taken.push(...this.there.splice(at, 1))
      }
    return taken
  }

  follow({ kind, amount, pick }: Wish): void {
    const some = Math.min(amount, this.there.length)
    if (kind === 'come') this.#come('younger', amount)
    if (kind === 'spend' && some > 0) this.spent.push({ key: this.#step(-some), hand: this.#take(some), isBack: false })
    if (kind === 'refund' && some > 0) {
      this.#step(-some, { isAskedBack: true })
      this.refunded.push(...this.#take(some))
    }
    const given = this.spent[pick % Math.max(1, this.spent.length)]
    if (kind === 'giveBack' && given && !given.isBack) {
      this.#step(given.hand.length, { takesBack: given.key })
      this.there.push(...given.hand)
      given.isBack = true
    }
    if (kind === 'olderBack') {
      this.#step(amount, { layer: 'older', takesBack: 'unknown' })
      this.there.push(...coins('older', amount))
    }
    const [gone] = this.came.slice(1).filter(each => each.amount <= this.there.length)
    if (kind === 'uncome' && gone) {
      this.#step(-gone.amount, { takesBack: gone.key })
      this.came.splice(this.came.indexOf(gone), 1)
      const own = this.#take(gone.amount, [gone.layer])
      this.#take(gone.amount - own.length)
    }
    this.#swap()
  }

  /** A coin of the claim that was refunded comes back for an older one. */
  #swap(): void {
    for (;;) {
      const at = this.refunded.findIndex(({ layer }) => layer === 'claim')
      const [older] = at < 0 ? [] : this.#take(1, ['older'])
      if (older === undefined) return
      this.there.push(...this.refunded.splice(at, 1, older))
    }
  }

  get asked(): number {
    return this.refunded.filter(({ layer }) => layer === 'claim').length
  }
}

const askedOf = (older: number, steps: readonly PrepaidStep[]): number => {
  const beside = new PrepaidBeside(fen(older))
  for (const step of steps) beside.lay(step)
  return beside.asked
}

test('refunds take of a claim what coins handed about one by one would: older first, given back where it was taken', () => {
  fc.assert(
    fc.property(fc.nat(30), wishes, (older, all) => {
      const table = new Table(older)
      for (const wish of all) table.follow(wish)
      expect(askedOf(older, table.steps)).toBe(table.asked)
    }),
    { numRuns: 10_000 },
  )
})

const step = (key: string, amount: number, over: Partial<PrepaidStep> = {}): PrepaidStep => ({
  key,
  amount: fen(amount),
  layer: 'younger',
  isAskedBack: false,
  ...over,
})
const claim = step('claim', 100, { layer: 'claim' })
const refund = step('refund', -100, { isAskedBack: true })

test('an older waybill voided after the claim gives back older money: a refund takes that, before it or after it', () => {
  const paid = step('paid', -100)
  const voided = step('voided', 100, { layer: 'older', takesBack: 'before' })
  expect(askedOf(0, [claim, paid, voided, refund])).toBe(0)
  expect(askedOf(0, [claim, refund, voided])).toBe(0)
  expect(askedOf(0, [claim, refund])).toBe(100)
})

test('where younger money is taken back though it was spent, older money that is there again makes it good, not the claim', () => {
  const younger = step('younger', 50)
  // older money and the claim pay one waybill, the younger another; it is taken back, and the first waybill is voided
  const [first, second] = [step('first', -150), step('second', -50)]
  const undone = step('undone', -50, { takesBack: 'younger' })
  const given = step('given', 150, { takesBack: 'first' })
  expect(askedOf(50, [claim, younger, first, second, undone, given, refund])).toBe(100)
})
