// A balance as books show it: an amount without sign, and the side on which it stands.
import { absoluteFen, sumFen, type Fen } from '@yunshu/domain/figures/money'

/** The side of a balance counted as debit less credit. */
export function sideOf(balance: Fen): '借' | '贷' | '平' {
  if (balance === 0) return '平'
  return balance > 0 ? '借' : '贷'
}

/** The sums of all debit balances and of all credit balances; in sound books both are the same. */
export function sideSums(balances: readonly Fen[]): { debit: Fen; credit: Fen } {
  return {
    debit: sumFen(balances.filter(each => each > 0)),
    credit: absoluteFen(sumFen(balances.filter(each => each < 0))),
  }
}
