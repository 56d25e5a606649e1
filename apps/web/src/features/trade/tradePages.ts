// Pages of the list of movements on paper, each with what is carried to it and from it.
import type { TradeRow } from '@yunshu/contract/trade/trade'
import { addFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'

/** Movements on one page, where each may take three lines. */
export const tradePageLines = 14

/** Money that came and left so far, and the fees. */
export interface TradeSums {
  readonly income: Fen
  readonly outgo: Fen
  readonly fee: Fen
}

export interface TradePage {
  readonly rows: readonly TradeRow[]
  readonly brought: TradeSums
  readonly carried: TradeSums
}

/** Movements and money of one way. */
export interface TradeWay {
  readonly count: number
  readonly amount: Fen
}

const none: TradeSums = { income: ZERO_FEN, outgo: ZERO_FEN, fee: ZERO_FEN }

const sumOf = (rows: readonly TradeRow[], before: TradeSums): TradeSums =>
  rows.reduce<TradeSums>(
    (sums, { income = ZERO_FEN, outgo = ZERO_FEN, fee }) => ({
      income: addFen(sums.income, income),
      outgo: addFen(sums.outgo, outgo),
      fee: addFen(sums.fee, fee),
    }),
    before,
  )

/** The pages of movements, in the order of the list. */
export function tradePagesOf(rows: readonly TradeRow[]): TradePage[] {
  let brought = none
  return Array.from({ length: Math.ceil(rows.length / tradePageLines) }, (_, page) => {
    const own = rows.slice(page * tradePageLines, (page + 1) * tradePageLines)
    const before = brought
    brought = sumOf(own, before)
    return { rows: own, brought: before, carried: brought }
  })
}

/** Movements that came, and those that left. */
export function tradeWaysOf(rows: readonly TradeRow[]): { income: TradeWay; outgo: TradeWay; fee: Fen } {
  const { income, outgo, fee } = sumOf(rows, none)
  const came = rows.filter(({ direction }) => direction === 'IN').length
  return { income: { count: came, amount: income }, outgo: { count: rows.length - came, amount: outgo }, fee }
}
